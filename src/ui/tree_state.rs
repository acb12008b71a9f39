//! State of the item tree: expanded groups, the tab stop, and what clicks and keys do.
//!
//! Invariant: when the focused row is rendered again or deleted, a row of the tree takes the focus, never the page.

use super::document::{Caller, Flag, Request};
use super::editing::rename;
use super::layers::refusal::keeps_flag_of_layer;
use super::selecting::select;
use super::state::App;
use super::tree_element::{after_deletion, focus_now, focus_row, focused_row};
use leptos::{prelude::*, task::spawn_local};
use std::collections::BTreeSet;
use trammel_canvas::selection::{Combine, Selection};
use trammel_page_model::tree_rows::Outline;
use trammel_scene::Name;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

/// State of the tree, and its changes by clicks and keys.
#[derive(Clone, Copy)]
pub(super) struct TreeState {
    pub(super) app: App,
    pub(super) collapsed: RwSignal<BTreeSet<Name>>,
    pub(super) current: RwSignal<Option<Name>>,
    pub(super) rows: Memo<Outline>,
    /// Row that takes the focus when the focused row has been deleted.
    pub(super) next: StoredValue<Option<Name>>,
}

impl TreeState {
    pub(super) fn click(self, name: &Name, toggle: bool) {
        self.current.set(Some(name.clone()));
        let combine = if toggle { Combine::Toggle } else { Combine::Replace };
        let selection = self
            .app
            .view
            .selection
            .with_untracked(|selection| selection.after_pick(Some(name), combine));
        select(self.app, selection);
    }

    pub(super) fn open(self, name: &Name, expanded: bool) {
        self.collapsed.update(|collapsed| {
            if expanded {
                collapsed.remove(name);
            } else {
                collapsed.insert(name.clone());
            }
        });
    }

    /// Handles a key: arrows move, expand, and collapse; Enter and Space select; `h` and `l` toggle the flags of the
    /// row.
    pub(super) fn key(self, event: &KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let rows = self.rows.get_untracked().rows;
        let Some(row) =
            focused_row(event).and_then(|name| rows.iter().position(|row| *row.entity.name == *name))
        else {
            return;
        };
        let name = rows[row].entity.name.clone();
        let to = match event.key().as_str() {
            "ArrowDown" => rows.get(row + 1),
            "ArrowUp" => row.checked_sub(1).and_then(|above| rows.get(above)),
            "Home" => rows.first(),
            "End" => rows.last(),
            "ArrowRight" if rows[row].expanded == Some(false) => {
                self.open(&name, true);
                None
            }
            "ArrowRight" if rows[row].expanded == Some(true) => rows.get(row + 1),
            "ArrowLeft" if rows[row].expanded == Some(true) => {
                self.open(&name, false);
                None
            }
            "ArrowLeft" => {
                let parent = rows[row].entity.parent.as_ref();
                rows.iter().find(|row| Some(&row.entity.name) == parent)
            }
            "Enter" | " " if !on_button(event) => {
                self.click(&name, event.shift_key());
                None
            }
            // The shortcut of the page deletes the selection.
            "Delete" | "Backspace" => {
                let next = |selection: &Selection| after_deletion(&rows, row, selection);
                self.next.set_value(self.app.view.selection.with_untracked(next));
                return;
            }
            "h" if !event.shift_key() => {
                self.turn(&name, Flag::Hidden, !rows[row].entity.hidden, "");
                None
            }
            "F2" => {
                rename::begin(self.app, Some(name.clone()));
                None
            }
            "l" => {
                self.turn(&name, Flag::Locked, !rows[row].entity.locked, "");
                None
            }
            _ => return,
        };
        event.prevent_default();
        if let Some(to) = to {
            let to = to.entity.name.clone();
            if event.shift_key() {
                let both = self.app.view.selection.with_untracked(|selection| {
                    Selection::of(selection.iter().cloned().chain([name, to.clone()]))
                });
                select(self.app, both);
            }
            self.current.set(Some(to.clone()));
            focus_now(&to, "");
        }
    }

    /// Focuses the row beside the deleted one, if the focus was lost with the deleted row.
    pub(super) fn focus_after_deletion(self) {
        let Some(next) = self.next.get_value() else { return };
        request_animation_frame(move || {
            let lost = document()
                .active_element()
                .is_none_or(|active| active.tag_name().eq_ignore_ascii_case("body"));
            if lost {
                self.next.set_value(None);
                self.current.set(Some(next.clone()));
                focus_now(&next, "");
            }
        });
    }

    /// Focuses the row with the tab stop, if there is one.
    pub(super) fn focus_first(self, tab_stop: Option<Name>) {
        if let Some(name) = tab_stop {
            focus_now(&name, "");
        }
    }

    /// Sets a flag, then focuses the row or the button with this `data-testid` in the row.
    pub(super) fn turn(self, name: &Name, flag: Flag, on: bool, button: &'static str) {
        if keeps_flag_of_layer(self.app, name, flag, on) {
            return;
        }
        let name = name.clone();
        let set = Request::SetFlag {
            names: vec![name.clone()],
            flag,
            on,
        };
        let done = self.app.document.run(Caller::User, set);
        spawn_local(async move {
            done.await;
            focus_row(&name, button);
        });
    }
}

fn on_button(event: &KeyboardEvent) -> bool {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<HtmlElement>().ok());
    target.is_some_and(|element| element.tag_name().eq_ignore_ascii_case("button"))
}
