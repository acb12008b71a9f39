//! Places where two curves meet.

use super::super::Point;
use std::cmp::Ordering;

/// One place where two curves meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The point.
    pub point: Point,
    /// The place on the first curve: for a piece its parameter, 0 to 1; for a path the index of the piece
    /// plus that parameter, so a joint is a whole number (0 for the joint that closes a path).
    pub t_a: f64,
    /// The place on the second curve, likewise.
    pub t_b: f64,
    /// Kind of the meeting.
    pub kind: HitKind,
}

/// Ways in which two curves meet at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HitKind {
    /// They pass through each other.
    Crossing,
    /// They meet without passing through: tangent, or at an end of one of them.
    Touching,
    /// Here a stretch begins or ends in which they coincide.
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

/// Parameters closer than this, at points within the merge distance, are one place.
pub(super) const SAME_PLACE: f64 = 1e-3;

pub(super) fn in_order(x: &Hit, y: &Hit) -> Ordering {
    x.t_a.total_cmp(&y.t_a).then(x.t_b.total_cmp(&y.t_b))
}

pub(super) fn is_same_place(x: &Hit, y: &Hit) -> bool {
    (x.t_a - y.t_a).abs() <= SAME_PLACE && (x.t_b - y.t_b).abs() <= SAME_PLACE
}
