//! Tools that ask for one value after the other: [`stepper`] takes clicks, typed text, and keys for every [`procedure`],
//! which tells the next step, the ghost, and the finished calls.
//!
//! Invariants: a finished procedure is one undo step; refused input changes nothing. Start with [`procedure`].

pub mod call;
pub mod edge;
mod measurements;
pub mod picking;
pub mod pointing;
pub mod procedure;
mod readout;
pub mod refusal;
pub mod stepper;
mod targets;
pub mod typed;
pub mod value;
