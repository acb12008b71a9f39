//! Containment of closed contours: the ring around each ring, from which follows what is material and what is a hole.
//!
//! The even-odd rule applies across entities: a ring within an even number of rings is the outside of a part, and a ring
//! within an odd number is a hole. The rings must not cross.

use super::contour::Contour;
use trammel_kernel::index::Index;
use trammel_kernel::{Bounds, Path, region};

/// Containment of the contours of a list. Open contours contain nothing. Of two contours around each other, the larger
/// one is around the other one, so that there is no cycle.
#[derive(Clone, Debug)]
pub(super) struct Containment {
    around: Vec<Vec<usize>>,
}

impl Containment {
    /// Finds the closed contours that `is_wanted` accepts around each contour.
    pub(super) fn of(contours: &[Contour], is_wanted: impl Fn(usize) -> bool) -> Containment {
        let is_ring = |at: usize| contours[at].path.closed && is_wanted(at);
        let boxes: Vec<Option<Bounds>> = contours
            .iter()
            .enumerate()
            .map(|(at, contour)| contour.path.bounds().filter(|_| is_ring(at)))
            .collect();
        // An open contour is smaller than every ring.
        let area = |at: usize| {
            if is_ring(at) {
                contours[at].path.signed_area().abs()
            } else {
                -1.0
            }
        };
        let areas: Vec<f64> = (0..contours.len()).map(area).collect();
        let index = Index::new(boxes.iter().copied());
        let around = |at: usize| -> Vec<usize> {
            let path: &Path = &contours[at].path;
            let (Some(own), Some(first)) = (path.bounds(), path.segs.first()) else {
                return Vec::new();
            };
            // The middle of a segment is less likely than a corner to lie on another outline.
            let probe = first.point_at(0.5);
            let Some(window) = Bounds::new(probe, probe) else {
                return Vec::new();
            };
            let is_around = |other: &usize| {
                let is_larger = areas[*other].total_cmp(&areas[at]).then(other.cmp(&at)).is_gt();
                is_larger
                    && boxes[*other].is_some_and(|outer| outer.contains_bounds(&own))
                    && region::contains(std::slice::from_ref(&contours[*other].path), probe)
            };
            let near = index.window(&window).into_iter().map(|other| other as usize);
            near.filter(is_around).collect()
        };
        Containment {
            around: (0..contours.len()).map(around).collect(),
        }
    }

    /// Returns the contours around a contour, in the order of the list.
    pub(super) fn around(&self, contour: usize) -> &[usize] {
        &self.around[contour]
    }

    /// Whether a closed contour bounds a hole.
    pub(super) fn is_hole(&self, contour: usize) -> bool {
        self.around[contour].len() % 2 == 1
    }
}
