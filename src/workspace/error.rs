//! Errors of file operations.

use super::limits::{MAX_FILE_BYTES, MAX_FILES, MAX_NAME_CHARS};
use std::fmt;

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
    },
    /// Text to replace with several occurrences.
    ManyMatches {
        /// File name.
        file: String,
        /// Lines of the occurrences, from 1.
        lines: Vec<usize>,
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
    /// New file whose name differs from that of an existing file only in case.
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
        match self {
            WorkspaceError::BadName { name } => {
                let shown: String = name.chars().take(40).collect();
                write!(
                    f,
                    "'{shown}' is not a file name: use 1 to {MAX_NAME_CHARS} letters, digits, _ or -, without extension"
                )
            }
            WorkspaceError::NotFound { file, .. } => write!(f, "File '{file}' not found"),
            WorkspaceError::ReadFirst { file, read, .. } if read.is_empty() => {
                write!(
                    f,
                    "read '{file}' first: it exists, and its current text has not been read"
                )
            }
            WorkspaceError::ReadFirst { file, read, needed } => {
                let shown: Vec<String> = read.iter().map(|range| lines(*range)).collect();
                let shown = shown.join(" and ");
                match needed {
                    Some(needed) => write!(
                        f,
                        "read {} of '{file}' first: only {shown} have been read",
                        lines(*needed)
                    ),
                    None => write!(
                        f,
                        "read all of '{file}' first: only {shown} have been read. Or change a part with edit."
                    ),
                }
            }
            WorkspaceError::ReadAgain { file } => {
                write!(f, "read '{file}' again: its text has changed since it was read")
            }
            WorkspaceError::EmptyOldCode => f.write_str(
                "old_code is empty. Give the exact text to replace, or use write to replace the whole file.",
            ),
            WorkspaceError::NoMatch { file } => {
                write!(
                    f,
                    "old_code does not occur in '{file}'. It must match exactly, including whitespace."
                )
            }
            WorkspaceError::ManyMatches { file, lines } => {
                let shown: Vec<String> = lines.iter().take(20).map(ToString::to_string).collect();
                let count = lines.len();
                write!(
                    f,
                    "old_code occurs {count} times in '{file}' (lines {}). Extend it until it is unique, or pass replace_all: true.",
                    shown.join(", ")
                )
            }
            WorkspaceError::TooLarge { what, bytes } => {
                write!(
                    f,
                    "'{what}' is too large: {bytes} bytes, at most {MAX_FILE_BYTES}. Split it into modules."
                )
            }
            WorkspaceError::TooManyFiles => {
                write!(f, "a drawing has at most {MAX_FILES} files. Delete one first.")
            }
            WorkspaceError::Reserved { name } => {
                write!(
                    f,
                    "'{name}' is the name of a device on Windows, so a folder could not be copied there. Choose another \
                     name, such as '{name}_1'."
                )
            }
            WorkspaceError::SameName { name, existing } => {
                write!(
                    f,
                    "'{name}' differs from the file '{existing}' only in case, and macOS and Windows would use one file \
                     for both. Choose another name."
                )
            }
        }
    }
}

impl std::error::Error for WorkspaceError {}

/// Returns `line 4` or `lines 4 to 7`.
fn lines((first, last): (usize, usize)) -> String {
    if first == last {
        format!("line {first}")
    } else {
        format!("lines {first} to {last}")
    }
}
