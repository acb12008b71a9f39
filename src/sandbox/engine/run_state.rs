//! The run in progress on a thread, and its limits.

use crate::sandbox::run_context::{CallError, RunContext};
use crate::sandbox::{Limit, Notes};
use crate::tools::CustomTool;
use boa_engine::error::PanicError;
use boa_engine::object::JsObject;
use boa_engine::{JsError, JsNativeError};
use std::cell::RefCell;

/// Interpreter cost between two looks at the clock and the memory: a tenth of a millisecond or so.
pub(super) const SLICE: u32 = 20_000;

/// Interpreter cost between two looks in a diagnostic run: a few turns of a loop, in which a text can double a few times only.
pub(super) const DIAGNOSTIC_SLICE: u32 = 16;

thread_local! {
    /// The run in progress on this thread: native functions find it here without a lookup in the engine.
    pub(super) static RUN: RefCell<Option<Run>> = const { RefCell::new(None) };
}

/// A run in progress.
pub(super) struct Run {
    pub(super) cad: RunContext,
    /// The limit that ended the script, with its message: the engine's own error carries only text.
    pub(super) limit: Option<(Limit, String)>,
    /// The last tool error, whose suggestions the engine's error cannot carry.
    pub(super) last_error: Option<(String, Vec<String>)>,
    /// Tools made from functions, as the request gave them.
    pub(super) tools: Vec<CustomTool>,
    /// Lists that are being made a text, outermost first.
    pub(super) joining: Vec<JsObject>,
    /// Receiver of notes about uninterruptible work, and the number of notes.
    pub(super) notes: Option<Notes>,
    pub(super) noted: u32,
    /// Whether the jobs that run are those of a module that is loaded.
    pub(super) loading: bool,
    /// Interpreter cost between two looks at the clock and the memory.
    pub(super) slice: u32,
}

/// Calls `f` with the run in progress.
pub(super) fn with_run<T>(f: impl FnOnce(&mut Run) -> T) -> Option<T> {
    RUN.with(|cell| cell.try_borrow_mut().ok()?.as_mut().map(f))
}

pub(super) fn out_of_instructions() -> Result<(), CallError> {
    let message = with_run(|run| run.cad.watch().time_message()).unwrap_or_default();
    Err(CallError::Limit(Limit::Time, message))
}

/// Watches time and memory between two steps of a script.
pub(super) fn step() -> Result<(), CallError> {
    with_run(|run| run.cad.watch().check()).unwrap_or(Ok(()))?;
    relieve()
}

/// Collects garbage if so much has come together that it is time, and judges what is left. The collector does not see
/// how large texts and lists are, so it has to be told.
pub(super) fn relieve() -> Result<(), CallError> {
    if with_run(|run| run.cad.watch().wants_collection()) != Some(true) {
        return Ok(());
    }
    boa_engine::gc::force_collect();
    with_run(|run| run.cad.watch().collected()).unwrap_or(Ok(()))
}

/// Makes the error that ends a script from inside of a native function. A limit cannot be caught.
pub(super) fn stopped(error: CallError) -> JsError {
    match error {
        CallError::Limit(limit, message) => {
            with_run(|run| run.limit = Some((limit, message.clone())));
            PanicError::new(message).into()
        }
        CallError::Error(error) => JsNativeError::error().with_message(error.message).into(),
    }
}
