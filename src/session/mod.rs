//! A document and everything that may be done to it: the one door.
//!
//! [`Session::call`] takes a tool and its input, from whoever: a model, a hand, the command line. It answers at once,
//! or hands out a [`Pending`] run for the host to carry out in a sandbox and bring back to [`Session::finish`]; nothing
//! changes before that. Invariants:
//! * Each call is one transaction: it succeeds whole, or files and drawing are what they were; it is one undo step.
//! * The drawing is what running `main` from an empty drawing yields: direct calls are appended to `main` as
//!   statements, snippets as its end, and run with it.
//! * A person's typing is never taken away: when it does not run, the text stays and the last good drawing too.
//! * No input or output happens here: no clock, no storage of its own, no thread.

mod call;
mod codegen;
mod commit;
mod context;
pub mod deletion;
mod document;
mod document_settings;
mod file_texts;
mod last_good;
mod pending;
mod persistence;
pub mod previous;
mod project;
mod provenance;
mod reload;
mod replacement;
mod reply;
mod snapshot;
mod step;
mod steps;
mod turns;
mod user_edits;

pub use document::Session;
pub use pending::{CallOutcome, Pending};
pub use project::Brought;
pub use provenance::{Provenance, Unreadable};
pub use reload::{OutsideChange, OutsideKind, Reloaded};
pub use snapshot::Snapshot;
pub use step::Step;
pub use user_edits::Actor;

#[cfg(test)]
mod tests;
