//! Exact corner points between consecutive runs of a ring.

use super::super::num::norm;
use super::super::{Point, Seg, Tol, Vec2};
use super::run::{Run, angle_of};

/// Returns the corner between two runs. The corner is an end of an input curve if both curves pass through that
/// end, otherwise the crossing of the curves near the point of the engine, otherwise (tangent curves) the point of
/// least distance between the curves.
pub(super) fn corner(before: &Run, after: &Run, reach: f64, tol: Tol) -> Point {
    let about = before.to.midpoint(after.from);
    let near = 4.0 * reach.max(tol.merge);
    let ends = [
        before.seg.start(),
        before.seg.end(),
        after.seg.start(),
        after.seg.end(),
    ];
    let known = ends.into_iter().find(|end| {
        norm(*end - about) <= near
            && distance(&before.seg, *end) <= tol.len
            && distance(&after.seg, *end) <= tol.len
    });
    if let Some(known) = known {
        return known;
    }
    if let (Seg::Line { a, b }, Seg::Line { a: c, b: d }) = (&before.seg, &after.seg) {
        return lines((*a, *b), (*c, *d))
            .filter(|at| plausible(before, after, *at, about, reach))
            .unwrap_or(about);
    }
    let crossing = newton(&before.seg, &after.seg, about);
    match crossing.filter(|at| plausible(before, after, *at, about, reach)) {
        Some(at) => at,
        None => feet(&before.seg, &after.seg, about),
    }
}

/// Returns the distance of a point from a Bézier, or from the infinite line or whole ellipse of a segment.
fn distance(seg: &Seg, point: Point) -> f64 {
    norm(foot(seg, point).0 - point)
}

/// Returns the nearest point of a Bézier, an infinite line or a whole ellipse (approximate for ellipses), and the
/// direction at that point.
fn foot(seg: &Seg, point: Point) -> (Point, Vec2) {
    match seg {
        Seg::Line { a, b } => {
            let along = *b - *a;
            (*a + along * ((point - *a).dot(along) / along.hypot2()), along)
        }
        Seg::Conic(conic) => {
            let mut t = angle_of(conic, point);
            for _ in 0..4 {
                let (gap, slope) = (point - conic.point(t), conic.tangent(t));
                let bend = conic.point(t) - conic.c;
                let step = gap.dot(slope) / (slope.hypot2() + gap.dot(bend));
                if !step.is_finite() || step.abs() <= 1e-16 {
                    break;
                }
                t += step.clamp(-0.5, 0.5);
            }
            (conic.point(t), conic.tangent(t))
        }
        Seg::Cubic(_) => {
            let u = seg.nearest(point).map_or(0.0, |near| near.u);
            (seg.point_at(u), seg.direction_at(u).unwrap_or(Vec2::ZERO))
        }
    }
}

/// Whether a computed corner is consistent with the position given by the engine: rounding can move the corner of a
/// flatter crossing farther along the curves.
fn plausible(before: &Run, after: &Run, at: Point, about: Point, reach: f64) -> bool {
    let (x, y) = (foot(&before.seg, at).1, foot(&after.seg, at).1);
    let steep = (x.cross(y) / (norm(x) * norm(y))).abs();
    at.is_finite() && norm(at - about) <= 8.0 * reach / steep.max(1e-4)
}

/// Returns the crossing of two lines. A horizontal or vertical line passes its constant coordinate to the point
/// unchanged.
fn lines((a, b): (Point, Point), (c, d): (Point, Point)) -> Option<Point> {
    let (u, v) = (b - a, d - c);
    let t = (c - a).cross(v) / u.cross(v);
    let mut at = a + u * t;
    for (from, along) in [(a, u), (c, v)] {
        if along.x == 0.0 {
            at.x = from.x;
        }
        if along.y == 0.0 {
            at.y = from.y;
        }
    }
    at.is_finite().then_some(at)
}

/// Returns the crossing nearest to `about`, by repeatedly stepping to the crossing of the tangents.
fn newton(x: &Seg, y: &Seg, about: Point) -> Option<Point> {
    let mut at = about;
    for _ in 0..40 {
        let ((p, u), (q, v)) = (foot(x, at), foot(y, at));
        let det = u.cross(v);
        if det.abs() <= 1e-7 * norm(u) * norm(v) {
            return None;
        }
        let next = p + u * ((q - p).cross(v) / det);
        let moved = norm(next - at);
        if !moved.is_finite() {
            return None;
        }
        at = next;
        if moved <= 1e-16 * (1.0 + norm(at.to_vec2())) {
            break;
        }
    }
    // The result is exactly on a conic if one of the curves is a conic: the other curve is usually a line, and a
    // line can end at any point.
    Some(if let Seg::Conic(_) = x {
        foot(x, at).0
    } else {
        foot(y, at).0
    })
}

/// Returns the midpoint of the shortest connection between two curves that run side by side near `about`.
fn feet(x: &Seg, y: &Seg, about: Point) -> Point {
    // For circles and lines, the shortest connection lies on the line through the centers.
    if let Some(at) = touch(x, y, about) {
        return at;
    }
    let mut at = about;
    for _ in 0..200 {
        let next = foot(x, foot(y, at).0).0;
        let moved = norm(next - at);
        at = next;
        if moved.is_nan() || moved == 0.0 {
            break;
        }
    }
    at
}

fn touch(x: &Seg, y: &Seg, about: Point) -> Option<Point> {
    let circle = |seg: &Seg| match seg {
        Seg::Conic(conic) => conic.radius().map(|radius| (conic.c, radius)),
        _ => None,
    };
    let at = match (circle(x), circle(y), x, y) {
        (Some((c, r)), Some((d, s)), ..) => {
            // The direction is measured from the center of the larger circle.
            let (c, d, r) = if r >= s { (c, d, r) } else { (d, c, s) };
            let toward = super::super::num::unit(d - c)?;
            let (one, other) = (c + toward * r, c - toward * r);
            if norm(one - about) <= norm(other - about) {
                one
            } else {
                other
            }
        }
        (Some((c, _)), None, _, line @ Seg::Line { .. })
        | (None, Some((c, _)), line @ Seg::Line { .. }, _) => foot(line, c).0,
        _ => return None,
    };
    // The point is used only where the curves touch, not where they are merely closest.
    let gap = distance(x, at).max(distance(y, at));
    (gap <= distance(x, about)
        .max(distance(y, about))
        .max(1e-15 * norm(about.to_vec2())))
    .then_some(at)
}
