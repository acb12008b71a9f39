//! Entities that an action edits, and the reasons why the action is not possible.

use crate::ui::selecting::selected;
use crate::ui::state::App;
use crate::ui::tool_input;
use leptos::prelude::*;
use trammel_canvas::actions::ActionId;
use trammel_canvas::bulk::ToolCall;
use trammel_canvas::camera::{GRID_LEAST, grid_steps};
use trammel_canvas::canvas_tool::Effect;
use trammel_canvas::family::{in_drawing_order, outermost, refusal};
use trammel_canvas::selection::Selection;
use trammel_kernel::Vec2;
use trammel_scene::Name;

/// Returns the reason, in English and Korean, why an action that edits the selection is not possible for the selected
/// entities. [`ActionId::check`] has the reasons that do not depend on which ones they are.
pub(crate) fn obstacle(app: App, action: ActionId) -> Option<[String; 2]> {
    match action {
        ActionId::Rename if selected(app).len() > 1 => {
            let reason = [
                "Several items are selected. Select one to rename it.",
                "여러 항목이 선택되어 있어요. 이름을 바꿀 항목 하나를 선택하세요.",
            ];
            return Some(reason.map(str::to_owned));
        }
        ActionId::Ungroup if groups(app).is_empty() => {
            let reason = [
                "The selection contains no group. Select a group first.",
                "선택한 항목에 그룹이 없어요. 먼저 그룹을 선택하세요.",
            ];
            return Some(reason.map(str::to_owned));
        }
        ActionId::Cut
        | ActionId::Rename
        | ActionId::Group
        | ActionId::Ungroup
        | ActionId::BringToFront
        | ActionId::BringForward
        | ActionId::SendBackward
        | ActionId::SendToBack
        | ActionId::FlipHorizontally
        | ActionId::FlipVertically => {}
        _ => return None,
    }
    let names = chosen(app);
    app.document.scene(|scene| refusal(scene, &names))
}

/// Returns the selected entities in drawing order, without members of selected groups.
pub(super) fn chosen(app: App) -> Vec<Name> {
    let names = selected(app);
    app.document
        .scene(|scene| in_drawing_order(scene, &outermost(scene, &names)))
}

/// Returns the selected groups.
pub(super) fn groups(app: App) -> Vec<Name> {
    let names = chosen(app);
    app.document.scene(|scene| {
        let is_group = |name: &Name| scene.get(name).is_some_and(|entity| entity.shape.is_group());
        names.into_iter().filter(is_group).collect()
    })
}

/// Makes a call, and then selects these entities.
pub(super) fn call(app: App, call: ToolCall, select: Vec<Name>) {
    let ToolCall { tool, input } = call;
    let effects = vec![
        Effect::Call { tool, input },
        Effect::Select(Selection::of(select)),
    ];
    tool_input::perform_all(app, effects);
}

/// Returns the shift of copies: one grid step to the right and down.
pub(super) fn shift(app: App) -> Vec2 {
    let (step, _) = grid_steps(app.view.camera.get_untracked().zoom, GRID_LEAST);
    Vec2::new(step, -step)
}
