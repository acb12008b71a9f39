//! Ids of entries.

use super::error::MemoryError;
use crate::suggest::nearest;

/// Writes the id of an entry, such as `dec_001`.
pub(super) fn id(prefix: &str, number: u32) -> String {
    format!("{prefix}_{number:03}")
}

/// The error for an id that no entry has.
pub(super) fn unknown<'a>(what: &str, id: &str, ids: impl Iterator<Item = &'a str>) -> MemoryError {
    let shown: String = id.chars().take(40).collect();
    let suggestions = nearest(id, ids);
    MemoryError {
        message: format!("{what} '{shown}' not found"),
        suggestions,
    }
}
