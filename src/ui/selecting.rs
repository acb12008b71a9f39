//! Changes of the selection, with their announcements.

use super::i18n::Msg;
use super::state::App;
use leptos::prelude::*;
use trammel_canvas::selection::Selection;
use trammel_scene::Name;

/// Maximum number of entities that are announced and shown by name.
pub(crate) const SPOKEN_NAMES: usize = 3;

/// Replaces the selection and announces the new one.
pub(crate) fn select(app: App, selection: Selection) {
    if app.view.selection.with_untracked(|now| *now == selection) {
        return;
    }
    let count = selection.len();
    let text = if count > 0 && count <= SPOKEN_NAMES {
        let names = selection.iter().map(Name::as_str).collect::<Vec<_>>().join(", ");
        app.say(Msg::SelectedNames, &[("names", &names)])
    } else {
        app.say(Msg::Selected, &[("n", &count.to_string())])
    };
    app.view.selection.set(selection);
    app.speak(text);
}

/// Returns the selected entities, oldest first.
pub(crate) fn selected_names(app: App) -> Vec<Name> {
    app.view
        .selection
        .with_untracked(|selection| selection.iter().cloned().collect())
}

/// Removes deleted entities from the selection.
pub(crate) fn drop_gone(app: App) {
    let mut selection = app.view.selection.get_untracked();
    if app
        .document
        .scene(|scene| selection.retain(|name| scene.get(name).is_some()))
    {
        select(app, selection);
    }
}
