//! The page's document and the only API that changes it: [`DocumentHandle::run`] carries out a [`Request`] of a
//! [`Caller`] and returns the reply; [`DocumentHandle::on_change`] registers subscribers for changes.
//!
//! Invariants:
//! * Requests run in the order in which they were made, one at a time. A request enters the queue when `run` is called,
//!   not when its future is polled; only a call that waits for the Hangul font enters the queue later.
//! * The session is never borrowed across an await.
//! * This module depends neither on the page's state nor on its views. State and views subscribe
//!   (`ui/subscriptions.rs`) and read the [`Snapshot`](trammel_document::Snapshot): scene, file texts, undo and redo
//!   labels, and the error of broken code. The snapshot is updated by diffs before subscribers are called.
//! * New typing cancels a run of typed code, because the result of that run would be out of date. A value that a control
//!   changes in the text cancels only a long run. At most one typed text waits for its run.
//!
//! The methods of [`Caller`] decide everything that depends on the caller:
//!
//! | caller | actor | typed text goes first | step of the user | refused unless | pictures | failure |
//! |---|---|---|---|---|---|---|
//! | `User` | `User` | yes | yes | | SVG | shown and spoken |
//! | `Form` | `User` | yes | yes | | SVG | shown by the form itself |
//! | `Typing` | `User` | | yes | | | shown under the editor |
//! | `Agent` | `Agent` | no | no | its turn is in progress | PNG | in the reply |
//! | `BrowserAgent` | `User` | yes | yes | | PNG | in the reply |
//!
//! A call with Hangul in its text waits for the font, regardless of the caller, so that the bounds in its reply are
//! correct. A step of the user is counted at its start and at its end, so that an agent's turn that overlaps with a
//! step of the user does not become one undo step (`turn.rs`).

mod caller;
mod converting;
mod handle;
mod knowledge;
mod listeners;
mod proposing;
mod queries;
mod rejecting;
mod request;
mod run;
mod storing;
mod switching;
mod turn;
mod typing;
mod waiting;

pub(crate) use caller::{Caller, TurnMark};
pub(crate) use handle::DocumentHandle;
pub(crate) use listeners::{Change, Progress};
pub(crate) use request::{Flag, Kind, Replacement, Request};
