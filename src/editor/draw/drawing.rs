//! Drawing tool of any figure: points by pointer, snap, and typed text, until the figure becomes one tool call.
//!
//! Invariants: a press places a point when it is released; snapped points are exact, and other pointed values are
//! rounded to less than a pixel; refused input changes nothing.

use super::figure::{Figure, Step, Value, points};
use super::pointing::Pointed;
use super::precision::round;
use super::typed_fields::{Context, TypedFields, labels};
use crate::editor::canvas_tool::{
    CanvasCx, CanvasTool, DRAG_THRESHOLD, Effect, Input, PointerKind, Preview, ToolInfo, TypedField,
};
use crate::editor::expression::TypedError;
use crate::editor::keys::KeyPress;
use crate::editor::selection::Selection;
use crate::editor::snapping::Snapped;
use crate::geometry::snap::SnapKind;
use crate::geometry::{Point, norm};
use crate::scene::{Name, Scene};
use serde_json::{Value as Json, json};
use std::marker::PhantomData;

/// Distance in pixels within which the start of the chain attracts the pointer.
const CLOSE_PX: f64 = 9.0;
/// Number of sides of the first polygon.
const SIDES: f64 = 6.0;

/// A tool that draws a figure.
#[derive(Debug)]
pub struct Drawing<F> {
    values: Vec<Value>,
    pointer: Option<Pointed>,
    /// Position and kind of the pointer at its press.
    press: Option<(Point, PointerKind)>,
    fields: TypedFields,
    /// Whether the tool stays active after a figure.
    keep: bool,
    /// Values of the last figure, offered as defaults.
    last: Vec<Value>,
    /// Name of the last entity, which the scene may not contain yet.
    issued: Option<String>,
    figure: PhantomData<F>,
}

impl<F> Default for Drawing<F> {
    fn default() -> Self {
        Self {
            values: Vec::new(),
            pointer: None,
            press: None,
            fields: TypedFields::default(),
            keep: false,
            last: Vec::new(),
            issued: None,
            figure: PhantomData,
        }
    }
}

impl<F: Figure> CanvasTool for Drawing<F> {
    fn info(&self) -> ToolInfo {
        ToolInfo {
            id: F::KIND.id,
            keys: F::KIND.keys,
            icon: F::KIND.icon,
            label: F::KIND.label,
            cursor: "crosshair",
            prompt: Some(F::step(&self.values).prompt),
            every_move: false,
        }
    }

