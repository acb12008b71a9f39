//! A line with fewer bends (Ramer, Douglas and Peucker).
//!
//! Invariants: what is left are points of the line in their order, its ends among them; what is left out lies within the
//! tolerance of the piece that stands for it.

use crate::geometry::{Point, norm};

/// The line with only the bends that show at this tolerance.
pub(super) fn simplified(points: &[Point], tolerance: f64) -> Vec<Point> {
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

/// The line with at most so many bends: at this tolerance if it can be, else at the smallest of a series.
pub(super) fn at_most(points: &[Point], tolerance: f64, most: usize) -> Vec<Point> {
    let mut tolerance = tolerance.max(f64::MIN_POSITIVE);
    loop {
        let fewer = simplified(points, tolerance);
        if fewer.len() <= most.max(2) || !tolerance.is_finite() {
            return fewer;
        }
        tolerance *= 1.25;
    }
}

/// How far a point is from a straight piece.
pub(super) fn distance(point: Point, from: Point, to: Point) -> f64 {
    let (along, there) = (to - from, point - from);
    let squared = along.hypot2();
    if squared <= 0.0 {
        return norm(there);
    }
    let share = (there.dot(along) / squared).clamp(0.0, 1.0);
    norm(there - along * share)
}
