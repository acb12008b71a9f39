//! Effects of the actions that edit the selection.

use super::chosen::{call, chosen_names, groups, shift};
use crate::ui::selecting::selected_names;
use crate::ui::state::App;
use crate::ui::tool_input::adjust;
use serde_json::json;
use trammel_canvas::bulk::{call_for_each, duplicates};
use trammel_canvas::free_names::{free_name, free_names};
use trammel_canvas::order_steps::steps;
use trammel_code::Call;
use trammel_kernel::{Bounds, Vec2};
use trammel_scene::{Adjustment, MAX_ENTITIES, Name, Scene};

/// Draws the selected entities in front of all others of their group.
pub(crate) fn bring_to_front(app: App) {
    order(app, |_, names| names, json!("front"));
}

/// Draws the selected entities behind all others of their group.
pub(crate) fn send_to_back(app: App) {
    order(app, |_, names| names.into_iter().rev().collect(), json!("back"));
}

/// Moves the selected entities one step in the drawing order.
pub(crate) fn move_one_step(app: App, forward: bool) {
    let step = if forward { 1 } else { -1 };
    order(app, |scene, names| steps(scene, &names, forward), json!(step));
}

/// Copies the selected entities beside the originals.
pub(crate) fn duplicate(app: App) {
    let names = chosen_names(app);
    let copies = app.document.scene(|scene| free_names(scene, &names));
    let pairs: Vec<(Name, Name)> = names.into_iter().zip(copies.iter().cloned()).collect();
    call(app, duplicates(&pairs, shift(app)), copies);
}

/// Puts the selected entities into a new group.
pub(crate) fn group(app: App) {
    let names = chosen_names(app);
    if app.document.scene(Scene::len) >= MAX_ENTITIES {
        let reason = [
            format!(
                "Not grouped: the drawing has {MAX_ENTITIES} entities, the maximum, and a group is one more. Delete an item first."
            ),
            format!(
                "도면의 항목이 최대인 {MAX_ENTITIES}개이고 그룹도 하나로 세기 때문에 묶지 못했어요. 먼저 항목 하나를 지우세요."
            ),
        ];
        app.refuse(app.lang().pick(reason));
        return;
    }
    let Some(name) = app.document.scene(|scene| free_name(scene, "group")) else {
        return;
    };
    let create = Call::new("create_group").with("name", name.as_str());
    let create = create.with("children", json!(names));
    call(app, create, vec![name]);
}

/// Dissolves the selected groups.
pub(crate) fn ungroup(app: App) {
    let groups = groups(app);
    let members = app.document.scene(|scene| {
        let members = groups.iter().flat_map(|group| scene.children(Some(group)));
        members.map(|entity| entity.name.clone()).collect()
    });
    call(app, call_for_each("ungroup", "name", &groups, &[]), members);
}

/// Moves entities in the drawing order; `sorted` returns the entities to move in the order of the calls.
fn order(app: App, sorted: impl FnOnce(&Scene, Vec<Name>) -> Vec<Name>, mode: serde_json::Value) {
    let names = chosen_names(app);
    let moved = app.document.scene(|scene| sorted(scene, names.clone()));
    if moved.is_empty() {
        let reason = [
            "The selection is at the end of the drawing order. Nothing was changed.",
            "선택한 항목이 이미 그리는 순서의 끝에 있어요. 바뀐 것이 없어요.",
        ];
        app.refuse(app.lang().pick(reason).to_owned());
        return;
    }
    call(
        app,
        call_for_each("draw_order", "entity", &moved, &[("mode", mode)]),
        selected_names(app),
    );
}

/// Mirrors the selection at a line through the center of its bounds.
pub(crate) fn flip(app: App, along: Vec2) {
    let names = chosen_names(app);
    let bounds = app
        .document
        .scene(|scene| Bounds::union_all(names.iter().filter_map(|name| scene.world_bounds(name))));
    let Some(center) = bounds.map(|bounds| bounds.center()) else {
        return;
    };
    let axis = [center, center + along];
    adjust(app, Adjustment::Mirror { names, axis });
}
