//! Value of the current step of a stepper, and the overlay that shows the value.

use super::picking;
use super::pointing::{Pointed, round_position};
use super::procedure::{Entry, Given, Pick, Target, Task};
use super::refusal::{Refusal, nothing_here};
use super::stepper::Stepper;
use super::targets::hit;
use super::typed::{Facts, labels, units};
use super::value::{self, StepValue};
use crate::canvas_tool::{CanvasCx, Choice, PointerKind, Preview, Text, TextField, TypedField};
use crate::expression::TypedError;
use crate::hit_test::Depth;
use crate::precision::{round_length, round_point};
use trammel_kernel::{Path, Point, Vec2};

/// Number of sides of the first polygon.
const SIDES: f64 = 6.0;
/// Half the size of the cross at the point above a finger, in pixels.
const CROSS_PX: f64 = 8.0;
/// Height of a text that is in progress, if the figure has no height.
const TEXT_HEIGHT: f64 = 2.5;

impl Stepper {
    /// Returns the value of the current step, typed or else pointed, with the selected choice.
    pub(super) fn current(&self, cx: &CanvasCx<'_>) -> Result<StepValue, Refusal> {
        let entry = self.entry().ok_or(TypedError::Incomplete)?;
        let value = match entry {
            Entry::Edge(_) => return self.current_edge(cx),
            Entry::Piece => return self.current_piece(cx),
            Entry::Measured => return self.current_measured(cx),
            Entry::Fields(fields) => {
                let given = Given {
                    typed: self.typed.numbers(fields, units(cx))?,
                    at: self.pointer.as_ref().map(|pointed| pointed.at),
                    exact: self.pointer.as_ref().is_some_and(|pointed| pointed.exact),
                };
                self.procedure.resolve(&self.task(), &given, cx)?
            }
            entry => self.simple(entry, cx)?,
        };
        Ok(self.with_choice(value))
    }

    /// Returns the value of a step that needs nothing of its procedure.
    fn simple(&self, entry: Entry, cx: &CanvasCx<'_>) -> Result<StepValue, TypedError> {
        let pointed = self.pointer.as_ref().filter(|_| self.typed.is_empty());
        match (entry, pointed) {
            (Entry::Pick(target), Some(pointed)) => return picking::pick(target, &self.values, pointed, cx),
            (Entry::Place, Some(pointed)) => {
                let at = round_position(cx.world(pointed.pixel), self.task().last_point(), cx);
                return Ok(StepValue::Point(at));
            }
            (Entry::Pick(Target::Edge), None) if self.typed.is_empty() => return Err(TypedError::NoEdge),
            (Entry::Pick(Target::End), None) if self.typed.is_empty() => return Err(TypedError::NoEnd),
            _ => {}
        }
        let value = self.typed.value(entry, &self.facts(cx))?;
        let is_pointed = self.typed.text(0).is_empty();
        let inexact = is_pointed && self.pointer.as_ref().is_some_and(|pointed| !pointed.exact);
        let step = cx.grid_step();
        Ok(match (value, entry) {
            (StepValue::Radius(radius), _) if inexact => StepValue::Radius(round_length(radius, step)),
            // A pointed direction is a whole number of degrees.
            (StepValue::Angle(degrees), _) if inexact => StepValue::Angle(degrees.round() + 0.0),
            (StepValue::Polygon(radius, sides), _) if inexact => {
                StepValue::Polygon(round_length(radius, step), sides)
            }
            (StepValue::Point(at), Entry::Pick(target)) => {
                return picking::pick(target, &self.values, &Pointed::from_text(at, cx), cx);
            }
            (value, _) => value,
        })
    }

    /// Returns the facts on which the meaning of the typed text depends.
    pub(super) fn facts(&self, cx: &CanvasCx<'_>) -> Facts {
        let task = self.task();
        Facts {
            units: units(cx),
            first: self.values.iter().find_map(StepValue::position),
            last: task.last_point(),
            pointer: self.pointer.as_ref().map(|pointed| pointed.at),
            sides: match task.last.last() {
                Some(StepValue::Polygon(_, sides)) => *sides,
                _ => SIDES,
            },
        }
    }

