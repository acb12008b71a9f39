//! Typed fields of a step: up to four texts, of which one is active, and their conversion to a value.

use super::procedure::{Entry, Field, FieldUnit};
use super::value::StepValue;
use crate::canvas_tool::{CanvasCx, Text, TypedField};
use crate::coordinates::{Typed as Coordinate, direction, parse};
use crate::expression::{DIAMETER, TypedError, evaluate, evaluate_radius};
use crate::keys::KeyPress;
use crate::precision::{difference, round_computed};
use crate::typed_character::{self, Character, read};
use trammel_kernel::{Point, Vec2, norm};
use trammel_scene::Units;

/// Maximum number of fields.
const MOST: usize = 4;

/// Texts that the user types in a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Typed {
    texts: [String; MOST],
    active: usize,
}

/// Facts on which the meaning of a typed text depends.
#[derive(Clone, Copy)]
pub(crate) struct Facts {
    /// Unit of the drawing.
    pub(crate) units: Units,
    /// First point of the figure.
    pub(crate) first: Option<Point>,
    /// Last point of the figure.
    pub(crate) last: Option<Point>,
    /// Position of the pointer, which replaces fields without text.
    pub(crate) pointer: Option<Point>,
    /// Number of sides if that field has no text.
    pub(crate) sides: f64,
}

