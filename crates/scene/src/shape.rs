//! Shapes: the geometry of entities, kept as circle, rectangle and so on until an operation needs curves.
//!
//! Invariant: a [`Shape`] in a scene has passed [`Shape::check`]: finite numbers within ±1e9, positive sizes, enough
//! points. Start at [`Shape::paths`], the one conversion to curves, which bounds, export and all algorithms use.

use super::path_data::PathData;
use super::text::Text;
use super::tied::{SOLID, TiedDimension, TiedHatch, TiedLeader};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::sync::Arc;
use trammel_kernel::{Affine, Bounds, Path, Point, Seg, Vec2, norm};

/// Geometry of one entity in local coordinates: drawing units, y up, angles in radians.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Shape {
    /// Line segment or polyline.
    Line {
        /// Two points or more.
        points: Vec<Point>,
        /// Whether the last point is connected to the first.
        closed: bool,
    },
    /// Full circle.
    Circle {
        /// Center.
        center: Point,
        /// Radius, above 0.
        radius: f64,
    },
    /// Axis-parallel rectangle.
    Rect {
        /// Corner with the smallest x and y.
        corner: Point,
        /// Extent in x, above 0.
        width: f64,
        /// Extent in y, above 0.
        height: f64,
        /// Radius of the rounded corners; 0 for sharp corners.
        corner_radius: f64,
    },
    /// Circular arc, counterclockwise from start to end.
    Arc {
        /// Center.
        center: Point,
        /// Radius, above 0.
        radius: f64,
        /// Start angle, in radians from the x axis.
        start_angle: f64,
        /// End angle, in radians from the x axis.
        end_angle: f64,
    },
    /// Closed polygon, possibly with holes.
    Polygon {
        /// Outer boundary, three points or more.
        points: Vec<Point>,
        /// Boundaries of the holes, three points or more each.
        holes: Vec<Vec<Point>>,
    },
    /// Ellipse or elliptic arc, counterclockwise from start to end.
    Ellipse {
        /// Center.
        center: Point,
        /// Semi-axis along `rotation`, above 0.
        rx: f64,
        /// Other semi-axis, above 0.
        ry: f64,
        /// Direction of the first axis, in radians from the x axis.
        rotation: f64,
        /// Start parameter (eccentric anomaly, measured from the first axis), in radians.
        start_angle: f64,
        /// End parameter, in radians; a full turn yields the full ellipse.
        end_angle: f64,
    },
    /// Curves written as an SVG path.
    Bezier(PathData),
    /// Text.
    Text(Arc<Text>),
    /// Single point, drawn as a dot as wide as its stroke.
    Point {
        /// Position.
        at: Point,
    },
    /// Area bounded by closed paths, as produced by boolean operations and offsets: outer boundaries run
    /// counterclockwise, holes clockwise.
    Region {
        /// Closed boundaries.
        paths: Vec<Path>,
    },
    /// Dimension.
    Dimension(Arc<TiedDimension>),
    /// Leader.
    Leader(Arc<TiedLeader>),
    /// Hatch.
    Hatch(Arc<TiedHatch>),
    /// Group; its children are the entities whose `parent` is the group.
    Group,
}

impl Shape {
    /// Names of all types, as written by tools and files.
    pub const KINDS: [&'static str; 14] = [
        "line",
        "circle",
        "rect",
        "arc",
        "polygon",
        "ellipse",
        "bezier",
        "text",
        "point",
        "region",
        "dimension",
        "leader",
        "hatch",
        "group",
    ];

