//! Shapes: the geometry of entities, kept as circle, rectangle and so on until an operation needs curves.
//!
//! Invariant: a [`Shape`] in a scene has passed [`Shape::check`]: finite numbers within ±1e9, positive sizes, enough
//! points. Start at [`Shape::paths`], the one conversion to curves, which bounds, export and all algorithms use.
//! [`Shape::of_path`] has the other direction: the simplest type that represents a path exactly.

use super::name::Name;
use super::part_ref::PartRef;
use super::path_data::PathData;
use super::range::{check_coordinate, check_point, check_points, check_size};
use super::text::Text;
use super::tied::{SOLID, TiedDimension, TiedHatch, TiedLeader};
use crate::annotate::Drawn;
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, f64::consts::TAU, sync::Arc};
use trammel_base::numbers::number_text;
use trammel_kernel::{Affine, Bounds, Conic, Path, Point, Seg, Vec2, norm, svg};
use trammel_language::{Bilingual, bilingual};

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
                .drawn_form()
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

impl Shape {
    /// Returns the simplest shape that represents a path exactly. `old` is the shape from which the path was computed.
    ///
    /// # Errors
    /// Returns an error if the path is empty or not finite.
    pub fn of_path(path: &Path, old: Option<&Shape>) -> Result<Shape, Bilingual> {
        if path.is_empty() || !path.is_finite() {
            return Err(bilingual!(
                "the resulting outline is empty",
                "결과 외곽선이 비어 있어요"
            ));
        }
        let straight = path.segs.iter().all(|seg| matches!(seg, Seg::Line { .. }));
        if straight {
            let mut points: Vec<Point> = vec![path.segs[0].start()];
            points.extend(path.segs.iter().map(Seg::end));
            points.dedup();
            if path.closed && points.len() > 1 {
                points.pop();
            }
            let polygon = matches!(old, Some(Shape::Polygon { .. } | Shape::Rect { .. }));
            return Ok(if path.closed && polygon {
                Shape::Polygon {
                    points,
                    holes: Vec::new(),
                }
            } else {
                Shape::Line {
                    points,
                    closed: path.closed,
                }
            });
        }
        if let [Seg::Conic(conic)] = path.segs.as_slice()
            && let Some(shape) = arc_shape(conic).or_else(|| ellipse_shape(conic))
        {
            return Ok(shape);
        }
        if matches!(old, Some(Shape::Region { .. })) && path.closed {
            return Ok(Shape::Region {
                paths: vec![path.clone()],
            });
        }
        let text = svg::write(std::slice::from_ref(path), false);
        PathData::new(&text).map(Shape::Bezier)
    }
}

/// Returns a counterclockwise circular arc as an arc shape, or a full circle as a circle; `None` for other conics.
fn arc_shape(conic: &Conic) -> Option<Shape> {
    let radius = conic.radius()?;
    if conic.is_full() {
        return Some(Shape::Circle {
            center: conic.c,
            radius,
        });
    }
    if !conic.is_ccw() {
        return None;
    }
    // An arc in the standard parameterization keeps its angles exactly.
    let plain = conic.p.y == 0.0 && conic.p.x > 0.0 && conic.dt > 0.0;
    let (start_angle, end_angle) = if plain {
        (conic.t0, conic.t0 + conic.dt)
    } else {
        let from = conic.start() - conic.c;
        let start = libm::atan2(from.y, from.x);
        (start, start + conic.dt.abs())
    };
    Some(Shape::Arc {
        center: conic.c,
        radius,
        start_angle,
        end_angle,
    })
}

/// Returns a counterclockwise elliptic arc or a full ellipse as an ellipse shape; `None` for clockwise or
/// degenerate conics.
fn ellipse_shape(conic: &Conic) -> Option<Shape> {
    let (major, minor, t_major) = conic.axes();
    let (rx, ry) = (libm::hypot(major.x, major.y), libm::hypot(minor.x, minor.y));
    if !conic.is_ccw() || ry <= 1e-9 * rx || !rx.is_finite() {
        return None;
    }
    // If the parameter runs clockwise relative to the axes, the angle from the major axis changes its sign.
    let sense = if major.cross(minor) < 0.0 { -1.0 } else { 1.0 };
    let start = sense * (conic.t0 - t_major);
    let (start_angle, end_angle) = if conic.is_full() {
        (0.0, TAU)
    } else {
        let start = start.rem_euclid(TAU);
        (start, start + conic.dt.abs())
    };
    Some(Shape::Ellipse {
        center: conic.c,
        rx,
        ry,
        rotation: libm::atan2(major.y, major.x),
        start_angle,
        end_angle,
    })
}

