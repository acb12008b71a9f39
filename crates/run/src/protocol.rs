//! Request and outcome of a run, and their encoding, shared by every engine and host.
//!
//! A run is a pure function of its [`RunRequest`]: files, seed and limits. A run executes `main` on an empty drawing
//! and yields one [`RunOutcome`]. Request and outcome are sent as bytes between page and worker, or between the
//! command line and its child process. Outcomes are untrusted until `validate.rs` has checked them.

use super::bounded_decoding;
use super::origins::Origins;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use trammel_code::{FileName, MAX_FILE_BYTES, source};
use trammel_formats::{Conversion, Converted, FormatError};
use trammel_language::{Bilingual, bilingual};
use trammel_scene::{Diff, Scene, Units};
use trammel_tools::{Check, CodePosition, CustomTool, Failure, Limit};

/// Version of the message format, incremented when the shape of a message changes, so that an outdated worker
/// is refused instead of misread.
pub const PROTOCOL_VERSION: u32 = 14;

/// Maximum size of a message, in bytes.
pub const MAX_MESSAGE_BYTES: usize = 64 << 20;

/// Maximum size of the value that a run returns, in bytes of JSON.
pub const MAX_VALUE_BYTES: usize = 64 << 10;

/// Time limit of a diagnostic run, in milliseconds, if a third of the run's own limit is shorter.
const FIND_WITHIN_MS: u32 = 3_000;

/// Time limit of a conversion, in milliseconds.
const CONVERT_WITHIN_MS: u32 = 30_000;

/// Memory that the engine needs for a byte of code: its syntax tree, and the compiled code. Measured for statements that
/// draw: 37 bytes for the tree while a file is compiled, and 9 bytes for the code.
const MEMORY_PER_BYTE: u64 = 48;

/// Resource limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Time in milliseconds until the run is stopped from inside; the host kills the run a short grace period later.
    pub timeout_ms: u32,
    /// Maximum number of engine instructions: a deterministic stop for code that the clock checks do not reach.
    pub instructions: u64,
    /// Maximum live memory of the script, in bytes, beside the memory for its code ([`RunRequest::code_memory`]).
    pub memory_bytes: u64,
    /// Maximum number of log lines that are kept.
    pub log_lines: u32,
    /// Maximum number of log bytes that are kept.
    pub log_bytes: u32,
    /// Whether memory is checked every few instructions, also in callbacks. Such a run is slow; it repeats a run that
    /// ran out of memory, in order to find the line.
    pub diagnostic: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            timeout_ms: 10_000,
            instructions: 600_000_000,
            memory_bytes: 32 << 20,
            log_lines: 200,
            log_bytes: 64 << 10,
            diagnostic: false,
        }
    }
}

/// Complete input of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunRequest {
    /// All code files. `main` is run; the other files run when they are imported.
    pub files: Vec<(FileName, Arc<str>)>,
    /// File that must parse even if no other file imports it.
    pub must_parse: Option<FileName>,
    /// Custom tools, made from functions of the files.
    pub tools: Vec<CustomTool>,
    /// Whether the caller needs the value of `main`'s last statement, as for a call of a custom tool.
    pub want_value: bool,
    /// Title of the drawing unless the code sets one.
    pub title: String,
    /// Unit of the drawing unless the code sets one.
    pub units: Units,
    /// Seed of `Math.random`.
    pub seed: u64,
    /// Resource limits.
    pub limits: Limits,
    /// Conversion to execute before the files run. A request without files has only the conversion.
    pub conversion: Option<Box<Conversion>>,
}

impl RunRequest {
    /// Returns the request of a conversion.
    pub fn of_conversion(conversion: Conversion) -> RunRequest {
        RunRequest {
            limits: Limits {
                timeout_ms: CONVERT_WITHIN_MS,
                ..Limits::default()
            },
            conversion: Some(Box::new(conversion)),
            ..RunRequest::default()
        }
    }

    /// Returns the request of a diagnostic run that locates this failure after `elapsed_ms`, or `None`. Only a run that hit
    /// the memory limit without a known place is repeated, because such a run ends soon. Both runs together end by the
    /// deadline of the first.
    pub fn to_find_the_line(&self, failure: &Failure, elapsed_ms: f64) -> Option<RunRequest> {
        let unknown = failure.limit == Some(Limit::Memory) && failure.place.is_none();
        let most = self.limits.timeout_ms;
        // The conversion saturates.
        let left = most.saturating_sub(elapsed_ms as u32);
        let within = left.min(FIND_WITHIN_MS.max(most / 3));
        (unknown && !self.limits.diagnostic && within > 0).then(|| RunRequest {
            limits: Limits {
                diagnostic: true,
                timeout_ms: within,
                ..self.limits
            },
            ..self.clone()
        })
    }

