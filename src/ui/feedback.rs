//! What an operation said about itself, as the page shows and speaks it.

use super::i18n::Msg;
use super::state::{App, Problem, RunState};
use crate::sandbox::Failure;
use leptos::prelude::*;
use serde_json::Value;
use std::sync::Arc;

/// Sets a signal unless it has this value already.
pub(super) fn set_if_new<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    if signal.with_untracked(|now| *now != value) {
        signal.set(value);
    }
}

/// Shows what a run said about itself.
pub(super) fn report_run(app: App, reply: &Value) {
    let doc = app.doc;
    if let Some(ms) = reply["elapsed_ms"].as_f64() {
        doc.run.set(RunState::Took(ms));
    }
    if let Some(lines) = reply["logs"].as_array() {
        let text = |line: &Value| line.as_str().map_or_else(|| line.to_string(), str::to_owned);
        let lines: Arc<[String]> = lines.iter().map(text).collect();
        set_if_new(doc.logs, lines);
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
pub(super) fn tell(app: App, reply: &Value, done: Option<Msg>) {
    if reply["success"].as_bool() == Some(true) {
        if let Some(done) = done {
            app.announce(app.say(done, &[]));
        }
        return;
    }
    let error = &reply["error"];
    let why = error
        .as_str()
        .or_else(|| error["message"].as_str())
        .unwrap_or_default();
    app.refuse(app.say(Msg::Refused, &[("why", why)]));
}