    fn on(&mut self, input: Input<'_>, cx: &CanvasCx<'_>) -> Vec<Effect> {
        match input {
            Input::Press { at, by } => {
                self.press = Some((at, by));
                self.pointer = Some(self.pointed(at, cx));
            }
            Input::Drag(at) | Input::Hover(at) => self.pointer = Some(self.pointed(at, cx)),
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

    fn preview(&self, cx: &CanvasCx<'_>) -> Preview {
        let mut values = self.values.clone();
        let current = self.current(cx).ok();
        values.extend(current);
        let snap = self.pointer.as_ref().and_then(|pointed| pointed.snap.clone());
        Preview {
            ghosts: F::outlines(&values),
            snap: snap.filter(|_| self.fields.is_empty()),
            fields: self.shown_fields(current, cx),
            ..Preview::default()
        }
    }

    fn rest(&mut self) -> bool {
        let last = std::mem::take(&mut self.last);
        *self = Self {
            last,
            ..Self::default()
        };
        true
    }
}

impl<F: Figure> Drawing<F> {
    fn step(&self) -> Step {
        F::step(&self.values)
    }

    fn last_point(&self) -> Option<Point> {
        points(&self.values).last().copied()
    }

    fn pointed(&self, at: Point, cx: &CanvasCx<'_>) -> Pointed {
        Pointed::new(at, self.last_point(), self.own_snap(at, cx), cx)
    }

    /// Returns the snap to the start of a chain, which closes the chain.
    fn own_snap(&self, at: Point, cx: &CanvasCx<'_>) -> Option<Snapped> {
        let start = points(&self.values).first().copied()?;
        let closes = F::may_end(&self.values) && norm(cx.world(at) - start) <= cx.units(CLOSE_PX);
        closes
            .then(|| self.next_name(cx.scene))
            .flatten()
            .map(|owner| Snapped {
                point: start,
                kind: SnapKind::Endpoint,
                owner,
            })
    }

    /// Returns the value of the current step: typed, or else pointed.
    fn current(&self, cx: &CanvasCx<'_>) -> Result<Value, TypedError> {
        let entry = self.step().entry;
        let facts = Context {
            units: cx.scene.definitions().units.unwrap_or_default(),
            first: points(&self.values).first().copied(),
            last: self.last_point(),
            pointer: self.pointer.as_ref().map(|pointed| pointed.at),
            sides: self.last_sides(),
        };
        let value = self.fields.value(entry, &facts)?;
        let is_pointed = self.fields.text(0).is_empty();
        let inexact = self.pointer.as_ref().is_some_and(|pointed| !pointed.exact);
        Ok(match value {
            Value::Radius(radius) if is_pointed && inexact => Value::Radius(round(radius, cx.units(1.0))),
            Value::Polygon(radius, sides) if is_pointed && inexact => {
                Value::Polygon(round(radius, cx.units(1.0)), sides)
            }
            value => value,
        })
    }

    fn last_sides(&self) -> f64 {
        match self.last.last() {
            Some(Value::Polygon(_, sides)) => *sides,
            _ => SIDES,
        }
    }

    /// Returns the size of the last figure for the current step.
    fn default_value(&self) -> Option<Value> {
        let value = self.last.get(self.values.len()).copied();
        value.filter(|value| !matches!(value, Value::Point(_)))
    }

    fn release(&mut self, at: Point, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let Some((start, by)) = self.press.take() else {
            return Vec::new();
        };
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
        self.pointer = Some(self.pointed(at, cx));
        effects.extend(self.accept_current(cx));
        effects
    }

    fn accept_current(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        match self.current(cx) {
            Ok(value) => self.accept(value, cx),
            Err(error) => refuse(&error),
        }
    }

    /// Adds the value of a step, and draws the figure if it is complete.
    fn accept(&mut self, value: Value, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if let Err(error) = value.check(self.last_point()) {
            return refuse(&error);
        }
        self.values.push(value);
        if F::is_complete(&self.values) {
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
        let call = match F::call(&self.values) {
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
        self.last = std::mem::take(&mut self.values);
        self.fields = TypedFields::default();
        self.issued = Some(name.to_string());
        let tool = call.tool;
        let mut effects = vec![Effect::Call { tool, input }];
        if !self.keep {
            effects.push(Effect::Select(Selection::of([name])));
            effects.push(Effect::Finish);
        }
        effects
    }

    /// Returns the next free name, such as `line_1`.
    fn next_name(&self, scene: &Scene) -> Option<Name> {
        let free = |name: &String| scene.get(name).is_none() && self.issued.as_ref() != Some(name);
        let mut names = (1_u32..).map(|number| format!("{}_{number}", F::KIND.prefix));
        Name::new(&names.find(free)?).ok()
    }

    /// Ends the figure: draws a chain, discards another figure in progress, or ends the tool.
    fn end(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if F::may_end(&self.values) {
            return self.draw(cx);
        }
        if self.values.is_empty() && self.fields.is_empty() {
            return vec![Effect::Finish];
        }
        self.values.clear();
        self.fields = TypedFields::default();
        vec![Effect::Handled]
    }

    fn key(&mut self, press: &KeyPress<'_>, on_canvas: bool, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if press.is("Escape") {
            return self.escape(cx);
        }
        if press.is("Backspace") {
            if !self.fields.pop() {
                self.values.pop();
            }
            return vec![Effect::Handled];
        }
        let count = labels(self.step().entry, self.last_point().is_some()).len();
        if press.is("Tab") && on_canvas {
            self.fields.next(count);
            return vec![Effect::Handled];
        }
        if press.is("Enter") && on_canvas {
            return self.enter(cx);
        }
        if press.is("q") && self.fields.is_empty() {
            self.keep = !self.keep;
            return vec![Effect::Handled];
        }
        let Some(typed) = press.character() else {
            return Vec::new();
        };
        // A letter alone is a shortcut; within typed text, it is a part of a unit.
        let begins = typed.is_ascii_digit() || matches!(typed, '.' | '-' | '@' | '(' | '<' | ',');
        if !begins && self.fields.text(self.fields.active()).is_empty() {
            let others = !self.fields.is_empty() && typed.is_alphabetic();
            return if others { vec![Effect::Handled] } else { Vec::new() };
        }
        if typed == ' ' {
            return Vec::new();
        }
        self.fields.push(typed);
        vec![Effect::Handled]
    }

    /// Backs out one step: typed text, then a press, then a chain or a point, then the tool.
    fn escape(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if !self.fields.is_empty() {
            self.fields = TypedFields::default();
        } else if self.press.take().is_some() {
            // The release of the pointer then places no point.
        } else if F::may_end(&self.values) {
            return self.draw(cx);
        } else if self.values.pop().is_none() {
            return vec![Effect::Finish];
        }
        vec![Effect::Handled]
    }

    /// Accepts typed text, or else ends a chain, or else accepts the last size.
    fn enter(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if !self.fields.is_empty() {
            return self.accept_current(cx);
        }
        if F::may_end(&self.values) {
            return self.draw(cx);
        }
        match self.default_value() {
            Some(value) => self.accept(value, cx),
            None => refuse(&TypedError::Incomplete),
        }
    }

    /// Returns the fields with typed texts, or else with the pointed values; then the last size and the kept state.
    fn shown_fields(&self, current: Option<Value>, cx: &CanvasCx<'_>) -> Vec<TypedField> {
        let pixel = cx.units(1.0);
        let from = self.last_point();
        let entry = self.step().entry;
        let numbers = current.map_or_else(Default::default, |value| value.texts(entry, from, pixel));
        let field = |(at, label): (usize, &[&'static str; 2])| TypedField {
            label: *label,
            text: match self.fields.text(at) {
                "" => numbers[at].clone(),
                typed => typed.to_owned(),
            },
            active: at == self.fields.active(),
        };
        let labels = labels(entry, from.is_some());
        let mut fields: Vec<TypedField> = labels.iter().enumerate().map(field).collect();
        let extra = |label, text| TypedField {
            label,
            text,
            active: false,
        };
        if let Some(value) = self.default_value().filter(|_| self.fields.is_empty()) {
            let [first, second] = value.texts(entry, from, 1e-6);
            let text = [first, second].into_iter().filter(|text| !text.is_empty());
            fields.push(extra(["Enter:", "Enter:"], text.collect::<Vec<_>>().join(" × ")));
        }
        if self.keep {
            fields.push(extra(["Stays active (Q)", "계속 켜 둠 (Q)"], String::new()));
        }
        fields
    }
}

fn refuse(error: &TypedError) -> Vec<Effect> {
    vec![Effect::Refuse(error.reason())]
}
