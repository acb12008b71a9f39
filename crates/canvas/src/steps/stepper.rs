//! Tool of any procedure: picked entities, points by pointer and snap, and typed text, until the procedure becomes one
//! undo step.
//!
//! Invariants: a press acts when it is released; snapped points are exact, and other pointed values are rounded to half a
//! step of the grid; refused input changes nothing. Picked entities are the selection of the page. A typed size of a step
//! that picks edges stays a text until Enter accepts it or both edges are picked; the values then have the edges and the sizes
//! in the order in which they were accepted. `readout.rs` has the value of the current step and the fields that show it, and
//! `measurements.rs` the steps that measure.

use super::call::FreeNames;
use super::edge::Edge;
use super::pointing::Pointed;
use super::procedure::{
    ChoiceUse, Entry, Given, Pick, Procedure, ProcedureKind, ProcedureStep, Subject, Task,
};
use super::refusal::{Refusal, is_refusal, nothing_here, refuse};
use super::targets::{hit, pick_within, selected_targets};
use super::typed::{Facts, Typed, labels, units};
use super::value::StepValue;
use crate::canvas_tool::{
    CanvasCx, CanvasTool, DRAG_THRESHOLD, Effect, Input, Marquee, PointerKind, Preview, ToolGroup, ToolInfo,
};
use crate::expression::TypedError;
use crate::keys::KeyPress;
use crate::precision::round_point;
use crate::selection::{Combine, Selection};
use crate::snapping::Snapped;
use std::collections::BTreeSet;
use trammel_kernel::{Path, Point, Vec2, norm, snap::SnapKind};
use trammel_scene::Name;

/// Distance in pixels within which the start of the chain attracts the pointer.
const CLOSE_PX: f64 = 9.0;
/// Distance of the picked point above a finger that moves, in pixels: the finger hides the point below it.
const ABOVE_FINGER_PX: f64 = 44.0;

/// A tool that performs a procedure.
#[derive(Debug)]
pub struct Stepper {
    pub(super) procedure: &'static dyn Procedure,
    /// Entities that the user picked; `None` while the user picks them.
    pub(super) targets: Option<Vec<Name>>,
    /// Whether the entities were picked in the tool, so that Escape returns to picking.
    pub(super) picked_here: bool,
    pub(super) values: Vec<StepValue>,
    pub(super) pointer: Option<Pointed>,
    /// Kind of the pointer.
    pub(super) by: PointerKind,
    /// Position and kind of the pointer at its press.
    pub(super) press: Option<(Point, PointerKind)>,
    pub(super) typed: Typed,
    /// Number of the selected choice.
    pub(super) choice: usize,
    /// Whether the last click repeated the last point of a chain: the second click of a double click does.
    repeated: bool,
    /// Whether the tool stays active after the procedure.
    pub(super) keep: bool,
    /// Values of the last time, offered as defaults.
    pub(super) last: Vec<StepValue>,
    /// Whether the values are finished and only shown.
    pub(super) is_done: bool,
    /// Names of new entities, which the scene may not contain yet.
    issued: BTreeSet<Name>,
}

impl CanvasTool for Stepper {
    fn info(&self) -> ToolInfo {
        let kind = self.kind();
        let (cursor, prompt) = match (kind.subject, self.step()) {
            (Subject::Picked(_, prompt), _) if self.is_picking() => ("default", Some(prompt)),
            (_, step) => ("crosshair", step.map(|step| step.prompt)),
        };
        ToolInfo {
            id: kind.id,
            keys: kind.keys,
            icon: kind.icon,
            label: kind.label,
            cursor,
            prompt,
            every_move: false,
        }
    }

