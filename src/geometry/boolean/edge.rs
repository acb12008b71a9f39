//! Edges of an arrangement of outlines.

use super::super::Seg;

/// A piece of outline between two corners, on which `turns` outlines lie: forward ones less backward ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) seg: Seg,
    pub(super) from: usize,
    pub(super) to: usize,
    /// By how much the winding grows from its right to its left.
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
