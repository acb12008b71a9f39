//! Select tool: a click picks an entity, a double click picks inside a group, and a drag draws a marquee.
//!
//! A finger has no hover and no second button, so its drag pans the view.

use super::canvas_tool::{
    CanvasCx, CanvasTool, DRAG_THRESHOLD, Effect, Input, Marquee, PointerKind, Preview, ToolInfo,
};
use super::hit_test::{self, Depth};
use super::keys::Chord;
use super::navigation::PaperDrag;
use super::selection::Combine;
use super::snapping::Snapped;
use crate::geometry::{Bounds, Point, norm};

/// Maximum distance of a click from an outline for a hit, in pixels.
const REACH_PX: f64 = 6.0;
/// Maximum distance of a tap with a finger from an outline for a hit, in pixels.
const REACH_TOUCH_PX: f64 = 14.0;

/// The select tool.
#[derive(Debug, Default)]
pub struct Select {
    state: State,
    snap: Option<Snapped>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum State {
    #[default]
    Idle,
    /// A pointer is down and has not moved far enough for a drag.
    Pressed {
        at: Point,
        by: PointerKind,
        combine: Combine,
    },
    Marquee {
        marquee: Marquee,
        combine: Combine,
    },
    /// A finger pans the view.
    Paper(PaperDrag),
}

impl CanvasTool for Select {
    fn info(&self) -> ToolInfo {
        ToolInfo {
            id: "select",
            keys: &[Chord("v")],
            icon: "M5 3l6 17 2.5-7.5L21 10z",
            label: ["Select", "선택"],
            cursor: if matches!(self.state, State::Paper(_)) {
                "grabbing"
            } else {
                "default"
            },
            prompt: None,
            every_move: false,
        }
    }

    fn on(&mut self, input: Input<'_>, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let effect = match input {
            Input::Press { at, by } => {
                self.snap = None;
                let combine = cx.modifiers.combine();
                self.state = State::Pressed { at, by, combine };
                None
            }
            Input::Drag(at) => self.drag(at),
            Input::Release(at) => self.release(at, cx),
            Input::Cancel => {
                self.state = State::Idle;
                None
            }
            Input::Hover(at) => {
                self.snap = cx.snap_to_entity(at, None);
                None
            }
            Input::Leave => {
                self.snap = None;
                None
            }
            Input::Secondary => None,
            Input::DoubleClick { at, by } => Some(pick(cx, at, by, Depth::Entity)),
            Input::Key { press, .. } => {
                // Escape also clears the selection, which a shortcut of the page does.
                if press.is("Escape") {
                    self.state = State::Idle;
                }
                None
            }
        };
        effect.into_iter().collect()
    }

    fn preview(&self, _: &CanvasCx<'_>) -> Preview {
        Preview {
            marquee: match self.state {
                State::Marquee { marquee, .. } => Some(marquee),
                State::Idle | State::Pressed { .. } | State::Paper(_) => None,
            },
            snap: self.snap.clone(),
            ..Preview::default()
        }
    }
}

impl Select {
    fn drag(&mut self, to: Point) -> Option<Effect> {
        match &mut self.state {
            State::Idle => None,
            State::Pressed { at, by, combine } => {
                let (from, by, combine) = (*at, *by, *combine);
                if norm(to - from) < DRAG_THRESHOLD {
                    return None;
                }
                if by == PointerKind::Touch {
                    let mut drag = PaperDrag { last: from };
                    let effect = drag.follow(to);
                    self.state = State::Paper(drag);
                    return Some(effect);
                }
                let marquee = Marquee { from, to };
                self.state = State::Marquee { marquee, combine };
                None
            }
            State::Marquee { marquee, .. } => {
                marquee.to = to;
                None
            }
            State::Paper(drag) => Some(drag.follow(to)),
        }
    }

    fn release(&mut self, at: Point, cx: &CanvasCx<'_>) -> Option<Effect> {
        match std::mem::take(&mut self.state) {
            State::Idle => None,
            State::Pressed { at, by, combine } => Some(picked(cx, (at, by), combine, Depth::Outermost)),
            State::Marquee { marquee, combine } => caught(cx, Marquee { to: at, ..marquee }, combine),
            State::Paper(mut drag) => Some(drag.follow(at)),
        }
    }
}

/// Selects the entity at a pixel, or nothing.
pub(super) fn pick(cx: &CanvasCx<'_>, at: Point, by: PointerKind, depth: Depth) -> Effect {
    picked(cx, (at, by), Combine::Replace, depth)
}

/// Returns the maximum distance of a pick from an outline, in pixels.
pub(super) fn reach(by: PointerKind) -> f64 {
    match by {
        PointerKind::Touch => REACH_TOUCH_PX,
        PointerKind::Mouse | PointerKind::Pen => REACH_PX,
    }
}

fn picked(cx: &CanvasCx<'_>, (at, by): (Point, PointerKind), combine: Combine, depth: Depth) -> Effect {
    let hit = hit_test::at(cx.scene, cx.world(at), cx.units(reach(by)), depth);
    Effect::Select(cx.selection.picked(hit.as_ref(), combine))
}

fn caught(cx: &CanvasCx<'_>, marquee: Marquee, combine: Combine) -> Option<Effect> {
    let area = Bounds::new(cx.world(marquee.from), cx.world(marquee.to))?;
    let caught = hit_test::within(cx.scene, &area, marquee.touching());
    Some(Effect::Select(cx.selection.caught(&caught, combine)))
}
