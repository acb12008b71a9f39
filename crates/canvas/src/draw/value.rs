//! Value of a step: what the user pointed at, typed, or picked.

use crate::expression::TypedError;
use crate::number_format::{measured, trimmed};
use trammel_kernel::{Path, Point, Seg, Vec2, norm};

/// Value of a step.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A point.
    Point(Point),
    /// A point with the number of the selected choice, which is not the first one.
    Via(Point, usize),
    /// Signed width and height.
    Size(Vec2),
    /// A radius or height.
    Radius(f64),
    /// Radius and number of sides of a regular polygon.
    Polygon(f64, f64),
    /// A direction in degrees.
    Angle(f64),
    /// A text.
    Text(String),
    /// A picked part of the drawing.
    Pick(Box<Pick>),
    /// A picked area.
    Area(Box<Area>),
}

/// A picked part of the drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Pick {
    /// Exact position.
    pub at: Point,
    /// Reference to the part, such as `plate.edge[0]`; `None` for a free position.
    pub reference: Option<String>,
    /// The picked piece of an outline; `None` for a point.
    pub seg: Option<Seg>,
}

/// A picked area.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    /// Entities that bound the area: the outer one, then the holes, or with a seed all of which a part bounds it; empty if
    /// these entities alone do not enclose it.
    pub names: Vec<String>,
    /// Point in the area, if parts of entities bound it.
    pub seed: Option<Point>,
    /// Outlines of the area.
    pub outlines: Vec<Path>,
    /// Number of the selected choice.
    pub choice: usize,
}

impl Value {
    /// Adds the number of the selected choice.
    #[must_use]
    pub(super) fn with_choice(self, choice: usize) -> Self {
        match self {
            Value::Point(at) if choice > 0 => Value::Via(at, choice),
            Value::Area(area) => Value::Area(Box::new(Area { choice, ..*area })),
            value => value,
        }
    }

    /// Returns the position of the value, if it has one.
    pub(super) fn position(&self) -> Option<Point> {
        match self {
            Value::Point(at) | Value::Via(at, _) => Some(*at),
            Value::Pick(pick) => Some(pick.at),
            _ => None,
        }
    }

    /// Returns the texts of the fields of a step for this value: of a point, length and angle from `from` if it is given.
    /// One pixel is `pixel` drawing units.
    pub(super) fn texts(&self, from: Option<Point>, pixel: f64) -> [String; 2] {
        let at = self.position();
        match (self, at, from) {
            (_, Some(at), Some(from)) => {
                let way = at - from;
                let degrees = libm::atan2(way.y, way.x).to_degrees();
                [measured(norm(way), pixel), format!("{}°", measured(degrees, 0.1))]
            }
            (_, Some(at), None) => [measured(at.x, pixel), measured(at.y, pixel)],
            (Value::Size(size), ..) => [measured(size.x.abs(), pixel), measured(size.y.abs(), pixel)],
            (Value::Radius(radius), ..) => [measured(*radius, pixel), String::new()],
            (Value::Polygon(radius, sides), ..) => [measured(*radius, pixel), trimmed(*sides)],
            (Value::Angle(degrees), ..) => [format!("{}°", trimmed(*degrees)), String::new()],
            _ => Default::default(),
        }
    }

    /// Checks the value of a step after the point `last`.
    pub(super) fn check(&self, last: Option<Point>) -> Result<(), TypedError> {
        let (numbers, is_valid, error) = match self {
            Value::Point(at) | Value::Via(at, _) => ([at.x, at.y], last != Some(*at), TypedError::Coincident),
            Value::Pick(pick) => (
                [pick.at.x, pick.at.y],
                pick.seg.is_some() || last != Some(pick.at),
                TypedError::Coincident,
            ),
            Value::Size(size) => (
                [size.x, size.y],
                size.x != 0.0 && size.y != 0.0,
                TypedError::NotPositive,
            ),
            Value::Radius(radius) => ([*radius, 0.0], *radius > 0.0, TypedError::NotPositive),
            Value::Polygon(radius, sides) => ([*radius, *sides], *radius > 0.0, TypedError::NotPositive),
            Value::Angle(degrees) => ([*degrees, 0.0], true, TypedError::Incomplete),
            Value::Text(text) => ([0.0; 2], !text.trim().is_empty(), TypedError::NoText),
            Value::Area(_) => ([0.0; 2], true, TypedError::NoArea),
        };
        if !numbers.into_iter().all(f64::is_finite) {
            return Err(TypedError::TooLarge);
        }
        if is_valid { Ok(()) } else { Err(error) }
    }
}

/// Returns the positions of the values, in order.
pub(super) fn points(values: &[Value]) -> Vec<Point> {
    values.iter().filter_map(Value::position).collect()
}
