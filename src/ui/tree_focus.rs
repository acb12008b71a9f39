//! Focus of the rows of the tree.

use crate::editor::selection::Selection;
use crate::editor::tree_rows::Row;
use crate::scene::Name;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

/// Returns the nearest row that stays when the selection is deleted: below the row, or else above it.
pub(super) fn after_deletion(rows: &[Row], row: usize, selection: &Selection) -> Option<Name> {
    let entries = rows
        .iter()
        .map(|row| (row.entity.name.clone(), row.entity.parent.clone()));
    let parents = crate::sort::map(entries);
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

/// Returns the name in the focused row of a key event.
pub(super) fn focused_row(event: &KeyboardEvent) -> Option<String> {
    let target = event.target()?.dyn_into::<HtmlElement>().ok()?;
    target
        .closest("[data-testid=tree-row]")
        .ok()??
        .get_attribute("data-name")
}

/// Focuses a row, or the button with this `data-testid` in the row, in the next frame.
pub(super) fn focus_row(name: &Name, button: &'static str) {
    let name = name.clone();
    request_animation_frame(move || focus_now(&name, button));
}

/// Focuses a row, or the button with this `data-testid` in the row.
pub(super) fn focus_now(name: &Name, button: &str) {
    let Ok(rows) = document().query_selector_all("[data-testid=tree-row]") else {
        return;
    };
    let found = (0..rows.length())
        .filter_map(|index| rows.item(index)?.dyn_into::<HtmlElement>().ok())
        .find(|row| row.get_attribute("data-name").as_deref() == Some(name.as_str()));
    let Some(row) = found else { return };
    let inner = row
        .query_selector(&format!("[data-testid='{button}']"))
        .ok()
        .flatten();
    let target = inner
        .and_then(|inner| inner.dyn_into::<HtmlElement>().ok())
        .unwrap_or(row);
    let _ = target.focus();
}
