//! What an operation said about itself, as the page shows and speaks it.

use super::i18n::Msg;
use super::state::{App, Problem, RunState};
use crate::tools::{Failure, Reply};
use leptos::prelude::*;
use std::sync::Arc;

/// Sets a signal unless it has this value already.
pub(super) fn set_if_new<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    if signal.with_untracked(|now| *now != value) {
        signal.set(value);
    }
}

/// Shows what a run said about itself.
pub(super) fn report_run(app: App, reply: &Reply) {
    let doc = app.doc;
    if let Some(ms) = reply.elapsed_ms() {
        doc.run.set(RunState::Took(ms));
        set_if_new(doc.logs, Arc::from(reply.logs.as_slice()));
    }
}

pub(super) fn problem_of(failure: &Failure) -> Problem {
    let place = failure.place.as_ref();
    Problem {
        message: failure.message.clone(),
        file: place.map(|place| place.file.to_string()),
        line: place.map(|place| place.line),
        column: place.map(|place| place.column),
        suggestions: failure.suggestions.clone(),
    }
}

/// Speaks the failure of a reply, or `done` if there is none.
pub(super) fn tell(app: App, reply: &Reply, done: Option<Msg>) {
    if let Some(failure) = reply.failure() {
        app.refuse(app.say(Msg::Refused, &[("why", &failure.message)]));
    } else if let Some(done) = done {
        app.announce(app.say(done, &[]));
    }
}
