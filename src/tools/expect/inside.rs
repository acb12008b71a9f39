//! Test whether outlines lie inside an area.

use crate::geometry::boolean::{Op, boolean};
use crate::geometry::{Path, Point, Seg, Tol, contains, intersect, region_area};

/// Returns a point of `inner` that is outside the area of `outer`, or `None` if no point is. Outlines may touch. The
/// area of `inner` counts as well if all its outlines are closed, so it must not cover a hole of `outer`.
pub(super) fn outside_of(inner: &[Path], outer: &[Path], tol: Tol) -> Option<Point> {
    // Two outlines that touch along a curve agree within a multiple of the rounding error.
    let reach = 1e3 * tol.len;
    let pieces: Vec<&Seg> = inner.iter().flat_map(|path| &path.segs).collect();
    for piece in &pieces {
        let mut cuts = vec![0.0, 1.0];
        for border in outer.iter().flat_map(|path| &path.segs) {
            cuts.extend(intersect::seg_seg(piece, border, tol).iter().map(|hit| hit.t_a));
        }
        cuts.sort_by(f64::total_cmp);
        // Between two crossings, a piece is inside or outside as a whole.
        let probes = cuts
            .windows(2)
            .map(|pair| piece.point_at(0.5 * (pair[0] + pair[1])));
        let ends = [piece.point_at(0.0), piece.point_at(1.0)];
        if let Some(out) = probes.chain(ends).find(|at| !is_in(outer, *at, reach)) {
            return Some(out);
        }
    }
    if inner.iter().any(|path| !path.closed) {
        return None;
    }
    // The outlines are inside, so only a hole that `inner` surrounds can be left over.
    let rest = boolean(inner, outer, Op::Difference).ok()?;
    let length: f64 = inner.iter().map(Path::length).sum();
    (region_area(&rest) > reach * length.max(1.0))
        .then(|| rest.iter().find_map(Path::start))
        .flatten()
}

/// Whether a point lies in the area or within the tolerance of its outline.
fn is_in(area: &[Path], at: Point, reach: f64) -> bool {
    contains(area, at)
        || area
            .iter()
            .any(|path| path.distance_to(at).is_some_and(|far| far <= reach))
}
