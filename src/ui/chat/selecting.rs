//! Selection of entities that the conversation names.

use crate::ui::selecting::select;
use crate::ui::state::App;
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
