//! Errors whose place the engine does not know.

use boa_engine::{JsError, JsNativeError};

/// An error whose place the engine does not know; it travels in the text and is read back by the reporter.
pub(in crate::sandbox::engine) fn located(message: &str, file: &str, line: u32, column: u32) -> JsError {
    JsNativeError::error()
        .with_message(format!("{message}\n    at <main> ({file}:{line}:{column})"))
        .into()
}