    fn family(&self) -> &'static str {
        let kind = self.kind();
        kind.method_of.unwrap_or(kind.id)
    }

    fn group(&self) -> ToolGroup {
        match self.kind().subject {
            Subject::New(_) | Subject::Measured => ToolGroup::Draw,
            Subject::Picked(..) | Subject::Parts => ToolGroup::Modify,
        }
    }

    fn changes_drawing(&self) -> bool {
        self.kind().subject != Subject::Measured
    }

    fn choose(&mut self, at: usize) {
        let is_other = at != self.choice && at < self.procedure.choices(&self.task()).len();
        if is_other && self.kind().choice == ChoiceUse::Method {
            self.values.clear();
            self.typed.clear();
        }
        if is_other {
            self.choice = at;
        }
    }

    fn begin(&mut self, cx: &CanvasCx<'_>) {
        let selected = selected_targets(cx.scene, cx.selection);
        let is_ready = match self.kind().pick() {
            Some(Pick::Several) => !selected.is_empty(),
            Some(Pick::One) => selected.len() == 1,
            Some(Pick::Confirmed) | None => false,
        };
        self.targets = is_ready.then_some(selected);
        self.picked_here = false;
    }

    fn on(&mut self, input: Input<'_>, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let mut effects = Vec::new();
        if std::mem::take(&mut self.repeated) {
            match input {
                Input::DoubleClick { .. } => return self.end(cx),
                Input::Press { .. } | Input::Hover(_) => effects = refuse(TypedError::Coincident),
                _ => {}
            }
        }
        effects.extend(self.handle(input, cx));
        effects
    }

    fn text(&mut self, text: &str, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if self.entry() != Some(Entry::Text) {
            return Vec::new();
        }
        self.accept(StepValue::Text(text.trim_end().to_owned()), cx)
    }

    fn preview(&self, cx: &CanvasCx<'_>) -> Preview {
        self.overlay(cx)
    }

    fn set_aside(&mut self) -> bool {
        // The sizes of a corner stay even if no corner was changed.
        let sizes = self.task().numbers().map(<[f64]>::to_vec);
        let last = std::mem::take(&mut self.last);
        let last = sizes.map_or(last, |sizes| vec![StepValue::Numbers(sizes)]);
        let is_kept = self.kind().choice != ChoiceUse::Value;
        let choice = if is_kept { self.choice } else { 0 };
        *self = Self {
            last,
            choice,
            ..Self::of(self.procedure)
        };
        true
    }
}

impl Stepper {
    /// Creates the tool of a procedure.
    #[must_use]
    pub fn of(procedure: &'static dyn Procedure) -> Self {
        Self {
            procedure,
            targets: None,
            picked_here: false,
            values: Vec::new(),
            pointer: None,
            by: PointerKind::Mouse,
            press: None,
            typed: Typed::default(),
            choice: 0,
            repeated: false,
            keep: false,
            last: Vec::new(),
            is_done: false,
            issued: BTreeSet::new(),
        }
    }

    pub(super) fn kind(&self) -> ProcedureKind {
        self.procedure.kind()
    }

