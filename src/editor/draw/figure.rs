//! Interface of figures that drawing tools draw: the steps, the ghost, and the finished call.
//!
//! Invariant: a figure is a function of its values, one for each step.

use crate::editor::canvas_tool::Text;
use crate::editor::expression::TypedError;
use crate::editor::keys::Chord;
use crate::editor::number_format::{measured, trimmed};
use crate::geometry::{Path, Point, Vec2, norm};
use serde_json::Value as Json;

/// A figure, such as a circle by center and radius.
pub trait Figure: 'static {
    /// Constant properties of the tool.
    const KIND: FigureKind;

    /// Returns the next step after these values.
    fn step(values: &[Value]) -> Step;

    /// Whether these values are a finished figure.
    fn is_complete(values: &[Value]) -> bool;

    /// Whether the user may end the figure after these values (Enter, right click, or Escape).
    fn may_end(_values: &[Value]) -> bool {
        false
    }

    /// Returns the outlines of the figure in progress.
    fn outlines(values: &[Value]) -> Vec<Path>;

    /// Returns the tool call without the name of the entity.
    ///
    /// # Errors
    /// Returns the reason if the values are not a valid figure.
    fn call(values: &[Value]) -> Result<FigureCall, TypedError>;
}

/// Constant properties of a drawing tool.
#[derive(Clone, Copy, Debug)]
pub struct FigureKind {
    /// Unique name of the tool.
    pub id: &'static str,
    /// Start of the names of new entities, before the underscore.
    pub prefix: &'static str,
    /// Shortcuts of the tool.
    pub keys: &'static [Chord],
    /// Path data of the icon.
    pub icon: &'static str,
    /// Name of the tool.
    pub label: Text,
}

/// A tool call that draws a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureCall {
    /// Name of the tool.
    pub tool: &'static str,
    /// Arguments, except the name of the entity.
    pub input: Json,
}

/// A step of a figure.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Instruction for the user.
    pub prompt: Text,
    /// Kind of the value.
    pub entry: Entry,
}

/// Kind of the value of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A point: x and y, or after the first point length and angle.
    Point,
    /// Width and height from the last point.
    Size,
    /// A distance from the first point.
    Radius,
    /// A distance from the first point, and a number of sides.
    Polygon,
}

/// Value of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A point.
    Point(Point),
    /// Signed width and height.
    Size(Vec2),
    /// A radius.
    Radius(f64),
    /// Radius and number of sides of a regular polygon.
    Polygon(f64, f64),
}

impl Value {
    /// Returns the texts of the fields of a step for this value; one pixel is `pixel` drawing units.
    pub(super) fn texts(self, entry: Entry, from: Option<Point>, pixel: f64) -> [String; 2] {
        match (self, from) {
            (Value::Point(at), Some(from)) if entry == Entry::Point => {
                let way = at - from;
                let degrees = libm::atan2(way.y, way.x).to_degrees();
                [measured(norm(way), pixel), format!("{}°", measured(degrees, 0.1))]
            }
            (Value::Point(at), _) => [measured(at.x, pixel), measured(at.y, pixel)],
            (Value::Size(size), _) => [measured(size.x.abs(), pixel), measured(size.y.abs(), pixel)],
            (Value::Radius(radius), _) => [measured(radius, pixel), String::new()],
            (Value::Polygon(radius, sides), _) => [measured(radius, pixel), trimmed(sides)],
        }
    }

    /// Checks the value of a step after the point `last`.
    pub(super) fn check(self, last: Option<Point>) -> Result<(), TypedError> {
        let (numbers, is_valid, error) = match self {
            Value::Point(at) => ([at.x, at.y], last != Some(at), TypedError::Coincident),
            Value::Size(size) => (
                [size.x, size.y],
                size.x != 0.0 && size.y != 0.0,
                TypedError::NotPositive,
            ),
            Value::Radius(radius) => ([radius, 0.0], radius > 0.0, TypedError::NotPositive),
            Value::Polygon(radius, sides) => ([radius, sides], radius > 0.0, TypedError::NotPositive),
        };
        if !numbers.into_iter().all(f64::is_finite) {
            return Err(TypedError::TooLarge);
        }
        if is_valid { Ok(()) } else { Err(error) }
    }
}

/// Returns the points of the values, in order.
pub(super) fn points(values: &[Value]) -> Vec<Point> {
    let point = |value: &Value| match value {
        Value::Point(point) => Some(*point),
        Value::Size(_) | Value::Radius(_) | Value::Polygon(..) => None,
    };
    values.iter().filter_map(point).collect()
}
