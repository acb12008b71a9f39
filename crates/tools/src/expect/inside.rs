//! Test whether outlines lie inside an area.

use trammel_kernel::boolean::{Op, boolean};
use trammel_kernel::distance::{TooMuchWork, pair_work};
use trammel_kernel::index::Index;
use trammel_kernel::{Path, Point, Seg, Tol, contains, intersect, region_area};
use trammel_scene::{AREA_WORK, Work};

/// Returns a point of `inner` that is outside the area of `outer`, or `None` if no point is. Outlines may touch. The
/// area of `inner` counts as well if all its outlines are closed, so it must not cover a hole of `outer`.
///
/// # Errors
/// Returns an error if the work is not left.
pub(super) fn outside_of(
    inner: &[Path],
    outer: &[Path],
    tol: Tol,
    work: &mut Work,
) -> Result<Option<Point>, TooMuchWork> {
    // Two outlines that touch along a curve agree within a multiple of the rounding error.
    let reach = 1e3 * tol.len;
    let borders: Vec<&Seg> = outer.iter().flat_map(|path| &path.segs).collect();
    let index = Index::new(borders.iter().map(|border| border.bounds()));
    let pieces: Vec<&Seg> = inner.iter().flat_map(|path| &path.segs).collect();
    for piece in &pieces {
        let mut cuts = vec![0.0, 1.0];
        let window = piece.bounds().map(|bounds| bounds.inflate(reach));
        for at in window.map(|window| index.window(&window)).unwrap_or_default() {
            let border = borders[at as usize];
            take(work, pair_work(piece, border))?;
            cuts.extend(intersect::seg_seg(piece, border, tol).iter().map(|hit| hit.t_a));
        }
        // Each probe and each end are compared with all borders.
        take(work, (cuts.len() + 1) * borders.len())?;
        cuts.sort_by(f64::total_cmp);
        // Between two crossings, a piece is inside or outside as a whole.
        let probes = cuts
            .windows(2)
            .map(|pair| piece.point_at(0.5 * (pair[0] + pair[1])));
        let ends = [piece.point_at(0.0), piece.point_at(1.0)];
        if let Some(out) = probes.chain(ends).find(|at| !is_in(outer, *at, reach)) {
            return Ok(Some(out));
        }
    }
    if inner.iter().any(|path| !path.closed) {
        return Ok(None);
    }
    take(work, (pieces.len() + borders.len()) * AREA_WORK)?;
    // The outlines are inside, so only a hole that `inner` surrounds can be left over.
    let Ok(rest) = boolean(inner, outer, Op::Difference) else {
        return Ok(None);
    };
    let length: f64 = inner.iter().map(Path::length).sum();
    Ok((region_area(&rest) > reach * length.max(1.0))
        .then(|| rest.iter().find_map(Path::start))
        .flatten())
}

fn take(work: &mut Work, units: usize) -> Result<(), TooMuchWork> {
    if work.take(units) {
        Ok(())
    } else {
        Err(TooMuchWork)
    }
}

/// Whether a point lies in the area or within the tolerance of its outline.
fn is_in(area: &[Path], at: Point, reach: f64) -> bool {
    contains(area, at)
        || area
            .iter()
            .any(|path| path.distance_to(at).is_some_and(|far| far <= reach))
}