    /// Returns the entities and values so far.
    pub(super) fn task(&self) -> Task<'_> {
        Task {
            targets: self.targets.as_deref().unwrap_or_default(),
            values: &self.values,
            choice: self.choice,
            last: &self.last,
            is_done: self.is_done,
        }
    }

    /// Whether the user still picks the entities that the procedure changes.
    pub(super) fn is_picking(&self) -> bool {
        self.targets.is_none() && self.kind().pick().is_some()
    }

    /// Returns the present step; `None` while the user picks entities.
    pub(super) fn step(&self) -> Option<ProcedureStep> {
        if self.is_picking() {
            return None;
        }
        self.procedure.step(&self.task())
    }

    pub(super) fn entry(&self) -> Option<Entry> {
        self.step().map(|step| step.entry)
    }

    fn is_complete(&self, cx: &CanvasCx<'_>) -> bool {
        self.procedure.is_complete(&self.task(), cx.scene)
    }

    pub(super) fn may_end(&self) -> bool {
        !self.is_picking() && self.procedure.may_end(&self.task())
    }

    fn handle(&mut self, input: Input<'_>, cx: &CanvasCx<'_>) -> Vec<Effect> {
        match input {
            Input::Press { at, by } => {
                self.press = Some((at, by));
                self.by = by;
                self.point_at(at, cx);
            }
            Input::Drag(at) => self.point_at(self.above_finger(at), cx),
            Input::Hover(at) => {
                self.by = PointerKind::Mouse;
                self.point_at(at, cx);
            }
            Input::Release(at) => return self.release(at, cx),
            Input::Cancel => self.press = None,
            Input::Leave => self.pointer = None,
            // The two presses of a double click have already been handled.
            Input::DoubleClick { .. } => {}
            Input::Secondary => return self.end(cx),
            Input::Key { press, on_canvas } => return self.key(&press, on_canvas, cx),
        }
        Vec::new()
    }

    fn point_at(&mut self, at: Point, cx: &CanvasCx<'_>) {
        let task = self.task();
        let free = match self.entry() {
            Some(Entry::Measured) => Some(self.position_to_measure(at, cx)),
            Some(entry) if entry.is_click() => Some(Pointed::free(at, cx)),
            _ => None,
        };
        if free.is_some() {
            self.pointer = free;
            return;
        }
        let origin = self.procedure.origin(&task, cx.scene);
        let mut pointed = Pointed::new(at, origin, self.snap_to_start(at, cx), cx);
        if self.kind().avoids_targets && self.is_on_targets(&pointed, cx) {
            pointed = Pointed::free(at, cx);
        }
        if !pointed.exact {
            let placed = self.procedure.adjust_position(&task, cx.scene, pointed.at);
            pointed.at = round_point(placed, cx.units(1.0));
        }
        self.pointer = Some(pointed);
    }

    /// Returns the picked pixel: above a finger that has moved since its press.
    fn above_finger(&self, at: Point) -> Point {
        match self.press {
            Some((start, PointerKind::Touch))
                if self.kind().is_figure() && norm(at - start) > DRAG_THRESHOLD =>
            {
                at - Vec2::new(0.0, ABOVE_FINGER_PX)
            }
            _ => at,
        }
    }

    /// Returns the snap to the start of a chain, which closes the chain.
    fn snap_to_start(&self, at: Point, cx: &CanvasCx<'_>) -> Option<Snapped> {
        let start = self.task().point(0)?;
        let closes =
            self.kind().is_chain && self.may_end() && norm(cx.world(at) - start) <= cx.units(CLOSE_PX);
        let mut issued = self.issued.clone();
        closes.then(|| Snapped {
            point: start,
            kind: SnapKind::Endpoint,
            owner: FreeNames::new(cx, &mut issued).first_of(self.kind().prefix()),
        })
    }

    /// Whether a snapped position belongs to the picked entities or lies on their outlines.
    fn is_on_targets(&self, pointed: &Pointed, cx: &CanvasCx<'_>) -> bool {
        let Some(snap) = &pointed.snap else {
            return false;
        };
        let task = self.task();
        let owner = snap.owner.as_ref();
        let is_here = |path: &Path| {
            path.distance_to(snap.point)
                .is_some_and(|distance| distance <= 1e-9)
        };
        owner.is_some_and(|owner| task.targets.contains(owner)) || task.outlines(cx.scene).iter().any(is_here)
    }

    /// Returns the marquee of a drag with a mouse or pen.
    pub(super) fn drag_marquee(&self) -> Option<Marquee> {
        let (from, by) = self.press?;
        let to = self.pointer.as_ref()?.pixel;
        let is_drag = by != PointerKind::Touch && norm(to - from) > DRAG_THRESHOLD;
        is_drag.then_some(Marquee { from, to })
    }

    fn release(&mut self, at: Point, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if self.press.is_none() {
            return Vec::new();
        }
        let picked = self.above_finger(at);
        self.point_at(picked, cx);
        let dragged = self.drag_marquee();
        self.press = None;
        let Some(entry) = self.entry() else {
            return match dragged {
                Some(marquee) if self.kind().pick() != Some(Pick::One) => pick_within(cx, marquee),
                _ => self.pick(picked, cx),
            };
        };
        let mut effects = Vec::new();
        match dragged {
            _ if entry == Entry::Text => return effects,
            // A drag with a mouse or pen from the first point to the second one. A finger places one point when lifted.
            Some(Marquee { from, .. }) if self.can_drag(entry) => {
                self.point_at(from, cx);
                effects = self.accept_start(cx);
                if self.values.is_empty() {
                    return effects;
                }
                self.point_at(picked, cx);
            }
            _ => {}
        }
        let is_chain = self.kind().is_chain && self.may_end();
        if is_chain && self.typed.is_empty() && self.repeats_last(cx) {
            self.repeated = true;
            effects.push(Effect::Handled);
            return effects;
        }
        effects.extend(self.accept_current(cx));
        effects
    }

    /// Whether a drag has the first two points.
    fn can_drag(&self, entry: Entry) -> bool {
        let has_points = !matches!(entry, Entry::Fields(_) | Entry::Piece | Entry::Edge(_));
        has_points && self.task().last_point().is_none() && self.typed.is_empty()
    }

    /// Whether the pointer is at the last point of the chain.
    fn repeats_last(&self, cx: &CanvasCx<'_>) -> bool {
        let position = self.current(cx).ok().and_then(|value| value.position());
        position.is_some() && position == self.task().last_point()
    }

    /// Picks the entity under the pointer.
    fn pick(&mut self, at: Point, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let effects = self.pick_at(at, self.by, cx);
        if self.targets.is_some() {
            self.point_at(at, cx);
        }
        effects
    }

    /// Picks the entity at a pixel.
    pub(super) fn pick_at(&mut self, at: Point, by: PointerKind, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let pick = self.kind().pick().unwrap_or(Pick::One);
        let Some(name) = hit(cx, at, by, pick) else {
            return refuse(nothing_here());
        };
        self.typed.clear();
        if pick != Pick::One {
            return vec![Effect::Select(
                cx.selection.after_pick(Some(&name), Combine::Toggle),
            )];
        }
        self.targets = Some(vec![name.clone()]);
        self.picked_here = true;
        vec![Effect::Select(Selection::of([name]))]
    }

    /// Ends picking with the selected entities.
    pub(super) fn end_picking(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let targets = selected_targets(cx.scene, cx.selection);
        if targets.is_empty() || (self.kind().pick() == Some(Pick::One) && targets.len() > 1) {
            return self.repeat_prompt();
        }
        self.targets = Some(targets);
        self.picked_here = true;
        if !self.is_complete(cx) {
            return vec![Effect::Handled];
        }
        let effects = self.perform(cx);
        if is_refusal(&effects) {
            self.targets = None;
        }
        effects
    }

    /// Returns the refusal of Enter that repeats the prompt.
    pub(super) fn repeat_prompt(&self) -> Vec<Effect> {
        let info = self.info();
        refuse(info.prompt.unwrap_or(info.label).map(|text| format!("{text}.")))
    }

    /// Accepts the value of the current step.
    pub(super) fn accept_current(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        match self.current(cx) {
            Ok(value) => self.accept(value, cx),
            Err(reason) => refuse(reason),
        }
    }

    /// Adds the value of a step, and performs the procedure if the values are complete.
    pub(super) fn accept(&mut self, value: StepValue, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if let Some(effects) = self.refusal_if_blocked(cx) {
            return effects;
        }
        if let Err(error) = value.check(self.task().last_point()) {
            return refuse(error);
        }
        if matches!(value, StepValue::Edge(_)) {
            return self.pick_edges([value], cx);
        }
        let values = match self
            .procedure
            .add(&self.task(), self.with_choice(value), cx.scene)
        {
            Ok(values) => values,
            Err(reason) => return refuse(reason),
        };
        let before = std::mem::replace(&mut self.values, values);
        self.is_done = false;
        if self.is_complete(cx) {
            let effects = self.perform(cx);
            if is_refusal(&effects) {
                self.values = before;
            }
            return self.with_announcement(effects, cx);
        }
        self.typed.clear();
        self.with_announcement(vec![Effect::Handled], cx)
    }

    /// Adds the number of the selected choice to a value, unless the choice is the method.
    pub(super) fn with_choice(&self, value: StepValue) -> StepValue {
        match self.kind().choice {
            ChoiceUse::Method => value,
            ChoiceUse::Value | ChoiceUse::KeptValue => value.with_choice(self.choice),
        }
    }

    /// Performs the procedure as one undo step.
    pub(super) fn perform(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if let Some(effects) = self.refusal_if_blocked(cx) {
            return effects;
        }
        let kind = self.kind();
        let mut issued = std::mem::take(&mut self.issued);
        issued.retain(|name| cx.scene.get(name).is_none());
        let mut names = FreeNames::new(cx, &mut issued);
        let exists = |name: &&Name| cx.scene.get(name).is_some();
        let targets = self.targets.iter().flatten().filter(exists).cloned();
        let targets: Vec<Name> = targets.collect();
        let task = Task {
            targets: &targets,
            ..self.task()
        };
        let finished = self.procedure.finish(&task, &mut names);
        self.issued = issued;
        let (performed, created) = match finished {
            Ok(finished) => finished,
            Err(reason) => return refuse(reason),
        };
        let note = self.procedure.note(&self.values);
        self.last = std::mem::take(&mut self.values);
        self.typed.clear();
        if kind.choice == ChoiceUse::Value {
            self.choice = 0;
        }
        let mut effects = vec![performed];
        if self.keep || kind.stays {
            let kept = self.last.iter().take(kind.kept_values);
            self.values.extend(kept.cloned());
            self.is_done = kind.stays && !self.values.is_empty();
        }
        if self.keep {
            if kind.pick() != Some(Pick::Several) {
                self.targets = None;
            }
        } else if !kind.stays {
            if !created.is_empty() {
                effects.push(Effect::Select(Selection::of(created)));
            }
            effects.push(Effect::Finish);
        }
        effects.extend(note.map(|note| Effect::Notice(note.map(str::to_owned))));
        effects
    }

    /// Returns the refusal if the drawing cannot change now. The procedure in progress stays.
    fn refusal_if_blocked(&self, cx: &CanvasCx<'_>) -> Option<Vec<Effect>> {
        let reason = cx.blocked.filter(|_| self.changes_drawing())?.to_owned();
        Some(refuse([reason.clone(), reason]))
    }
}

