//! Text of entries: its length and its visible characters.

use super::error::MemoryError;
use super::origin::is_hidden;

/// The longest text that is kept, in characters.
pub const MAX_TEXT: usize = 2_000;

/// Checks a text and returns it trimmed and without hidden characters.
pub(super) fn checked(what: &str, text: &str) -> Result<String, MemoryError> {
    let visible: String = text
        .chars()
        .filter(|c| matches!(c, '\n' | '\t') || !is_hidden(*c))
        .collect();
    let text = visible.trim();
    let length = text.chars().count();
    match length {
        0 => Err(MemoryError::new(format!("{what} is empty"))),
        _ if length > MAX_TEXT => Err(MemoryError::new(format!(
            "{what} has {length} characters; at most {MAX_TEXT} are kept: shorten it"
        ))),
        _ => Ok(text.to_owned()),
    }
}
