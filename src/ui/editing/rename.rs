//! Renaming in place: a text field in the row of the tree.
//!
//! Invariant: a name that is taken or not valid is refused with the reason, and the field stays open.

use crate::ui::document::{Caller, Request};
use crate::ui::rename_field::{self, NewNameField, Renamed};
use crate::ui::selecting::{select, selected_names};
use crate::ui::state::App;
use crate::ui::tool_input::refuse_broken;
use crate::ui::tree_element::focus_row;
use leptos::{prelude::*, task::spawn_local};
use trammel_canvas::protection::name_refusal;
use trammel_canvas::selection::Selection;
use trammel_scene::{Adjustment, Name};

/// Element id of the field.
const FIELD: &str = "rename-field";

/// Opens the field for an entity, or for the selected one.
pub(crate) fn begin(app: App, name: Option<Name>) {
    let Some(name) = name.or_else(|| selected_names(app).pop()) else {
        return;
    };
    // On a narrow page the tree is in a drawer.
    app.prefs.drawer.set(true);
    app.view.renaming.set(Some(name));
    rename_field::focus_field(FIELD);
}

/// The field for the new name.
#[component]
pub(crate) fn RenameField(
    /// Present name.
    name: Name,
    /// App state.
    app: App,
) -> impl IntoView {
    let shown = name.to_string();
    let on_change = move |change| match change {
        Renamed::Entered(text) => rename(app, &name, &text),
        Renamed::Canceled => {
            rename_field::close(app.view.renaming);
            focus_row(&name, "");
        }
        Renamed::Left => rename_field::close(app.view.renaming),
    };
    view! { <NewNameField app id=FIELD test="rename" name=shown on_change /> }
}

/// Renames an entity and selects it, or shows why the name is refused.
fn rename(app: App, name: &Name, text: &str) {
    let reason = match Name::new(text) {
        Err(why) => Some(rename_field::invalid(&why)),
        Ok(new) if new == *name => None,
        Ok(new) if app.document.scene(|scene| scene.get(&new).is_some()) => Some(name_refusal(&new)),
        Ok(_) => None,
    };
    if let Some(reason) = reason {
        app.refuse(app.lang().pick(reason));
        return;
    }
    let Ok(new_name) = Name::new(text) else { return };
    if refuse_broken(app) {
        return;
    }
    app.view.renaming.set(None);
    if new_name == *name {
        focus_row(name, "");
        return;
    }
    let request = Request::Adjust(Adjustment::Rename {
        name: name.clone(),
        new_name: new_name.clone(),
    });
    let done = app.document.run(Caller::User, request);
    spawn_local(async move {
        done.await;
        if app.document.scene(|scene| scene.get(&new_name).is_some()) {
            select(app, Selection::of([new_name.clone()]));
            focus_row(&new_name, "");
        }
    });
}