impl Stepper {
    pub(super) fn key(&mut self, press: &KeyPress<'_>, on_canvas: bool, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if press.is("Escape") {
            return self.escape(cx);
        }
        if press.is("Backspace") {
            if !self.typed.pop() {
                self.is_done = false;
                if self.values.pop().is_none() && self.picked_here {
                    self.targets = None;
                }
            }
            return vec![Effect::Handled];
        }
        if let Some(effects) = self.copy(press, cx) {
            return effects;
        }
        if press.is("Enter") && on_canvas {
            return self.enter(cx);
        }
        if self.typed.is_empty() {
            if press.is("q") && !self.kind().stays {
                self.keep = !self.keep;
                return vec![Effect::Handled];
            }
            if self.choose_by(press) {
                return vec![Effect::Handled];
            }
        }
        // A point typed while picking picks like a click.
        let entry = self.entry().unwrap_or(Entry::Place);
        let has_fields = !self.typed.is_empty() || !(self.is_picking() || entry.is_click());
        if press.is("Tab") && on_canvas && has_fields {
            let has_last = self.task().last_point().is_some();
            self.typed.next(labels(entry, has_last).len());
            return vec![Effect::Handled];
        }
        match self.typed.press(press, entry, self.is_begun()) {
            None => Vec::new(),
            Some(Ok(())) => vec![Effect::Handled],
            Some(Err(error)) => refuse(error),
        }
    }

    /// Whether the procedure has a value other than the sizes of a corner.
    pub(super) fn is_begun(&self) -> bool {
        !self.kind().stays && self.values.iter().any(|value| !is_size(value))
    }

    /// Ends the procedure: performs one that may end, discards one in progress, or ends the tool.
    pub(super) fn end(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if self.is_picking() {
            self.typed.clear();
            return if cx.selection.is_empty() {
                vec![Effect::Finish]
            } else {
                self.end_picking(cx)
            };
        }
        if self.may_end() && (self.kind().is_chain || self.typed.is_empty()) {
            return self.perform(cx);
        }
        if self.entry().is_some_and(Entry::is_click) {
            return self.escape(cx);
        }
        if self.values.is_empty() && self.typed.is_empty() {
            return vec![Effect::Finish];
        }
        self.values.clear();
        self.typed.clear();
        vec![Effect::Handled]
    }

    /// Backs out one step: typed text, then a press, then a chain or a value, then the picked entities, then the tool.
    fn escape(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if !self.typed.is_empty() {
            self.typed.clear();
        } else if self.press.take().is_some() {
            // The release of the pointer then places no point.
        } else if self.kind().is_chain && self.may_end() {
            return self.perform(cx);
        } else if self.kind().stays && !self.values.is_empty() {
            self.values.clear();
        } else if let Some(at) = self.values.iter().rposition(|value| !is_size(value)) {
            self.values.remove(at);
        } else if self.picked_here && self.targets.is_some() {
            self.targets = None;
        } else {
            return vec![Effect::Finish];
        }
        vec![Effect::Handled]
    }

    /// Ends picking, or accepts typed text, or ends the procedure, or accepts the last value.
    fn enter(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let Some(entry) = self.entry() else {
            return if self.typed.is_empty() {
                self.end_picking(cx)
            } else {
                self.pick_typed(cx)
            };
        };
        if let Entry::Edge(_) = entry {
            return self.enter_edge(cx);
        }
        if !self.typed.is_empty() || self.accepts_shown() {
            return self.accept_current(cx);
        }
        if self.may_end() {
            return self.perform(cx);
        }
        match self.default_value(cx) {
            Some(value) => self.accept(value, cx),
            None if entry == Entry::Piece || (self.kind().stays && !self.values.is_empty()) => {
                self.escape(cx)
            }
            None => refuse(TypedError::Incomplete),
        }
    }

    /// Whether Enter without text accepts the values shown in the fields.
    pub(super) fn accepts_shown(&self) -> bool {
        self.kind().enter_accepts && matches!(self.entry(), Some(Entry::Fields(_)))
    }

    /// Picks the entity at the typed point.
    fn pick_typed(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let facts = Facts {
            pointer: None,
            ..self.facts(cx)
        };
        match self.typed.point(&facts, None) {
            Ok(at) => self.pick_at(cx.camera.to_screen(at, cx.viewport), PointerKind::Mouse, cx),
            Err(error) => refuse(error),
        }
    }

    /// Selects the choice of a key, or the next one if several choices have the key. Returns whether there is one.
    fn choose_by(&mut self, press: &KeyPress<'_>) -> bool {
        let choices = self.procedure.choices(&self.task());
        let count = choices.len();
        let next = (1..=count)
            .map(|step| (self.choice + step) % count)
            .find(|at| press.is(choices[*at].0));
        if let Some(at) = next {
            self.choose(at);
        }
        next.is_some()
    }
}

