//! Value of a step: what the user pointed at, typed, or picked.

use super::edge::Edge;
use crate::expression::TypedError;
use crate::number_format::{format_measured, format_number};
use trammel_kernel::{Path, Point, Seg, Vec2, norm};
use trammel_scene::Name;

/// Value of a step.
#[derive(Clone, Debug, PartialEq)]
pub enum StepValue {
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
    /// The numbers of the fields, in order.
    Numbers(Vec<f64>),
    /// A text.
    Text(String),
    /// A picked part of the drawing.
    Pick(Box<Pick>),
    /// A picked area.
    Area(Box<Area>),
    /// An edge of an entity.
    Edge(Edge),
    /// A measured item.
    Item(Box<Item>),
}

/// A measured item.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The entity.
    pub name: Name,
    /// Ends of the straight edge under the pointer.
    pub edge: Option<(Point, Point)>,
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

impl StepValue {
    /// Adds the number of the selected choice.
    #[must_use]
    pub(crate) fn with_choice(self, choice: usize) -> Self {
        match self {
            StepValue::Point(at) if choice > 0 => StepValue::Via(at, choice),
            StepValue::Area(area) => StepValue::Area(Box::new(Area { choice, ..*area })),
            value => value,
        }
    }

    /// Returns the position of the value, if it has one.
    pub(crate) fn position(&self) -> Option<Point> {
        match self {
            StepValue::Point(at) | StepValue::Via(at, _) => Some(*at),
            StepValue::Pick(pick) => Some(pick.at),
            _ => None,
        }
    }

    /// Returns the texts of the fields of a step for this value: of a point, length and angle from `from` if it is given.
    /// One pixel is `pixel` drawing units.
    pub(crate) fn texts(&self, from: Option<Point>, pixel: f64) -> Vec<String> {
        match (self, self.position(), from) {
            (_, Some(at), Some(from)) => {
                let way = at - from;
                let degrees = libm::atan2(way.y, way.x).to_degrees();
                vec![
                    format_measured(norm(way), pixel),
                    format!("{}°", format_measured(degrees, 0.1)),
                ]
            }
            (_, Some(at), None) => vec![format_measured(at.x, pixel), format_measured(at.y, pixel)],
            (StepValue::Size(size), ..) => vec![
                format_measured(size.x.abs(), pixel),
                format_measured(size.y.abs(), pixel),
            ],
            (StepValue::Radius(radius), ..) => vec![format_measured(*radius, pixel)],
            (StepValue::Polygon(radius, sides), ..) => {
                vec![format_measured(*radius, pixel), format_number(*sides)]
            }
            (StepValue::Angle(degrees), ..) => vec![format!("{}°", format_number(*degrees))],
            (StepValue::Numbers(numbers), ..) => numbers.iter().copied().map(format_number).collect(),
            _ => Vec::new(),
        }
    }

    /// Checks the value of a step after the point `last`.
    pub(crate) fn check(&self, last: Option<Point>) -> Result<(), TypedError> {
        let (numbers, is_valid, error) = match self {
            StepValue::Point(at) | StepValue::Via(at, _) => {
                ([at.x, at.y], last != Some(*at), TypedError::Coincident)
            }
            StepValue::Pick(pick) => (
                [pick.at.x, pick.at.y],
                pick.seg.is_some() || last != Some(pick.at),
                TypedError::Coincident,
            ),
            StepValue::Size(size) => (
                [size.x, size.y],
                size.x != 0.0 && size.y != 0.0,
                TypedError::NotPositive,
            ),
            StepValue::Radius(radius) => ([*radius, 0.0], *radius > 0.0, TypedError::NotPositive),
            StepValue::Polygon(radius, sides) => ([*radius, *sides], *radius > 0.0, TypedError::NotPositive),
            StepValue::Angle(degrees) => ([*degrees, 0.0], true, TypedError::Incomplete),
            StepValue::Text(text) => ([0.0; 2], !text.trim().is_empty(), TypedError::NoText),
            StepValue::Numbers(numbers) => {
                let is_finite = numbers.iter().all(|number| number.is_finite());
                ([0.0; 2], is_finite, TypedError::TooLarge)
            }
            StepValue::Area(_) | StepValue::Edge(_) | StepValue::Item(_) => {
                ([0.0; 2], true, TypedError::NoArea)
            }
        };
        if !numbers.into_iter().all(f64::is_finite) {
            return Err(TypedError::TooLarge);
        }
        if is_valid { Ok(()) } else { Err(error) }
    }
}

/// Returns the positions of the values, in order.
pub(crate) fn points(values: &[StepValue]) -> Vec<Point> {
    values.iter().filter_map(StepValue::position).collect()
}
