//! Order, search, and trash of a list of drawings.

use super::drawing::DrawingRecord;

/// Number of days for which a deleted drawing stays in the trash.
pub const DAYS_IN_TRASH: u64 = 30;

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// Action on a drawing of the trash at a visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrashAction {
    /// Nothing to do.
    Stay,
    /// Stores that a visit found the drawing expired, or no longer expired.
    Mark(Option<u64>),
    /// Removes the drawing for good.
    Remove,
}

/// Returns what a visit does with a drawing. A drawing is removed after [`DAYS_IN_TRASH`] days, and only if a visit at least
/// a day earlier found it expired already, so that a clock that jumps removes nothing.
pub fn trash_action(drawing: &DrawingRecord, now_ms: u64) -> TrashAction {
    let is_over = |time: u64| now_ms.saturating_sub(time) > DAYS_IN_TRASH * DAY_MS;
    let is_expired = drawing.deleted_ms.is_some_and(is_over);
    match drawing.expired_ms {
        None if is_expired => TrashAction::Mark(Some(now_ms)),
        Some(_) if !is_expired => TrashAction::Mark(None),
        Some(time) if now_ms.saturating_sub(time) > DAY_MS => TrashAction::Remove,
        // The clock was ahead when the mark was made.
        Some(time) if now_ms < time => TrashAction::Mark(Some(now_ms)),
        Some(_) | None => TrashAction::Stay,
    }
}

/// Whether a name contains every word of a search text, regardless of case.
pub fn matches_search(name: &str, search: &str) -> bool {
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
