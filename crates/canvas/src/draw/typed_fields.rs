//! Typed fields of a step: two texts at most, of which one is active, and their conversion to a value.

use super::figure::Entry;
use super::precision::{difference, without_dust};
use super::value::Value;
use crate::canvas_tool::Text;
use crate::coordinates::{Typed, direction, parse};
use crate::expression::{DIAMETER, TypedError, evaluate, evaluate_radius};
use crate::typed_character;
use trammel_kernel::{Point, Vec2, norm};
use trammel_scene::Units;

/// Texts that the user types in a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TypedFields {
    texts: [String; 2],
    active: usize,
}

/// Facts on which the meaning of a typed text depends.
#[derive(Clone, Copy)]
pub(crate) struct Context {
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

impl TypedFields {
    pub(crate) fn is_empty(&self) -> bool {
        self.texts.iter().all(String::is_empty)
    }

    pub(crate) fn text(&self, at: usize) -> &str {
        self.texts.get(at).map_or("", String::as_str)
    }

    pub(crate) fn active(&self) -> usize {
        self.active
    }

    /// Appends a character to the active field.
    pub(crate) fn push(&mut self, c: char) {
        typed_character::push(&mut self.texts[self.active], c);
    }

    /// Removes the last character of the active field, or else of the other field. Returns whether there was one.
    pub(crate) fn pop(&mut self) -> bool {
        if self.texts[self.active].is_empty() && !self.is_empty() {
            self.active = 1 - self.active;
        }
        self.texts[self.active].pop().is_some()
    }

    /// Activates the next of `count` fields.
    pub(crate) fn next(&mut self, count: usize) {
        self.active = (self.active + 1) % count.max(1);
    }

    /// Converts the texts to the value of a step.
    pub(crate) fn value(&self, entry: Entry, cx: &Context) -> Result<Value, TypedError> {
        match entry {
            Entry::Point => self.point(cx, cx.last).map(Value::Point),
            Entry::Place | Entry::Pick(_) => self.point(cx, None).map(Value::Point),
            Entry::Size => self.size(cx, 1.0).map(Value::Size),
            Entry::SizeAround => self.size(cx, 2.0).map(Value::Size),
            Entry::Radius => self.radius_or_diameter(cx).map(Value::Radius),
            Entry::Height => self.radius(cx, HEIGHT).map(Value::Radius),
            Entry::Angle => self.angle(cx).map(Value::Angle),
            Entry::Text => Err(TypedError::NoText),
            Entry::Polygon => {
                let sides = match self.text(1) {
                    "" => cx.sides,
                    text => evaluate(text, None)?,
                };
                Ok(Value::Polygon(self.radius_or_diameter(cx)?, sides))
            }
        }
    }

    /// Returns the coordinate in the texts, if one of them is a coordinate.
    fn coordinate(&self, cx: &Context) -> Result<Option<Point>, TypedError> {
        let written = |text: &&String| text.contains([',', '<', '@']);
        let Some(text) = self.texts.iter().find(written) else {
            return Ok(None);
        };
        match parse(text, cx.units, cx.last)? {
            Typed::Point(point) => Ok(Some(point)),
            Typed::Number(_) => Err(TypedError::NotACoordinate),
        }
    }

    /// Returns the length in a field, or the pointed one if the field has no text.
    fn length(&self, at: usize, cx: &Context, pointed: Option<f64>, label: Text) -> Result<f64, TypedError> {
        match self.text(at) {
            "" => pointed.ok_or(TypedError::Missing(label)),
            text => evaluate(text, Some(cx.units)),
        }
    }

    /// Returns the point; with `from`, the fields are the length and the angle from there.
    fn point(&self, cx: &Context, from: Option<Point>) -> Result<Point, TypedError> {
        if self.is_empty() {
            return cx.pointer.ok_or(TypedError::Missing(POSITION));
        }
        if let Some(point) = self.coordinate(cx)? {
            return Ok(point);
        }
        let Some(from) = from else {
            let x = self.length(0, cx, cx.pointer.map(|p| p.x), X)?;
            let y = self.length(1, cx, cx.pointer.map(|p| p.y), Y)?;
            return Ok(Point::new(x, y));
        };
        let toward = cx.pointer.map(|to| to - from).filter(|way| norm(*way) > 0.0);
        let length = self.length(0, cx, toward.map(norm), LENGTH)?;
        let way = match self.text(1) {
            "" => toward
                .map(|way| way / norm(way))
                .ok_or(TypedError::Missing(ANGLE))?,
            text => direction(evaluate(text, None)?),
        };
        Ok(from + way * length)
    }

    /// Returns the width and height; `times` is 2 if the last point is the center.
    fn size(&self, cx: &Context, times: f64) -> Result<Vec2, TypedError> {
        let from = cx.last.unwrap_or(Point::ORIGIN);
        let between = |to: Point| Vec2::new(difference(from.x, to.x), difference(from.y, to.y)) * times;
        if let Some(corner) = self.coordinate(cx)? {
            return Ok(between(corner));
        }
        let pointed = cx.pointer.map(between);
        let side = |at: usize, pointed: Option<f64>, label: Text| {
            let size = self.length(at, cx, pointed, label)?;
            // A typed size lies on the side of the pointer.
            let flip = !self.text(at).is_empty() && pointed.is_some_and(|pointed| pointed < 0.0);
            Ok(if flip { -size } else { size })
        };
        Ok(Vec2::new(
            side(0, pointed.map(|size| size.x), WIDTH)?,
            side(1, pointed.map(|size| size.y), HEIGHT)?,
        ))
    }

    fn angle(&self, cx: &Context) -> Result<f64, TypedError> {
        if !self.text(0).is_empty() {
            return evaluate(self.text(0), None);
        }
        let from = cx.first.unwrap_or(Point::ORIGIN);
        let way = cx.pointer.map(|to| to - from).filter(|way| norm(*way) > 0.0);
        let way = way.ok_or(TypedError::Missing(ANGLE))?;
        Ok(without_dust(libm::atan2(way.y, way.x).to_degrees()))
    }

    /// Returns the radius; a text that begins with a letter of [`DIAMETER`] states the diameter.
    fn radius_or_diameter(&self, cx: &Context) -> Result<f64, TypedError> {
        if self.text(0).starts_with(DIAMETER) {
            return evaluate_radius(self.text(0), cx.units);
        }
        self.radius(cx, RADIUS)
    }

    fn radius(&self, cx: &Context, label: Text) -> Result<f64, TypedError> {
        let from = cx.first.unwrap_or(Point::ORIGIN);
        if let Some(to) = self.coordinate(cx)? {
            return Ok(norm(to - from));
        }
        self.length(0, cx, cx.pointer.map(|to| norm(to - from)), label)
    }
}

/// Whether a letter begins a diameter in a step that asks for a radius.
pub(crate) fn begins_diameter(entry: Entry, letter: char) -> bool {
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

/// Returns the labels of the fields of a step; `has_last` tells whether the figure has a point.
pub(crate) fn labels(entry: Entry, has_last: bool) -> &'static [Text] {
    match entry {
        Entry::Point if has_last => &[LENGTH, ANGLE],
        Entry::Point | Entry::Place | Entry::Pick(_) => &[X, Y],
        Entry::Size | Entry::SizeAround => &[WIDTH, HEIGHT],
        Entry::Radius => &[RADIUS],
        Entry::Height => &[HEIGHT],
        Entry::Angle => &[ANGLE],
        Entry::Text => &[],
        Entry::Polygon => &[RADIUS, SIDES],
    }
}
