//! What an entity is: a circle stays a circle, a rectangle a rectangle, until a verb needs its curves.
//!
//! Invariant: a [`Shape`] that is in a scene has passed [`Shape::check`]: finite numbers within ±1e9, positive sizes,
//! enough points. Start at [`Shape::paths`], the one lowering to curves that bounds, export and every algorithm use.

use super::{Text, TiedDimension, TiedHatch, TiedLeader};
use crate::geometry::{Affine, Bounds, Path, Point, Seg, svg};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::f64::consts::TAU;
use std::sync::Arc;

/// No coordinate or size may exceed this, in drawing units.
pub const MAX_COORDINATE: f64 = 1e9;

/// The geometry of one entity, in its own coordinates: drawing units, y up, angles in radians.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Shape {
    /// A segment or polyline.
    Line {
        /// Two points or more.
        points: Vec<Point>,
        /// Whether the last point is joined to the first.
        closed: bool,
    },
    /// A full circle.
    Circle {
        /// Center.
        center: Point,
        /// Radius, above 0.
        radius: f64,
    },
    /// An axis-parallel rectangle.
    Rect {
        /// The corner with the smallest x and y.
        corner: Point,
        /// Extent in x, above 0.
        width: f64,
        /// Extent in y, above 0.
        height: f64,
        /// Radius of rounded corners, 0 for sharp ones.
        corner_radius: f64,
    },
    /// A circular arc, counter-clockwise from start to end.
    Arc {
        /// Center.
        center: Point,
        /// Radius, above 0.
        radius: f64,
        /// Where the arc starts, in radians from the x axis.
        start_angle: f64,
        /// Where the arc ends, in radians.
        end_angle: f64,
    },
    /// A closed polygon, possibly with holes.
    Polygon {
        /// The outer boundary, three points or more.
        points: Vec<Point>,
        /// Boundaries of the holes.
        holes: Vec<Vec<Point>>,
    },
    /// An ellipse or an elliptic arc, counter-clockwise from start to end.
    Ellipse {
        /// Center.
        center: Point,
        /// Half the axis along `rotation`, above 0.
        rx: f64,
        /// Half the other axis, above 0.
        ry: f64,
        /// Direction of the first axis, in radians from the x axis.
        rotation: f64,
        /// The parameter (eccentric anomaly, from the first axis) at which it starts, in radians.
        start_angle: f64,
        /// The parameter at which it ends, in radians; a whole turn is the full ellipse.
        end_angle: f64,
    },
    /// Curves written as an SVG path.
    Bezier(PathData),
    /// Text.
    Text(Arc<Text>),
    /// A single point, drawn as a dot of its stroke's width.
    Point {
        /// Where it is.
        at: Point,
    },
    /// An area bounded by closed paths, as boolean operations and offsets yield it: outer boundaries run
    /// counter-clockwise, holes clockwise.
    Region {
        /// The boundaries, each closed.
        paths: Vec<Path>,
    },
    /// A dimension.
    Dimension(Arc<TiedDimension>),
    /// A leader.
    Leader(Arc<TiedLeader>),
    /// A hatch.
    Hatch(Arc<TiedHatch>),
    /// A group; its children are entities whose parent it is.
    Group,
}

/// An SVG path as its author wrote it, with its curves.
#[derive(Clone, Debug)]
pub struct PathData {
    text: Arc<str>,
    paths: Arc<[Path]>,
}

impl PathData {
    /// Reads SVG path data.
    ///
    /// # Errors
    /// Says at which character the text stops making sense.
    pub fn new(text: &str) -> Result<PathData, String> {
        let paths = svg::parse(text).map_err(|e| e.to_string())?;
        if paths.is_empty() {
            return Err("the path draws nothing: start with M x,y and add L, C, Q, A ...".to_owned());
        }
        Ok(PathData {
            text: text.trim().into(),
            paths: paths.into(),
        })
    }

    /// The path as written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The curves.
    pub fn paths(&self) -> &[Path] {
        &self.paths
    }
}

impl PartialEq for PathData {
    fn eq(&self, other: &PathData) -> bool {
        self.text == other.text
    }
}

