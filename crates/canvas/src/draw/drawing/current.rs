//! Value of the current step of a drawing tool, and the fields that show the value.

use super::state::Drawing;
use crate::canvas_tool::{CanvasCx, TypedField};
use crate::draw::figure::{Entry, Target};
use crate::draw::picking;
use crate::draw::pointing::{Pointed, rounded};
use crate::draw::precision::round_length;
use crate::draw::typed_fields::{Context, labels};
use crate::draw::value::{Value, points};
use crate::expression::TypedError;

/// Number of sides of the first polygon.
const SIDES: f64 = 6.0;

impl Drawing {
    /// Returns the value of the current step, typed or else pointed, with the selected choice.
    pub(super) fn current(&self, cx: &CanvasCx<'_>) -> Result<Value, TypedError> {
        self.plain(cx).map(|value| value.with_choice(self.choice))
    }

    fn plain(&self, cx: &CanvasCx<'_>) -> Result<Value, TypedError> {
        let entry = self.step().entry;
        let pointed = self.pointer.as_ref().filter(|_| self.fields.is_empty());
        match (entry, pointed) {
            (Entry::Pick(target), Some(pointed)) => return picking::pick(target, &self.values, pointed, cx),
            (Entry::Place, Some(pointed)) => {
                let at = rounded(cx.world(pointed.pixel), self.last_point(), cx);
                return Ok(Value::Point(at));
            }
            (Entry::Pick(Target::Edge), None) if self.fields.is_empty() => return Err(TypedError::NoEdge),
            (Entry::Pick(Target::End), None) if self.fields.is_empty() => return Err(TypedError::NoEnd),
            _ => {}
        }
        let facts = Context {
            units: cx.scene.definitions().units.unwrap_or_default(),
            first: points(&self.values).first().copied(),
            last: self.last_point(),
            pointer: self.pointer.as_ref().map(|pointed| pointed.at),
            sides: self.last_sides(),
        };
        let value = self.fields.value(entry, &facts)?;
        let is_pointed = self.fields.text(0).is_empty();
        let inexact = is_pointed && self.pointer.as_ref().is_some_and(|pointed| !pointed.exact);
        let step = cx.grid_step();
        Ok(match (value, entry) {
            (Value::Radius(radius), _) if inexact => Value::Radius(round_length(radius, step)),
            // A pointed direction is a whole number of degrees.
            (Value::Angle(degrees), _) if inexact => Value::Angle(degrees.round() + 0.0),
            (Value::Polygon(radius, sides), _) if inexact => {
                Value::Polygon(round_length(radius, step), sides)
            }
            (Value::Point(at), Entry::Pick(target)) => {
                return picking::pick(target, &self.values, &Pointed::typed(at, cx), cx);
            }
            (value, _) => value,
        })
    }

    /// Whether a pick found a point, so that its snap is shown.
    pub(super) fn picks_point(&self, current: Option<&Value>) -> bool {
        let target = self.step().entry;
        let is_free = matches!(
            target,
            Entry::Pick(Target::Anything | Target::Point | Target::End)
        );
        let is_end = target == Entry::Pick(Target::End);
        is_free && matches!(current, Some(Value::Pick(pick)) if pick.seg.is_none() || is_end)
    }

    fn last_sides(&self) -> f64 {
        match self.last.last() {
            Some(Value::Polygon(_, sides)) => *sides,
            _ => SIDES,
        }
    }

    /// Returns the value that Enter accepts in the current step: that of the last figure, if it is not a position.
    pub(super) fn default_value(&self, cx: &CanvasCx<'_>) -> Option<Value> {
        let step = self.values.len();
        match self.step().entry {
            Entry::Pick(Target::End) => return picking::last_end(cx.scene),
            Entry::Pick(_) | Entry::Text => return None,
            _ => {}
        }
        let last = self.last.get(step).cloned();
        let last = last.filter(|value| value.position().is_none());
        last.or_else(|| (self.figure.initial)(step))
    }

    /// Returns the fields with typed texts, or else with the pointed values; then the last size and the kept state.
    pub(super) fn shown_fields(
        &self,
        current: Option<&Value>,
        measured: Option<String>,
        cx: &CanvasCx<'_>,
    ) -> Vec<TypedField> {
        let pixel = cx.units(1.0);
        let entry = self.step().entry;
        let has_last = self.last_point().is_some();
        let from = self.last_point().filter(|_| entry == Entry::Point);
        let numbers: [String; 2] = current.map_or_else(Default::default, |value| value.texts(from, pixel));
        let field = |(at, label): (usize, &[&'static str; 2])| TypedField {
            label: *label,
            text: match self.fields.text(at) {
                "" => numbers[at].clone(),
                typed => typed.to_owned(),
            },
            active: at == self.fields.active(),
        };
        let labels = labels(entry, has_last);
        let mut fields: Vec<TypedField> = labels.iter().enumerate().map(field).collect();
        let extra = |label, text| TypedField {
            label,
            text,
            active: false,
        };
        if let Some(text) = measured {
            fields.push(extra(["Measured:", "측정값:"], text));
        }
        if let Some(value) = self.default_value(cx).filter(|_| self.fields.is_empty()) {
            let [first, second] = value.texts(None, 1e-6);
            let text = [first, second].into_iter().filter(|text| !text.is_empty());
            fields.push(extra(["Enter:", "Enter:"], text.collect::<Vec<_>>().join(" × ")));
        }
        if self.keep {
            fields.push(extra(["Stays active (Q)", "계속 켜 둠 (Q)"], String::new()));
        }
        fields
    }
}
