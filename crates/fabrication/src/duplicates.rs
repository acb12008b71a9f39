//! Duplicates: contours that repeat another contour, so that the machine would cut twice.

use super::contour::{Contour, extent, is_same, same_within};
use trammel_kernel::index::Index;
use trammel_kernel::{Bounds, Tol, norm};

/// Returns, for each contour, the position of the earlier contour that it repeats, if there is one. Open contours repeat
/// each other within `tolerance`, the widest gap, because their ends would otherwise be joined to each other. Closed
/// contours, and contours as short as a gap, repeat each other if they are the same.
pub(super) fn duplicates(contours: &[Contour], tolerance: f64) -> Vec<Option<usize>> {
    let tight = same_within(tolerance, Tol::for_extent(extent(contours)));
    let is_long = |contour: &Contour| !contour.path.closed && contour.path.length() > 4.0 * tolerance;
    let wide: Vec<bool> = contours.iter().map(is_long).collect();
    let slack = |a: usize, b: usize| {
        if wide[a] && wide[b] {
            tight.max(tolerance)
        } else {
            tight
        }
    };
    let boxes: Vec<Option<Bounds>> = contours.iter().map(|contour| contour.path.bounds()).collect();
    // The boxes of very many contours at one corner are compared before their curves.
    let is_near = |a: usize, b: usize| match (&boxes[a], &boxes[b]) {
        (Some(a_box), Some(b_box)) => norm(a_box.max - b_box.max) <= slack(a, b),
        _ => false,
    };
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
        for other in index.window(&window.inflate(slack(at, at))) {
            let other = other as usize;
            let is_new = other > at && original[other].is_none() && is_near(at, other);
            if is_new && is_same(&contours[at].path, &contours[other].path, slack(at, other)) {
                original[other] = Some(at);
            }
        }
    }
    original
}
