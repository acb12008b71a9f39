//! Review of what a turn of the model changed: marks on the drawing, and a bar with the items one by one.
//!
//! Invariants: the turn is applied already, so a review that is ignored loses nothing; the list follows the drawing, so an
//! undone, rejected, or redone change leaves or returns by itself; a rejection is a step of the history.

pub(crate) mod bar;
pub(crate) mod before;
pub(crate) mod judging;
pub(crate) mod marks;
pub(crate) mod state;
pub(crate) mod versions;
mod words;
