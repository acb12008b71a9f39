//! Entities that an action edits, and the reasons why the action is not possible.

use crate::ui::selecting::selected_names;
use crate::ui::state::App;
use crate::ui::tool_input;
use leptos::prelude::*;
use trammel_canvas::actions::ActionId;
use trammel_canvas::camera::{GRID_LEAST, grid_steps};
use trammel_canvas::canvas_tool::Effect;
use trammel_canvas::family::in_drawing_order;
use trammel_canvas::selection::Selection;
use trammel_code::Call;
use trammel_kernel::Vec2;
use trammel_scene::Name;

/// Returns the reason, in English and Korean, why an action is not possible for the selected entities.
pub(crate) fn obstacle(app: App, action: ActionId) -> Option<[String; 2]> {
    let needs = action.find()?.needs;
    let names = selected_names(app);
    app.document.scene(|scene| needs.refusal(scene, &names))
}

/// Returns the selected entities in drawing order, without members of selected groups.
pub(super) fn chosen_names(app: App) -> Vec<Name> {
    let names = selected_names(app);
    app.document
        .scene(|scene| in_drawing_order(scene, &scene.outermost(&names)))
}

/// Returns the selected groups.
pub(super) fn groups(app: App) -> Vec<Name> {
    let names = chosen_names(app);
    app.document.scene(|scene| {
        let is_group = |name: &Name| scene.get(name).is_some_and(|entity| entity.shape.is_group());
        names.into_iter().filter(is_group).collect()
    })
}

/// Makes a call, and then selects these entities.
pub(super) fn call(app: App, call: Call, select: Vec<Name>) {
    let effects = vec![call.into(), Effect::Select(Selection::of(select))];
    tool_input::perform_all(app, effects);
}

/// Returns the shift of copies: one grid step to the right and down.
pub(super) fn shift(app: App) -> Vec2 {
    let (step, _) = grid_steps(app.view.camera.get_untracked().zoom, GRID_LEAST);
    Vec2::new(step, -step)
}
