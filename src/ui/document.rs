//! The document of the page and the only way to change it: [`DocumentHandle::run`] carries out a [`Request`] of a
//! [`Caller`] and returns its reply; [`DocumentHandle::on_change`] tells subscribers what has changed.
//!
//! Invariants:
//! * Requests are carried out in the order in which they were made, and never two at once. A request enters the queue
//!   when `run` is called, not when its future is polled; only a call that waits for the Hangul font enters it later.
//! * The session is borrowed only between two awaits.
//! * Nothing here knows the page's state or its views. They subscribe (`ui/subscriptions.rs`) and read the
//!   [`Snapshot`](crate::session::Snapshot): scene, texts of files, labels of undo and redo, and the error of code that
//!   does not run. It follows the session by differences before subscribers are called.
//! * Typing that comes while typed code runs stops that run: nobody waits for code that is out of date.
//!
//! All that depends on the caller is decided by the methods of [`Caller`]:
//!
//! | caller | actor | typed text goes first | step of the user | refused unless | pictures | failure |
//! |---|---|---|---|---|---|---|
//! | `User` | person | yes | yes | | SVG | shown and spoken |
//! | `Form` | person | yes | yes | | SVG | shown by the form itself |
//! | `Typing` | person | | yes | | | shown under the editor |
//! | `Agent` | agent | no | no | its turn lasts | PNG | in the reply |
//! | `BrowserAgent` | person | yes | yes | | PNG | in the reply |
//!
//! A call with Hangul in its text waits for the font, whoever makes it, so that bounds in its reply are right. A step of the
//! user counts at its beginning and at its end, so that an agent's turn with one in between does not become one undo step
//! (`turn.rs`).

mod caller;
mod handle;
mod knowledge;
mod listeners;
mod queries;
mod request;
mod run;
mod storing;
mod turn;
mod typing;
mod waiting;

pub(crate) use caller::{Caller, TurnMark};
pub(crate) use handle::DocumentHandle;
pub(crate) use listeners::{Change, Progress};
pub(crate) use request::{Flag, Kind, Replacement, Request};
