//! Filled regions bounded by several paths.
//!
//! All functions use the even-odd rule: a point is inside if a ray from it crosses the outlines an odd number of
//! times, so a path inside another is a hole in either direction. Open paths are closed with a line.

use super::index::Index;
use super::{Path, Point, Seg, Vec2};

/// Returns the area of the region: outlines at even nesting depth count positive, those at odd depth are holes.
/// Outlines may touch but should not cross; for crossing outlines, the nesting rule is applied as well.
pub fn region_area(paths: &[Path]) -> f64 {
    signed_parts(paths).iter().map(|part| part.area).sum()
}

/// Lengths of the outlines of a region.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OutlineLengths {
    /// Length of the outlines at even nesting depth.
    pub outer: f64,
    /// Length of the outlines of the holes.
    pub inner: f64,
    /// Number of holes.
    pub holes: usize,
}

/// Returns the lengths of the outlines of a region: those at odd nesting depth are holes.
pub fn outline_lengths(paths: &[Path]) -> OutlineLengths {
    let mut lengths = OutlineLengths::default();
    for (path, around) in paths.iter().zip(nesting(paths)) {
        if around.len().is_multiple_of(2) {
            lengths.outer += path.length();
        } else {
            lengths.inner += path.length();
            lengths.holes += 1;
        }
    }
    lengths
}

/// Returns the centroid of the region's area; `None` if the area is 0.
pub fn centroid(paths: &[Path]) -> Option<Point> {
    let parts = signed_parts(paths);
    let area: f64 = parts.iter().map(|part| part.area).sum();
    let origin = parts.first()?.origin;
    let moment: Vec2 = parts.iter().fold(Vec2::ZERO, |sum, part| {
        // The moments have different reference points; convert them to the first one.
        sum + part.moment + (part.origin - origin) * part.area
    });
    let center = origin + moment / area;
    (area > 0.0 && center.is_finite()).then_some(center)
}

/// Whether `point` is inside the region (even-odd). On the outline itself, the result is unspecified.
pub fn contains(paths: &[Path], point: Point) -> bool {
    point.is_finite()
        && paths
            .iter()
            .filter(|path| crossings(path, point).0 % 2 == 1)
            .count()
            % 2
            == 1
}

/// Returns the winding number of the paths around `point`, positive counterclockwise.
pub fn winding(paths: &[Path], point: Point) -> i32 {
    if !point.is_finite() {
        return 0;
    }
    paths.iter().map(|path| crossings(path, point).1).sum()
}

struct Part {
    area: f64,
    moment: Vec2,
    origin: Point,
}

/// Returns the area and moment of each path with the sign of its nesting depth.
fn signed_parts(paths: &[Path]) -> Vec<Part> {
    let around = nesting(paths);
    paths
        .iter()
        .zip(around)
        .filter(|(path, _)| !path.is_empty())
        .map(|(path, around)| {
            let (area, moment, origin) = path.integrals();
            let positive = if area < 0.0 { -1.0 } else { 1.0 };
            let sign = if around.len().is_multiple_of(2) {
                positive
            } else {
                -positive
            };
            Part {
                area: sign * area,
                moment: moment * sign,
                origin,
            }
        })
        .collect()
}

/// Returns, for each path, the indices of the paths that enclose it. Empty paths enclose nothing and are enclosed
/// by nothing.
pub(crate) fn nesting(paths: &[Path]) -> Vec<Vec<usize>> {
    let boxes: Vec<_> = paths.iter().map(Path::bounds).collect();
    let near = Index::new(boxes.iter().copied());
    let around = |index: usize| -> Vec<usize> {
        let Some(inner) = boxes[index] else {
            return Vec::new();
        };
        // The midpoint of a segment is less likely than a corner to lie on another outline.
        let probe = paths[index].segs[0].point_at(0.5);
        let holds = |other: &usize| {
            *other != index
                && boxes[*other].is_some_and(|outer| outer.contains_bounds(&inner))
                && crossings(&paths[*other], probe).0 % 2 == 1
        };
        let found = near.window(&inner).into_iter();
        found.map(|other| other as usize).filter(holds).collect()
    };
    (0..paths.len()).map(around).collect()
}

/// Returns the number of crossings of the ray from `point` in +x, and their signed count (upward +1).
///
/// A segment is cut at its extremes in y; each part covers the half-open range of y between its ends. Consecutive
/// parts share their ends, so no crossing at a joint is missed or counted twice.
fn crossings(path: &Path, point: Point) -> (u32, i32) {
    let Some(start) = path.start() else {
        return (0, 0);
    };
    let mut count = (0, 0);
    let mut at = start;
    for seg in &path.segs {
        let mut u = 0.0;
        for next in seg.y_turns().into_iter().chain([1.0]) {
            let end = seg.point_at(next);
            tally(&mut count, at, end, point, || match seg {
                Seg::Line { .. } => right_of_line(at, end, point),
                _ => side_of_monotone(seg, (u, next), at.y < end.y, point),
            });
            (u, at) = (next, end);
        }
    }
    tally(&mut count, at, start, point, || right_of_line(at, start, point));
    count
}

