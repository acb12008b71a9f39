//! Select tool: a click picks, a double click picks inside a group or shows the code, a drag of an entity moves it, a drag of
//! a grip changes it, and a drag of the empty canvas draws a marquee.
//!
//! Control or Command picks inside groups, Alt cycles through entities that overlap, and Shift adds. A finger moves only
//! selected entities; elsewhere its drag pans the view. Keys of the tool are in `select_keys`.

use super::canvas_tool::{
    CanvasCx, CanvasTool, DRAG_THRESHOLD, Effect, Input, Marquee, Modifiers, PointerKind, Preview, REACH_PX,
    ToolInfo,
};
use super::grips::dragging::GripDrag;
use super::grips::grip::{self, Grip};
use super::hit_test::{self, Depth};
use super::keys::Chord;
use super::moving::Moving;
use super::navigation::PaperDrag;
use super::protection::refusal;
use super::select_keys::{self, Step};
use super::selection::{Combine, Selection};
use super::snapping::Snapped;
use trammel_kernel::{Bounds, Point, norm};
use trammel_scene::Name;
use trammel_scene::Shape;

/// Maximum distance of the pointer from a grip, in pixels.
const REACH_GRIP_PX: f64 = 8.0;
/// Maximum distance of a finger from a grip or a selected entity for a drag, in pixels.
const REACH_DRAG_TOUCH_PX: f64 = 22.0;

/// The select tool.
#[derive(Debug, Default)]
pub struct Select {
    state: State,
    snap: Option<Snapped>,
    /// Position of the pointer over the canvas, in pixels.
    hover: Option<Point>,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Idle,
    /// A pointer is down and has not moved far enough for a drag.
    Pressed(Press),
    Marquee {
        marquee: Marquee,
        combine: Combine,
    },
    /// A finger pans the view.
    Paper(PaperDrag),
    Moving(Box<Moving>),
    /// A pointer drags a grip.
    Grip(Box<GripDrag>),
    /// A grip has the keyboard focus.
    Focused(Box<GripDrag>),
}

#[derive(Clone, Copy, Debug)]
struct Press {
    at: Point,
    by: PointerKind,
    modifiers: Modifiers,
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
            prompt: match &self.state {
                State::Grip(drag) | State::Focused(drag) => Some(drag.prompt()),
                _ => None,
            },
            every_move: false,
        }
    }

    fn on(&mut self, input: Input<'_>, cx: &CanvasCx<'_>) -> Vec<Effect> {
        match input {
            Input::Press { at, by } => {
                (self.snap, self.hover) = (None, None);
                let modifiers = cx.modifiers;
                self.state = State::Pressed(Press { at, by, modifiers });
            }
            Input::Drag(at) => return self.drag(at, cx),
            Input::Release(at) => return self.release(at, cx),
            Input::Cancel => self.state = State::Idle,
            Input::Hover(at) => {
                self.snap = cx.snap_to_entity(at, None);
                self.hover = Some(at);
            }
            Input::Leave => (self.snap, self.hover) = (None, None),
            Input::Secondary => {}
            Input::DoubleClick { at, by } => return vec![pick_inside(cx, at, by)],
            Input::Key { press, on_canvas } => return self.key(&press, on_canvas, cx),
        }
        Vec::new()
    }

    fn preview(&self, cx: &CanvasCx<'_>) -> Preview {
        let preview = Preview {
            snap: self.snap.clone(),
            ..Preview::default()
        };
        match &self.state {
            State::Marquee { marquee, .. } => Preview {
                marquee: Some(*marquee),
                ..preview
            },
            State::Moving(moving) => moving.preview(cx),
            State::Grip(drag) => Preview {
                cursor: Some("move"),
                ..drag.preview(cx)
            },
            State::Focused(drag) if is_selected(cx, drag) => drag.preview(cx),
            State::Focused(_) => preview,
            State::Idle => self.add_hovered_grip(preview, cx),
            State::Pressed(_) | State::Paper(_) => preview,
        }
    }
}

impl Select {
    fn drag(&mut self, to: Point, cx: &CanvasCx<'_>) -> Vec<Effect> {
        match &mut self.state {
            State::Idle | State::Focused(_) => {}
            State::Pressed(press) if norm(to - press.at) < DRAG_THRESHOLD => {}
            State::Pressed(press) => {
                let press = *press;
                return self.start(press, to, cx);
            }
            State::Marquee { marquee, .. } => marquee.to = to,
            State::Paper(drag) => return vec![drag.follow(to)],
            State::Moving(moving) => moving.follow(to, cx),
            State::Grip(drag) => drag.follow(to, cx),
        }
        Vec::new()
    }

