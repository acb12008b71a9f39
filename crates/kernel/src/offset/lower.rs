//! Approximation of ellipses and Béziers by lines and circular arcs, whose offsets are exact.
//!
//! A segment is halved until two arcs that join smoothly (a biarc) approximate it closely enough.

use super::super::num::{norm, unit};
use super::super::{Conic, Path, Point, Seg, Vec2};

/// Returns the path as lines and circular arcs of at most half a turn, within `tolerance` of the original.
pub(super) fn lower(path: &Path, tolerance: f64) -> Path {
    let mut segs = Vec::with_capacity(path.segs.len());
    for seg in &path.segs {
        match seg {
            Seg::Line { .. } => segs.push(*seg),
            Seg::Conic(conic) if conic.is_circle() => {
                let parts = (conic.dt.abs() / std::f64::consts::PI - 1e-9)
                    .ceil()
                    .clamp(1.0, 2.0);
                segs.extend((0..parts as u32).map(|i| {
                    let i = f64::from(i);
                    Seg::Conic(conic.sub_arc(i / parts, (i + 1.0) / parts))
                }));
            }
            _ => halves(seg, tolerance, &mut segs),
        }
    }
    Path::new(segs, path.closed)
}

fn halves(seg: &Seg, tolerance: f64, out: &mut Vec<Seg>) {
    // An elliptic arc is first divided into parts of at most a quarter turn, a Bézier into two halves: biarcs fit
    // longer parts poorly.
    let parts = match seg {
        Seg::Conic(conic) => (conic.dt.abs() / std::f64::consts::FRAC_PI_2)
            .ceil()
            .clamp(1.0, 4.0) as u32,
        _ => 2,
    };
    let mut open: Vec<(f64, f64, u32)> = Vec::new();
    for i in (0..parts).rev() {
        let edge = |i: u32| f64::from(i) / f64::from(parts);
        open.push((edge(i), edge(i + 1), 0));
    }
    while let Some((from, to, depth)) = open.pop() {
        let fit = biarc(seg, from, to);
        let close = fit
            .as_ref()
            .is_some_and(|fit| is_close(seg, (from, to), fit, tolerance));
        if close || depth >= 12 {
            out.extend(fit.unwrap_or_else(|| vec![Seg::line(seg.point_at(from), seg.point_at(to))]));
        } else {
            let mid = 0.5 * (from + to);
            open.push((mid, to, depth + 1));
            open.push((from, mid, depth + 1));
        }
    }
}

fn is_close(seg: &Seg, (from, to): (f64, f64), fit: &[Seg], tolerance: f64) -> bool {
    (1..12).all(|i| {
        let point = seg.point_at(from + (to - from) * f64::from(i) / 12.0);
        fit.iter()
            .any(|arc| arc.nearest(point).is_some_and(|near| near.distance <= tolerance))
    })
}

/// Returns two arcs with the end points and end tangents of a part of a segment, with equal tangent lengths; `None`
/// if there are none.
fn biarc(seg: &Seg, from: f64, to: f64) -> Option<Vec<Seg>> {
    let (p, q) = (seg.point_at(from), seg.point_at(to));
    let (u, v) = (seg.direction_at(from)?, seg.direction_at(to)?);
    let chord = q - p;
    // |chord|² − 2 d (chord·(u+v)) + 2 d² (u·v − 1) = 0 for the tangent length d.
    let (a, b, c) = (2.0 * (1.0 - u.dot(v)), 2.0 * chord.dot(u + v), -chord.hypot2());
    let d = if a.abs() <= 1e-12 {
        -c / b
    } else {
        2.0 * -c / (b + (b * b - 4.0 * a * c).max(0.0).sqrt())
    };
    if !(d.is_finite() && d > 0.0) {
        return None;
    }
    let joint = (p + u * d).midpoint(q - v * d);
    Some(vec![arc(p, u, joint)?, reversed_arc(q, -v, joint)?])
}

/// Returns the arc (or line) from `p` to `q` that starts in the direction `u`.
fn arc(p: Point, u: Vec2, q: Point) -> Option<Seg> {
    let chord = q - p;
    let (side, along) = (u.cross(chord), u.dot(chord));
    unit(chord)?;
    if side.abs() <= 1e-9 * norm(chord) {
        return (along > 0.0).then(|| Seg::line(p, q));
    }
    let radius = chord.hypot2() / (2.0 * side);
    let center = p + u.turn_90() * radius;
    let t0 = libm::atan2(p.y - center.y, p.x - center.x);
    let sweep = 2.0 * libm::atan2(side, along);
    Some(Seg::Conic(Conic {
        t0,
        dt: sweep,
        ..Conic::circle(center, radius.abs())
    }))
}

fn reversed_arc(q: Point, u: Vec2, p: Point) -> Option<Seg> {
    arc(q, u, p).map(|seg| seg.reversed())
}
