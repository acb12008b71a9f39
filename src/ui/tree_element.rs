//! Rows of the item tree: focus and scroll position.

use leptos::prelude::*;
use trammel_canvas::selection::Selection;
use trammel_page_model::tree_rows::Row;
use trammel_scene::Name;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

/// Returns the nearest row that stays when the selection is deleted: below the row, or else above it.
pub(super) fn after_deletion(rows: &[Row], row: usize, selection: &Selection) -> Option<Name> {
    let entries = rows
        .iter()
        .map(|row| (row.entity.name.clone(), row.entity.parent.clone()));
    let parents = trammel_base::sort::map(entries);
    let stays = |row: &&Row| {
        let parent = |name: &Name| parents.get(name).cloned().flatten();
        let mut chain = std::iter::successors(Some(row.entity.name.clone()), parent);
        !chain.any(|name| selection.contains(&name))
    };
    let (above, below) = rows.split_at(row);
    let found = below
        .iter()
        .find(stays)
        .or_else(|| above.iter().rev().find(stays));
    found.map(|row| row.entity.name.clone())
}

/// Returns the name of the entity whose row has the focus.
pub(super) fn focused_row(event: &KeyboardEvent) -> Option<String> {
    let target = event.target()?.dyn_into::<HtmlElement>().ok()?;
    target
        .closest("[data-testid=tree-row]")
        .ok()??
        .get_attribute("data-name")
}

/// Focuses a row, or the button with this `data-testid` in the row, in the next frame.
pub(crate) fn focus_row(name: &Name, button: &'static str) {
    let name = name.clone();
    request_animation_frame(move || focus_now(&name, button));
}

/// Scrolls the list as little as possible so that the row is visible.
pub(super) fn scroll_to(name: &Name) {
    let list = row_of(name).and_then(|row| Some((row.closest(".tree-scroll").ok()??, row)));
    let Some((list, row)) = list else { return };
    let (list_box, row_box) = (list.get_bounding_client_rect(), row.get_bounding_client_rect());
    let above = row_box.top() - list_box.top();
    let below = row_box.bottom() - list_box.bottom();
    let by = if above < 0.0 { above } else { below.max(0.0) };
    #[allow(clippy::cast_possible_truncation, reason = "a distance on the screen")]
    list.set_scroll_top(list.scroll_top() + by.round() as i32);
}

fn row_of(name: &Name) -> Option<HtmlElement> {
    let rows = document().query_selector_all("[data-testid=tree-row]").ok()?;
    (0..rows.length())
        .filter_map(|index| rows.item(index)?.dyn_into::<HtmlElement>().ok())
        .find(|row| row.get_attribute("data-name").as_deref() == Some(name.as_str()))
}

/// Focuses a row, or the button with this `data-testid` in the row.
pub(super) fn focus_now(name: &Name, button: &str) {
    let Some(row) = row_of(name) else { return };
    let inner = row
        .query_selector(&format!("[data-testid='{button}']"))
        .ok()
        .flatten();
    let target = inner
        .and_then(|inner| inner.dyn_into::<HtmlElement>().ok())
        .unwrap_or(row);
    let _ = target.focus();
}
