//! Where two runs of a ring meet, exactly.

use super::super::num::norm;
use super::super::{Point, Seg, Tol, Vec2};
use super::run::{Run, angle_of};

/// The corner between two runs. It is an end of an input curve where both pass through one, otherwise the
/// point near the engine's where the curves cross, otherwise (tangent curves) the place of least distance.
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
        norm(*end - about) <= near && off(&before.seg, *end) <= tol.len && off(&after.seg, *end) <= tol.len
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

/// The distance of a point from the whole line or ellipse of a piece, or from a Bézier.
fn off(seg: &Seg, point: Point) -> f64 {
    norm(foot(seg, point).0 - point)
}

/// The point of the whole curve nearest to `point`, roughly for ellipses, and the direction there.
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

/// Whether a corner found by calculation can be the one the engine meant: the flatter the crossing, the farther
/// along the curves rounding may have moved it.
fn plausible(before: &Run, after: &Run, at: Point, about: Point, reach: f64) -> bool {
    let (x, y) = (foot(&before.seg, at).1, foot(&after.seg, at).1);
    let steep = (x.cross(y) / (norm(x) * norm(y))).abs();
    at.is_finite() && norm(at - about) <= 8.0 * reach / steep.max(1e-4)
}

/// Where two lines cross. A level or upright line gives its coordinate to the point as it is.
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

/// The crossing nearest to `about`, by stepping to the crossing of the tangents.
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
    // On a conic rather than beside it: the other curve is a line as a rule, and lines take any end.
    Some(if let Seg::Conic(_) = x {
        foot(x, at).0
    } else {
        foot(y, at).0
    })
}

/// The middle of the shortest way between two curves that run side by side near `about`.
fn feet(x: &Seg, y: &Seg, about: Point) -> Point {
    // For circles and lines the shortest way lies on the line through the centers.
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
            // Seen from the center of the larger circle.
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
    // Only if that is where the curves touch, and not merely where they are closest.
    let gap = off(x, at).max(off(y, at));
    (gap <= off(x, about)
        .max(off(y, about))
        .max(1e-15 * norm(about.to_vec2())))
    .then_some(at)
}
