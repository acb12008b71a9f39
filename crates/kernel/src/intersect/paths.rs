//! Intersections of two paths.

use super::super::index::Index;
use super::super::num::norm;
use super::super::{Path, Seg, Tol};
use super::hit::{Hit, HitKind, SAME_PLACE, in_order};
use super::pieces::seg_seg;
use super::side::passes_through;

/// Returns all intersections of two paths, in order along `a`, with each joint reported once. At a joint, the kind
/// states whether the paths as a whole pass through each other.
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

fn place(path: &Path, index: usize, u: f64) -> f64 {
    let t = index as f64 + u;
    if path.closed && t >= path.segs.len() as f64 {
        0.0
    } else {
        t
    }
}
