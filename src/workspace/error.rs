//! Why a file operation was refused.

use super::limits::{MAX_FILE_BYTES, MAX_FILES};
use std::fmt;

/// A file operation that cannot be carried out; nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkspaceError {
    /// The text is no file name.
    BadName {
        /// What was given.
        name: String,
    },
    /// There is no such file.
    NotFound {
        /// The file asked for.
        file: String,
        /// Names that may have been meant.
        similar: Vec<String>,
    },
    /// The file exists and its present text was not read.
    ReadFirst {
        /// The file.
        file: String,
    },
    /// The text to replace is empty.
    EmptyOldCode,
    /// The text to replace does not occur.
    NoMatch {
        /// The file.
        file: String,
    },
    /// The text to replace occurs more than once.
    ManyMatches {
        /// The file.
        file: String,
        /// Lines of the occurrences, from 1.
        lines: Vec<usize>,
    },
    /// The text is too large for a file.
    TooLarge {
        /// What was too large.
        what: String,
        /// Its size.
        bytes: usize,
    },
    /// There are too many files.
    TooManyFiles,
}

impl WorkspaceError {
    /// Names to offer instead, best first.
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
                    "'{shown}' is not a file name: use 1 to 64 letters, digits, _ or -, without extension"
                )
            }
            WorkspaceError::NotFound { file, similar } => {
                write!(f, "File '{file}' not found")?;
                similar
                    .first()
                    .map_or(Ok(()), |name| write!(f, ". Did you mean '{name}'?"))
            }
            WorkspaceError::ReadFirst { file } => {
                write!(
                    f,
                    "read '{file}' first: it exists and its present text was not read since it last changed"
                )
            }
            WorkspaceError::EmptyOldCode => f.write_str(
                "old_code is empty: give the exact text to replace, or use write for a whole file",
            ),
            WorkspaceError::NoMatch { file } => {
                write!(
                    f,
                    "old_code does not occur in '{file}': it must match letter by letter, spaces included"
                )
            }
            WorkspaceError::ManyMatches { file, lines } => {
                let shown: Vec<String> = lines.iter().take(20).map(ToString::to_string).collect();
                let count = lines.len();
                write!(
                    f,
                    "old_code occurs {count} times in '{file}' (lines {}): make it longer until it is unique, or pass replace_all: true",
                    shown.join(", ")
                )
            }
            WorkspaceError::TooLarge { what, bytes } => {
                write!(
                    f,
                    "'{what}' is too large: {bytes} bytes, a file may have {MAX_FILE_BYTES}; split it into modules"
                )
            }
            WorkspaceError::TooManyFiles => write!(f, "there may be {MAX_FILES} files; delete one first"),
        }
    }
}

impl std::error::Error for WorkspaceError {}
