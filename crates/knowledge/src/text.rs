//! Validation of entry texts: length and visible characters.

use super::error::MemoryError;
use trammel_base::visible::{is_blank, visible_text};
use trammel_language::bilingual;

/// Maximum length of a text, in characters.
pub const MAX_TEXT: usize = 2_000;

/// Returns the text trimmed and without hidden characters; an empty or too long text is an error.
pub(super) fn check_text(what: &str, text: &str) -> Result<String, MemoryError> {
    let visible = visible_text(text);
    let text = if is_blank(&visible) { "" } else { visible.trim() };
    let length = text.chars().count();
    match length {
        0 => Err(MemoryError::new(bilingual!(
            "{what} is empty",
            "{what}이(가) 비어 있어요"
        ))),
        _ if length > MAX_TEXT => Err(MemoryError::new(bilingual!(
            "{what} has {length} characters, at most {MAX_TEXT}. Shorten it.",
            "{what}이(가) {length}자이고 최대 {MAX_TEXT}자예요. 줄이세요."
        ))),
        _ => Ok(text.to_owned()),
    }
}
