//! Warning of open contours, to which a tool cannot apply.

use crate::error::ToolError;
use crate::tool::ToolCx;
use trammel_fabrication::open_entities;
use trammel_language::bilingual;

/// Names that a warning lists, at most.
const LISTED: usize = 8;

/// Adds a warning if a contour of the entities with these names, or of all entities for an empty list, is open. The
/// English consequence ends before the word `it` or `them`, and the Korean one is a predicate.
pub(super) fn warn_of_open(
    cx: &mut ToolCx<'_>,
    names: &[String],
    [english, korean]: [&str; 2],
) -> Result<(), ToolError> {
    let open = open_entities(cx.edit, names)?;
    if open.is_empty() {
        return Ok(());
    }
    let listed: Vec<String> = open.iter().take(LISTED).map(|name| format!("'{name}'")).collect();
    let list = listed.join(", ");
    let (is, it) = if open.len() == 1 {
        ("is", "it")
    } else {
        ("are", "them")
    };
    let list = match open.len().saturating_sub(LISTED) {
        0 => bilingual!("{list}", "{list}"),
        more => bilingual!("{list} and {more} more", "{list} 외 {more}개"),
    };
    cx.notes.warnings.push(bilingual!(
        "{list} {is} open, {english} {it}. Close what belongs to a part with repair_for_cutting.",
        "{list:#}: {korean}. 부품의 윤곽이면 repair_for_cutting으로 닫으세요."
    ));
    Ok(())
}