    /// Returns the name of the type as written by tools and files, one of [`Shape::KINDS`].
    pub fn kind(&self) -> &'static str {
        let at = match self {
            Shape::Line { .. } => 0,
            Shape::Circle { .. } => 1,
            Shape::Rect { .. } => 2,
            Shape::Arc { .. } => 3,
            Shape::Polygon { .. } => 4,
            Shape::Ellipse { .. } => 5,
            Shape::Bezier(_) => 6,
            Shape::Text(_) => 7,
            Shape::Point { .. } => 8,
            Shape::Region { .. } => 9,
            Shape::Dimension(_) => 10,
            Shape::Leader(_) => 11,
            Shape::Hatch(_) => 12,
            Shape::Group => 13,
        };
        Shape::KINDS[at]
    }

    /// Returns the curves of this shape in local coordinates; empty for a group.
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

    /// Computes the exact bounds of the shape mapped by `map`; `None` for a group.
    pub fn bounds(&self, map: &Affine) -> Option<Bounds> {
        match self {
            Shape::Line { points, .. } | Shape::Polygon { points, .. } => {
                Bounds::from_points(points.iter().map(|p| *map * *p))
            }
            Shape::Circle { center, radius } => {
                let [a, b, c, d, ..] = map.as_coeffs();
                let middle = *map * *center;
                let (dx, dy) = (radius * norm(Vec2::new(a, c)), radius * norm(Vec2::new(b, d)));
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
            // Bounds of the hatched area; the lines end at its boundary or slightly before.
            Shape::Hatch(tied) => {
                Bounds::union_all(tied.boundary.iter().filter_map(|path| path.bounds_under(map)))
            }
            Shape::Text(text) => text.bounds(map),
            _ => Bounds::union_all(self.paths().iter().filter_map(|path| path.bounds_under(map))),
        }
    }

    /// Returns the default pivot: the center of the local bounds, the anchor of a text, the first point of a dimension
    /// or leader, or the origin for a group.
    pub fn center(&self) -> Point {
        match self {
            Shape::Circle { center, .. } => *center,
            Shape::Point { at } => *at,
            Shape::Group => Point::ORIGIN,
            // Shapes with text use a pivot that does not depend on the font.
            Shape::Text(text) => text.at,
            Shape::Dimension(tied) => tied.dimension.measure.points()[0],
            Shape::Leader(tied) => tied.leader.points.first().copied().unwrap_or_default(),
            _ => self
                .bounds(&Affine::IDENTITY)
                .map_or(Point::ORIGIN, |bounds| bounds.center()),
        }
    }

    /// Whether a part of its area may be within several loops, which counts by the even-odd rule. A star that is drawn with one
    /// line is an example.
    pub fn may_overlap_itself(&self) -> bool {
        match self {
            Shape::Polygon { points, holes } => !holes.is_empty() || !is_convex(points),
            Shape::Line { points, .. } => !is_convex(points),
            Shape::Region { paths } => paths.len() > 1,
            Shape::Bezier(data) => {
                data.paths().len() > 1 || data.paths().iter().any(|path| path.segs.len() > 1)
            }
            _ => false,
        }
    }

    /// Whether this is a group.
    pub fn is_group(&self) -> bool {
        matches!(self, Shape::Group)
    }

    /// Whether this is a hatch without lines, which fills its area.
    pub fn is_solid_hatch(&self) -> bool {
        matches!(self, Shape::Hatch(tied) if tied.pattern == SOLID)
    }

    /// Whether a new entity of this shape is filled and has no stroke: a solid hatch or a text.
    pub fn is_filled(&self) -> bool {
        self.is_solid_hatch() || matches!(self, Shape::Text(_))
    }

    /// Returns the text that the shape draws, if any.
    pub fn wording(&self) -> Option<Cow<'_, str>> {
        match self {
            Shape::Text(text) => Some(Cow::Borrowed(&text.text)),
            Shape::Dimension(tied) => Some(Cow::Owned(tied.dimension.label())),
            Shape::Leader(tied) => Some(Cow::Borrowed(&tied.leader.text)),
            _ => None,
        }
    }
}

/// Whether a closed polyline turns around once and to one side, so that it cannot cross itself.
fn is_convex(points: &[Point]) -> bool {
    let count = points.len();
    let edge = |at: usize| points[(at + 1) % count] - points[at % count];
    let sides = (0..count).map(|at| edge(at).cross(edge(at + 1)));
    let (mut is_left, mut is_right) = (false, false);
    for side in sides {
        is_left |= side > 0.0;
        is_right |= side < 0.0;
    }
    // A star turns to one side, but several times: its edges go back and forth more than once.
    let directions: Vec<bool> = (0..count)
        .map(|at| edge(at).x)
        .filter(|x| *x != 0.0)
        .map(|x| x > 0.0)
        .collect();
    let turns = (0..directions.len()).filter(|at| directions[*at] != directions[(at + 1) % directions.len()]);
    !(is_left && is_right) && turns.count() <= 2
}