/// Whether a value is a size of a corner, which stays when the user backs out; other numbers complete their procedure.
fn is_size(value: &StepValue) -> bool {
    matches!(value, StepValue::Numbers(_))
}

impl Stepper {
    /// Returns the edge at the typed point, or else under the pointer.
    pub(super) fn current_edge(&self, cx: &CanvasCx<'_>) -> Result<StepValue, Refusal> {
        let edge = if self.typed.has_coordinate() {
            let at = self.typed.point(&self.facts(cx), None)?;
            Edge::near(cx, at, PointerKind::Mouse)
        } else {
            let pointed = self.pointer.as_ref();
            pointed.and_then(|pointed| Edge::near(cx, cx.world(pointed.pixel), self.by))
        };
        edge.map(StepValue::Edge).ok_or_else(nothing_here)
    }

    /// Returns the typed sizes, or else the last ones.
    pub(super) fn sizes(&self, cx: &CanvasCx<'_>) -> Result<StepValue, Refusal> {
        match self.entry() {
            Some(Entry::Edge(fields)) => self.resolve_sizes(self.typed.numbers(fields, units(cx))?, cx),
            _ => self.last_sizes(cx),
        }
    }

    /// Returns the last sizes.
    pub(super) fn last_sizes(&self, cx: &CanvasCx<'_>) -> Result<StepValue, Refusal> {
        self.resolve_sizes(Vec::new(), cx)
    }

