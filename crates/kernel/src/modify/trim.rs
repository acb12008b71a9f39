//! Trimming: removal of the part of a path between cutters.

use super::super::{Path, Point, Tol, intersect};
use super::{ModifyError, cut, place_of};

/// Returns the rest of `target` without the part around `pick`, which extends to the nearest cut on either side or
/// to an open end: one or two paths. A closed target becomes one open path.
///
/// # Errors
/// Returns [`ModifyError::NoCut`] if no cutter crosses the target, [`ModifyError::OneCut`] if the target is closed
/// and cut only once, and [`ModifyError::NoLength`] if the target is empty or not finite.
pub fn trim(target: &Path, cutters: &[Path], pick: Point, tol: Tol) -> Result<Vec<Path>, ModifyError> {
    let near = target.nearest(pick).ok_or(ModifyError::NoLength)?;
    let hits: Vec<f64> = cutters
        .iter()
        .flat_map(|cutter| intersect::path_path(target, cutter, tol))
        .map(|hit| hit.t_a)
        .collect();
    let places = cut::clean(target, &hits, tol);
    let at = place_of(&near);
    let count = target.segs.len() as f64;
    let before = places.iter().copied().rfind(|place| *place <= at);
    let after = places.iter().copied().find(|place| *place > at);
    if target.closed {
        let [first, .., last] = places.as_slice() else {
            return Err(match places.first() {
                Some(place) => ModifyError::OneCut(point_of(target, *place)),
                None => ModifyError::NoCut,
            });
        };
        // The kept part runs from the cut after the pick point around to the cut before it.
        return Ok(vec![
            target.part(after.unwrap_or(*first), before.unwrap_or(*last)),
        ]);
    }
    if before.is_none() && after.is_none() {
        return Err(ModifyError::NoCut);
    }
    let start = before.map(|place| target.part(0.0, place));
    let end = after.map(|place| target.part(place, count));
    Ok(start.into_iter().chain(end).collect())
}

fn point_of(path: &Path, place: f64) -> Point {
    let index = (place.floor() as usize).min(path.segs.len().saturating_sub(1));
    path.segs
        .get(index)
        .map_or(Point::ORIGIN, |seg| seg.point_at(place - index as f64))
}
