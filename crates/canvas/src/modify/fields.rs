//! Typed fields of a step: up to four texts, of which one is active, and their conversion to numbers or a point.

use super::operation::{Entry, Field, FieldUnit, Refusal};
use crate::canvas_tool::{Effect, Text, TypedField};
use crate::coordinates::{Typed, direction, parse};
use crate::expression::{TypedError, evaluate};
use crate::keys::KeyPress;
use crate::number_format::measured;
use crate::typed_character::{self, Character, read};
use trammel_kernel::{Point, norm};
use trammel_scene::Units;

/// Maximum number of fields.
const MOST: usize = 4;

const POSITION: Text = ["The position", "위치"];
const LENGTH: Text = ["Length", "길이"];
const ANGLE: Text = ["Angle", "각도"];
const BY_LENGTH: &[Text] = &[LENGTH, ANGLE];
const BY_COORDINATES: &[Text] = &[["X", "X"], ["Y", "Y"]];

/// Texts that the user types in a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Fields {
    texts: [String; MOST],
    active: usize,
}

impl Fields {
    pub(super) fn is_empty(&self) -> bool {
        self.texts.iter().all(String::is_empty)
    }

    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    pub(super) fn text(&self, at: usize) -> &str {
        self.texts.get(at).map_or("", String::as_str)
    }

    /// Removes the last character of the active field, or else of the last field with text. Returns whether there was
    /// one.
    pub(super) fn pop(&mut self) -> bool {
        if self.texts[self.active].is_empty() {
            let filled = self.texts.iter().rposition(|text| !text.is_empty());
            self.active = filled.unwrap_or(self.active);
        }
        self.texts[self.active].pop().is_some()
    }

    /// Activates the next of `count` fields.
    pub(super) fn next(&mut self, count: usize) {
        self.active = (self.active + 1) % count.clamp(1, MOST);
    }

    /// Appends a typed character. A letter alone is a shortcut of the page until the operation has a value or typed text;
    /// then it belongs to the operation, so that it never starts another tool.
    pub(super) fn press(&mut self, press: &KeyPress<'_>, has_value: bool) -> Vec<Effect> {
        let is_begun = has_value || !self.is_empty();
        let text = &mut self.texts[self.active];
        let (typed, effect) = match read(press, text, is_begun) {
            Character::Text(typed) => (typed, Effect::Handled),
            Character::Wrong(typed, error) => (typed, Effect::Refuse(error.reason())),
            Character::Other => return Vec::new(),
        };
        typed_character::push(text, typed);
        vec![effect]
    }

    /// Returns the numbers of fields with text.
    pub(super) fn numbers(&self, fields: &[Field], units: Units) -> Result<Vec<Option<f64>>, Refusal> {
        let number = |(at, field): (usize, &Field)| match self.text(at) {
            "" => Ok(None),
            text => {
                let units = Some(units).filter(|_| field.unit == FieldUnit::Length);
                evaluate(text, units).map(Some).map_err(|error| error.reason())
            }
        };
        fields.iter().enumerate().map(number).collect()
    }

    /// Returns the typed or pointed point of a step after the point `last`.
    pub(super) fn point(
        &self,
        units: Units,
        last: Option<Point>,
        pointer: Option<Point>,
    ) -> Result<Point, TypedError> {
        if self.is_empty() {
            return pointer.ok_or(TypedError::Missing(POSITION));
        }
        let is_coordinate = |text: &&String| text.contains([',', '<', '@']);
        if let Some(text) = self.texts.iter().find(is_coordinate) {
            return match parse(text, units, last)? {
                Typed::Point(point) => Ok(point),
                Typed::Number(_) => Err(TypedError::NotACoordinate),
            };
        }
        let value = |at: usize, pointed: Option<f64>, label: Text| match self.text(at) {
            "" => pointed.ok_or(TypedError::Missing(label)),
            text => evaluate(text, Some(units)),
        };
        let Some(from) = last else {
            let x = value(0, pointer.map(|p| p.x), BY_COORDINATES[0])?;
            let y = value(1, pointer.map(|p| p.y), BY_COORDINATES[1])?;
            return Ok(Point::new(x, y));
        };
        let toward = pointer.map(|to| to - from).filter(|way| norm(*way) > 0.0);
        let length = value(0, toward.map(norm), LENGTH)?;
        let way = match self.text(1) {
            "" => toward
                .map(|way| way / norm(way))
                .ok_or(TypedError::Missing(ANGLE))?,
            text => direction(evaluate(text, None)?),
        };
        Ok(from + way * length)
    }

    /// Returns the fields with typed texts, or else with these values.
    pub(super) fn shown(&self, labels: &[Text], values: &[String]) -> Vec<TypedField> {
        let field = |(at, label): (usize, &Text)| TypedField {
            label: *label,
            text: match self.text(at) {
                "" => values.get(at).cloned().unwrap_or_default(),
                typed => typed.to_owned(),
            },
            active: at == self.active,
        };
        labels.iter().enumerate().map(field).collect()
    }
}

/// Returns the labels of the fields of a step; `has_last` tells whether there is a previous point.
pub(super) fn labels(entry: Entry, has_last: bool) -> Vec<Text> {
    match entry {
        Entry::Point if has_last => BY_LENGTH.to_vec(),
        Entry::Point => BY_COORDINATES.to_vec(),
        Entry::Fields(fields) => fields.iter().map(|field| field.label).collect(),
    }
}

/// Returns a field that only shows a text.
pub(super) fn note(label: Text, text: String) -> TypedField {
    TypedField {
        label,
        text,
        active: false,
    }
}

/// Returns the texts of the fields for a pointed position.
pub(super) fn point_texts(at: Point, last: Option<Point>, pixel: f64) -> Vec<String> {
    match last {
        Some(from) => {
            let way = at - from;
            let degrees = libm::atan2(way.y, way.x).to_degrees();
            vec![measured(norm(way), pixel), format!("{}°", measured(degrees, 0.1))]
        }
        None => vec![measured(at.x, pixel), measured(at.y, pixel)],
    }
}
