//! Renaming of a layer in place, and the buttons for the row with the tab stop.
//!
//! Invariant: a name that is taken or not valid is refused with the reason, and the field stays open.

use super::refusal::layer_name_refusal;
use super::state::{self, LayersState};
use crate::ui::document::{Caller, Request};
use crate::ui::rename_field::{self, NewNameField, Renamed};
use crate::ui::tool_input::refuse_broken;
use leptos::{prelude::*, task::spawn_local};
use serde_json::json;
use trammel_scene::Name;

/// Element id of the field.
const FIELD: &str = "layer-rename";
const RENAME_LABEL: [&str; 2] = ["Rename layer", "레이어 이름 바꾸기"];
const DELETE_LABEL: [&str; 2] = ["Delete layer", "레이어 삭제"];

/// Opens the field in the row of a layer.
pub(super) fn begin(state: LayersState, name: Name) {
    state.stop.set(Some(name.clone()));
    state.renaming.set(Some(name));
    rename_field::focus_field(FIELD);
}

/// The field for the new name of a layer.
#[component]
pub(super) fn LayerNameField(name: Name, state: LayersState) -> impl IntoView {
    let shown = name.to_string();
    let on_change = move |change| match change {
        Renamed::Entered(text) => rename(state, &name, &text),
        Renamed::Canceled => {
            rename_field::close(state.renaming);
            focus_later_row(&name);
        }
        Renamed::Left => rename_field::close(state.renaming),
    };
    view! { <NewNameField app=state.app id=FIELD test="layer-rename" name=shown on_change /> }
}

/// Renames a layer, or shows why the name is refused.
fn rename(state: LayersState, name: &Name, text: &str) {
    let app = state.app;
    let is_taken = |new: &Name| untrack(|| state.layer(new)).is_some();
    let reason = match Name::new(text.trim()) {
        Err(why) => rename_field::invalid(&why),
        Ok(new) if new == *name => {
            state.renaming.set(None);
            return focus_later_row(name);
        }
        Ok(new) if is_taken(&new) => layer_name_refusal(&new),
        Ok(new) => {
            if refuse_broken(app) {
                return;
            }
            state.renaming.set(None);
            let input = json!({ "layer": name, "new_name": new });
            let tool = "rename_layer".to_owned();
            let reply = app.document.run(Caller::User, Request::Call { tool, input });
            spawn_local(async move {
                if reply.await.failure().is_none() {
                    state.stop.set(Some(new.clone()));
                    focus_later_row(&new);
                }
            });
            return;
        }
    };
    app.refuse(app.lang().pick(reason));
}

/// Deletes a layer without items, or shows why the layer stays.
pub(super) fn delete(state: LayersState, name: &Name) {
    let app = state.app;
    let Some(shown) = untrack(|| state.layer(name)) else {
        return;
    };
    let count = shown.count;
    if count > 0 {
        app.refuse(app.lang().pick([
            format!(
                "The layer \"{name}\" has items ({count}). Choose another layer for them in Properties first."
            ),
            format!("\"{name}\" 레이어에 항목이 있어요({count}개). 먼저 속성에서 다른 레이어를 고르세요."),
        ]));
        return;
    }
    if refuse_broken(app) {
        return;
    }
    // The row above takes the focus and the tab stop.
    let above = state.layers.with_untracked(|layers| {
        let at = layers.iter().position(|shown| shown.layer.name == *name)?;
        Some(layers.get(at.checked_sub(1)?)?.layer.name.clone())
    });
    let input = json!({ "layer": name });
    let tool = "delete_layer".to_owned();
    let reply = app.document.run(Caller::User, Request::Call { tool, input });
    spawn_local(async move {
        if reply.await.failure().is_none() {
            focus_later_row(above.as_ref().map_or("", Name::as_str));
            state.stop.set(above);
        }
    });
}

/// The buttons that rename and delete the layer of the row with the tab stop.
#[component]
pub(super) fn LayerButtons(state: LayersState) -> impl IntoView {
    let text = move |label| state.app.prefs.lang.get().pick(label);
    let is_none = move || state.stop.with(Option::is_none);
    let name_of = move |label: [&'static str; 2]| {
        let name = state.stop.get().map(|name| format!(": {name}"));
        format!("{}{}", text(label), name.unwrap_or_default())
    };
    view! {
        <div class="layer-buttons" hidden=is_none>
            <button
                type="button"
                class="button"
                data-testid="rename-layer"
                aria-label=move || name_of(RENAME_LABEL)
                on:click=move |_| {
                    if let Some(name) = state.stop.get_untracked() {
                        begin(state, name);
                    }
                }
            >
                {move || text(RENAME_LABEL)}
            </button>
            <button
                type="button"
                class="button"
                data-testid="delete-layer"
                aria-label=move || name_of(DELETE_LABEL)
                on:click=move |_| {
                    if let Some(name) = state.stop.get_untracked() {
                        delete(state, &name);
                    }
                }
            >
                {move || text(DELETE_LABEL)}
            </button>
        </div>
    }
}

/// Focuses the row of a layer in the next frame.
fn focus_later_row(name: &str) {
    let name = name.to_owned();
    request_animation_frame(move || state::focus_row(&name));
}
