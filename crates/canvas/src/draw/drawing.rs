//! Drawing tool of any figure: points by pointer, snap, and typed text, until the figure becomes one tool call.
//!
//! Invariants: a press places a point when it is released; snapped points are exact, and other pointed values are
//! rounded to half a step of the grid; refused input changes nothing. `keys.rs` has the keys, and `current.rs` the value
//! of the current step.

mod current;
mod keys;
mod state;

pub use state::Drawing;

use self::state::refuse;
use super::figure::{Entry, Step};
use super::pointing::Pointed;
use super::typed_fields::TypedFields;
use super::value::{Value, points};
use crate::canvas_tool::{
    CanvasCx, CanvasTool, Choice, DRAG_THRESHOLD, Effect, Input, PointerKind, Preview, TextField, ToolInfo,
};
use crate::expression::TypedError;
use crate::selection::Selection;
use crate::snapping::Snapped;
use serde_json::{Value as Json, json};
use trammel_kernel::snap::SnapKind;
use trammel_kernel::{Path, Point, Vec2, norm};
use trammel_scene::{Name, Scene};

/// Distance in pixels within which the start of the chain attracts the pointer.
const CLOSE_PX: f64 = 9.0;
/// Distance of the picked point above a finger that moves, in pixels: the finger hides the point below it.
const ABOVE_FINGER_PX: f64 = 44.0;
/// Half the size of the cross at the point above a finger, in pixels.
const CROSS_PX: f64 = 8.0;
/// Height of a text that is in progress, if the figure has no height.
const TEXT_HEIGHT: f64 = 2.5;

impl CanvasTool for Drawing {
    fn info(&self) -> ToolInfo {
        ToolInfo {
            id: self.figure.kind.id,
            keys: self.figure.kind.keys,
            icon: self.figure.kind.icon,
            label: self.figure.kind.label,
            cursor: "crosshair",
            prompt: Some(self.step().prompt),
            every_move: false,
        }
    }

    fn family(&self) -> &'static str {
        self.figure.method_of.unwrap_or(self.figure.kind.id)
    }

    fn changes_drawing(&self) -> bool {
        true
    }

    fn on(&mut self, input: Input<'_>, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let mut effects = Vec::new();
        if std::mem::take(&mut self.repeated) {
            match input {
                Input::DoubleClick { .. } => return self.end(cx),
                Input::Press { .. } | Input::Hover(_) => effects = refuse(&TypedError::Coincident),
                _ => {}
            }
        }
        effects.extend(self.handle(input, cx));
        effects
    }

    fn text(&mut self, text: &str, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if self.step().entry != Entry::Text {
            return Vec::new();
        }
        self.accept(Value::Text(text.trim_end().to_owned()), cx)
    }

    fn choose(&mut self, at: usize) {
        if at < (self.figure.choices)(&self.values).len() {
            self.choice = at;
        }
    }

    fn preview(&self, cx: &CanvasCx<'_>) -> Preview {
        let mut values = self.values.clone();
        let current = self.current(cx).ok();
        values.extend(current.clone());
        let snap = self.pointer.as_ref().and_then(|pointed| pointed.snap.clone());
        let entry = self.step().entry;
        let snaps = !matches!(entry, Entry::Place | Entry::Text | Entry::Pick(_))
            || self.picks_point(current.as_ref());
        let mut ghosts = (self.figure.outlines)(&values);
        ghosts.extend(self.cross(cx));
        Preview {
            ghosts,
            snap: snap.filter(|_| self.fields.is_empty() && snaps),
            fields: self.shown_fields(current.as_ref(), (self.figure.measured)(&values), cx),
            choices: self.choices(),
            text: (entry == Entry::Text).then(|| self.text_field()),
            can_enter: (self.figure.may_end)(&self.values)
                || !self.fields.is_empty()
                || self.default_value(cx).is_some(),
            ..Preview::default()
        }
    }

    fn rest(&mut self) -> bool {
        let last = std::mem::take(&mut self.last);
        let choice = if self.figure.keeps_choice { self.choice } else { 0 };
        *self = Self {
            last,
            choice,
            ..Self::new(self.figure)
        };
        true
    }
}

