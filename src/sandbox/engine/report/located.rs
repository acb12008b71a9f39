//! Errors with an explicit place.

use boa_engine::{JsError, JsNativeError};

/// Creates an error with a place that the engine does not know. The place is appended to the message as a stack
/// frame, which the reporter parses.
pub(in crate::sandbox::engine) fn located(message: &str, file: &str, line: u32, column: u32) -> JsError {
    JsNativeError::error()
        .with_message(format!("{message}\n    at <main> ({file}:{line}:{column})"))
        .into()
}
