//! Intersections of two segments.

use super::super::num::norm;
use super::super::{Path, Point, Seg, Tol};
use super::hit::{Hit, HitKind, in_order, is_same_place};
use super::pairs;
use super::side::passes_through;

/// Returns all intersections of two segments, in order along `a`. Empty if a number is not finite.
pub fn seg_seg(a: &Seg, b: &Seg, tol: Tol) -> Vec<Hit> {
    let (Some(box_a), Some(box_b)) = (a.bounds(), b.bounds()) else {
        return Vec::new();
    };
    if !box_a.inflate(tol.len).intersects(&box_b) {
        return Vec::new();
    }
    let ends = end_meetings(a, b, tol);
    let overlaps = overlaps(a, b, &ends, tol);
    let mut hits = Vec::new();
    for &(from, to) in &overlaps {
        hits.extend([
            hit(a, b, ends[from], HitKind::Overlap),
            hit(a, b, ends[to], HitKind::Overlap),
        ]);
    }
    let in_overlap = |t: f64| {
        overlaps
            .iter()
            .any(|&(i, j)| ends[i].0 - 1e-9 <= t && t <= ends[j].0 + 1e-9)
    };
    for end in ends.iter().filter(|end| !in_overlap(end.0)) {
        let new = hit(a, b, *end, HitKind::Touching);
        // The two ends of a full turn, or of a line without length, are one point.
        let shares = |old: &Hit| old.t_a == new.t_a || old.t_b == new.t_b;
        if !hits
            .iter()
            .any(|old| norm(old.point - new.point) <= tol.len && shares(old))
        {
            let crossing = is_seam(a, new.t_a) || is_seam(b, new.t_b);
            let crossing = crossing && passes_through(&alone(a), &alone(b), &new, tol);
            hits.push(Hit {
                kind: if crossing {
                    HitKind::Crossing
                } else {
                    HitKind::Touching
                },
                ..new
            });
        }
    }
    for meeting in pairs::meetings(a, b, tol) {
        let kind = if meeting.touch {
            HitKind::Touching
        } else {
            HitKind::Crossing
        };
        let new = hit(a, b, (meeting.t_a, meeting.t_b), kind);
        // An end found above replaces every root of the equations near that end.
        let known = |old: &Hit| norm(old.point - new.point) <= tol.merge && is_same_place(old, &new);
        if !in_overlap(new.t_a) && !hits.iter().any(known) {
            hits.push(new);
        }
    }
    hits.sort_by(in_order);
    hits
}

fn hit(a: &Seg, b: &Seg, (t_a, t_b): (f64, f64), kind: HitKind) -> Hit {
    // The end of a segment is the most exact representation of a shared point.
    let point = if t_a == 0.0 || t_a == 1.0 || (t_b != 0.0 && t_b != 1.0) {
        a.point_at(t_a)
    } else {
        b.point_at(t_b)
    };
    Hit {
        point,
        t_a,
        t_b,
        kind,
    }
}

/// Whether a parameter is the seam of a full turn, where the circle continues without an end.
fn is_seam(seg: &Seg, u: f64) -> bool {
    (u == 0.0 || u == 1.0) && matches!(seg, Seg::Conic(conic) if conic.is_full())
}

/// Returns a path of this single segment.
fn alone(seg: &Seg) -> Path {
    Path::new(vec![*seg], is_seam(seg, 0.0))
}

/// Returns the ends of each segment that lie on the other one: pairs of parameters, in order along `a`, without
/// duplicates.
fn end_meetings(a: &Seg, b: &Seg, tol: Tol) -> Vec<(f64, f64)> {
    let snap = |seg: &Seg, u: f64| {
        let at = seg.point_at(u);
        let nearer = if u < 0.5 {
            (0.0, seg.start())
        } else {
            (1.0, seg.end())
        };
        if norm(at - nearer.1) <= tol.len {
            nearer.0
        } else {
            u
        }
    };
    let on = |seg: &Seg, point: Point| {
        seg.nearest(point)
            .filter(|near| near.distance <= tol.len)
            .map(|near| snap(seg, near.u))
    };
    let mut found: Vec<(f64, f64)> = Vec::new();
    for (u, point) in [(0.0, a.start()), (1.0, a.end())] {
        found.extend(on(b, point).map(|t_b| (u, t_b)));
    }
    for (u, point) in [(0.0, b.start()), (1.0, b.end())] {
        found.extend(on(a, point).map(|t_a| (t_a, u)));
    }
    trammel_base::sort::by(&mut found, |x, y| x.0.total_cmp(&y.0).then(x.1.total_cmp(&y.1)));
    found.dedup_by(|x, y| (x.0 - y.0).abs() <= 1e-12 && (x.1 - y.1).abs() <= 1e-12);
    found
}

/// Returns the overlaps of two segments, as pairs of indices into `ends`.
fn overlaps(a: &Seg, b: &Seg, ends: &[(f64, f64)], tol: Tol) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for index in 1..ends.len() {
        let (from, to) = (ends[index - 1].0, ends[index].0);
        // The fractions are not symmetric, so that a symmetric pair of curves is not mistaken for an overlap.
        let together = |fraction: f64| {
            let point = a.point_at(from + fraction * (to - from));
            b.nearest(point).is_some_and(|near| near.distance <= tol.len)
        };
        let long = norm(a.point_at(0.5 * (from + to)) - a.point_at(from)) > tol.len;
        if !(long && [0.23, 0.51, 0.83].into_iter().all(together)) {
            continue;
        }
        match found.last_mut() {
            Some(last) if last.1 == index - 1 => last.1 = index,
            _ => found.push((index - 1, index)),
        }
    }
    found
}
