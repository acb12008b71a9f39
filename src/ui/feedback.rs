//! Feedback about an operation: its run time and log, the error of the code, warnings, and a message about an action of the
//! user.

use super::adjusted;
use super::document::{Change, Kind};
use super::i18n::Msg;
use super::state::{App, Problem, RunState};
use leptos::prelude::*;
use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;
use trammel_code::Written;
use trammel_language::Bilingual;
use trammel_scene::lint;
use trammel_tools::{Failure, Limit, Reply};

thread_local! {
    /// Number of changes whose warnings were collected.
    static CHANGES: Cell<u64> = const { Cell::new(0) };
}

/// Sets a signal unless it already has this value.
pub(super) fn set_if_new<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    if signal.with_untracked(|now| *now != value) {
        signal.set(value);
    }
}

/// Shows and speaks the result of an operation.
pub(super) fn report(app: App, change: &Change) {
    let doc = app.doc;
    if let Some(ms) = change.reply.elapsed_ms() {
        doc.run.set(RunState::Took(ms));
        set_if_new(doc.logs, Arc::from(change.reply.logs.as_slice()));
    }
    show_warnings(app, &change.reply);
    // The error of half-typed code is shown when the user pauses.
    let is_typed = change.kind == Kind::Type;
    let waits = is_typed && app.document.is_typing() && app.document.is_broken();
    if change.is_latest && !waits {
        show_problem(app, is_typed);
    }
    if change.caller.needs_failure_message() {
        tell(app, change);
    }
}

/// Shows and speaks the error of typed code, if the code has run. Otherwise the end of its run shows the error.
pub(super) fn show_typing_problem(app: App) {
    if app.document.has_run() {
        show_problem(app, true);
    }
}

/// Shows the warnings of a run or of a change of the drawing, with those about probable mistakes in the drawing, which is
/// examined in a task of its own. The warning that the code does not run is left out, because the error of the code is shown
/// as well.
fn show_warnings(app: App, reply: &Reply) {
    if reply.run.is_none() && reply.changes.is_none() {
        return;
    }
    let broken = app
        .document
        .session(|session| session.document().broken_warning());
    let own = reply
        .warnings
        .iter()
        .filter(|warning| broken.as_ref() != Some(warning));
    let mut warnings: Vec<Bilingual> = own.cloned().collect();
    let change = CHANGES.get() + 1;
    CHANGES.set(change);
    set_timeout(
        move || {
            if CHANGES.get() != change {
                // The drawing of a later change is examined.
                return;
            }
            for found in app.document.scene(lint::warnings) {
                if !warnings.contains(&found) {
                    warnings.push(found);
                }
            }
            set_if_new(app.doc.warnings, Arc::from(warnings));
        },
        Duration::ZERO,
    );
}

fn show_problem(app: App, speaks: bool) {
    let problem = app.document.with_failure(|failure| failure.map(problem_of));
    if let Some(problem) = problem.as_ref().filter(|_| speaks) {
        app.speak(problem_text(app, problem));
    }
    set_if_new(app.doc.problem, problem);
}

/// Returns the text of a problem with its suggestions.
fn problem_text(app: App, problem: &Problem) -> String {
    let message = app.words(&problem.message);
    let suggestions = &problem.suggestions;
    if suggestions.is_empty() {
        return message;
    }
    let hint = app.say(Msg::DidYouMean, &[("names", &suggestions.join(", "))]);
    format!("{message}. {hint}")
}

fn problem_of(failure: &Failure) -> Problem {
    let place = failure.place.as_ref();
    Problem {
        message: failure.message.clone(),
        file: place.map(|place| place.file.to_string()),
        line: place.map(|place| place.line),
        column: place.map(|place| place.column),
        suggestions: failure.suggestions.clone(),
        lacks_engine: failure.limit == Some(Limit::Engine),
    }
}

/// Shows why an action of the user failed, or announces undo and redo, because their effect may be outside the view.
fn tell(app: App, change: &Change) {
    // The code panel shows the error of code that does not run when the page opens.
    if matches!(
        change.kind,
        Kind::Switch | Kind::Open | Kind::OpenLastGood | Kind::Follow | Kind::Context
    ) {
        return;
    }
    if let Some(failure) = change.reply.failure() {
        app.refuse(app.say(Msg::Refused, &[("why", &failure.text(app.lang()))]));
        return;
    }
    if let Some(Written::Appended { statements, why }) = change.reply.recorded_form() {
        adjusted::announce(app, statements, *why);
        return;
    }
    let done = match change.kind {
        Kind::Undo => Msg::Undone,
        Kind::Redo => Msg::Redone,
        _ => return,
    };
    app.announce(app.say(done, &[]));
}