    fn resolve_sizes(&self, typed: Vec<Option<f64>>, cx: &CanvasCx<'_>) -> Result<StepValue, Refusal> {
        let given = Given {
            typed,
            at: None,
            exact: true,
        };
        self.procedure.resolve(&self.task(), &given, cx)
    }

    /// Adds picked edges, and performs the procedure with the sizes if the edges are complete.
    pub(super) fn pick_edges(
        &mut self,
        edges: impl IntoIterator<Item = StepValue>,
        cx: &CanvasCx<'_>,
    ) -> Vec<Effect> {
        let (count, typed) = (self.values.len(), self.typed.clone());
        if self.typed.has_coordinate() {
            self.typed.clear();
        }
        let sizes = self.sizes(cx);
        self.values.extend(edges);
        if self.step().is_some() {
            return vec![Effect::Handled];
        }
        let effects = match sizes {
            Ok(sizes) => {
                self.values.push(sizes);
                self.perform(cx)
            }
            Err(reason) => refuse(reason),
        };
        if is_refusal(&effects) {
            self.values.truncate(count);
            self.typed = typed;
        }
        effects
    }

    /// Picks the edge at a typed point, or performs the procedure on two selected entities, or else keeps the typed sizes.
    pub(super) fn enter_edge(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if self.typed.has_coordinate() {
            return self.accept_current(cx);
        }
        if self.offers_selection(cx) {
            let edges = cx.selection.iter().map(Edge::first_of).map(StepValue::Edge);
            return self.pick_edges(edges, cx);
        }
        if self.typed.is_empty() {
            return self.repeat_prompt();
        }
        match self.sizes(cx) {
            Ok(sizes) => {
                self.values.push(sizes);
                self.typed.clear();
                vec![Effect::Handled]
            }
            Err(reason) => refuse(reason),
        }
    }

    /// Whether Enter uses the two selected entities.
    pub(super) fn offers_selection(&self, cx: &CanvasCx<'_>) -> bool {
        !self.is_begun() && cx.selection.len() == 2
    }
}
