//! Ids of entries, and the error for unknown ids.

use super::error::MemoryError;
use trammel_base::suggest::nearest;
use trammel_language::bilingual;

/// Returns the id with a prefix and a number of at least three digits, such as `dec_001`.
pub(super) fn id(prefix: &str, number: u32) -> String {
    format!("{prefix}_{number:03}")
}

/// Returns the error for an id that no entry has, with the nearest ids.
pub(super) fn unknown<'a>(what: &str, id: &str, ids: impl Iterator<Item = &'a str>) -> MemoryError {
    let shown: String = id.chars().take(40).collect();
    let suggestions = nearest(id, ids);
    MemoryError {
        message: bilingual!(
            "{what} '{shown}' not found",
            "{what} '{shown}'을(를) 찾을 수 없어요"
        ),
        suggestions,
    }
}
