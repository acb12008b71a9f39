//! Edges of an arrangement of outlines.

use super::super::Seg;

/// A segment of outline between two corners, with the number of forward minus backward outlines on it in `turns`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) seg: Seg,
    pub(super) from: usize,
    pub(super) to: usize,
    /// Increase of the winding number from the right side of the edge to its left side.
    pub(super) turns: i32,
}

impl Edge {
    pub(super) fn reversed(&self) -> Edge {
        Edge {
            seg: self.seg.reversed(),
            from: self.to,
            to: self.from,
            turns: -self.turns,
        }
    }
}