impl Serialize for PathData {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.text.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for PathData {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PathData, D::Error> {
        PathData::new(&String::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

impl Shape {
    /// The type's name as tools and files write it.
    pub fn kind(&self) -> &'static str {
        match self {
            Shape::Line { .. } => "line",
            Shape::Circle { .. } => "circle",
            Shape::Rect { .. } => "rect",
            Shape::Arc { .. } => "arc",
            Shape::Polygon { .. } => "polygon",
            Shape::Ellipse { .. } => "ellipse",
            Shape::Bezier(_) => "bezier",
            Shape::Text(_) => "text",
            Shape::Point { .. } => "point",
            Shape::Region { .. } => "region",
            Shape::Dimension(_) => "dimension",
            Shape::Leader(_) => "leader",
            Shape::Hatch(_) => "hatch",
            Shape::Group => "group",
        }
    }

    /// The curves of this shape in local coordinates; none for a group.
    pub fn paths(&self) -> Vec<Path> {
        match self {
            Shape::Line { points, closed } => vec![Path::from_points(points, *closed)],
            Shape::Circle { center, radius } => vec![Path::circle(*center, *radius)],
            Shape::Rect {
                corner,
                width,
                height,
                corner_radius,
            } => {
                vec![Path::rounded_rect(*corner, *width, *height, *corner_radius)]
            }
            Shape::Arc {
                center,
                radius,
                start_angle,
                end_angle,
            } => {
                vec![Path::arc(*center, *radius, *start_angle, *end_angle)]
            }
            Shape::Polygon { points, holes } => std::iter::once(points)
                .chain(holes)
                .map(|ring| Path::from_points(ring, true))
                .collect(),
            Shape::Ellipse {
                center,
                rx,
                ry,
                rotation,
                start_angle,
                end_angle,
            } => vec![Path::elliptic_arc(
                *center,
                [*rx, *ry],
                *rotation,
                *start_angle,
                *end_angle,
            )],
            Shape::Bezier(data) => data.paths().to_vec(),
            Shape::Text(text) => text.paths(),
            Shape::Point { at } => vec![Path::new(vec![Seg::line(*at, *at)], false)],
            Shape::Region { paths } => paths.clone(),
            Shape::Dimension(_) | Shape::Leader(_) => self
                .drawn()
                .map_or_else(Vec::new, |drawn| drawn.paths().cloned().collect()),
            Shape::Hatch(tied) => tied.paths(),
            Shape::Group => Vec::new(),
        }
    }

    /// Exact bounds of the shape mapped by `map`; `None` for a group.
    pub fn bounds(&self, map: &Affine) -> Option<Bounds> {
        match self {
            Shape::Line { points, .. } | Shape::Polygon { points, .. } => {
                Bounds::from_points(points.iter().map(|p| *map * *p))
            }
            Shape::Circle { center, radius } => {
                let [a, b, c, d, ..] = map.as_coeffs();
                let middle = *map * *center;
                let (dx, dy) = (radius * libm::hypot(a, c), radius * libm::hypot(b, d));
                Bounds::new(
                    Point::new(middle.x - dx, middle.y - dy),
                    Point::new(middle.x + dx, middle.y + dy),
                )
            }
            Shape::Rect {
                corner,
                width,
                height,
                corner_radius,
            } if *corner_radius == 0.0 => {
                let (x, y) = (corner.x, corner.y);
                let corners = [(x, y), (x + width, y), (x, y + height), (x + width, y + height)];
                Bounds::from_points(corners.into_iter().map(|(x, y)| *map * Point::new(x, y)))
            }
            _ => Bounds::union_all(
                self.paths()
                    .iter()
                    .filter_map(|path| path.transformed(map).bounds()),
            ),
        }
    }

    /// The default pivot: the center of the local bounds, a text's anchor, the origin for a group.
    pub fn center(&self) -> Point {
        match self {
            Shape::Circle { center, .. } => *center,
            Shape::Point { at } => *at,
            Shape::Group => Point::ORIGIN,
            // Whatever the font, a text is turned and scaled about its anchor.
            Shape::Text(text) => text.at,
            _ => self
                .bounds(&Affine::IDENTITY)
                .map_or(Point::ORIGIN, |bounds| bounds.center()),
        }
    }

    /// Whether this is a group.
    pub fn is_group(&self) -> bool {
        matches!(self, Shape::Group)
    }

    /// Checks what the type cannot say.
    ///
    /// # Errors
    /// Names the parameter, its value and what is allowed.
    pub fn check(&self) -> Result<(), String> {
        match self {
            Shape::Line { points, closed } => {
                let least = if *closed { 3 } else { 2 };
                check_points("points", points, least)
            }
            Shape::Circle { center, radius } => {
                check_point("x", "y", *center)?;
                check_size("radius", *radius)
            }
            Shape::Rect {
                corner,
                width,
                height,
                corner_radius,
            } => {
                check_point("x", "y", *corner)?;
                check_size("width", *width)?;
                check_size("height", *height)?;
                let most = width.min(*height) / 2.0;
                if !(0.0..=most).contains(corner_radius) {
                    return Err(format!(
                        "corner_radius must be from 0 to {most} (half the shorter side), got {corner_radius}"
                    ));
                }
                Ok(())
            }
            Shape::Arc {
                center,
                radius,
                start_angle,
                end_angle,
            } => {
                check_point("cx", "cy", *center)?;
                check_size("radius", *radius)?;
                check_coordinate("start_angle", *start_angle)?;
                check_coordinate("end_angle", *end_angle)?;
                check_sweep(*start_angle, *end_angle)
            }
            Shape::Ellipse {
                center,
                rx,
                ry,
                rotation,
                start_angle,
                end_angle,
            } => {
                check_point("cx", "cy", *center)?;
                check_size("rx", *rx)?;
                check_size("ry", *ry)?;
                check_coordinate("rotation", *rotation)?;
                check_coordinate("start_angle", *start_angle)?;
                check_coordinate("end_angle", *end_angle)?;
                check_sweep(*start_angle, *end_angle)
            }
            Shape::Point { at } => check_point("x", "y", *at),
            Shape::Region { paths } => check_region(paths),
            Shape::Polygon { points, holes } => {
                check_points("points", points, 3)?;
                holes
                    .iter()
                    .enumerate()
                    .try_for_each(|(i, hole)| check_points(&format!("holes[{i}]"), hole, 3))
            }
            Shape::Bezier(data) => {
                let bounds = Path::bounds_of(data.paths());
                let Some(bounds) = bounds else {
                    return Err("path draws nothing".to_owned());
                };
                check_point("path x", "path y", bounds.min)?;
                check_point("path x", "path y", bounds.max)
            }
            Shape::Text(text) => text.check(),
            Shape::Dimension(tied) => tied.check(),
            Shape::Leader(tied) => tied.check(),
            Shape::Hatch(tied) => tied.check(),
            Shape::Group => Ok(()),
        }
    }

    /// Whether drawing it needs the Hangul font and that is not here.
    pub fn needs_hangul(&self) -> bool {
        match self {
            Shape::Text(text) => crate::text::needs_hangul(&text.text),
            Shape::Dimension(tied) => crate::text::needs_hangul(&tied.dimension.label()),
            Shape::Leader(tied) => crate::text::needs_hangul(&tied.leader.text),
            _ => false,
        }
    }
}

/// Checks that `value` is finite and within ±1e9.
///
/// # Errors
/// Names the parameter and the value.
pub fn check_coordinate(parameter: &str, value: f64) -> Result<(), String> {
    if value.is_finite() && value.abs() <= MAX_COORDINATE {
        return Ok(());
    }
    Err(format!("{parameter} must be a number within ±1e9, got {value}"))
}

/// Checks that `value` is above 0 and at most 1e9.
///
/// # Errors
/// Names the parameter and the value.
pub fn check_size(parameter: &str, value: f64) -> Result<(), String> {
    if value > 0.0 && value <= MAX_COORDINATE {
        return Ok(());
    }
    Err(format!(
        "{parameter} must be above 0 and at most 1e9, got {value}"
    ))
}

fn check_sweep(start_angle: f64, end_angle: f64) -> Result<(), String> {
    if (end_angle - start_angle).abs() > TAU * (1.0 + 1e-9) {
        return Err(format!(
            "an arc may turn once (2*pi): start_angle is {start_angle}, end_angle is {end_angle} (radians)"
        ));
    }
    if start_angle == end_angle {
        return Err(format!(
            "start_angle and end_angle are both {start_angle}: the arc has no length"
        ));
    }
    Ok(())
}

fn check_region(paths: &[Path]) -> Result<(), String> {
    if paths.is_empty() {
        return Err("paths is empty: a region has at least one boundary".to_owned());
    }
    for (i, path) in paths.iter().enumerate() {
        if !path.closed || path.is_empty() || !path.is_finite() {
            return Err(format!("paths[{i}] must be a closed chain of finite curves"));
        }
        let slack = 1e-6 * path.bounds().map_or(1.0, |bounds| bounds.magnitude().max(1.0));
        let next = path.segs.iter().cycle().skip(1);
        if path
            .segs
            .iter()
            .zip(next)
            .any(|(a, b)| (b.start() - a.end()).hypot2() > slack * slack)
        {
            return Err(format!("paths[{i}]: its pieces do not join"));
        }
    }
    let Some(bounds) = Path::bounds_of(paths) else {
        return Err("paths bound nothing".to_owned());
    };
    check_point("path x", "path y", bounds.min)?;
    check_point("path x", "path y", bounds.max)
}

fn check_point(x: &str, y: &str, point: Point) -> Result<(), String> {
    check_coordinate(x, point.x)?;
    check_coordinate(y, point.y)
}

pub(super) fn check_points(parameter: &str, points: &[Point], least: usize) -> Result<(), String> {
    if points.len() < least {
        return Err(format!(
            "{parameter} needs at least {least} points (x and y each), got {}",
            points.len()
        ));
    }
    for (i, point) in points.iter().enumerate() {
        check_point(
            &format!("{parameter}[{i}].x"),
            &format!("{parameter}[{i}].y"),
            *point,
        )?;
    }
    if points.iter().all(|p| *p == points[0]) {
        return Err(format!(
            "{parameter} are all the same point ({}, {})",
            points[0].x, points[0].y
        ));
    }
    Ok(())
}