    /// Returns a failure if a file is larger than [`MAX_FILE_BYTES`]. Such a file can be typed and stored, but is not
    /// run.
    pub fn oversized_file(&self) -> Option<Failure> {
        let (file, text) = self.files.iter().find(|(_, text)| text.len() > MAX_FILE_BYTES)?;
        let kib = |bytes: usize| bytes.div_ceil(1024);
        let place = CodePosition {
            file: file.to_string(),
            line: 1,
            column: 1,
        };
        Some(Failure {
            place: Some(place),
            ..Failure::new(bilingual!(
                "'{file}' was not run: it has {} KiB, at most {} KiB. Shorten it, or move a part into a module.",
                "'{file}'의 크기가 {} KiB이고 최대 {} KiB라서 실행하지 않았어요. 줄이거나 일부를 모듈로 옮기세요.",
                kib(text.len()),
                kib(MAX_FILE_BYTES)
            ))
        })
    }

    /// Returns the memory that the run may use beside the usual memory of its process, in bytes: for the code, and for the
    /// pixels of a picture.
    pub fn extra_memory(&self) -> u64 {
        self.code_memory()
            + self
                .conversion
                .as_ref()
                .map_or(0, |conversion| conversion.memory())
    }

    /// Returns the memory that the engine may use for the code of the run, in bytes. It grows with the length of the files, up
    /// to the maximum size of one file.
    pub fn code_memory(&self) -> u64 {
        let bytes: usize = self.files.iter().map(|(_, text)| text.len()).sum();
        bytes.min(MAX_FILE_BYTES) as u64 * MEMORY_PER_BYTE
    }

    /// Returns the empty drawing that the run starts from.
    pub fn blank(&self) -> Scene {
        Scene::new(&self.title).with_units(self.units)
    }
}

/// Uninterruptible work in the engine: a regular expression whose matching may take exponential time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uninterruptible {
    /// Place of the call.
    pub place: CodePosition,
}

impl Uninterruptible {
    /// Returns the failure of a run that was killed during this work, after this many milliseconds. The place comes from the untrusted sandbox, so
    /// it is used only if the file has such a line.
    pub fn failure(&self, request: &RunRequest, ms: f64) -> Failure {
        let text = request
            .files
            .iter()
            .find(|(file, _)| file.as_str() == self.place.file);
        let line = usize::try_from(self.place.line).unwrap_or_default();
        let source_line = text.and_then(|(_, text)| source::line(text, line));
        let known = source_line.is_some();
        let seconds = seconds(ms);
        Failure {
            limit: Some(Limit::Time),
            place: known.then(|| self.place.clone()),
            source_line: source_line.map(|line| line.chars().take(200).collect()),
            ..Failure::new(bilingual!(
                "the regular expression timed out after {seconds} s. Avoid nested quantifiers such as (a+)+, or use a loop.",
                "정규 표현식이 {seconds:#}초가 지나도 끝나지 않았어요. (a+)+ 같은 겹친 반복을 피하거나 반복문을 쓰세요."
            ))
        }
    }
}

/// Result of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunOutcome {
    /// Diff from the empty drawing to the resulting drawing, or the failure.
    pub result: Result<Diff, Failure>,
    /// Requested value as JSON; `None` if no value was requested, or if the value is too large or not representable
    /// as data.
    pub value: Option<String>,
    /// Calls that made and changed the entities.
    pub origins: Origins,
    /// Checks that the code declared.
    pub checks: Vec<Check>,
    /// Log lines of the script.
    pub logs: Vec<String>,
    /// Warnings for the caller.
    pub warnings: Vec<Bilingual>,
    /// Whether the run drew text that needs the Hangul font while the font was not loaded, so that measured text
    /// sizes are provisional. The page fetches the font and repeats the run.
    pub needs_hangul: bool,
    /// Result of the conversion, if the request has one.
    pub converted: Option<Box<Converted>>,
}

impl RunOutcome {
    /// Returns the outcome of a conversion.
    pub fn of_conversion(result: Result<Converted, FormatError>) -> RunOutcome {
        match result {
            Ok(converted) => RunOutcome {
                converted: Some(Box::new(converted)),
                ..RunOutcome::of_diff(Diff::default())
            },
            Err(why) => RunOutcome::of_failure(Failure::new(why)),
        }
    }

