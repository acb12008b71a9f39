//! Selection of entities that the conversation names, and the way to them.

use crate::ui::selecting::select;
use crate::ui::state::App;
use leptos::prelude::*;
use trammel_canvas::selection::Selection;
use trammel_scene::Name;

/// Selects the entities with these names, as far as they exist.
pub(super) fn reselect(app: App, names: &[String]) {
    let found: Vec<Name> = app.document.scene(|scene| {
        names
            .iter()
            .filter_map(|name| scene.get(name).map(|entity| entity.name.clone()))
            .collect()
    });
    select(app, Selection::of(found));
}

/// Selects an entity, and brings it into view if it lies outside.
pub(super) fn go_to(app: App, name: &str) {
    reselect(app, &[name.to_owned()]);
    let visible = app
        .view
        .camera
        .get_untracked()
        .visible(app.view.viewport.get_untracked());
    let bounds = app.document.scene(|scene| scene.world_bounds(name));
    if let Some(bounds) = bounds.filter(|bounds| !visible.contains_bounds(bounds)) {
        app.view
            .show(Some(bounds.inflate(bounds.width().max(bounds.height()))));
    }
}
