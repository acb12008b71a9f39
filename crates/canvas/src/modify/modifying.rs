//! Modify tool of any operation: picks entities, then points and values, until the operation becomes one undo step.
//!
//! Invariants: a press acts when it is released; snapped points are exact, and other pointed values are rounded to less
//! than a pixel; refused input changes nothing. Picked entities are the selection of the page.

use super::fields::Fields;
use super::operation::{Entry, Given, Operation, Pick, Refusal, Step, Task, Value, nothing_here};
use super::picking::{hit, outermost, pick_within};
use super::statement::FreeNames;
use crate::canvas_tool::{
    CanvasCx, CanvasTool, DRAG_THRESHOLD, Effect, Input, Marquee, PointerKind, Preview, Text, ToolGroup,
    ToolInfo,
};
use crate::draw::pointing::Pointed;
use crate::draw::precision::round_point;
use crate::expression::TypedError;
use crate::selection::{Combine, Selection};
use std::collections::BTreeSet;
use trammel_kernel::{Path, Point, norm};
use trammel_scene::Name;

/// A tool that performs an operation on entities.
#[derive(Debug)]
pub struct Modifying {
    /// Creates the operation in its first method.
    new_operation: fn() -> Box<dyn Operation>,
    pub(super) operation: Box<dyn Operation>,
    /// Picked entities; `None` while the user picks them.
    pub(super) targets: Option<Vec<Name>>,
    /// Whether the entities were picked in the tool, so that Escape returns to picking.
    pub(super) picked_here: bool,
    pub(super) values: Vec<Value>,
    pointer: Option<Pointed>,
    /// Position of the pointer in pixels, with its kind.
    pub(super) over: Option<(Point, PointerKind)>,
    /// Position and kind of the pointer at its press.
    pub(super) press: Option<(Point, PointerKind)>,
    pub(super) fields: Fields,
    /// Whether the tool stays active after an operation.
    pub(super) keep: bool,
    /// Values of the last operation, offered as defaults.
    pub(super) last: Vec<Value>,
    /// Names of new entities, which the scene may not contain yet.
    issued: BTreeSet<Name>,
    /// Instruction for the present step; `None` while the user picks entities.
    prompt: Option<Text>,
}

impl CanvasTool for Modifying {
    fn info(&self) -> ToolInfo {
        let picks = self.targets.is_none();
        let kind = self.operation.kind();
        ToolInfo {
            id: kind.id,
            keys: kind.keys,
            icon: kind.icon,
            label: kind.label,
            cursor: if picks { "default" } else { "crosshair" },
            prompt: Some(self.prompt.unwrap_or(kind.prompt)),
            every_move: false,
        }
    }

    fn group(&self) -> ToolGroup {
        ToolGroup::Modify
    }

    fn changes_drawing(&self) -> bool {
        true
    }

    fn choose(&mut self, at: usize) {
        if at != self.operation.method() {
            self.operation.set_method(at);
            self.values.clear();
            self.fields.clear();
            // The prompt of the new method follows with the next input.
            self.prompt = self.operation.first_prompt().filter(|_| self.targets.is_some());
        }
    }

    fn begin(&mut self, cx: &CanvasCx<'_>) {
        let selected = outermost(cx.scene, cx.selection);
        let is_ready = match self.operation.kind().pick {
            Pick::Several => !selected.is_empty(),
            Pick::One => selected.len() == 1,
            Pick::Confirmed => false,
        };
        self.targets = is_ready.then_some(selected);
        self.picked_here = false;
        self.prompt = self.step(cx).map(|step| step.prompt);
    }

    fn on(&mut self, input: Input<'_>, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let effects = self.handle(input, cx);
        self.prompt = self.step(cx).map(|step| step.prompt);
        effects
    }

    fn preview(&self, cx: &CanvasCx<'_>) -> Preview {
        let Some(targets) = &self.targets else {
            return self.preview_of_picking(cx);
        };
        let mut values = self.values.clone();
        values.extend(self.current(cx).ok());
        let task = Task {
            cx,
            targets,
            values: &values,
        };
        let snap = self.pointer.as_ref().and_then(|pointed| pointed.snap.clone());
        Preview {
            ghosts: self.operation.ghosts(&task),
            snap: snap.filter(|_| self.fields.is_empty()),
            fields: self.shown_fields(cx),
            choices: self.choices(),
            can_enter: self.can_enter(cx),
            ..Preview::default()
        }
    }

    fn rest(&mut self) -> bool {
        let ended = std::mem::replace(self, Self::new(self.new_operation));
        self.operation = ended.operation;
        self.last = ended.last;
        true
    }
}

