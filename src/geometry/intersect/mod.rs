//! Where curves meet: two pieces ([`seg_seg`]) or two paths ([`path_path`]).
//!
//! Every pair of lines, conics and cubics is covered. A crossing is found to about 1e-9 in both curves. At a
//! tangency the curves run side by side, so the point lies on both to the tolerance but its place along them
//! is only known to about the square root of it. A meeting at an end of a piece is found from the ends, not
//! from equations, so that joints are never missed; an overlap is reported by its two ends.
//!
//! The equations for interior meetings are in `pairs.rs` and `cubics.rs`.

use std::cmp::Ordering;

use super::index::Index;
use super::num::norm;
use super::{Path, Point, Seg, Tol, Vec2};

mod cubics;
mod own;
mod pairs;

pub use own::self_intersections;

/// How two curves meet at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HitKind {
    /// They pass through each other.
    Crossing,
    /// They meet without passing through: tangent, or at an end of one of them.
    Touching,
    /// Here a stretch begins or ends in which they coincide.
    Overlap,
}

/// One place where two curves meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The point.
    pub point: Point,
    /// The place on the first curve: for a piece its parameter, 0 to 1; for a path the index of the piece
    /// plus that parameter, so a joint is a whole number (0 for the joint that closes a path).
    pub t_a: f64,
    /// The place on the second curve, likewise.
    pub t_b: f64,
    /// How they meet.
    pub kind: HitKind,
}

/// All places where two pieces meet, in order along `a`. Empty when a number is not finite.
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
        // The two ends of a full turn, or of a line of no length, are one place.
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
        // An end found above stands for every root the equations put beside it.
        let known = |old: &Hit| norm(old.point - new.point) <= tol.merge && is_same_place(old, &new);
        if !in_overlap(new.t_a) && !hits.iter().any(known) {
            hits.push(new);
        }
    }
    hits.sort_by(in_order);
    hits
}

/// All places where two paths meet, in order along `a`; each joint once. At a joint the kind says whether the
/// paths as a whole pass through each other there.
pub fn path_path(a: &Path, b: &Path, tol: Tol) -> Vec<Hit> {
    let pieces_b = Index::new(b.segs.iter().map(Seg::bounds));
    let mut hits: Vec<Hit> = Vec::new();
    for (i, seg_a) in a.segs.iter().enumerate() {
        let Some(box_a) = seg_a.bounds() else { continue };
        for j in pieces_b.window(&box_a.inflate(tol.len)) {
            let j = j as usize;
            hits.extend(seg_seg(seg_a, &b.segs[j], tol).into_iter().map(|hit| Hit {
                t_a: place(a, i, hit.t_a),
                t_b: place(b, j, hit.t_b),
                ..hit
            }));
        }
    }
    hits.sort_by(in_order);
    let mut merged: Vec<Hit> = Vec::new();
    for hit in hits {
        let twin = merged
            .iter_mut()
            .rev()
            .take_while(|old| hit.t_a - old.t_a <= SAME_PLACE)
            .find(|old| norm(old.point - hit.point) <= tol.merge && (old.t_b - hit.t_b).abs() <= SAME_PLACE);
        match twin {
            Some(twin) => twin.kind = twin.kind.or(hit.kind),
            None => merged.push(hit),
        }
    }
    for hit in merged.iter_mut().filter(|hit| hit.kind == HitKind::Touching) {
        let at_joint = hit.t_a.fract() == 0.0 || hit.t_b.fract() == 0.0;
        if at_joint && passes_through(a, b, hit, tol) {
            hit.kind = HitKind::Crossing;
        }
    }
    merged
}

/// Parameters closer than this, at points within the merge distance, are one place.
const SAME_PLACE: f64 = 1e-3;

impl HitKind {
    fn or(self, other: HitKind) -> HitKind {
        match (self, other) {
            (HitKind::Overlap, _) | (_, HitKind::Overlap) => HitKind::Overlap,
            (HitKind::Crossing, _) | (_, HitKind::Crossing) => HitKind::Crossing,
            _ => HitKind::Touching,
        }
    }
}

fn in_order(x: &Hit, y: &Hit) -> Ordering {
    x.t_a.total_cmp(&y.t_a).then(x.t_b.total_cmp(&y.t_b))
}

fn is_same_place(x: &Hit, y: &Hit) -> bool {
    (x.t_a - y.t_a).abs() <= SAME_PLACE && (x.t_b - y.t_b).abs() <= SAME_PLACE
}

fn place(path: &Path, index: usize, u: f64) -> f64 {
    let t = index as f64 + u;
    if path.closed && t >= path.segs.len() as f64 {
        0.0
    } else {
        t
    }
}

fn hit(a: &Seg, b: &Seg, (t_a, t_b): (f64, f64), kind: HitKind) -> Hit {
    // The end of a piece is the most exact name of a shared point.
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

/// Whether a place is the end of a full turn, which is no end to someone looking at the circle.
fn is_seam(seg: &Seg, u: f64) -> bool {
    (u == 0.0 || u == 1.0) && matches!(seg, Seg::Conic(conic) if conic.is_full())
}

/// The piece as a path of its own.
fn alone(seg: &Seg) -> Path {
    Path::new(vec![*seg], is_seam(seg, 0.0))
}

/// Where an end of one piece lies on the other: parameters on both, in order along `a`, each once.
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
    found.sort_by(|x, y| x.0.total_cmp(&y.0).then(x.1.total_cmp(&y.1)));
    found.dedup_by(|x, y| (x.0 - y.0).abs() <= 1e-12 && (x.1 - y.1).abs() <= 1e-12);
    found
}

/// The stretches in which the pieces coincide, as pairs of indices into `ends`.
fn overlaps(a: &Seg, b: &Seg, ends: &[(f64, f64)], tol: Tol) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for index in 1..ends.len() {
        let (from, to) = (ends[index - 1].0, ends[index].0);
        // Uneven fractions, so that a chance symmetry cannot fake an overlap.
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

/// Whether the paths pass through each other at a joint: of the two directions in which `b` leaves the point,
/// exactly one lies on the left of `a`. Undecided (tangent, or an open end) counts as no.
fn passes_through(a: &Path, b: &Path, hit: &Hit, tol: Tol) -> bool {
    let (Some((a_back, a_on)), Some((b_back, b_on))) = (rays(a, hit.t_a), rays(b, hit.t_b)) else {
        return false;
    };
    let angle = |v: Vec2| libm::atan2(a_on.cross(v), a_on.dot(v)).rem_euclid(std::f64::consts::TAU);
    let back = angle(a_back);
    let on_left = |v: Vec2| {
        let v = angle(v);
        let clear = |edge: f64| !super::num::same_angle(v, edge, tol.ang.max(1e-7));
        (clear(0.0) && clear(back)).then_some(v < back)
    };
    matches!((on_left(b_back), on_left(b_on)), (Some(x), Some(y)) if x != y)
}

/// The directions in which a path leaves one of its points, backward and onward; `None` at an open end.
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

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests;
