//! Errors of file operations.

use super::limits::{MAX_FILE_BYTES, MAX_FILES, MAX_NAME_CHARS};
use std::fmt;
use trammel_language::{Bilingual, Translated, bilingual};

/// Error of a file operation; no file was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkspaceError {
    /// Invalid file name.
    BadName {
        /// Requested name.
        name: String,
    },
    /// Unknown file.
    NotFound {
        /// Requested file.
        file: String,
        /// Similar names.
        similar: Vec<String>,
    },
    /// Existing file whose present text was not read, or only in parts.
    ReadFirst {
        /// File name.
        file: String,
        /// First and last lines of the parts that were read, from 1.
        read: Vec<(usize, usize)>,
        /// First and last line that the change needs; `None` for the whole file.
        needed: Option<(usize, usize)>,
    },
    /// File that changed after it was read.
    ReadAgain {
        /// File name.
        file: String,
    },
    /// Empty text to replace.
    EmptyOldCode,
    /// Text to replace without an occurrence.
    NoMatch {
        /// File name.
        file: String,
        /// Most similar lines with their numbers, from 1.
        nearest: Vec<(usize, String)>,
    },
    /// Text to replace with several occurrences.
    ManyMatches {
        /// File name.
        file: String,
        /// Number of occurrences.
        count: usize,
        /// Lines of the first occurrences, from 1.
        lines: Vec<usize>,
    },
    /// One of several replacements that cannot be carried out.
    InReplacement {
        /// Number of the replacement, from 1.
        number: usize,
        /// Number of replacements.
        count: usize,
        /// Reason.
        why: Box<WorkspaceError>,
    },
    /// Text that exceeds the size limit of a file.
    TooLarge {
        /// Description of the text.
        what: String,
        /// Size in bytes.
        bytes: usize,
    },
    /// Too many files.
    TooManyFiles,
    /// New file with a name that Windows reserves.
    Reserved {
        /// Requested name.
        name: String,
    },
    /// New file whose name differs from that of an existing file only in case or in the Unicode form of Hangul.
    SameName {
        /// Requested name.
        name: String,
        /// Existing file.
        existing: String,
    },
}

impl WorkspaceError {
    /// Returns similar names to suggest, best first.
    pub fn suggestions(&self) -> Vec<String> {
        match self {
            WorkspaceError::NotFound { similar, .. } => similar.clone(),
            _ => Vec::new(),
        }
    }
}

