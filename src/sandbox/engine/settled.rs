//! Detection of promises that are pending when a script has ended.

use super::stop::Stop;
use boa_engine::builtins::promise::PromiseState;
use boa_engine::object::builtins::JsPromise;
use boa_engine::{JsError, JsNativeError, JsValue};

/// Error message for a promise that never settles.
pub(super) const NEVER_SETTLES: &str = "a promise never settles, so the code after await did not run. Draw without await: the sandbox has \
    no timers and no network.";

/// Returns an error if the value is a pending promise. The sandbox has no timers or other event sources, so a promise
/// that is pending now never settles, and code that awaits it has not run.
pub(super) fn settled(value: &JsValue) -> Result<(), Stop> {
    let promise = value.as_object().and_then(|o| JsPromise::from_object(o).ok());
    if promise.is_some_and(|promise| matches!(promise.state(), PromiseState::Pending)) {
        return Err(JsError::from(JsNativeError::error().with_message(NEVER_SETTLES)).into());
    }
    Ok(())
}
