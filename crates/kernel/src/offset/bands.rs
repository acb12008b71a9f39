//! Bands beside an outline, as simple closed pieces: a band along each curve and a wedge at each corner.

use std::f64::consts::PI;

use super::super::num::unit;
use super::super::{Conic, Path, Point, Seg, Vec2};
use super::join::Join;

/// Largest miter length, in multiples of the offset distance; a longer miter becomes a bevel.
const MITER_LIMIT: f64 = 10.0;

/// Returns pieces, all counterclockwise, that cover the points within `distance` of the right side of a path of
/// lines and circular arcs.
pub(super) fn right_of(path: &Path, distance: f64, join: Join) -> Vec<Path> {
    let mut pieces = Vec::with_capacity(2 * path.segs.len());
    for seg in &path.segs {
        match seg {
            Seg::Conic(conic) => along_arc(conic, distance, &mut pieces),
            _ => pieces.extend(along_line(seg, distance)),
        }
    }
    let count = path.segs.len();
    let last = if path.closed {
        count
    } else {
        count.saturating_sub(1)
    };
    for i in 0..last {
        let (before, after) = (&path.segs[i], &path.segs[(i + 1) % count]);
        if let (Some(u), Some(v)) = (before.direction_at(1.0), after.direction_at(0.0)) {
            pieces.extend(wedge(after.start(), u, v, distance, join));
        }
    }
    pieces
}

/// Returns a half disk beyond the end of an open path that arrives along `u`.
pub(super) fn cap(end: Point, u: Vec2, distance: f64) -> Path {
    let t0 = libm::atan2(-u.x, u.y);
    sector(end, distance, t0, PI)
}

fn along_line(seg: &Seg, distance: f64) -> Option<Path> {
    let out = right(unit(seg.end() - seg.start())?) * distance;
    let (a, b) = (seg.start(), seg.end());
    Some(Path::from_points(&[b, a, a + out, b + out], true))
}

fn along_arc(conic: &Conic, distance: f64, pieces: &mut Vec<Path>) {
    let Some(radius) = conic.radius() else { return };
    // The right side of a counterclockwise arc is its outer side.
    let other = if conic.is_ccw() {
        radius + distance
    } else {
        radius - distance
    };
    let arc = if conic.is_ccw() { *conic } else { conic.reversed() };
    let from = libm::atan2(arc.start().y - arc.c.y, arc.start().x - arc.c.x);
    let sweep = arc.dt.abs();
    if other <= 0.0 {
        pieces.push(sector(arc.c, radius, from, sweep));
        if other < 0.0 {
            // Beyond the center, the band continues on the opposite side.
            pieces.push(sector(arc.c, -other, from + PI, sweep));
        }
        return;
    }
    let ring = |r: f64| Conic {
        t0: from,
        dt: sweep,
        ..Conic::circle(arc.c, r)
    };
    let (outer, inner) = (ring(radius.max(other)), ring(radius.min(other)).reversed());
    let sides = [
        Seg::line(outer.end(), inner.start()),
        Seg::line(inner.end(), outer.start()),
    ];
    pieces.push(Path::new(
        vec![Seg::Conic(outer), sides[0], Seg::Conic(inner), sides[1]],
        true,
    ));
}

fn sector(center: Point, radius: f64, from: f64, sweep: f64) -> Path {
    let arc = Conic {
        t0: from,
        dt: sweep,
        ..Conic::circle(center, radius)
    };
    let segs = vec![
        Seg::Conic(arc),
        Seg::line(arc.end(), center),
        Seg::line(center, arc.start()),
    ];
    Path::new(segs, true)
}

/// Returns the piece that fills the gap at a corner that is convex on the right side, between the directions `u`
/// and `v` of travel.
fn wedge(corner: Point, u: Vec2, v: Vec2, distance: f64, join: Join) -> Option<Path> {
    let (turn, on) = (u.cross(v), u.dot(v));
    if turn < 0.0 || (turn <= 1e-9 && on > 0.0) {
        return None;
    }
    let (from, to) = (corner + right(u) * distance, corner + right(v) * distance);
    let angle = libm::atan2(turn, on);
    let reach = 1.0 / libm::cos(0.5 * angle);
    match join {
        Join::Round => {
            let t0 = libm::atan2(from.y - corner.y, from.x - corner.x);
            Some(sector(corner, distance, t0, angle))
        }
        Join::Miter if reach > 0.0 && reach <= MITER_LIMIT => {
            let tip = corner + (right(u) + right(v)) * (distance / (1.0 + on));
            Some(Path::from_points(&[corner, from, tip, to], true))
        }
        _ if turn <= 1e-9 => None,
        _ => Some(Path::from_points(&[corner, from, to], true)),
    }
}

fn right(direction: Vec2) -> Vec2 {
    Vec2::new(direction.y, -direction.x)
}
