//! Handles of a shape: the points that can be dragged, in local coordinates.

use crate::canvas_tool::Text;
use crate::coordinates::direction;
use trammel_kernel::{Bounds, Path, Point, Seg, Vec2};
use trammel_scene::Shape;

/// Maximum number of handles of a shape; a shape with more handles has none.
pub const MOST_HANDLES: usize = 100;

/// A point of a shape that can be dragged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Handle {
    /// The whole entity, at its center or midpoint.
    Whole,
    /// The anchor of a text or a point.
    Anchor,
    /// A vertex of a line or polygon; the first number is the boundary, 0 for the outer one.
    Vertex(usize, usize),
    /// A corner of a rectangle, counterclockwise from the lower left one.
    Corner(usize),
    /// The middle of a side of a rectangle, counterclockwise from the lower one.
    Side(usize),
    /// The radius of a circle or arc.
    Radius,
    /// The start of an arc.
    Start,
    /// The end of an arc.
    End,
    /// The length of the first axis of an ellipse.
    FirstAxis,
    /// The length of the second axis of an ellipse.
    SecondAxis,
    /// A control point of a curve: number of the path, the piece, and the point of the piece from 0 to 3.
    Control(usize, usize, usize),
    /// The position of the line or the text of a dimension.
    Offset,
    /// A bend of a leader, or the start of its text.
    Bend(usize),
    /// A corner of the box around whole items, counterclockwise from the lower left one.
    Extent(usize),
}

impl Handle {
    /// Returns the instruction for the drag.
    #[must_use]
    pub fn prompt(self) -> Text {
        match self {
            Handle::Whole => ["Move to a point", "옮길 점을 지정하세요"],
            Handle::Anchor => ["Specify the position", "위치를 지정하세요"],
            Handle::Vertex(..) => ["Specify the vertex", "꼭짓점을 지정하세요"],
            Handle::Corner(_) => ["Specify the corner", "모서리를 지정하세요"],
            Handle::Side(_) => ["Specify the side", "변의 위치를 지정하세요"],
            Handle::Radius => ["Specify the radius", "반지름을 지정하세요"],
            Handle::Start => ["Specify the start point", "시작점을 지정하세요"],
            Handle::End => ["Specify the end point", "끝점을 지정하세요"],
            Handle::FirstAxis | Handle::SecondAxis => ["Specify the semi-axis", "반축을 지정하세요"],
            Handle::Control(..) => ["Specify the control point", "조정점을 지정하세요"],
            Handle::Offset => ["Specify the dimension line", "치수선의 위치를 지정하세요"],
            Handle::Bend(_) => ["Specify the leader point", "지시선의 점을 지정하세요"],
            Handle::Extent(_) => ["Specify the size", "크기를 지정하세요"],
        }
    }

    /// Whether the value of the handle is a length, not a point: from the center, or the size of whole items.
    #[must_use]
    pub fn is_length(self) -> bool {
        matches!(
            self,
            Handle::Radius | Handle::FirstAxis | Handle::SecondAxis | Handle::Extent(_)
        )
    }
}

/// Returns the handles of a shape with their points; none for a group, a hatch, or a shape with very many points.
#[must_use]
pub fn handles(shape: &Shape) -> Vec<(Handle, Point)> {
    let found = match shape {
        Shape::Line { points, closed } => of_line(points, *closed),
        Shape::Circle { center, radius } => {
            let quadrants = (0..4).map(|at| quadrant(*center, *radius, at));
            with_whole(*center, quadrants.map(|at| (Handle::Radius, at)))
        }
        Shape::Rect {
            corner,
            width,
            height,
            ..
        } => of_rect(*corner, *width, *height),
        Shape::Arc { center, .. } => of_arc(shape, *center),
        Shape::Polygon { points, holes } => {
            let rings = std::iter::once(points).chain(holes).enumerate();
            rings.flat_map(|(ring, points)| vertices(ring, points)).collect()
        }
        Shape::Ellipse {
            center,
            rx,
            ry,
            rotation,
            ..
        } => {
            let along = direction(rotation.to_degrees());
            let across = Vec2::new(-along.y, along.x);
            let ends = [
                (Handle::FirstAxis, *center + along * *rx),
                (Handle::SecondAxis, *center + across * *ry),
                (Handle::FirstAxis, *center - along * *rx),
                (Handle::SecondAxis, *center - across * *ry),
            ];
            with_whole(*center, ends)
        }
        Shape::Bezier(data) => of_paths(data.paths()),
        Shape::Text(text) => vec![(Handle::Anchor, text.at)],
        Shape::Point { at } => vec![(Handle::Anchor, *at)],
        Shape::Dimension(tied) => {
            vec![(Handle::Offset, tied.dimension.measure.position())]
        }
        Shape::Leader(tied) => {
            let bends = tied.leader.points.iter().enumerate().skip(1);
            bends.map(|(at, point)| (Handle::Bend(at), *point)).collect()
        }
        Shape::Region { .. } | Shape::Hatch(_) | Shape::Group => Vec::new(),
    };
    if found.len() > MOST_HANDLES {
        return Vec::new();
    }
    found
}

