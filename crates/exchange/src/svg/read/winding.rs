//! Areas by the nonzero rule, which SVG files use by default. A drawing fills every area by the even-odd rule.

use super::outline::{Outline, has_extent};
use std::f64::consts::PI;
use trammel_kernel::region::region_area;
use trammel_kernel::{Bounds, Path, Point, Seg, Vec2, boolean};
use trammel_scene::Shape;

/// Maximum number of segments of an area whose winding numbers are computed.
const MAX_WOUND: usize = 2_000;

/// Maximum number of corners of a polygon that is tested for crossings; a larger one counts as crossing itself.
const MAX_TESTED: usize = 200;

/// Area of an outline by the nonzero rule.
#[derive(Clone, Debug)]
pub(super) enum Nonzero {
    /// The same area as by the even-odd rule.
    Same,
    /// Another area.
    Other(Vec<Path>),
    /// The area is too complex.
    Unknown,
}

/// Returns the area of curves by the nonzero rule: the points around which they wind in either direction. An open curve is
/// closed by a line.
pub(super) fn nonzero(outline: &Outline) -> Nonzero {
    let paths: Vec<Path> = match outline {
        Outline::Shape(Shape::Polygon { points, .. } | Shape::Line { points, .. }) => {
            vec![Path::from_points(points, true)]
        }
        Outline::Shape(_) => return Nonzero::Same,
        Outline::Paths(paths) => paths
            .iter()
            .filter(|path| has_extent(path))
            .map(closed_path)
            .collect(),
    };
    let bounds: Vec<Bounds> = paths.iter().filter_map(Path::bounds).collect();
    let is_alone = |at: usize| {
        let others = bounds[at + 1..].iter();
        others.into_iter().all(|other| !other.intersects(&bounds[at]))
    };
    // Paths that are apart from each other are examined one by one.
    let groups: Vec<&[Path]> = match (0..bounds.len().min(MAX_WOUND)).all(is_alone) {
        true => paths.chunks(1).collect(),
        false => vec![&paths],
    };
    let mut is_same = true;
    let mut area = Vec::new();
    for group in groups {
        match nonzero_of(group) {
            Nonzero::Same => area.extend_from_slice(group),
            Nonzero::Other(other) => {
                is_same = false;
                area.extend(other);
            }
            Nonzero::Unknown => return Nonzero::Unknown,
        }
    }
    match is_same {
        true => Nonzero::Same,
        false => Nonzero::Other(area),
    }
}

/// Returns the path with a line from its end to its start if it is open.
fn closed_path(path: &Path) -> Path {
    let mut path = path.clone();
    if let (false, Some(start), Some(end)) = (path.closed, path.start(), path.end()) {
        path.segs.extend((start != end).then(|| Seg::line(end, start)));
        path.closed = true;
    }
    path
}

fn nonzero_of(paths: &[Path]) -> Nonzero {
    if let [path] = paths
        && !may_cross_itself(path)
    {
        return Nonzero::Same;
    }
    if paths.iter().map(|path| path.segs.len()).sum::<usize>() > MAX_WOUND {
        return Nonzero::Unknown;
    }
    let reversed: Vec<Path> = paths.iter().map(Path::reversed).collect();
    let areas = (
        boolean::positive(paths),
        boolean::positive(&reversed),
        boolean::clean_region(paths),
    );
    let (Ok(around), Ok(against), Ok(even_odd)) = areas else {
        return Nonzero::Unknown;
    };
    let area = region_area(&around) + region_area(&against);
    if (area - region_area(&even_odd)).abs() <= 1e-9 * area {
        return Nonzero::Same;
    }
    match boolean::union(&[around, against]) {
        Ok(paths) => Nonzero::Other(paths),
        Err(_) => Nonzero::Unknown,
    }
}

/// Whether a path crosses itself, or is not tested.
fn may_cross_itself(path: &Path) -> bool {
    let is_polygon = path
        .segs
        .iter()
        .all(|segment| matches!(segment, Seg::Line { .. }));
    match is_polygon && path.segs.len() <= MAX_TESTED {
        true => crosses_itself(path),
        false => !is_convex(path),
    }
}

/// Whether two sides of a polygon that are no neighbors cross or touch.
fn crosses_itself(path: &Path) -> bool {
    let points: Vec<Point> = path.segs.iter().map(Seg::start).collect();
    let count = points.len();
    let side = |a: Point, b: Point, c: Point| (b - a).cross(c - a);
    let edge = |at: usize| (points[at], points[(at + 1) % count]);
    (0..count).any(|i| {
        let (a, b) = edge(i);
        (i + 2..count).any(|j| {
            let (c, d) = edge(j);
            let are_neighbors = i == 0 && j == count - 1;
            !are_neighbors && side(a, b, c) * side(a, b, d) <= 0.0 && side(c, d, a) * side(c, d, b) <= 0.0
        })
    })
}

/// Whether a closed path turns in one direction and once around. Its curves turn as much as their control polygons, and
/// in the same direction.
fn is_convex(path: &Path) -> bool {
    let mut edges: Vec<Vec2> = path.segs.iter().flat_map(control_edges).collect();
    edges.retain(|edge| *edge != Vec2::ZERO);
    let after = edges.iter().cycle().skip(1);
    let mut sum = 0.0;
    let mut direction = 0.0;
    for (edge, after) in edges.iter().zip(after) {
        let turn = libm::atan2(edge.cross(*after), edge.dot(*after));
        // A smooth transition has a rounding error.
        if turn.abs() > 1e-9 {
            if turn * direction < 0.0 || turn.abs() > PI - 1e-9 {
                return false;
            }
            direction = turn;
        }
        sum += turn.abs();
    }
    sum < 3.0 * PI
}

/// Returns the edges of the control polygon of a segment.
fn control_edges(segment: &Seg) -> Vec<Vec2> {
    match segment {
        Seg::Line { a, b } => vec![*b - *a],
        Seg::Cubic(cubic) => vec![cubic.p1 - cubic.p0, cubic.p2 - cubic.p1, cubic.p3 - cubic.p2],
        // Tangents in steps of at most a quarter turn.
        Seg::Conic(conic) => (0..=4)
            .map(|step| conic.tangent(conic.angle_at(f64::from(step) / 4.0)) * conic.dt)
            .collect(),
    }
}
