//! Common points of two pieces, before they are classified.

/// A common point of two pieces.
pub(super) struct Meeting {
    /// Parameter on the first piece.
    pub(super) t_a: f64,
    /// Parameter on the second.
    pub(super) t_b: f64,
    /// Whether the curves are tangent there.
    pub(super) touch: bool,
}