impl Shape {
    /// Validates the invariants that the type does not express.
    ///
    /// # Errors
    /// Returns an error with the name of the parameter, its value, and the allowed range.
    pub fn check(&self) -> Result<(), Bilingual> {
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
                    let (most, corner_radius) = (number_text(most), number_text(*corner_radius));
                    return Err(bilingual!(
                        "corner_radius must be from 0 to {most} (half the shorter side), got {corner_radius}",
                        "corner_radius는 0~{most}(짧은 변의 절반)이어야 하는데 {corner_radius}을(를) 받았어요"
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
                    return Err(bilingual!("path draws nothing", "path가 아무것도 그리지 않아요"));
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
}

fn check_sweep(start_angle: f64, end_angle: f64) -> Result<(), Bilingual> {
    if (end_angle - start_angle).abs() > TAU * (1.0 + 1e-9) {
        return Err(bilingual!(
            "an arc sweeps at most 2*pi: start_angle is {start_angle}, end_angle is {end_angle} (radians)",
            "호는 최대 2*pi까지 돌아요. start_angle: {start_angle}, end_angle: {end_angle}(라디안)"
        ));
    }
    if start_angle == end_angle {
        return Err(bilingual!(
            "start_angle and end_angle are both {start_angle}: the arc has no length",
            "start_angle과 end_angle이 모두 {start_angle}이라 호의 길이가 없어요"
        ));
    }
    Ok(())
}

fn check_region(paths: &[Path]) -> Result<(), Bilingual> {
    if paths.is_empty() {
        return Err(bilingual!(
            "paths is empty: a region has at least one boundary",
            "paths가 비어 있어요. 영역에는 경계가 하나는 있어야 해요"
        ));
    }
    for (i, path) in paths.iter().enumerate() {
        if !path.closed || path.is_empty() || !path.is_finite() {
            return Err(bilingual!(
                "paths[{i}] must be a closed chain of finite curves",
                "paths[{i}]은(는) 유한한 곡선의 닫힌 사슬이어야 해요"
            ));
        }
        let slack = 1e-6 * path.bounds().map_or(1.0, |bounds| bounds.magnitude().max(1.0));
        let next = path.segs.iter().cycle().skip(1);
        if path
            .segs
            .iter()
            .zip(next)
            .any(|(a, b)| (b.start() - a.end()).hypot2() > slack * slack)
        {
            return Err(bilingual!(
                "paths[{i}]: its pieces are not connected",
                "paths[{i}]의 조각이 이어져 있지 않아요"
            ));
        }
    }
    let Some(bounds) = Path::bounds_of(paths) else {
        return Err(bilingual!(
            "paths enclose no area",
            "paths가 넓이를 둘러싸지 않아요"
        ));
    };
    check_point("path x", "path y", bounds.min)?;
    check_point("path x", "path y", bounds.max)
}

impl Shape {
    /// Returns the drawn form of a dimension or a leader: lines to stroke and areas to fill.
    pub fn drawn_form(&self) -> Option<Drawn> {
        match self {
            Shape::Dimension(tied) => Some(tied.dimension.drawn_form()),
            Shape::Leader(tied) => Some(tied.leader.drawn_form()),
            _ => None,
        }
    }

    /// Returns the references that this shape follows.
    pub fn ties(&self) -> Vec<&PartRef> {
        match self {
            Shape::Dimension(tied) => tied.ties.iter().flatten().collect(),
            Shape::Leader(tied) => tied.tie.iter().collect(),
            Shape::Hatch(tied) => tied.ties.iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Whether this is a dimension, a leader or a hatch, tied or not.
    pub fn is_annotation(&self) -> bool {
        matches!(self, Shape::Dimension(_) | Shape::Leader(_) | Shape::Hatch(_))
    }

    /// Whether the shape of a tied annotation has lost an entity it refers to.
    pub fn is_detached(&self) -> bool {
        match self {
            Shape::Dimension(tied) => tied.detached,
            Shape::Leader(tied) => tied.detached,
            Shape::Hatch(tied) => tied.detached,
            _ => false,
        }
    }

    /// Returns the shape with its ties to `old` renamed to `new`; `None` if the shape has no such tie.
    pub(super) fn with_renamed_ties(&self, old: &str, new: &Name) -> Option<Shape> {
        if !self.ties().iter().any(|tie| tie.entity.as_str() == old) {
            return None;
        }
        let mut shape = self.clone();
        let ties: Vec<&mut PartRef> = match &mut shape {
            Shape::Dimension(tied) => Arc::make_mut(tied).ties.iter_mut().flatten().collect(),
            Shape::Leader(tied) => Arc::make_mut(tied).tie.iter_mut().collect(),
            Shape::Hatch(tied) => Arc::make_mut(tied).ties.iter_mut().collect(),
            _ => Vec::new(),
        };
        for tie in ties.into_iter().filter(|tie| tie.entity.as_str() == old) {
            tie.entity = new.clone();
        }
        Some(shape)
    }
}