impl Drawing {
    fn handle(&mut self, input: Input<'_>, cx: &CanvasCx<'_>) -> Vec<Effect> {
        match input {
            Input::Press { at, by } => {
                self.press = Some((at, by));
                self.pointer = Some(self.pointed(at, cx));
            }
            Input::Drag(at) => self.pointer = Some(self.pointed(self.above_finger(at), cx)),
            Input::Hover(at) => self.pointer = Some(self.pointed(at, cx)),
            Input::Release(at) => return self.release(at, cx),
            Input::Cancel => self.press = None,
            Input::Leave => self.pointer = None,
            // The two presses of a double click have already placed two points.
            Input::DoubleClick { .. } => {}
            Input::Secondary => return self.end(cx),
            Input::Key { press, on_canvas } => return self.key(&press, on_canvas, cx),
        }
        Vec::new()
    }

    fn step(&self) -> Step {
        (self.figure.step)(&self.values)
    }

    fn last_point(&self) -> Option<Point> {
        points(&self.values).last().copied()
    }

    fn pointed(&self, at: Point, cx: &CanvasCx<'_>) -> Pointed {
        Pointed::new(at, self.last_point(), self.own_snap(at, cx), cx)
    }

    /// Returns the picked pixel: above a finger that has moved since its press.
    fn above_finger(&self, at: Point) -> Point {
        match self.press {
            Some((start, PointerKind::Touch)) if norm(at - start) > DRAG_THRESHOLD => {
                at - Vec2::new(0.0, ABOVE_FINGER_PX)
            }
            _ => at,
        }
    }

    /// Returns a cross at the point above a finger.
    fn cross(&self, cx: &CanvasCx<'_>) -> Vec<Path> {
        let by_finger = matches!(self.press, Some((_, PointerKind::Touch)));
        let Some(pointed) = self.pointer.as_ref().filter(|_| by_finger) else {
            return Vec::new();
        };
        let half = cx.units(CROSS_PX);
        [Vec2::new(half, 0.0), Vec2::new(0.0, half)]
            .map(|way| Path::from_points(&[pointed.at - way, pointed.at + way], false))
            .to_vec()
    }

    /// Returns the snap to the start of a chain, which closes the chain.
    fn own_snap(&self, at: Point, cx: &CanvasCx<'_>) -> Option<Snapped> {
        let start = points(&self.values).first().copied()?;
        let closes = (self.figure.may_end)(&self.values) && norm(cx.world(at) - start) <= cx.units(CLOSE_PX);
        closes.then(|| Snapped {
            point: start,
            kind: SnapKind::Endpoint,
            owner: self.next_name(cx.scene),
        })
    }

    /// Returns the choices of the current step.
    fn choices(&self) -> Vec<Choice> {
        let choices = (self.figure.choices)(&self.values).iter().enumerate();
        choices
            .map(|(at, (key, label))| Choice {
                key,
                label: *label,
                active: at == self.choice,
            })
            .collect()
    }

    fn text_field(&self) -> TextField {
        let height = self.values.iter().find_map(|value| match value {
            Value::Radius(height) => Some(*height),
            _ => None,
        });
        TextField {
            at: self.last_point().unwrap_or(Point::ORIGIN),
            height: height.unwrap_or(TEXT_HEIGHT),
            label: self.figure.kind.label,
        }
    }