impl fmt::Display for WorkspaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = {
            match self {
                WorkspaceError::BadName { name } => {
                    let shown: String = name.chars().take(40).collect();
                    bilingual!(
                        "'{shown}' is not a file name: use 1 to {MAX_NAME_CHARS} letters, digits, _ or -, without extension",
                        "'{shown}'은(는) 파일 이름이 아니에요. 확장자 없이 글자, 숫자, _, -로 1~{MAX_NAME_CHARS}자를 쓰세요"
                    )
                }
                WorkspaceError::NotFound { file, .. } => {
                    bilingual!("File '{file}' not found", "'{file}' 파일을 찾을 수 없어요")
                }
                WorkspaceError::ReadFirst { file, read, .. } if read.is_empty() => {
                    bilingual!(
                        "read '{file}' first: it exists, and its current text has not been read",
                        "먼저 '{file}'을(를) 읽으세요. 이미 있는 파일인데 지금 내용을 읽지 않았어요"
                    )
                }
                WorkspaceError::ReadFirst { file, read, needed } => {
                    let shown: Vec<Bilingual> = read.iter().map(|range| lines(*range)).collect();
                    let shown = Bilingual::join(&shown, [" and ", ", "]);
                    match needed {
                        Some(needed) => bilingual!(
                            "read {} of '{file}' first: only {shown} have been read",
                            "먼저 '{file}'의 {:#}을(를) 읽으세요. {shown:#}만 읽었어요",
                            lines(*needed)
                        ),
                        None => bilingual!(
                            "read all of '{file}' first: only {shown} have been read. Or change a part with edit.",
                            "'{file}'에서 {shown:#}만 읽었으니 먼저 전체를 읽으세요. 일부만 바꾸려면 edit를 쓰세요."
                        ),
                    }
                }
                WorkspaceError::ReadAgain { file } => {
                    bilingual!(
                        "read '{file}' again: its text has changed since it was read",
                        "'{file}'을(를) 다시 읽으세요. 읽은 뒤에 내용이 바뀌었어요"
                    )
                }
                WorkspaceError::EmptyOldCode => bilingual!(
                    "old_code is empty. Give the exact text to replace, or use write to replace the whole file.",
                    "old_code가 비어 있어요. 바꿀 글을 그대로 주거나 파일 전체를 바꾸려면 write를 쓰세요."
                ),
                WorkspaceError::NoMatch { file, nearest } => no_match(file, nearest),
                WorkspaceError::InReplacement { number, count, why } => {
                    let why = Bilingual::from(&**why);
                    bilingual!(
                        "Replacement {number} of {count} failed, so none was made: {why}",
                        "{count}개 중 {number}번째 바꾸기에 실패해서 아무것도 바꾸지 않았어요: {why:#}"
                    )
                }
                WorkspaceError::ManyMatches { file, count, lines } => {
                    let shown: Vec<String> = lines.iter().map(ToString::to_string).collect();
                    bilingual!(
                        "old_code occurs {count} times in '{file}' (lines {}). Extend it until it is unique, or pass replace_all: true.",
                        "'{file}'에 old_code가 {count}번 나와요({}번째 줄). 한 번만 나오도록 늘리거나 replace_all: true를 주세요.",
                        shown.join(", ")
                    )
                }
                WorkspaceError::TooLarge { what, bytes } => {
                    bilingual!(
                        "'{what}' is too large: {bytes} bytes, at most {MAX_FILE_BYTES}. Split it into modules.",
                        "'{what}'이(가) 너무 커요. {bytes}바이트이고 최대 {MAX_FILE_BYTES}바이트이니 모듈로 나누세요."
                    )
                }
                WorkspaceError::TooManyFiles => {
                    bilingual!(
                        "a drawing has at most {MAX_FILES} files. Delete one first.",
                        "도면의 파일은 최대 {MAX_FILES}개예요. 먼저 하나를 지우세요."
                    )
                }
                WorkspaceError::Reserved { name } => {
                    bilingual!(
                        "'{name}' is the name of a device on Windows, so a folder could not be copied there. Choose another \
                     name, such as '{name}_1'.",
                        "'{name}'은(는) Windows의 장치 이름이라 폴더를 그곳에 복사할 수 없어요. '{name}_1' 같은 다른 이름을 고르세요."
                    )
                }
                WorkspaceError::SameName { name, existing } => {
                    bilingual!(
                        "'{name}' differs from the file '{existing}' only in case or Unicode form, and macOS and Windows would use one file \
                     for both. Choose another name.",
                        "'{name}'은(는) '{existing}' 파일과 대소문자나 유니코드 형식만 달라서 macOS와 Windows에서 한 파일이 돼요. 다른 이름을 고르세요."
                    )
                }
            }
        };
        text.fmt(f)
    }
}

impl Translated for WorkspaceError {}

impl std::error::Error for WorkspaceError {}

fn no_match(file: &str, nearest: &[(usize, String)]) -> Bilingual {
    let shown: Vec<String> = nearest
        .iter()
        .map(|(line, text)| format!("{line}: {text}"))
        .collect();
    let [english, korean] = match shown.as_slice() {
        [] => [String::new(), String::new()],
        [one] => [
            format!(" The nearest line is {one}"),
            format!(" 가장 비슷한 줄: {one}"),
        ],
        more => [
            format!(" The nearest lines are\n{}", more.join("\n")),
            format!(" 가장 비슷한 줄:\n{}", more.join("\n")),
        ],
    };
    bilingual!(
        "old_code does not occur in '{file}'. It must match exactly, including whitespace.{english}",
        "'{file}'에 old_code가 없어요. 공백까지 그대로 맞아야 해요.{korean}"
    )
}

/// Returns `line 4` or `lines 4 to 7`.
fn lines((first, last): (usize, usize)) -> Bilingual {
    if first == last {
        bilingual!("line {first}", "{first}번째 줄")
    } else {
        bilingual!("lines {first} to {last}", "{first}~{last}번째 줄")
    }
}
