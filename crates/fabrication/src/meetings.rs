//! Places where two contours meet: stretches that both follow, and crossings of closed contours.

use super::contour::Contour;
use super::pieces::{Piece, Pieces};
use std::collections::BTreeSet;
use trammel_kernel::intersect::{path_path, seg_seg};
use trammel_kernel::{Hit, HitKind, Point, Seg, Tol};

/// Pairs of contours that are compared as a whole, at most.
const MAX_COMPARED: usize = 20_000;

/// Stretch that two contours follow.
#[derive(Clone, Debug)]
pub(super) struct Overlap {
    /// Position of each contour, with the position of the segment and the range of its parameter.
    pub(super) stretches: [Stretch; 2],
    /// Middle of the stretch.
    pub(super) at: Point,
    /// Length of the stretch.
    pub(super) length: f64,
}

/// Part of a segment of a contour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    /// Position of the contour.
    pub(super) contour: usize,
    /// Position of the segment.
    pub(super) seg: usize,
    /// Parameters of the segment, ascending.
    pub(super) range: [f64; 2],
}

/// Crossing of two closed contours.
#[derive(Clone, Debug)]
pub(super) struct Crossing {
    /// Positions of the contours.
    pub(super) contours: [usize; 2],
    /// First point of the crossing.
    pub(super) at: Point,
}

/// Meetings of contours.
#[derive(Clone, Debug, Default)]
pub(super) struct Meetings {
    /// Overlaps, in the order of the contours.
    pub(super) overlaps: Vec<Overlap>,
    /// Crossings, one for each pair of contours.
    pub(super) crossings: Vec<Crossing>,
    /// Whether all pairs were examined.
    pub(super) is_complete: bool,
}

impl Meetings {
    /// Finds the meetings of the contours that `is_wanted` accepts.
    pub(super) fn of(contours: &[Contour], is_wanted: impl Fn(usize) -> bool, tol: Tol) -> Meetings {
        let mut found = Meetings::default();
        let mut touching: BTreeSet<[usize; 2]> = BTreeSet::new();
        let pieces = Pieces::of(contours, is_wanted);
        found.is_complete = pieces.each_pair(tol.len, |a, b| {
            if a.contour == b.contour {
                return;
            }
            let hits = seg_seg(a.seg, b.seg, tol);
            found.overlaps.extend(overlaps(a, b, &hits, tol));
            let are_closed = [a, b].iter().all(|piece| contours[piece.contour].path.closed);
            if are_closed && hits.iter().any(|hit| hit.kind != HitKind::Overlap) {
                touching.insert([a.contour, b.contour]);
            }
        });
        found.is_complete &= touching.len() <= MAX_COMPARED;
        for pair in touching.into_iter().take(MAX_COMPARED) {
            let hits = path_path(&contours[pair[0]].path, &contours[pair[1]].path, tol);
            if let Some(hit) = hits.iter().find(|hit| hit.kind == HitKind::Crossing) {
                found.crossings.push(Crossing {
                    contours: pair,
                    at: hit.point,
                });
            }
        }
        found
    }
}

/// Returns the common stretches of two segments from their intersections.
fn overlaps(a: &Piece<'_>, b: &Piece<'_>, hits: &[Hit], tol: Tol) -> Vec<Overlap> {
    let mut ends: Vec<&Hit> = hits.iter().filter(|hit| hit.kind == HitKind::Overlap).collect();
    ends.sort_by(|x, y| x.t_a.total_cmp(&y.t_a));
    let stretch = |pair: &[&Hit]| {
        let (from, to) = (pair[0], pair[1]);
        let length = a.seg.length_between(from.t_a, to.t_a);
        let at = a.seg.point_at(0.5 * (from.t_a + to.t_a));
        // The segments meet at both ends of the stretch; the middle shows that they also meet between the ends.
        let is_common = b.seg.nearest(at).is_some_and(|near| near.distance <= tol.merge);
        (is_common && length > tol.merge).then(|| Overlap {
            stretches: [range(a, from.t_a, to.t_a), range(b, from.t_b, to.t_b)],
            at,
            length,
        })
    };
    ends.windows(2).filter_map(stretch).collect()
}

fn range(piece: &Piece<'_>, from: f64, to: f64) -> Stretch {
    Stretch {
        contour: piece.contour,
        seg: piece.at,
        range: [from.min(to), from.max(to)],
    }
}

/// Returns the parts of an open path that remain after these stretches of its segments are taken out.
pub(super) fn remaining_parts(segs: &[Seg], stretches: &[Stretch], tol: Tol) -> Vec<Vec<Seg>> {
    let mut parts: Vec<Vec<Seg>> = vec![Vec::new()];
    for (at, seg) in segs.iter().enumerate() {
        let own = stretches.iter().filter(|stretch| stretch.seg == at);
        let mut gone: Vec<[f64; 2]> = own.map(|stretch| stretch.range).collect();
        gone.sort_by(|x, y| x[0].total_cmp(&y[0]));
        let mut from = 0.0;
        for [start, end] in gone {
            keep(&mut parts, seg, [from, start], tol);
            parts.push(Vec::new());
            from = end.max(from);
        }
        keep(&mut parts, seg, [from, 1.0], tol);
    }
    parts.retain(|part| !part.is_empty());
    parts
}

fn keep(parts: &mut [Vec<Seg>], seg: &Seg, [from, to]: [f64; 2], tol: Tol) {
    if to <= from || seg.length_between(from, to) <= tol.merge {
        return;
    }
    let part = if from == 0.0 && to == 1.0 {
        *seg
    } else {
        seg.sub(from, to)
    };
    if let Some(last) = parts.last_mut() {
        last.push(part);
    }
}
