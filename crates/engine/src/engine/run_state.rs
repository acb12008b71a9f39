//! The run in progress on a thread, and its limits.

use super::known_errors::KnownErrors;
use boa_engine::error::PanicError;
use boa_engine::object::JsObject;
use boa_engine::{JsError, JsNativeError};
use std::cell::RefCell;
use trammel_language::Bilingual;
use trammel_run::run_context::{CallError, RunContext};
use trammel_run::{Limit, Notes};
use trammel_tools::{CustomTool, ToolError};

/// Interpreter cost between two checks of time and memory, about a tenth of a millisecond.
pub(super) const SLICE: u32 = 20_000;

/// Interpreter cost between two checks in a diagnostic run: a few loop iterations, in which a string can double only
/// a few times.
pub(super) const DIAGNOSTIC_SLICE: u32 = 16;

thread_local! {
    /// The run in progress on this thread. Native functions access the run here without a lookup in the engine.
    pub(super) static RUN: RefCell<Option<Run>> = const { RefCell::new(None) };
}

/// State of a run in progress.
pub(super) struct Run {
    pub(super) cad: RunContext,
    /// Limit that ended the script, with its message; the engine's own error carries only text.
    pub(super) limit: Option<(Limit, Bilingual)>,
    /// Errors of this program that the script received.
    pub(super) known: KnownErrors,
    /// Custom tools of the request.
    pub(super) tools: Vec<CustomTool>,
    /// Arrays that are being converted to a string by `join`, outermost first, for cycle detection.
    pub(super) joining: Vec<JsObject>,
    /// Callback for uninterruptible work.
    pub(super) notes: Option<Notes>,
    /// Number of regular expressions announced through `notes`.
    pub(super) noted: u32,
    /// Whether the queued promise jobs belong to a module that is being loaded.
    pub(super) loading: bool,
    /// Interpreter cost between two checks of time and memory.
    pub(super) slice: u32,
}

/// Calls `f` with the run in progress; `None` if there is no run or the run is already borrowed.
pub(super) fn with_run<T>(f: impl FnOnce(&mut Run) -> T) -> Option<T> {
    RUN.with(|cell| cell.try_borrow_mut().ok()?.as_mut().map(f))
}

pub(super) fn out_of_instructions() -> Result<(), CallError> {
    let message = with_run(|run| run.cad.watch().instructions_message()).unwrap_or_default();
    Err(CallError::Limit(Limit::Time, message))
}

/// Checks time and memory between two steps of a script.
pub(super) fn step() -> Result<(), CallError> {
    with_run(|run| run.cad.watch().check()).unwrap_or(Ok(()))?;
    relieve()
}

/// Collects garbage if the threshold is reached, then checks memory. The collector does not count the size of strings
/// and arrays, so this function triggers the collection.
pub(super) fn relieve() -> Result<(), CallError> {
    if with_run(|run| run.cad.watch().wants_collection()) != Some(true) {
        return Ok(());
    }
    boa_engine::gc::force_collect();
    with_run(|run| run.cad.watch().check_after_collection()).unwrap_or(Ok(()))
}

/// Converts a call error to the JavaScript error that a native function returns. A limit becomes an engine panic,
/// which a script cannot catch.
pub(super) fn call_error_to_js(error: CallError) -> JsError {
    match error {
        CallError::Limit(limit, message) => {
            with_run(|run| run.limit = Some((limit, message.clone())));
            PanicError::new(message.english).into()
        }
        CallError::Error(error) => native(JsNativeError::error(), error.message),
    }
}

/// Creates a JavaScript error with a message of this program. Code sees the English text; the reporter finds the Korean
/// one.
pub(super) fn native(kind: JsNativeError, message: Bilingual) -> JsError {
    native_near(kind, message, Vec::new())
}

/// Creates a JavaScript error as [`native`] does, with suggestions for the reporter.
pub(super) fn native_near(kind: JsNativeError, message: Bilingual, suggestions: Vec<String>) -> JsError {
    let error = kind.with_message(message.english.clone()).into();
    with_run(|run| {
        run.known
            .remember(ToolError::new(message).suggesting(suggestions));
    });
    error
}