    /// Returns an outcome that consists of a diff only.
    fn of_diff(diff: Diff) -> RunOutcome {
        RunOutcome {
            result: Ok(diff),
            ..RunOutcome::of_failure(Failure::default())
        }
    }

    /// Returns the failure of this diagnostic run if it hit the same limit and has a place, else `failure` of the
    /// first run.
    pub fn locating(self, failure: Failure) -> Failure {
        match self.result {
            Err(told) if told.limit == failure.limit && told.place.is_some() => told,
            _ => failure,
        }
    }

    /// Returns an outcome that consists of a failure only.
    pub fn of_failure(failure: Failure) -> RunOutcome {
        RunOutcome {
            result: Err(failure),
            value: None,
            origins: Origins::default(),
            checks: Vec::new(),
            logs: Vec::new(),
            warnings: Vec::new(),
            needs_hangul: false,
            converted: None,
        }
    }
}

/// Formats a duration in milliseconds as a number of seconds, with one decimal below 10 s.
pub(crate) fn seconds(ms: f64) -> Bilingual {
    match ms / 1000.0 {
        long if long >= 10.0 => Bilingual::same(format!("{long:.0}")),
        tiny if tiny < 0.05 => bilingual!("less than 0.1", "0.1 미만의 "),
        short => Bilingual::same(((short * 10.0).round() / 10.0).to_string()),
    }
}

/// Returns the failure of a run that used all memory of its process or worker.
pub fn out_of_memory() -> Failure {
    limit_failure(
        Limit::Memory,
        bilingual!(
            "out of memory; nothing was changed. Use smaller arrays and strings.",
            "메모리가 부족해서 멈췄고 아무것도 바뀌지 않았어요. 배열과 문자열을 줄이세요."
        ),
    )
}

/// Returns the failure of a run that overflowed the native stack of its process or worker.
pub fn stack_overflow() -> Failure {
    limit_failure(
        Limit::Recursion,
        bilingual!(
            "maximum call stack size exceeded; nothing was changed. Look for endless recursion, data that contains itself, \
             or deep nesting.",
            "호출 스택의 최대 크기를 넘었고 아무것도 바뀌지 않았어요. 끝없는 재귀, 자신을 담은 데이터, 깊은 중첩을 찾으세요."
        ),
    )
}

/// Returns the failure of a run whose process or worker ended without an outcome. `why` is its last error message, or
/// an empty string.
pub fn engine_crashed(why: &str) -> Failure {
    limit_failure(
        Limit::Crash,
        match why {
            "" => bilingual!(
                "the script engine ended without a result; nothing was changed. Write the last change differently, \
                 or in smaller steps.",
                "스크립트 엔진이 결과 없이 끝났고 아무것도 바뀌지 않았어요. 마지막 변경을 다르게, 또는 더 작게 나눠 쓰세요."
            ),
            why => bilingual!(
                "the script engine crashed ({why}); nothing was changed. This is a bug in Trammel: write the last \
                 change differently, or in smaller steps.",
                "스크립트 엔진이 Trammel의 오류로 비정상적으로 종료됐고({why}) 아무것도 바뀌지 않았어요. 마지막 변경을 다르게, \
                 또는 더 작게 나눠 쓰세요."
            ),
        },
    )
}

/// Returns the failure of a run whose encoded request of this size exceeds [`MAX_MESSAGE_BYTES`].
pub fn request_too_large(bytes: usize) -> Failure {
    limit_failure(
        Limit::Crash,
        bilingual!(
            "the files are too large to run: {} MiB, at most {} MiB. Delete code that is not used.",
            "파일이 {} MiB이고 최대 {} MiB라서 실행할 수 없어요. 쓰지 않는 코드를 지우세요.",
            bytes >> 20,
            MAX_MESSAGE_BYTES >> 20
        ),
    )
}

/// Returns the failure of a run whose encoded outcome exceeds [`MAX_MESSAGE_BYTES`].
pub fn result_too_large() -> Failure {
    limit_failure(
        Limit::Crash,
        bilingual!(
            "the result is larger than {} MiB; nothing was changed. Draw or log less.",
            "결과가 {} MiB보다 커서 아무것도 바뀌지 않았어요. 더 적게 그리거나 로그를 줄이세요.",
            MAX_MESSAGE_BYTES >> 20
        ),
    )
}

fn limit_failure(limit: Limit, message: Bilingual) -> Failure {
    Failure {
        limit: Some(limit),
        ..Failure::new(message)
    }
}

