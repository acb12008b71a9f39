//! Checks of the drawing that its code declares: `expect`, `expect_near`, `expect_clearance`, `expect_inside`, and
//! `expect_closed`.
//!
//! Start at [`Check`]. Invariants: a check never stops a run, and it changes nothing. A check of a value keeps the value
//! of its call. A check of entities is evaluated on the present drawing, so that it stays true to the drawing when a
//! later call changes the entities.

mod check;
mod compared;
mod declare;
mod evaluate;
mod expect_entities;
mod expect_value;
mod inside;
mod report;
mod values;

pub use check::{Check, MAX_CHECKS, Rule, Subject, usable_checks};
pub use compared::explain_comparison;
pub use evaluate::{CheckResult, Failed};
pub use report::CheckReport;

pub(super) use expect_entities::{ExpectClearance, ExpectClosed, ExpectInside};
pub(super) use expect_value::{Expect, ExpectNear};
