//! Validation of entry texts: length and visible characters.

use super::error::MemoryError;
use super::origin::is_hidden;

/// Maximum length of a text, in characters.
pub const MAX_TEXT: usize = 2_000;

/// Returns the text trimmed and without hidden characters; an empty or too long text is an error.
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
            "{what} has {length} characters, at most {MAX_TEXT}. Shorten it."
        ))),
        _ => Ok(text.to_owned()),
    }
}