    /// Starts the drag that belongs to the place of the press.
    fn start(&mut self, press: Press, to: Point, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let is_touch = press.by == PointerKind::Touch;
        if let Some(grip) = grip_at(cx, press.at, is_touch) {
            let mut drag = GripDrag::start_at(&grip, press.at, cx);
            drag.follow(to, cx);
            self.state = State::Grip(Box::new(drag));
            return Vec::new();
        }
        let (names, effects) = match grab(press, cx) {
            Grabbed::Selected(names) => (names, Vec::new()),
            Grabbed::Selects(selection) => {
                let names: Vec<Name> = selection.iter().cloned().collect();
                (cx.scene.outermost(&names), vec![Effect::Select(selection)])
            }
            Grabbed::Nothing if is_touch => {
                let mut drag = PaperDrag { last: press.at };
                let effect = drag.follow(to);
                self.state = State::Paper(drag);
                return vec![effect];
            }
            Grabbed::Nothing => {
                let from = press.at;
                let marquee = Marquee { from, to };
                let combine = press.modifiers.combine();
                self.state = State::Marquee { marquee, combine };
                return Vec::new();
            }
        };
        if let Some(reason) = refusal(cx.scene, &names) {
            self.state = State::Idle;
            return vec![Effect::Refuse(reason)];
        }
        let mut moving = Moving::new(cx.scene, names, cx.world(press.at));
        moving.follow(to, cx);
        self.state = State::Moving(Box::new(moving));
        effects
    }

    fn release(&mut self, at: Point, cx: &CanvasCx<'_>) -> Vec<Effect> {
        match std::mem::take(&mut self.state) {
            State::Idle => Vec::new(),
            State::Focused(drag) => {
                self.state = State::Focused(drag);
                Vec::new()
            }
            State::Pressed(press) => vec![click(press, cx)],
            State::Marquee { marquee, combine } => {
                select_in_marquee(cx, Marquee { to: at, ..marquee }, combine)
                    .into_iter()
                    .collect()
            }
            State::Paper(mut drag) => vec![drag.follow(at)],
            State::Moving(mut moving) => {
                moving.follow(at, cx);
                moving.release(cx)
            }
            State::Grip(mut drag) => {
                drag.follow(at, cx);
                vec![drag.change(cx).map_or_else(
                    |error| Effect::Refuse(error.reason()),
                    |change| change.change.into(),
                )]
            }
        }
    }

    fn key(&mut self, press: &super::keys::KeyPress<'_>, on_canvas: bool, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if matches!(&self.state, State::Focused(drag) if !is_selected(cx, drag)) {
            self.state = State::Idle;
        }
        let step = match &mut self.state {
            State::Grip(drag) => select_keys::on_grip(drag, press, false, cx),
            State::Focused(drag) if on_canvas || press.is("Escape") => {
                select_keys::on_grip(drag, press, true, cx)
            }
            State::Idle if on_canvas => select_keys::on_selection(press, cx),
            State::Idle | State::Focused(_) => Step::Stay(Vec::new()),
            State::Pressed(_) | State::Marquee { .. } | State::Paper(_) | State::Moving(_) => {
                if press.is("Escape") {
                    // Without an effect, Escape also clears the selection.
                    let is_move = matches!(self.state, State::Moving(_));
                    self.state = State::Idle;
                    return is_move.then_some(Effect::Handled).into_iter().collect();
                }
                return Vec::new();
            }
        };
        match step {
            Step::Stay(effects) => effects,
            Step::Leave(effects) => {
                self.state = State::Idle;
                effects
            }
            Step::Focus(grip, effects) => {
                self.state = State::Focused(Box::new(GripDrag::new(cx.scene, &grip)));
                effects
            }
        }
    }

    /// Adds the grip under the pointer and its cursor to the preview.
    fn add_hovered_grip(&self, preview: Preview, cx: &CanvasCx<'_>) -> Preview {
        let Some(at) = self.hover else { return preview };
        if let Some(grip) = grip_at(cx, at, false) {
            return Preview {
                cursor: Some("pointer"),
                grip: Some(grip.mark(cx.camera)),
                ..preview
            };
        }
        let is_over = cx.selection.len() <= select_keys::MOST_HOVERED && on_selected(cx, at, REACH_PX);
        Preview {
            cursor: is_over.then_some("move"),
            ..preview
        }
    }
}

