//! Side test: whether two paths pass through each other at a point.

use super::super::{Path, Tol, Vec2, num};
use super::hit::Hit;

/// Whether the paths pass through each other at a joint: exactly one of the two directions in which `b` leaves the
/// point lies on the left of `a`. An undecided case (tangent curves, or an open end) gives false.
pub(super) fn passes_through(a: &Path, b: &Path, hit: &Hit, tol: Tol) -> bool {
    let (Some((a_back, a_on)), Some((b_back, b_on))) = (rays(a, hit.t_a), rays(b, hit.t_b)) else {
        return false;
    };
    let angle = |v: Vec2| libm::atan2(a_on.cross(v), a_on.dot(v)).rem_euclid(std::f64::consts::TAU);
    let back = angle(a_back);
    let on_left = |v: Vec2| {
        let v = angle(v);
        let clear = |edge: f64| !num::same_angle(v, edge, tol.ang.max(1e-7));
        (clear(0.0) && clear(back)).then_some(v < back)
    };
    matches!((on_left(b_back), on_left(b_on)), (Some(x), Some(y)) if x != y)
}

/// Returns the directions in which a path leaves one of its points, backward and forward; `None` at an open end.
fn rays(path: &Path, t: f64) -> Option<(Vec2, Vec2)> {
    let count = path.segs.len();
    let index = match t.floor() as usize {
        last if path.closed && last == count => 0,
        index => index,
    };
    let u = t - t.floor();
    if u > 0.0 {
        let onward = path.segs.get(index)?.direction_at(u)?;
        return Some((-onward, onward));
    }
    let before = match index {
        0 if path.closed => count.checked_sub(1)?,
        _ => index.checked_sub(1)?,
    };
    let back = path.segs.get(before)?.direction_at(1.0)?;
    Some((-back, path.segs.get(index)?.direction_at(0.0)?))
}
