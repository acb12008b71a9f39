//! Common points of two segments, before classification.

/// A common point of two segments.
pub(super) struct Meeting {
    /// Parameter on the first segment.
    pub(super) t_a: f64,
    /// Parameter on the second segment.
    pub(super) t_b: f64,
    /// Whether the curves are tangent at the point.
    pub(super) touch: bool,
}
