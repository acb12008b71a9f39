#![doc = include_str!("../README.md")]

mod chains;
mod check;
mod closed;
mod containment;
mod contour;
mod duplicates;
mod finding;
mod joints;
mod kerf;
mod meetings;
mod narrow;
mod order;
mod pieces;
mod repair;
mod report;
mod shapes;
mod sheets;
mod units;

pub use check::{Check, CheckOptions, check, default_tolerance};
pub use closed::{ClosedPlace, places_closed_by_kerf};
pub use contour::{Contour, contours, cut_entities, named_entities};
pub use finding::{Finding, FindingKind, Remedy};
pub use joints::{CouponSlot, EdgeKind, FingerEdge, FingerPanel, KerfCoupon};
pub use kerf::{Compensation, KerfError, compensate, entities_in_marks, with_kerf, with_kerf_of};
pub use order::{Cut, CutOrder, cut_order, with_cut_order};
pub use repair::{Repair, RepairChange, repair};
pub use report::{CheckReport, MAX_LISTED, RepairReport, ReportedChange, ReportedFinding};
pub use sheets::{MAX_PARTS, Placed, Sheet, nest};
pub use units::open_entities;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests;