/// Entities under a press that a drag moves.
enum Grabbed {
    /// The selected entities.
    Selected(Vec<Name>),
    /// Entities that the press selects.
    Selects(Selection),
    Nothing,
}

fn grab(press: Press, cx: &CanvasCx<'_>) -> Grabbed {
    let is_touch = press.by == PointerKind::Touch;
    let reach = if is_touch { REACH_DRAG_TOUCH_PX } else { REACH_PX };
    if on_selected(cx, press.at, reach) {
        let names: Vec<Name> = cx.selection.iter().cloned().collect();
        return Grabbed::Selected(cx.scene.outermost(&names));
    }
    if is_touch {
        return Grabbed::Nothing;
    }
    let hit = hit_test::at(cx.scene, cx.world(press.at), cx.units(REACH_PX), depth(press));
    hit.map_or(Grabbed::Nothing, |name| {
        Grabbed::Selects(cx.selection.after_pick(Some(&name), press.modifiers.combine()))
    })
}

fn on_selected(cx: &CanvasCx<'_>, at: Point, reach: f64) -> bool {
    let (point, reach) = (cx.world(at), cx.units(reach));
    cx.selection
        .iter()
        .any(|name| hit_test::is_on(cx.scene, name, point, reach))
}

fn grip_at(cx: &CanvasCx<'_>, at: Point, is_touch: bool) -> Option<Grip> {
    let reach = if is_touch {
        REACH_DRAG_TOUCH_PX
    } else {
        REACH_GRIP_PX
    };
    let shown = grip::visible_grips(cx.scene, cx.selection, cx.camera);
    grip::nearest(shown, cx.world(at), cx.units(reach), cx.camera)
}

fn is_selected(cx: &CanvasCx<'_>, drag: &GripDrag) -> bool {
    drag.names().iter().all(|name| cx.selection.contains(name))
}

fn depth(press: Press) -> Depth {
    if press.modifiers.command {
        Depth::Entity
    } else {
        Depth::Outermost
    }
}

fn click(press: Press, cx: &CanvasCx<'_>) -> Effect {
    let Press { at, by, modifiers } = press;
    if modifiers.alt {
        return select_next_behind(press, cx);
    }
    pick_with(cx, (at, by), modifiers.combine(), depth(press))
}

/// Selects the next entity behind the selected one at a point.
fn select_next_behind(press: Press, cx: &CanvasCx<'_>) -> Effect {
    let stack = hit_test::stack(cx.scene, cx.world(press.at), cx.reach(press.by), depth(press));
    let now = cx.selection.last();
    let at = now.and_then(|now| stack.iter().position(|name| name == now));
    let next = at.map_or(0, |at| at + 1) % stack.len().max(1);
    Effect::Select(
        cx.selection
            .after_pick(stack.get(next), press.modifiers.combine()),
    )
}

/// Selects the entity at a pixel, or nothing.
pub(super) fn pick(cx: &CanvasCx<'_>, at: Point, by: PointerKind, depth: Depth) -> Effect {
    pick_with(cx, (at, by), Combine::Replace, depth)
}

/// Picks inside a group. The text of an entity that the clicks before have selected is edited.
fn pick_inside(cx: &CanvasCx<'_>, at: Point, by: PointerKind) -> Effect {
    let effect = pick(cx, at, by, Depth::Entity);
    let picked = match &effect {
        Effect::Select(picked) if picked == cx.selection => picked.last(),
        _ => None,
    };
    let entity = picked.and_then(|name| cx.scene.get(name));
    match entity.map(|entity| (&entity.name, &entity.shape)) {
        Some((name, Shape::Text(_) | Shape::Dimension(_) | Shape::Leader(_))) => {
            Effect::EditText(name.clone())
        }
        _ => effect,
    }
}

fn pick_with(cx: &CanvasCx<'_>, (at, by): (Point, PointerKind), combine: Combine, depth: Depth) -> Effect {
    let hit = cx.entity_at(cx.world(at), by, depth);
    Effect::Select(cx.selection.after_pick(hit.as_ref(), combine))
}

fn select_in_marquee(cx: &CanvasCx<'_>, marquee: Marquee, combine: Combine) -> Option<Effect> {
    let area = Bounds::new(cx.world(marquee.from), cx.world(marquee.to))?;
    let caught = hit_test::within(cx.scene, &area, marquee.touching());
    Some(Effect::Select(cx.selection.after_marquee(&caught, combine)))
}
