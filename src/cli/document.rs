//! A document on the command line: calls are carried out to the end, runs in a child process.

use crate::sandbox::native::{clock, run_in_child};
use crate::session::{Answer, Pending, Session};
use serde_json::Value;

/// Calls a tool and waits for its result.
pub(super) fn call(session: &mut Session, tool: &str, input: Value) -> Value {
    match session.call(tool, input) {
        Answer::Done(value) => value,
        Answer::Run(pending) => complete(session, *pending),
    }
}

/// Carries a run out and completes its call.
pub(super) fn complete(session: &mut Session, pending: Pending) -> Value {
    let clock = clock();
    let outcome = run_in_child(pending.request());
    session.finish(pending, outcome, clock())
}
