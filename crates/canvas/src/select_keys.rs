//! Keys of the select tool: walk through the entities, nudge the selection, and edit a grip.
//!
//! Invariant: Tab leaves the canvas if nothing is selected, or after the last entity, so that the focus is never trapped.

use super::canvas_tool::{CanvasCx, Effect};
use super::family::neighbor;
use super::grips::dragging::{GripDrag, Pressed, announcement, arrow};
use super::grips::grip::{Grip, grips_of};
use super::hit_test;
use super::keys::KeyPress;
use super::protection::refusal;
use super::selection::Selection;
use trammel_scene::{Adjustment, Name};

/// Maximum number of selected entities that are tested for the pointer above them.
pub(super) const MOST_HOVERED: usize = 20;

/// Result of a key.
pub(super) enum Step {
    /// The state stays.
    Stay(Vec<Effect>),
    /// The grip loses the focus.
    Leave(Vec<Effect>),
    /// A grip gets the focus.
    Focus(Grip, Vec<Effect>),
}

/// Handles a key while a grip is dragged or has the focus.
pub(super) fn on_grip(drag: &mut GripDrag, press: &KeyPress<'_>, focused: bool, cx: &CanvasCx<'_>) -> Step {
    match drag.key(press, focused, cx) {
        Pressed::Unused => Step::Stay(Vec::new()),
        Pressed::Used => Step::Stay(vec![Effect::Handled]),
        Pressed::Focused(said) => Step::Stay(vec![Effect::Say(said)]),
        Pressed::Changed(change, said) => {
            let effects = vec![change.change.into(), Effect::Say(said)];
            if focused {
                Step::Stay(effects)
            } else {
                Step::Leave(effects)
            }
        }
        Pressed::Left => Step::Leave(vec![Effect::Handled]),
        Pressed::Refused(error) => Step::Stay(vec![Effect::Refuse(error.reason())]),
    }
}

/// Handles a key on the selection.
pub(super) fn on_selection(press: &KeyPress<'_>, cx: &CanvasCx<'_>) -> Step {
    let names: Vec<Name> = cx.selection.iter().cloned().collect();
    if let Some(way) = arrow(press).filter(|_| !names.is_empty()) {
        return Step::Stay(vec![nudge(&names, way * cx.grid_step(), cx)]);
    }
    let selected = |name: Option<Name>| {
        let select = |name| Effect::Select(Selection::of([name]));
        Step::Stay(name.map(select).into_iter().collect())
    };
    if press.is("Enter") {
        return match names.as_slice() {
            [] => selected(hit_test::all(cx.scene).into_iter().next()),
            [name] => enter(name, cx),
            _ => focus(&cx.scene.outermost(&names), cx),
        };
    }
    let Some(last) = names.last() else {
        return Step::Stay(Vec::new());
    };
    if press.is("Tab") || press.is("Shift+Tab") {
        return selected(neighbor(cx.scene, last, press.is("Shift+Tab")));
    }
    if press.is("Escape") {
        let parent = cx.scene.get(last).and_then(|entity| entity.parent.clone());
        return selected(parent);
    }
    Step::Stay(Vec::new())
}

/// Moves the selection by the keyboard.
fn nudge(names: &[Name], by: trammel_kernel::Vec2, cx: &CanvasCx<'_>) -> Effect {
    let names = cx.scene.outermost(names);
    match refusal(cx.scene, &names) {
        Some(reason) => Effect::Refuse(reason),
        None => Effect::Adjust(Adjustment::Move { names, by }),
    }
}

/// Enters a group, or focuses the first grip of another entity.
fn enter(name: &Name, cx: &CanvasCx<'_>) -> Step {
    let is_group = cx.scene.get(name).is_some_and(|entity| entity.shape.is_group());
    if is_group {
        let first = hit_test::inside(cx.scene, Some(name)).into_iter().next();
        let select = |name| Effect::Select(Selection::of([name]));
        return Step::Stay(first.map(select).into_iter().collect());
    }
    focus(std::slice::from_ref(name), cx)
}

/// Focuses the first grip of an entity, or of several together.
fn focus(names: &[Name], cx: &CanvasCx<'_>) -> Step {
    if let Some(reason) = refusal(cx.scene, names) {
        return Step::Stay(vec![Effect::Refuse(reason)]);
    }
    let Some(grip) = grips_of(cx.scene, names).into_iter().next() else {
        return Step::Stay(vec![Effect::Refuse(
            [
                "The selection has no grips. Move it with the arrow keys.",
                "선택한 항목에는 그립이 없어요. 화살표 키로 옮기세요.",
            ]
            .map(str::to_owned),
        )]);
    };
    let said = announcement(&grip);
    Step::Focus(grip, vec![Effect::Say(said)])
}
