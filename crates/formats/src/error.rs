//! Error of a reader or writer.

use std::fmt;
use trammel_language::{Bilingual, Translated};

/// Reason why a file cannot be written or read: one or two sentences with the place and the next step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError(pub Bilingual);

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for FormatError {}

impl Translated for FormatError {}

impl From<Bilingual> for FormatError {
    fn from(message: Bilingual) -> FormatError {
        FormatError(message)
    }
}
