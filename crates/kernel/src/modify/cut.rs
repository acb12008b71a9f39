//! Cutting of a path at given path parameters.

use std::f64::consts::TAU;

use super::super::num::norm;
use super::super::{Nearest, Path, Seg, Tol};

/// Returns the path parameter of a nearest point: the index of the segment plus the parameter on it.
pub fn place_of(near: &Nearest) -> f64 {
    near.seg as f64 + near.u
}

/// Returns the parts of the path between the given path parameters, in order of travel. Cuts at the ends of an open
/// path are ignored, and cuts closer together than the merge distance count once. A closed path with one cut
/// becomes one open path; without a cut, the path is returned unchanged.
pub fn cut_path(path: &Path, places: &[f64], tol: Tol) -> Vec<Path> {
    let places = clean(path, places, tol);
    let (Some(&first), Some(&last)) = (places.first(), places.last()) else {
        return vec![path.clone()];
    };
    let mut pieces = Vec::with_capacity(places.len() + 1);
    if !path.closed {
        pieces.push(path.part(0.0, first));
    }
    pieces.extend(places.windows(2).map(|pair| path.part(pair[0], pair[1])));
    if path.closed {
        pieces.push(path.part(last, first));
    } else {
        pieces.push(path.part(last, path.segs.len() as f64));
    }
    pieces
}

/// Returns the path parameters sorted, without duplicates and without the ends of an open path; those at a joint
/// become whole numbers.
pub(super) fn clean(path: &Path, places: &[f64], tol: Tol) -> Vec<f64> {
    let count = path.segs.len() as f64;
    if path.segs.is_empty() || !path.is_finite() {
        return Vec::new();
    }
    let mut sorted: Vec<f64> = places
        .iter()
        .filter(|place| place.is_finite())
        .map(|&place| at_joint(path, place.clamp(0.0, count), tol))
        .map(|place| if path.closed && place >= count { 0.0 } else { place })
        .collect();
    sorted.sort_by(f64::total_cmp);
    let mut kept: Vec<f64> = Vec::new();
    for place in sorted {
        let since = kept.last().copied().or((!path.closed).then_some(0.0));
        if since.is_none_or(|since| path.length_between(since, place) > tol.merge) {
            kept.push(place);
        }
    }
    let end = if path.closed {
        // Across the seam, the last parameter may denote the same point as the first one.
        kept.first()
            .filter(|_| kept.len() > 1)
            .map(|first| (count, *first))
    } else {
        Some((count, 0.0))
    };
    if let (Some((end, over)), Some(&last)) = (end, kept.last())
        && path.length_between(last, end) + path.length_between(0.0, over) <= tol.merge
    {
        kept.pop();
    }
    kept
}

fn at_joint(path: &Path, place: f64, tol: Tol) -> f64 {
    let index = (place.floor() as usize).min(path.segs.len() - 1);
    let (seg, u) = (&path.segs[index], place - index as f64);
    let at = seg.point_at(u);
    if norm(at - seg.start()) <= tol.len && u < 0.5 {
        return index as f64;
    }
    if norm(at - seg.end()) <= tol.len && u > 0.5 {
        return (index + 1) as f64;
    }
    place
}

impl Path {
    /// Returns the length of the path between the path parameters `from` and `to`, `from <= to`.
    pub(crate) fn length_between(&self, from: f64, to: f64) -> f64 {
        self.spans(from, to)
            .map(|(seg, low, high)| seg.length_between(low, high))
            .sum()
    }

    /// Returns the open part between two path parameters. If `to <= from`, the part of a closed path continues
    /// across the seam (a full turn if both are equal), and the part of an open path is empty.
    #[must_use]
    pub fn part(&self, from: f64, to: f64) -> Path {
        let count = self.segs.len() as f64;
        if self.segs.is_empty() || !(from.is_finite() && to.is_finite()) {
            return Path::default();
        }
        let pieces = |from: f64, to: f64| -> Vec<Seg> {
            let piece = |(seg, low, high): (&Seg, f64, f64)| {
                if low == 0.0 && high == 1.0 {
                    *seg
                } else {
                    seg.sub(low, high)
                }
            };
            self.spans(from, to).map(piece).collect()
        };
        if !self.closed {
            return Path::new(pieces(from.clamp(0.0, count), to.clamp(0.0, count)), false);
        }
        let (from, to) = (from.rem_euclid(count), to.rem_euclid(count));
        if from < to {
            return Path::new(pieces(from, to), false);
        }
        let mut segs = pieces(from, count);
        for seg in pieces(0.0, to) {
            push_fused(&mut segs, seg, Tol::MODEL);
        }
        Path::new(segs, false)
    }

    /// Returns the segments between two path parameters, `from <= to`, each with its parameter range.
    fn spans(&self, from: f64, to: f64) -> impl Iterator<Item = (&Seg, f64, f64)> {
        let first = from.max(0.0).floor() as usize;
        self.segs
            .iter()
            .enumerate()
            .skip(first)
            .map(move |(index, seg)| {
                let base = index as f64;
                (seg, (from - base).max(0.0), (to - base).min(1.0))
            })
            .take_while(|(_, low, high)| high >= low && *low <= 1.0)
            .filter(|(_, low, high)| high > low)
    }
}

/// Appends a segment, merged with the previous segment if both lie on one line or conic and the new one continues
/// the previous one.
pub(super) fn push_fused(segs: &mut Vec<Seg>, next: Seg, tol: Tol) {
    match segs.last_mut().and_then(|last| fuse(last, &next, tol)) {
        Some(one) => {
            segs.pop();
            segs.push(one);
        }
        None => segs.push(next),
    }
}

/// Merges two consecutive segments into one if the result is the same curve.
fn fuse(a: &Seg, b: &Seg, tol: Tol) -> Option<Seg> {
    match (a, b) {
        (Seg::Line { a: start, b: mid }, Seg::Line { a: mid2, b: end }) => {
            let (whole, first) = (*end - *start, *mid - *start);
            let off = whole.cross(first).abs() / norm(whole);
            let between = first.dot(whole) > 0.0 && (*end - *mid2).dot(whole) > 0.0;
            (between && off <= tol.len && norm(*mid - *mid2) <= tol.merge).then(|| Seg::line(*start, *end))
        }
        (Seg::Conic(x), Seg::Conic(y)) => {
            let same = norm(x.c - y.c) <= tol.len && norm(x.p - y.p) <= tol.len && norm(x.q - y.q) <= tol.len;
            let gap = (y.t0 - (x.t0 + x.dt)).rem_euclid(TAU);
            let follows = gap.min(TAU - gap) <= 1e-9 && x.dt * y.dt > 0.0;
            let dt = x.dt + y.dt;
            (same && follows && dt.abs() <= TAU + 1e-9).then(|| {
                // Rounding must not make the sweep slightly more or less than a full turn.
                let dt = if (dt.abs() - TAU).abs() <= 1e-9 {
                    TAU.copysign(dt)
                } else {
                    dt
                };
                Seg::Conic(super::super::Conic { dt, ..*x })
            })
        }
        _ => None,
    }
}