    fn release(&mut self, at: Point, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let picked = self.above_finger(at);
        let Some((start, by)) = self.press.take() else {
            return Vec::new();
        };
        if self.step().entry == Entry::Text {
            return Vec::new();
        }
        // A drag with a mouse or pen from the first point to the second one. A finger places one point when lifted.
        let is_drag = by != PointerKind::Touch && norm(at - start) > DRAG_THRESHOLD;
        let mut effects = Vec::new();
        if is_drag && self.values.is_empty() && self.fields.is_empty() {
            self.pointer = Some(self.pointed(start, cx));
            effects = self.accept_current(cx);
            if self.values.is_empty() {
                return effects;
            }
        }
        self.pointer = Some(self.pointed(picked, cx));
        if (self.figure.may_end)(&self.values) && self.fields.is_empty() && self.repeats_last(cx) {
            self.repeated = true;
            effects.push(Effect::Handled);
            return effects;
        }
        effects.extend(self.accept_current(cx));
        effects
    }

    /// Whether the pointer is at the last point of the figure.
    fn repeats_last(&self, cx: &CanvasCx<'_>) -> bool {
        let position = self.current(cx).ok().and_then(|value| value.position());
        position.is_some() && position == self.last_point()
    }

    fn accept_current(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        match self.current(cx) {
            Ok(value) => self.accept(value, cx),
            Err(error) => refuse(&error),
        }
    }

    /// Adds the value of a step, and draws the figure if it is complete.
    fn accept(&mut self, value: Value, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if let Some(effects) = blocked(cx) {
            return effects;
        }
        if let Err(error) = value.check(self.last_point()) {
            return refuse(&error);
        }
        self.values.push(value.with_choice(self.choice));
        if (self.figure.is_complete)(&self.values) {
            let effects = self.draw(cx);
            if matches!(effects[..], [Effect::Refuse(_)]) {
                self.values.pop();
            }
            return effects;
        }
        self.fields = TypedFields::default();
        vec![Effect::Handled]
    }

    /// Draws the figure as one call.
    fn draw(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if let Some(effects) = blocked(cx) {
            return effects;
        }
        let call = match (self.figure.call)(&self.values) {
            Ok(call) => call,
            Err(error) => return refuse(&error),
        };
        let layer = match cx.layer_of_new() {
            Ok(layer) => layer,
            Err(reason) => return vec![Effect::Refuse(reason)],
        };
        let Some(name) = self.next_name(cx.scene) else {
            return Vec::new();
        };
        let mut input = json!({ "name": name.as_str() });
        if let (Json::Object(input), Json::Object(rest)) = (&mut input, call.input) {
            input.extend(rest);
            if let Some(layer) = layer {
                input.insert("layer".to_owned(), json!(layer));
            }
        }
        let note = (self.figure.note)(&self.values);
        self.last = std::mem::take(&mut self.values);
        self.fields = TypedFields::default();
        if !self.figure.keeps_choice {
            self.choice = 0;
        }
        self.issued = Some(name.to_string());
        let tool = call.tool;
        let mut effects = vec![Effect::Call { tool, input }];
        if !self.keep {
            effects.push(Effect::Select(Selection::of([name])));
            effects.push(Effect::Finish);
        }
        effects.extend(note.map(|note| Effect::Notice(note.map(str::to_owned))));
        effects
    }

    /// Returns the next free name, such as `line_1`.
    fn next_name(&self, scene: &Scene) -> Option<Name> {
        let free = |name: &String| scene.get(name).is_none() && self.issued.as_ref() != Some(name);
        let mut names = (1_u32..).map(|number| format!("{}_{number}", self.figure.kind.prefix));
        Name::new(&names.find(free)?).ok()
    }

    /// Ends the figure: draws a chain, discards another figure in progress, or ends the tool.
    fn end(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if (self.figure.may_end)(&self.values) {
            return self.draw(cx);
        }
        if self.values.is_empty() && self.fields.is_empty() {
            return vec![Effect::Finish];
        }
        self.values.clear();
        self.fields = TypedFields::default();
        vec![Effect::Handled]
    }
}

/// Returns the refusal if the drawing cannot change now. The figure in progress stays.
fn blocked(cx: &CanvasCx<'_>) -> Option<Vec<Effect>> {
    let reason = cx.blocked?.to_owned();
    Some(vec![Effect::Refuse([reason.clone(), reason])])
}
