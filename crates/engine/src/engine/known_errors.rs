//! Errors of this program that a script received: their Korean text, suggestions, and usage, which the engine's errors
//! cannot carry.

use std::collections::VecDeque;
use trammel_tools::ToolError;

/// Number of remembered errors. A script may catch an error, cause others, and throw the first one again.
const MOST: usize = 8;

/// The last errors that a script received, oldest first.
#[derive(Debug, Default)]
pub(super) struct KnownErrors(VecDeque<ToolError>);

impl KnownErrors {
    /// Stores an error that a script receives.
    pub(super) fn remember(&mut self, error: ToolError) {
        if self.0.len() == MOST {
            self.0.pop_front();
        }
        self.0.push_back(error);
    }

    /// Returns the last error with this English text. A script that throws an error with another text has none, so that
    /// the text of the script counts.
    pub(super) fn find(&self, english: &str) -> Option<ToolError> {
        let mut newest_first = self.0.iter().rev();
        newest_first
            .find(|error| error.message.english == english)
            .cloned()
    }
}
