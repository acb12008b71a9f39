//! Intersection records: position, parameters and kind.

use super::super::Point;
use std::cmp::Ordering;

/// A common point of two curves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Common point.
    pub point: Point,
    /// Position on the first curve: for a segment, its parameter from 0 to 1; for a path, the index of the segment
    /// plus that parameter, so that a joint is a whole number (0 for the joint that closes a path).
    pub t_a: f64,
    /// Position on the second curve, in the same form as `t_a`.
    pub t_b: f64,
    /// Kind of the intersection.
    pub kind: HitKind,
}

/// Kind of a common point of two curves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HitKind {
    /// The curves pass through each other.
    Crossing,
    /// The curves meet without passing through each other: tangent, or at an end of one of them.
    Touching,
    /// The point is the start or end of an overlap of the curves.
    Overlap,
}

impl HitKind {
    pub(super) fn or(self, other: HitKind) -> HitKind {
        match (self, other) {
            (HitKind::Overlap, _) | (_, HitKind::Overlap) => HitKind::Overlap,
            (HitKind::Crossing, _) | (_, HitKind::Crossing) => HitKind::Crossing,
            _ => HitKind::Touching,
        }
    }
}

/// Parameters that differ by at most this, at points within the merge distance, denote the same position.
pub(super) const SAME_PLACE: f64 = 1e-3;

pub(super) fn in_order(x: &Hit, y: &Hit) -> Ordering {
    x.t_a.total_cmp(&y.t_a).then(x.t_b.total_cmp(&y.t_b))
}

pub(super) fn is_same_place(x: &Hit, y: &Hit) -> bool {
    (x.t_a - y.t_a).abs() <= SAME_PLACE && (x.t_b - y.t_b).abs() <= SAME_PLACE
}