/// Encodes a message, preceded by the protocol version.
///
/// # Errors
/// Returns the serializer's message if the value cannot be serialized.
pub fn encode<T: Serialize>(message: &T) -> Result<Vec<u8>, String> {
    postcard::to_stdvec(&(PROTOCOL_VERSION, message)).map_err(|e| e.to_string())
}

/// Decodes a message.
///
/// # Errors
/// Returns an error if the bytes exceed [`MAX_MESSAGE_BYTES`], have another protocol version, have too many items, or are
/// not a valid message.
pub fn decode<T: for<'a> Deserialize<'a>>(bytes: &[u8]) -> Result<T, String> {
    if bytes.len() > MAX_MESSAGE_BYTES {
        return Err(format!("a message of {} bytes is too large", bytes.len()));
    }
    let (version, rest) = postcard::take_from_bytes::<u32>(bytes).map_err(|e| e.to_string())?;
    if version != PROTOCOL_VERSION {
        return Err(format!(
            "protocol version {version} instead of {PROTOCOL_VERSION}: reload the page"
        ));
    }
    bounded_decoding::decode(rest)
}

/// Maximum length of the files that the host searches for an endless loop, in bytes.
const MOST_SEARCHED_BYTES: usize = 1 << 20;

impl RunRequest {
    /// Returns the failure of a run that was killed after this many milliseconds and reported no uninterruptible work. If a file
    /// that `main` reaches contains a plainly endless loop, the failure has the place of that loop as the probable cause.
    pub fn timed_out(&self, ms: f64) -> Failure {
        let (place, source_line) = self.plain_loop().unzip();
        Failure {
            limit: Some(Limit::Time),
            place,
            source_line,
            ..Failure::new(self.message_of_time_out(&seconds(ms)))
        }
    }

    fn message_of_time_out(&self, seconds: &Bilingual) -> Bilingual {
        match self.conversion.as_deref() {
            None => bilingual!(
                "timed out after {seconds} s; nothing was changed. Is there an endless loop or a slow regular expression?",
                "{seconds:#}초가 지나 시간이 초과됐고 아무것도 바뀌지 않았어요. 끝나지 않는 반복이나 느린 정규 표현식이 있나요?"
            ),
            Some(Conversion::Read { .. }) => bilingual!(
                "timed out after {seconds} s; nothing was changed. The file takes long to read or to draw: import a part of it, \
                 for example some of its layers.",
                "{seconds:#}초가 지나 시간이 초과됐고 아무것도 바뀌지 않았어요. 파일을 읽거나 그리는 데 오래 걸려요. 레이어 몇 개처럼 \
                 파일의 일부를 가져오세요."
            ),
            Some(Conversion::Write { .. }) => bilingual!(
                "timed out after {seconds} s; no file was written. Export a part of the drawing.",
                "{seconds:#}초가 지나 시간이 초과됐고 파일을 쓰지 않았어요. 도면의 일부를 내보내세요."
            ),
            Some(Conversion::Paint(_)) => bilingual!(
                "timed out after {seconds} s; the picture was not painted. Choose fewer pixels or a part of the drawing, or draw \
                 fewer items over each other.",
                "{seconds:#}초가 지나 시간이 초과됐고 그림을 만들지 않았어요. 픽셀 수를 줄이거나 도면의 일부를 고르거나, 겹치는 항목을 \
                 줄이세요."
            ),
        }
    }

    /// Returns the place and the line of a plainly endless loop in `main` or in a file that it imports, directly or through
    /// others; `None` if there is none, or if it is not known because the files are long. The host does this work after the
    /// deadline, so it has a budget.
    fn plain_loop(&self) -> Option<(CodePosition, String)> {
        let mut left = MOST_SEARCHED_BYTES;
        let mut reached = vec![FileName::MAIN.to_owned()];
        let mut next = 0;
        while let Some(name) = reached.get(next).cloned() {
            next += 1;
            let Some((file, text)) = self.files.iter().find(|(file, _)| file.as_str() == name) else {
                continue;
            };
            left = left.checked_sub(text.len())?;
            let tokens = source::tokens(text);
            if let Some(at) = source::plainly_endless_loop(text, &tokens) {
                let (line, column) = source::line_column(text, at);
                let shown = source::line(text, line as usize)?.chars().take(200).collect();
                let file = file.to_string();
                return Some((CodePosition { file, line, column }, shown));
            }
            for import in source::imports(text, &tokens) {
                // At most as many files are reached as the run has.
                let is_new = reached.len() <= self.files.len() && !reached.contains(&import.specifier);
                if is_new {
                    reached.push(import.specifier);
                }
            }
        }
        None
    }
}