impl Modifying {
    /// Creates the tool of an operation.
    #[must_use]
    pub fn of<O: Operation + Default + 'static>() -> Self {
        Self::new(|| Box::new(O::default()))
    }

    fn new(new_operation: fn() -> Box<dyn Operation>) -> Self {
        Self {
            new_operation,
            operation: new_operation(),
            targets: None,
            picked_here: false,
            values: Vec::new(),
            pointer: None,
            over: None,
            press: None,
            fields: Fields::default(),
            keep: false,
            last: Vec::new(),
            issued: BTreeSet::new(),
            prompt: None,
        }
    }

    fn handle(&mut self, input: Input<'_>, cx: &CanvasCx<'_>) -> Vec<Effect> {
        match input {
            Input::Press { at, by } => {
                self.press = Some((at, by));
                self.point_at(at, by, cx);
            }
            Input::Drag(at) | Input::Hover(at) => {
                let by = self.press.map_or(PointerKind::Mouse, |(_, by)| by);
                self.point_at(at, by, cx);
            }
            Input::Release(at) => return self.release(at, cx),
            Input::Cancel => self.press = None,
            Input::Leave => {
                self.pointer = None;
                self.over = None;
            }
            // The two presses of a double click have already been handled.
            Input::DoubleClick { .. } => {}
            Input::Secondary => return self.end(cx),
            Input::Key { press, on_canvas } => return self.key(&press, on_canvas, cx),
        }
        Vec::new()
    }

    /// Returns the entities and values so far.
    pub(super) fn task<'a>(&'a self, cx: &'a CanvasCx<'a>) -> Task<'a> {
        Task {
            cx,
            targets: self.targets.as_deref().unwrap_or_default(),
            values: &self.values,
        }
    }

    /// Returns the present step; `None` while the user picks entities.
    pub(super) fn step(&self, cx: &CanvasCx<'_>) -> Option<Step> {
        self.targets.as_ref()?;
        self.operation.step(&self.task(cx))
    }

    fn point_at(&mut self, at: Point, by: PointerKind, cx: &CanvasCx<'_>) {
        self.over = Some((at, by));
        let origin = self.operation.origin(&self.task(cx));
        let mut pointed = Pointed::new(at, origin, None, cx);
        if !self.operation.snaps_to_targets() && self.is_on_targets(&pointed, cx) {
            pointed = Pointed {
                at: cx.world(at),
                snap: None,
                exact: false,
                ..pointed
            };
        }
        if !pointed.exact {
            let placed = self.operation.placed(&self.task(cx), pointed.at);
            pointed.at = round_point(placed, cx.units(1.0));
        }
        self.pointer = Some(pointed);
    }

    /// Whether a snapped position belongs to the picked entities or lies on their outlines.
    fn is_on_targets(&self, pointed: &Pointed, cx: &CanvasCx<'_>) -> bool {
        let Some(snap) = &pointed.snap else {
            return false;
        };
        let task = self.task(cx);
        let owner = snap.owner.as_ref();
        let is_here = |path: &Path| {
            path.distance_to(snap.point)
                .is_some_and(|distance| distance <= 1e-9)
        };
        owner.is_some_and(|owner| task.targets.contains(owner)) || task.outlines().iter().any(is_here)
    }

    /// Returns the marquee of a drag with a mouse or pen.
    pub(super) fn dragged(&self) -> Option<Marquee> {
        let ((from, by), (to, _)) = (self.press?, self.over?);
        let is_drag = by != PointerKind::Touch && norm(to - from) > DRAG_THRESHOLD;
        is_drag.then_some(Marquee { from, to })
    }

    fn release(&mut self, at: Point, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let Some((start, by)) = self.press else {
            return Vec::new();
        };
        self.point_at(at, by, cx);
        let dragged = self.dragged();
        self.press = None;
        let Some(step) = self.step(cx) else {
            return match dragged {
                Some(marquee) if self.operation.kind().pick != Pick::One => pick_within(cx, marquee),
                _ => self.pick(at, by, cx),
            };
        };
        let mut effects = Vec::new();
        if dragged.is_some() && self.values.is_empty() && self.fields.is_empty() && step.entry == Entry::Point
        {
            // A drag from the first point to the second one.
            self.point_at(start, by, cx);
            effects = self.accept_current(cx);
            if self.values.is_empty() {
                return effects;
            }
            self.point_at(at, by, cx);
        }
        effects.extend(self.accept_current(cx));
        effects
    }

    /// Picks the entity under the pointer.
    fn pick(&mut self, at: Point, by: PointerKind, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let effects = self.pick_at(at, by, cx);
        if self.targets.is_some() {
            self.point_at(at, by, cx);
        }
        effects
    }

    /// Picks the entity at a pixel.
    pub(super) fn pick_at(&mut self, at: Point, by: PointerKind, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let Some(name) = hit(cx, at, by, self.operation.kind().pick) else {
            return vec![Effect::Refuse(nothing_here())];
        };
        self.fields.clear();
        if self.operation.kind().pick != Pick::One {
            return vec![Effect::Select(cx.selection.picked(Some(&name), Combine::Toggle))];
        }
        self.targets = Some(vec![name.clone()]);
        self.picked_here = true;
        vec![Effect::Select(Selection::of([name]))]
    }

    /// Ends picking with the selected entities.
    pub(super) fn end_picking(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let targets = outermost(cx.scene, cx.selection);
        if targets.is_empty() || (self.operation.kind().pick == Pick::One && targets.len() > 1) {
            return vec![Effect::Refuse(
                self.operation.kind().prompt.map(|text| format!("{text}.")),
            )];
        }
        self.targets = Some(targets);
        self.picked_here = true;
        if self.step(cx).is_some() {
            return vec![Effect::Handled];
        }
        let effects = self.perform(cx);
        if matches!(effects[..], [Effect::Refuse(_)]) {
            self.targets = None;
        }
        effects
    }

    /// Returns the value of the current step: typed, or else pointed.
    pub(super) fn current(&self, cx: &CanvasCx<'_>) -> Result<Value, Refusal> {
        let incomplete = || TypedError::Incomplete.reason();
        let step = self.step(cx).ok_or_else(incomplete)?;
        let units = cx.scene.definitions().units.unwrap_or_default();
        let at = self.pointer.as_ref().map(|pointed| pointed.at);
        match step.entry {
            Entry::Point => {
                let last = self.task(cx).last_point();
                let point = self.fields.point(units, last, at);
                point.map(Value::Point).map_err(|error| error.reason())
            }
            Entry::Fields(fields) => {
                let given = Given {
                    typed: self.fields.numbers(fields, units)?,
                    at,
                    exact: self.pointer.as_ref().is_some_and(|pointed| pointed.exact),
                    last: self.last_numbers(),
                };
                self.operation.resolve(&self.task(cx), &given)
            }
        }
    }

    /// Accepts the value of the current step.
    pub(super) fn accept_current(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        match self.current(cx) {
            Ok(value) => self.accept(value, cx),
            Err(reason) => vec![Effect::Refuse(reason)],
        }
    }

    /// Adds the value of a step, and performs the operation if it is complete.
    pub(super) fn accept(&mut self, value: Value, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let is_finite = match &value {
            Value::Point(at) => at.is_finite(),
            Value::Numbers(numbers) => numbers.iter().all(|number| number.is_finite()),
        };
        if !is_finite {
            return vec![Effect::Refuse(TypedError::TooLarge.reason())];
        }
        self.values.push(value);
        if self.step(cx).is_some() {
            self.fields.clear();
            return vec![Effect::Handled];
        }
        let effects = self.perform(cx);
        if matches!(effects[..], [Effect::Refuse(_)]) {
            self.values.pop();
        }
        effects
    }

    /// Performs the operation as one undo step.
    pub(super) fn perform(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let mut issued = std::mem::take(&mut self.issued);
        issued.retain(|name| cx.scene.get(name).is_none());
        let mut names = FreeNames::new(cx.scene, &mut issued);
        let exists = |name: &&Name| cx.scene.get(name).is_some();
        let targets = self.targets.iter().flatten().filter(exists).cloned();
        let targets: Vec<Name> = targets.collect();
        let task = Task {
            targets: &targets,
            ..self.task(cx)
        };
        let finished = self.operation.finish(&task, &mut names);
        self.issued = issued;
        let (performed, created) = match finished {
            Ok(finished) => finished,
            Err(reason) => return vec![Effect::Refuse(reason)],
        };
        self.last.clone_from(&self.values);
        self.values.truncate(self.operation.kept_values());
        self.fields.clear();
        let mut effects = vec![performed];
        if self.keep {
            if self.operation.kind().pick != Pick::Several {
                self.targets = None;
                self.values.clear();
            }
            return effects;
        }
        self.values.clear();
        if !created.is_empty() {
            effects.push(Effect::Select(Selection::of(created)));
        }
        effects.push(Effect::Finish);
        effects
    }
}
