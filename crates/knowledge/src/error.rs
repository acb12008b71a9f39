//! Error type of the memory.

use std::fmt;
use trammel_language::{Bilingual, Translated};

/// Error of adding or changing an entry; the memory is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryError {
    /// Cause and remedy.
    pub message: Bilingual,
    /// Similar names, best first.
    pub suggestions: Vec<String>,
}

impl MemoryError {
    pub(super) fn new(message: impl Into<Bilingual>) -> MemoryError {
        MemoryError {
            message: message.into(),
            suggestions: Vec::new(),
        }
    }
}

impl fmt::Display for MemoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = { &self.message };
        text.fmt(f)
    }
}

impl Translated for MemoryError {}

impl std::error::Error for MemoryError {}
