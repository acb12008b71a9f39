//! Pairs of segments that lie near each other, found with a spatial index over the segments of all contours.
//!
//! The number of pairs is bounded, so that a drawing whose segments all lie in one place ends in bounded time.

use super::contour::Contour;
use trammel_kernel::index::Index;
use trammel_kernel::{Bounds, Seg};

/// Maximum number of pairs that one search examines.
const MAX_PAIRS: usize = 1_000_000;

/// Segment of a contour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece<'a> {
    /// Position of the contour.
    pub(super) contour: usize,
    /// Position of the segment in the contour.
    pub(super) at: usize,
    /// Segment.
    pub(super) seg: &'a Seg,
}

/// Segments of contours with their index.
pub(super) struct Pieces<'a> {
    all: Vec<Piece<'a>>,
    boxes: Vec<Option<Bounds>>,
    index: Index,
}

impl<'a> Pieces<'a> {
    /// Collects the segments of the contours that `is_wanted` accepts.
    pub(super) fn of(contours: &'a [Contour], is_wanted: impl Fn(usize) -> bool) -> Pieces<'a> {
        let mut all = Vec::new();
        for (contour, item) in contours.iter().enumerate().filter(|(at, _)| is_wanted(*at)) {
            let segs = item.path.segs.iter().enumerate();
            all.extend(segs.map(|(at, seg)| Piece { contour, at, seg }));
        }
        let boxes: Vec<Option<Bounds>> = all.iter().map(|piece| piece.seg.bounds()).collect();
        let index = Index::new(boxes.iter().copied());
        Pieces { all, boxes, index }
    }

    /// Calls `visit` for every pair of segments whose boxes are at most `reach` apart, each pair once, in order. Returns
    /// whether all pairs were visited.
    pub(super) fn each_pair(&self, reach: f64, mut visit: impl FnMut(&Piece<'a>, &Piece<'a>)) -> bool {
        let mut left = MAX_PAIRS;
        for (i, piece) in self.all.iter().enumerate() {
            let Some(window) = self.boxes[i] else { continue };
            for j in self.index.window(&window.inflate(reach)) {
                let Some(other) = self.all.get(j as usize).filter(|_| j as usize > i) else {
                    continue;
                };
                if left == 0 {
                    return false;
                }
                left -= 1;
                visit(piece, other);
            }
        }
        true
    }
}