    /// Returns the typed position, or else that of the pointer, without snapping.
    fn free_position(&self, cx: &CanvasCx<'_>) -> Result<Point, TypedError> {
        let pointed = self.pointer.as_ref();
        let facts = Facts {
            pointer: pointed.map(|pointed| round_point(pointed.at, cx.units(1.0))),
            ..self.facts(cx)
        };
        self.typed.point(&facts, None)
    }

    /// Returns the entity whose piece is at the typed point, or else under the pointer.
    fn current_piece(&self, cx: &CanvasCx<'_>) -> Result<StepValue, Refusal> {
        let at = self.free_position(cx)?;
        let name = cx.entity_at(at, self.by, Depth::Entity);
        let name = name.ok_or_else(nothing_here)?;
        Ok(StepValue::Pick(Box::new(value::Pick {
            at,
            reference: Some(name.to_string()),
            seg: None,
        })))
    }

    /// Whether a pick found a point, so that its snap is shown.
    fn picks_point(&self, current: Option<&StepValue>) -> bool {
        let target = self.entry();
        let is_end = target == Some(Entry::Pick(Target::End));
        let is_free = matches!(
            target,
            Some(Entry::Pick(Target::Anything | Target::Point | Target::End))
        );
        is_free && matches!(current, Some(StepValue::Pick(pick)) if pick.seg.is_none() || is_end)
    }

    /// Returns the value that Enter accepts in the current step: that of the last time, if it is not a position.
    pub(super) fn default_value(&self, cx: &CanvasCx<'_>) -> Option<StepValue> {
        let step = self.values.len();
        match self.entry()? {
            Entry::Pick(Target::End) => picking::last_end(cx.scene),
            Entry::Measured => self.selected_item(cx),
            Entry::Pick(_) | Entry::Text | Entry::Piece | Entry::Edge(_) => None,
            Entry::Fields(_) if self.accepts_shown() => None,
            Entry::Fields(_) => {
                let numbers = self.task().last_numbers()?.to_vec();
                Some(StepValue::Numbers(numbers))
            }
            _ => {
                let last = self.last.get(step).cloned();
                let last = last.filter(|value| value.position().is_none());
                last.or_else(|| self.procedure.initial(step))
            }
        }
    }

    /// Returns the overlay.
    pub(super) fn overlay(&self, cx: &CanvasCx<'_>) -> Preview {
        if self.is_picking() {
            return self.overlay_of_picking(cx);
        }
        let entry = self.entry();
        if entry == Some(Entry::Measured) {
            return self.overlay_of_measuring(cx);
        }
        let current = self.current(cx).ok();
        let mut values = self.values.clone();
        values.extend(current.clone());
        if let Some(Entry::Edge(_)) = entry {
            values.extend(self.sizes(cx).ok());
        }
        let task = Task {
            values: &values,
            ..self.task()
        };
        let mut ghosts = self.procedure.ghosts(&task, cx);
        ghosts.extend(self.cross(cx));
        let snap = self.pointer.as_ref().and_then(|pointed| pointed.snap.clone());
        let snaps = !matches!(entry, Some(Entry::Place | Entry::Text | Entry::Pick(_)))
            || self.picks_point(current.as_ref());
        Preview {
            ghosts,
            snap: snap.filter(|_| self.typed.is_empty() && snaps),
            fields: self.shown_fields(current, self.procedure.reading(&values), cx),
            choices: self.choices(),
            text: (entry == Some(Entry::Text)).then(|| self.text_field()),
            can_enter: self.can_enter(cx),
            ..Preview::default()
        }
    }

    /// Whether Enter ends the procedure or accepts a value.
    fn can_enter(&self, cx: &CanvasCx<'_>) -> bool {
        let offers_selection = matches!(self.entry(), Some(Entry::Edge(_))) && self.offers_selection(cx);
        self.may_end()
            || !self.typed.is_empty()
            || self.accepts_shown()
            || offers_selection
            || self.default_value(cx).is_some()
    }

