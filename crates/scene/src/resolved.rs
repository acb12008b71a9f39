//! Points, circles, and straight lines of resolved references.

use super::subentity::Resolved;
use trammel_kernel::{Path, Point, Seg, norm};

/// Returns the tip of a leader: the resolved point itself, or the point of the outline nearest to `from`.
pub fn tip_of(found: &Resolved, from: Point) -> Option<Point> {
    let nearest = |paths: &[Path]| {
        let all = paths.iter().filter_map(|path| path.nearest(from));
        let best = all.min_by(|a, b| a.distance.total_cmp(&b.distance));
        best.map(|nearest| nearest.point)
    };
    match found {
        Resolved::Point(point) => Some(*point),
        Resolved::Curve(seg) => nearest(&[Path::new(vec![*seg], false)]),
        Resolved::Whole(paths) => nearest(paths),
    }
}

/// Returns the center and radius of the circle that a reference resolves to; `None` if it is not a circle or circular
/// arc.
pub fn circle_of(found: &Resolved) -> Option<(Point, f64)> {
    let of_seg = |seg: &Seg| match seg {
        Seg::Conic(conic) => conic.radius().map(|radius| (conic.c, radius)),
        _ => None,
    };
    match found {
        Resolved::Curve(seg) => of_seg(seg),
        Resolved::Whole(paths) => match paths.as_slice() {
            [path] => {
                let (first, rest) = path.segs.split_first()?;
                let (center, radius) = of_seg(first)?;
                let same = |seg: &Seg| {
                    of_seg(seg).is_some_and(|(c, r)| {
                        norm(c - center) <= 1e-9 * radius && (r - radius).abs() <= 1e-9 * radius
                    })
                };
                rest.iter().all(same).then_some((center, radius))
            }
            _ => None,
        },
        Resolved::Point(_) => None,
    }
}

/// Returns the end points of the straight line that a reference resolves to; `None` if it is not a single line.
pub fn line_of(found: &Resolved) -> Option<(Point, Point)> {
    let of_seg = |seg: &Seg| match seg {
        Seg::Line { a, b } if a != b => Some((*a, *b)),
        _ => None,
    };
    match found {
        Resolved::Curve(seg) => of_seg(seg),
        Resolved::Whole(paths) => match paths.as_slice() {
            [path] => match path.segs.as_slice() {
                [seg] => of_seg(seg),
                _ => None,
            },
            _ => None,
        },
        Resolved::Point(_) => None,
    }
}
