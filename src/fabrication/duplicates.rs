//! Duplicates: contours that repeat another contour, so that the machine would cut twice.

use super::contour::{Contour, is_same};
use crate::geometry::Bounds;
use crate::geometry::index::Index;

/// Returns, for each contour, the position of the earlier contour that it repeats within `slack`, if there is one.
pub(super) fn duplicates(contours: &[Contour], slack: f64) -> Vec<Option<usize>> {
    let boxes: Vec<Option<Bounds>> = contours.iter().map(|contour| contour.path.bounds()).collect();
    // The corners of the boxes are indexed, because a duplicate has nearly the same corner.
    let corner = |bounds: &Bounds| Bounds::new(bounds.min, bounds.min);
    let index = Index::new(boxes.iter().map(|bounds| corner(bounds.as_ref()?)));
    let mut original: Vec<Option<usize>> = vec![None; contours.len()];
    for (at, bounds) in boxes.iter().enumerate() {
        let Some(window) = bounds.as_ref().and_then(corner) else {
            continue;
        };
        if original[at].is_some() {
            continue;
        }
        for other in index.window(&window.inflate(slack)) {
            let other = other as usize;
            let is_new = other > at && original[other].is_none();
            if is_new && is_same(&contours[at].path, &contours[other].path, slack) {
                original[other] = Some(at);
            }
        }
    }
    original
}
