//! Order, search, and trash of a list of drawings.

use super::drawing::DrawingRecord;

/// Number of days for which a deleted drawing stays in the trash.
pub const DAYS_IN_TRASH: u64 = 30;

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// Whether a drawing has been in the trash for [`DAYS_IN_TRASH`] days.
pub fn is_expired(drawing: &DrawingRecord, now_ms: u64) -> bool {
    let deleted = drawing.deleted_ms;
    deleted.is_some_and(|time| now_ms.saturating_sub(time) > DAYS_IN_TRASH * DAY_MS)
}

/// Whether a name contains every word of a search text, regardless of case.
pub fn found(name: &str, search: &str) -> bool {
    let name = name.to_lowercase();
    search
        .to_lowercase()
        .split_whitespace()
        .all(|word| name.contains(word))
}

/// Sorts drawings by the time of their last change, newest first.
pub fn newest_first<T>(drawings: &mut [(T, DrawingRecord)]) {
    drawings.sort_by_key(|(_, drawing)| std::cmp::Reverse(drawing.changed_ms));
}
