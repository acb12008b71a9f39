//! Error type of the memory.

use std::fmt;

/// Error of adding or changing an entry; the memory is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryError {
    /// Cause and remedy.
    pub message: String,
    /// Similar names, best first.
    pub suggestions: Vec<String>,
}

impl MemoryError {
    pub(super) fn new(message: impl Into<String>) -> MemoryError {
        MemoryError {
            message: message.into(),
            suggestions: Vec::new(),
        }
    }
}

impl fmt::Display for MemoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for MemoryError {}
