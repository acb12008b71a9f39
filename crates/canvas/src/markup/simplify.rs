//! Simplification of polylines (Ramer, Douglas, and Peucker).
//!
//! Invariants: the result contains points of the input in their order, including both ends; each omitted point
//! is within the tolerance of the segment that replaces it.

use trammel_kernel::{Point, norm};

/// Simplifies a polyline with this tolerance.
pub(super) fn simplify(points: &[Point], tolerance: f64) -> Vec<Point> {
    let Some(last) = points.len().checked_sub(1) else {
        return Vec::new();
    };
    let mut keep = vec![false; points.len()];
    keep[0] = true;
    keep[last] = true;
    let mut open = vec![(0, last)];
    while let Some((from, to)) = open.pop() {
        let farthest = (from + 1..to)
            .map(|at| (at, distance(points[at], points[from], points[to])))
            .max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((at, _)) = farthest.filter(|(_, far)| *far > tolerance) {
            keep[at] = true;
            open.extend([(from, at), (at, to)]);
        }
    }
    let kept = points.iter().zip(keep).filter(|(_, keep)| *keep);
    kept.map(|(point, _)| *point).collect()
}

/// Simplifies a polyline to at most `most` points: with this tolerance if possible, or else with the smallest
/// sufficient one of a geometric series.
pub(super) fn at_most(points: &[Point], tolerance: f64, most: usize) -> Vec<Point> {
    let mut tolerance = tolerance.max(f64::MIN_POSITIVE);
    loop {
        let fewer = simplify(points, tolerance);
        if fewer.len() <= most.max(2) || !tolerance.is_finite() {
            return fewer;
        }
        tolerance *= 1.25;
    }
}

/// Returns the distance of a point from a segment.
pub(super) fn distance(point: Point, from: Point, to: Point) -> f64 {
    let (along, there) = (to - from, point - from);
    let squared = along.hypot2();
    if squared <= 0.0 {
        return norm(there);
    }
    let share = (there.dot(along) / squared).clamp(0.0, 1.0);
    norm(there - along * share)
}
