//! Join styles of offset outlines at convex corners.

/// Join style at a convex corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Join {
    /// An arc around the corner.
    #[default]
    Round,
    /// The edges are extended until they meet; a bevel if the miter is longer than ten distances.
    Miter,
    /// A straight line from edge to edge.
    Bevel,
}
