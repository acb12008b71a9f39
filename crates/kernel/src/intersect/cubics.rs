//! Intersections of two cubic Béziers by subdivision.
//!
//! Both curves are halved until parts with disjoint boxes are discarded and the remaining parts are nearly
//! straight; then both parameters are refined together. The number of halvings is bounded, so overlapping curves
//! cannot cause an endless loop.

use kurbo::{ParamCurve, ParamCurveDeriv};

use super::meeting::Meeting;
use crate::num::norm;
use crate::{Bounds, CubicBez, Point, Tol};

/// Returns the common points of two cubic Béziers.
pub(super) fn cubic_cubic(a: &CubicBez, b: &CubicBez, tol: Tol) -> Vec<Meeting> {
    let mut found: Vec<Meeting> = Vec::new();
    let mut open = vec![((0.0, 1.0), (0.0, 1.0))];
    let mut budget = 4000_u32;
    while let Some((range_a, range_b)) = open.pop() {
        let (part_a, part_b) = (
            a.subsegment(range_a.0..range_a.1),
            b.subsegment(range_b.0..range_b.1),
        );
        let (Some(box_a), Some(box_b)) = (hull(&part_a), hull(&part_b)) else {
            return Vec::new();
        };
        if budget == 0 || !box_a.inflate(tol.len).intersects(&box_b) {
            continue;
        }
        budget -= 1;
        let mid = |range: (f64, f64)| 0.5 * (range.0 + range.1);
        if is_simple(&part_a, range_a) && is_simple(&part_b, range_b) {
            let Some(meeting) = refine(a, b, (mid(range_a), mid(range_b)), tol) else {
                continue;
            };
            let same = |old: &Meeting| {
                let gap = (old.t_a - meeting.t_a).abs().max((old.t_b - meeting.t_b).abs());
                // At a tangency, different starting values converge to slightly different parameters.
                gap <= if meeting.touch || old.touch { 1e-2 } else { 1e-7 }
            };
            if !found.iter().any(same) {
                found.push(meeting);
            }
            continue;
        }
        let (ma, mb) = (mid(range_a), mid(range_b));
        for half_a in [(range_a.0, ma), (ma, range_a.1)] {
            open.push((half_a, (range_b.0, mb)));
            open.push((half_a, (mb, range_b.1)));
        }
    }
    found
}

/// Returns the bounding box of the control points.
fn hull(c: &CubicBez) -> Option<Bounds> {
    Bounds::from_points([c.p0, c.p1, c.p2, c.p3])
}

/// Whether a part is so straight or so short that one refinement finds its only common point.
fn is_simple(c: &CubicBez, range: (f64, f64)) -> bool {
    let chord = c.p3 - c.p0;
    let off = |p: Point| (p - c.p0.lerp(c.p3, 0.5)).cross(chord).abs();
    let bend = off(c.p1).max(off(c.p2));
    range.1 - range.0 <= 1e-4 || (bend <= 1e-3 * chord.hypot2() && chord.dot(c.p1 - c.p0) >= 0.0)
}

/// Refines a guess by Newton's method; `None` unless the result is a common point.
fn refine(a: &CubicBez, b: &CubicBez, (mut t, mut u): (f64, f64), tol: Tol) -> Option<Meeting> {
    let (speed_a, speed_b) = (a.deriv(), b.deriv());
    for _ in 0..50 {
        let gap = b.eval(u) - a.eval(t);
        let (da, db) = (speed_a.eval(t).to_vec2(), speed_b.eval(u).to_vec2());
        let det = da.cross(db);
        let (mut dt, mut du) = (gap.cross(db) / det, gap.cross(da) / det);
        if !(dt.is_finite() && du.is_finite()) || det.abs() <= 1e-9 * norm(da) * norm(db) {
            // Parallel tangents: step each parameter toward the foot of the perpendicular from the other point.
            (dt, du) = (0.5 * gap.dot(da) / da.hypot2(), -0.5 * gap.dot(db) / db.hypot2());
        }
        let (next_t, next_u) = (
            (t + dt.clamp(-0.2, 0.2)).clamp(0.0, 1.0),
            (u + du.clamp(-0.2, 0.2)).clamp(0.0, 1.0),
        );
        let moved = (next_t - t).abs().max((next_u - u).abs());
        if !moved.is_finite() {
            return None;
        }
        (t, u) = (next_t, next_u);
        if moved <= 1e-15 {
            break;
        }
    }
    let (da, db) = (speed_a.eval(t).to_vec2(), speed_b.eval(u).to_vec2());
    let touch = da.cross(db).abs() <= 1e-4 * norm(da) * norm(db);
    (norm(b.eval(u) - a.eval(t)) <= tol.len).then_some(Meeting {
        t_a: t,
        t_b: u,
        touch,
    })
}
