//! Areas by the nonzero rule, which SVG files use by default. A drawing fills every area by the even-odd rule.

use super::outline::{Outline, has_extent};
use crate::geometry::region::region_area;
use crate::geometry::{Bounds, Path, Point, Seg, boolean};
use crate::scene::Shape;

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
        Outline::Paths(paths) => paths.iter().filter(|path| has_extent(path)).map(closed).collect(),
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
fn closed(path: &Path) -> Path {
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
        boolean::cleaned(paths),
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
    if !is_polygon || path.segs.len() > MAX_TESTED {
        return path.segs.len() > 3;
    }
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