    /// Returns the outlines under the pointer, or the marquee of a drag.
    fn overlay_of_picking(&self, cx: &CanvasCx<'_>) -> Preview {
        let pick = self.kind().pick().unwrap_or(Pick::One);
        let marquee = self.drag_marquee().filter(|_| pick != Pick::One);
        let hovered = self.pointer.as_ref().filter(|_| marquee.is_none());
        let hit = hovered.and_then(|pointed| hit(cx, pointed.pixel, self.by, pick));
        let is_typing = !self.typed.is_empty();
        let typed = is_typing.then(|| self.typed.fields(&labels(Entry::Place, false), &[]));
        Preview {
            ghosts: hit.map_or_else(Vec::new, |name| cx.scene.world_paths(&name)),
            marquee,
            fields: typed.into_iter().flatten().chain(self.keep_note()).collect(),
            choices: self.choices(),
            can_enter: is_typing || !cx.selection.is_empty(),
            ..Preview::default()
        }
    }

    /// Returns a cross at the point above a finger that draws.
    fn cross(&self, cx: &CanvasCx<'_>) -> Vec<Path> {
        let by_finger = matches!(self.press, Some((_, PointerKind::Touch))) && self.kind().is_figure();
        let Some(pointed) = self.pointer.as_ref().filter(|_| by_finger) else {
            return Vec::new();
        };
        let half = cx.units(CROSS_PX);
        [Vec2::new(half, 0.0), Vec2::new(0.0, half)]
            .map(|way| Path::from_points(&[pointed.at - way, pointed.at + way], false))
            .to_vec()
    }

    /// Returns the choices of the current step.
    fn choices(&self) -> Vec<Choice> {
        let choices = self.procedure.choices(&self.task()).iter().enumerate();
        let choice = |(at, (key, label)): (usize, &(&'static str, Text))| Choice {
            key,
            label: *label,
            active: at == self.choice,
        };
        choices.map(choice).collect()
    }

    fn text_field(&self) -> TextField {
        let height = self.values.iter().find_map(|value| match value {
            StepValue::Radius(height) => Some(*height),
            _ => None,
        });
        TextField {
            at: self.task().last_point().unwrap_or(Point::ORIGIN),
            height: height.unwrap_or(TEXT_HEIGHT),
            label: self.kind().label,
        }
    }

    /// Returns the fields with typed texts, or else with the pointed values; then the last size and the kept state.
    fn shown_fields(
        &self,
        current: Option<StepValue>,
        measured: Option<String>,
        cx: &CanvasCx<'_>,
    ) -> Vec<TypedField> {
        let Some(entry) = self.entry() else {
            return Vec::new();
        };
        let last = self.task().last_point();
        let shown = match entry {
            Entry::Edge(_) => self.sizes(cx).or_else(|_| self.last_sizes(cx)).ok(),
            Entry::Piece => self.free_position(cx).ok().map(StepValue::Point),
            // A direction or a length that the pointer gives as a point has no number yet.
            Entry::Fields(_) => current.filter(|value| value.position().is_none()),
            _ => current,
        };
        let from = last.filter(|_| entry == Entry::Point);
        let texts = shown.map_or_else(Vec::new, |value| value.texts(from, cx.units(1.0)));
        let mut fields = self.typed.fields(&labels(entry, last.is_some()), &texts);
        fields.extend(measured.map(|text| note(["Measured:", "측정값:"], text)));
        if let Some(value) = self.default_value(cx).filter(|_| self.typed.is_empty()) {
            fields.push(note(["Enter:", "Enter:"], value.texts(None, 1e-6).join(" × ")));
        }
        fields.extend(self.keep_note());
        fields
    }

    /// Returns the note that the tool stays active.
    fn keep_note(&self) -> Option<TypedField> {
        let label = ["Stays active (Q)", "계속 켜 둠 (Q)"];
        self.keep.then(|| note(label, String::new()))
    }
}

/// Returns a field that only shows a text.
fn note(label: Text, text: String) -> TypedField {
    TypedField {
        label,
        text,
        active: false,
    }
}