fn with_whole(center: Point, others: impl IntoIterator<Item = (Handle, Point)>) -> Vec<(Handle, Point)> {
    others
        .into_iter()
        .chain(std::iter::once((Handle::Whole, center)))
        .collect()
}

fn vertices(ring: usize, points: &[Point]) -> impl Iterator<Item = (Handle, Point)> {
    points
        .iter()
        .enumerate()
        .map(move |(at, point)| (Handle::Vertex(ring, at), *point))
}

fn of_line(points: &[Point], closed: bool) -> Vec<(Handle, Point)> {
    let mut found: Vec<(Handle, Point)> = vertices(0, points).collect();
    if let ([a, b], false) = (points, closed) {
        found.push((Handle::Whole, a.midpoint(*b)));
    }
    found
}

/// Returns the handles of the box around whole items: the corners, and for one item its center.
#[must_use]
pub fn of_extent(bounds: &Bounds, is_one: bool) -> Vec<(Handle, Point)> {
    let Bounds { min, max } = *bounds;
    let corners = [min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)];
    let corners = corners.into_iter().enumerate();
    let corners = corners.map(|(at, corner)| (Handle::Extent(at), corner));
    if is_one {
        with_whole(bounds.center(), corners)
    } else {
        corners.collect()
    }
}

fn of_rect(corner: Point, width: f64, height: f64) -> Vec<(Handle, Point)> {
    let at = |x: f64, y: f64| Point::new(corner.x + x * width, corner.y + y * height);
    let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
    let sides = [(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)];
    let corners = corners.into_iter().enumerate();
    let corners = corners.map(|(i, (x, y))| (Handle::Corner(i), at(x, y)));
    let sides = sides.into_iter().enumerate();
    let sides = sides.map(|(i, (x, y))| (Handle::Side(i), at(x, y)));
    with_whole(at(0.5, 0.5), corners.chain(sides))
}

fn of_arc(shape: &Shape, center: Point) -> Vec<(Handle, Point)> {
    let paths = shape.paths();
    let Some(seg) = paths.first().and_then(|path| path.segs.first()) else {
        return Vec::new();
    };
    let ends = [
        (Handle::Start, seg.start()),
        (Handle::Radius, seg.point_at(0.5)),
        (Handle::End, seg.end()),
    ];
    with_whole(center, ends)
}

/// Returns the ends and control points of lines and cubic curves; none if a path has a conic.
fn of_paths(paths: &[Path]) -> Vec<(Handle, Point)> {
    let mut found = Vec::new();
    for (path, drawn) in paths.iter().enumerate() {
        for (piece, seg) in drawn.segs.iter().enumerate() {
            let mut add = |point: usize, at: Point| found.push((Handle::Control(path, piece, point), at));
            if piece == 0 {
                add(0, seg.start());
            }
            if let Seg::Cubic(cubic) = seg {
                add(1, cubic.p1);
                add(2, cubic.p2);
            }
            let is_last = piece + 1 == drawn.segs.len();
            match seg {
                Seg::Conic(_) => return Vec::new(),
                // The end of a closed path is its start.
                _ if is_last && drawn.closed && seg.end() == drawn.segs[0].start() => {}
                _ => add(3, seg.end()),
            }
        }
    }
    found
}

fn quadrant(center: Point, radius: f64, at: u32) -> Point {
    center + direction(90.0 * f64::from(at)) * radius
}