fn tally(count: &mut (u32, i32), a: Point, b: Point, point: Point, right_of: impl FnOnce() -> bool) {
    let upward = a.y <= point.y && point.y < b.y;
    let downward = b.y <= point.y && point.y < a.y;
    if (upward || downward) && right_of() {
        count.0 += 1;
        count.1 += if upward { 1 } else { -1 };
    }
}

/// Whether the line from `a` to `b` passes to the right of `point`. The arguments are the tallied ends, which at a
/// joint may differ from the ends of the segment by a rounding error; on a horizontal line, that error would decide
/// the result.
fn right_of_line(a: Point, b: Point, point: Point) -> bool {
    if (a.x > point.x) == (b.x > point.x) {
        return a.x > point.x;
    }
    let side = (b - a).cross(point - a);
    if a.y < b.y { side > 0.0 } else { side < 0.0 }
}

/// Whether the part of `seg` between two parameters, monotone in y, passes to the right of `point`.
fn side_of_monotone(seg: &Seg, (mut low, mut high): (f64, f64), rising: bool, point: Point) -> bool {
    for _ in 0..64 {
        let mid = 0.5 * (low + high);
        if (seg.point_at(mid).y <= point.y) == rising {
            low = mid;
        } else {
            high = mid;
        }
    }
    seg.point_at(low).x > point.x
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use std::f64::consts::PI;

    use super::*;
    use crate::norm;

    fn plate() -> Vec<Path> {
        // A plate with a round hole that contains an island; the directions are deliberately mixed.
        vec![
            Path::rect(Point::ZERO, 10.0, 10.0).reversed(),
            Path::circle(Point::new(5.0, 5.0), 3.0),
            Path::circle(Point::new(5.0, 5.0), 1.0),
        ]
    }

    #[test]
    fn region_area_by_nesting() {
        assert!((region_area(&plate()) - (100.0 - 8.0 * PI)).abs() < 1e-12);
        assert_eq!(region_area(&[]), 0.0);
    }

    #[test]
    fn region_centroid() {
        assert!(norm(centroid(&plate()).unwrap() - Point::new(5.0, 5.0)) < 1e-13);
        let two = [
            Path::rect(Point::ZERO, 2.0, 2.0),
            Path::rect(Point::new(10.0, 0.0), 2.0, 2.0),
        ];
        assert!(norm(centroid(&two).unwrap() - Point::new(6.0, 1.0)) < 1e-13);
        assert_eq!(centroid(&[]), None);
    }

    #[test]
    fn region_contains() {
        let inside = |x: f64, y: f64| contains(&plate(), Point::new(x, y));
        assert!(inside(1.0, 5.0) && inside(5.0, 5.0) && inside(9.9, 9.9));
        assert!(!inside(3.0, 5.0) && !inside(-1.0, 5.0) && !inside(11.0, 5.0) && !inside(f64::NAN, 0.0));
    }

    #[test]
    fn region_ray_along_a_level_line_with_loose_joints() {
        // A cap on a horizontal line whose joints differ by one rounding error, tested with a ray along that line.
        let arc = crate::Conic::arc(Point::ZERO, 1.0, 0.0, PI);
        for off in [-4e-16, 4e-16] {
            let arc = Seg::Conic(crate::Conic {
                c: Point::new(0.0, off),
                ..arc
            });
            let tail = [
                (-1.0, 0.0),
                (-9.0, 0.0),
                (-9.0, -5.0),
                (9.0, -5.0),
                (9.0, 0.0),
                (1.0, 0.0),
            ]
            .map(Point::from);
            let mut segs = vec![arc];
            segs.extend(tail.windows(2).map(|pair| Seg::line(pair[0], pair[1])));
            let path = Path::new(segs, true);
            for x in [-20.0, 20.0] {
                assert!(!contains(std::slice::from_ref(&path), Point::new(x, 0.0)));
                assert!(!contains(&[path.reversed()], Point::new(x, 0.0)));
            }
            assert!(contains(std::slice::from_ref(&path), Point::new(0.0, 0.5)));
        }
    }

    #[test]
    fn region_ray_through_corners_and_extremes() {
        let diamond = Path::from_points(
            &[(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)].map(Point::from),
            true,
        );
        let circle = Path::circle(Point::ZERO, 1.0);
        let rounded = Path::rounded_rect(Point::new(-1.0, -1.0), 2.0, 2.0, 0.5);
        for path in [diamond, circle, rounded] {
            let path = [path];
            for y in [-0.5, 0.0, 0.5] {
                assert!(!contains(&path, Point::new(-2.0, y)), "{path:?}");
                assert!(!contains(&path, Point::new(2.0, y)));
            }
            for y in [-1.0, 1.0] {
                assert!(!contains(&path, Point::new(-2.0, y)), "{path:?} {y}");
            }
            assert!(contains(&path, Point::ZERO));
            assert_eq!(winding(&path, Point::ZERO), 1);
            assert_eq!(winding(&[path[0].reversed()], Point::ZERO), -1);
        }
    }
}
