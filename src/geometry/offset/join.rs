//! Joins of outlines at convex corners.

/// Shapes of a corner that opens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Join {
    /// An arc around the corner.
    #[default]
    Round,
    /// The edges go on straight until they meet; beveled when that is more than ten distances away.
    Miter,
    /// A straight cut from edge to edge.
    Bevel,
}