impl Typed {
    pub(crate) fn is_empty(&self) -> bool {
        self.texts.iter().all(String::is_empty)
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    pub(crate) fn text(&self, at: usize) -> &str {
        self.texts.get(at).map_or("", String::as_str)
    }

    /// Takes a typed character of a step. Returns `None` for a key that is not for the text, and the reason if the
    /// character begins no value. A letter alone is a shortcut of the page until the procedure has a value or typed text;
    /// then it belongs to the procedure, so that it never starts another tool.
    pub(crate) fn press(
        &mut self,
        press: &KeyPress<'_>,
        entry: Entry,
        has_value: bool,
    ) -> Option<Result<(), TypedError>> {
        let is_begun = has_value || !self.is_empty();
        let text = &mut self.texts[self.active];
        let (typed, taken) = match read(press, text, is_begun) {
            Character::Other => return None,
            Character::Text(typed) => (typed, Ok(())),
            Character::Wrong(typed, _) if begins_diameter(entry, typed) => (typed, Ok(())),
            // A text has a field of its own on the drawing.
            Character::Wrong(_, error) if entry == Entry::Text => return Some(Err(error)),
            Character::Wrong(typed, error) => (typed, Err(error)),
        };
        typed_character::push(text, typed);
        Some(taken)
    }

    /// Removes the last character of the active field, or else of the last field with text. Returns whether there was
    /// one.
    pub(crate) fn pop(&mut self) -> bool {
        if self.texts[self.active].is_empty() {
            let filled = self.texts.iter().rposition(|text| !text.is_empty());
            self.active = filled.unwrap_or(self.active);
        }
        self.texts[self.active].pop().is_some()
    }

    /// Activates the next of `count` fields.
    pub(crate) fn next(&mut self, count: usize) {
        self.active = (self.active + 1) % count.clamp(1, MOST);
    }

    /// Returns the fields with typed texts, or else with these texts.
    pub(crate) fn fields(&self, labels: &[Text], texts: &[String]) -> Vec<TypedField> {
        let field = |(at, label): (usize, &Text)| TypedField {
            label: *label,
            text: match self.text(at) {
                "" => texts.get(at).cloned().unwrap_or_default(),
                typed => typed.to_owned(),
            },
            active: at == self.active,
        };
        labels.iter().enumerate().map(field).collect()
    }

    /// Whether one of the texts is a coordinate.
    pub(crate) fn has_coordinate(&self) -> bool {
        self.texts.iter().any(|text| is_coordinate(text))
    }

    /// Returns the numbers of fields with text.
    pub(crate) fn numbers(&self, fields: &[Field], units: Units) -> Result<Vec<Option<f64>>, TypedError> {
        let number = |(at, field): (usize, &Field)| match self.text(at) {
            "" => Ok(None),
            text => {
                let units = Some(units).filter(|_| field.unit == FieldUnit::Length);
                evaluate(text, units).map(Some)
            }
        };
        fields.iter().enumerate().map(number).collect()
    }

    /// Converts the texts to the value of a step.
    pub(crate) fn value(&self, entry: Entry, facts: &Facts) -> Result<StepValue, TypedError> {
        match entry {
            Entry::Point => self.point(facts, facts.last).map(StepValue::Point),
            Entry::Place | Entry::Pick(_) | Entry::Piece | Entry::Edge(_) | Entry::Measured => {
                self.point(facts, None).map(StepValue::Point)
            }
            Entry::Size => self.size(facts, 1.0).map(StepValue::Size),
            Entry::SizeAround => self.size(facts, 2.0).map(StepValue::Size),
            Entry::Radius => self.radius_or_diameter(facts).map(StepValue::Radius),
            Entry::Height => self.radius(facts, HEIGHT).map(StepValue::Radius),
            Entry::Angle => self.angle(facts).map(StepValue::Angle),
            Entry::Text => Err(TypedError::NoText),
            Entry::Fields(_) => Err(TypedError::Incomplete),
            Entry::Polygon => {
                let sides = match self.text(1) {
                    "" => facts.sides,
                    text => evaluate(text, None)?,
                };
                Ok(StepValue::Polygon(self.radius_or_diameter(facts)?, sides))
            }
        }
    }

    /// Returns the coordinate in the texts, if one of them is a coordinate.
    fn coordinate(&self, facts: &Facts) -> Result<Option<Point>, TypedError> {
        let Some(text) = self.texts.iter().find(|text| is_coordinate(text)) else {
            return Ok(None);
        };
        match parse(text, facts.units, facts.last)? {
            Coordinate::Point(point) => Ok(Some(point)),
            Coordinate::Number(_) => Err(TypedError::NotACoordinate),
        }
    }

    /// Returns the length in a field, or the pointed one if the field has no text.
    fn length(&self, at: usize, facts: &Facts, pointed: Option<f64>, label: Text) -> Result<f64, TypedError> {
        match self.text(at) {
            "" => pointed.ok_or(TypedError::Missing(label)),
            text => evaluate(text, Some(facts.units)),
        }
    }

    /// Returns the point; with `from`, the fields are the length and the angle from there.
    pub(crate) fn point(&self, facts: &Facts, from: Option<Point>) -> Result<Point, TypedError> {
        if self.is_empty() {
            return facts.pointer.ok_or(TypedError::Missing(POSITION));
        }
        if let Some(point) = self.coordinate(facts)? {
            return Ok(point);
        }
        let Some(from) = from else {
            let x = self.length(0, facts, facts.pointer.map(|p| p.x), X)?;
            let y = self.length(1, facts, facts.pointer.map(|p| p.y), Y)?;
            return Ok(Point::new(x, y));
        };
        let toward = facts.pointer.map(|to| to - from).filter(|way| norm(*way) > 0.0);
        let length = self.length(0, facts, toward.map(norm), LENGTH)?;
        let way = match self.text(1) {
            "" => toward
                .map(|way| way / norm(way))
                .ok_or(TypedError::Missing(ANGLE))?,
            text => direction(evaluate(text, None)?),
        };
        Ok(from + way * length)
    }

    /// Returns the width and height; `times` is 2 if the last point is the center.
    fn size(&self, facts: &Facts, times: f64) -> Result<Vec2, TypedError> {
        let from = facts.last.unwrap_or(Point::ORIGIN);
        let between = |to: Point| Vec2::new(difference(from.x, to.x), difference(from.y, to.y)) * times;
        if let Some(corner) = self.coordinate(facts)? {
            return Ok(between(corner));
        }
        let pointed = facts.pointer.map(between);
        let side = |at: usize, pointed: Option<f64>, label: Text| {
            let size = self.length(at, facts, pointed, label)?;
            // A typed size lies on the side of the pointer.
            let flip = !self.text(at).is_empty() && pointed.is_some_and(|pointed| pointed < 0.0);
            Ok(if flip { -size } else { size })
        };
        Ok(Vec2::new(
            side(0, pointed.map(|size| size.x), WIDTH)?,
            side(1, pointed.map(|size| size.y), HEIGHT)?,
        ))
    }

    fn angle(&self, facts: &Facts) -> Result<f64, TypedError> {
        if !self.text(0).is_empty() {
            return evaluate(self.text(0), None);
        }
        let from = facts.first.unwrap_or(Point::ORIGIN);
        let way = facts.pointer.map(|to| to - from).filter(|way| norm(*way) > 0.0);
        let way = way.ok_or(TypedError::Missing(ANGLE))?;
        Ok(round_computed(libm::atan2(way.y, way.x).to_degrees()))
    }

    /// Returns the radius; a text that begins with a letter of [`DIAMETER`] states the diameter.
    fn radius_or_diameter(&self, facts: &Facts) -> Result<f64, TypedError> {
        if self.text(0).starts_with(DIAMETER) {
            return evaluate_radius(self.text(0), facts.units);
        }
        self.radius(facts, RADIUS)
    }

    fn radius(&self, facts: &Facts, label: Text) -> Result<f64, TypedError> {
        let from = facts.first.unwrap_or(Point::ORIGIN);
        if let Some(to) = self.coordinate(facts)? {
            return Ok(norm(to - from));
        }
        self.length(0, facts, facts.pointer.map(|to| norm(to - from)), label)
    }
}

/// Returns the unit of typed lengths.
pub(crate) fn units(cx: &CanvasCx<'_>) -> Units {
    cx.scene.definitions().units.unwrap_or_default()
}

fn is_coordinate(text: &str) -> bool {
    text.contains([',', '<', '@'])
}

/// Whether a letter begins a diameter in a step that asks for a radius.
fn begins_diameter(entry: Entry, letter: char) -> bool {
    matches!(entry, Entry::Radius | Entry::Polygon) && DIAMETER.contains(&letter)
}

const POSITION: Text = ["The position", "위치"];
const X: Text = ["X", "X"];
const Y: Text = ["Y", "Y"];
const LENGTH: Text = ["Length", "길이"];
const ANGLE: Text = ["Angle", "각도"];
const WIDTH: Text = ["Width", "너비"];
const HEIGHT: Text = ["Height", "높이"];
/// Label of a radius.
pub(crate) const RADIUS: Text = ["Radius", "반지름"];
const SIDES: Text = ["Sides", "변의 수"];

/// Returns the labels of the fields of a step; `has_last` tells whether there is a previous point.
pub(crate) fn labels(entry: Entry, has_last: bool) -> Vec<Text> {
    match entry {
        Entry::Point if has_last => vec![LENGTH, ANGLE],
        Entry::Point | Entry::Place | Entry::Pick(_) | Entry::Piece => vec![X, Y],
        Entry::Size | Entry::SizeAround => vec![WIDTH, HEIGHT],
        Entry::Radius => vec![RADIUS],
        Entry::Height => vec![HEIGHT],
        Entry::Angle => vec![ANGLE],
        Entry::Text => Vec::new(),
        Entry::Measured => vec![["Point", "점"]],
        Entry::Polygon => vec![RADIUS, SIDES],
        Entry::Fields(fields) | Entry::Edge(fields) => fields.iter().map(|field| field.label).collect(),
    }
}
