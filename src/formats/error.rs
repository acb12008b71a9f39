//! Error of a reader or writer.

use std::fmt;

/// Reason why a file cannot be written or read: one or two sentences with the place and the next step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError(pub String);

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FormatError {}

impl From<String> for FormatError {
    fn from(message: String) -> FormatError {
        FormatError(message)
    }
}
