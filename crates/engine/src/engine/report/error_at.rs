//! Errors with an explicit place.

use crate::engine::run_state::with_run;
use boa_engine::{JsError, JsNativeError};
use trammel_language::Bilingual;
use trammel_tools::ToolError;

/// Creates an error with a place that the engine does not know. The place is appended to the message as a stack
/// frame, which the reporter parses.
pub(in crate::engine) fn error_at(
    message: Bilingual,
    suggestions: Vec<String>,
    file: &str,
    (line, column): (u32, u32),
) -> JsError {
    let text = format!("{message}\n    at <main> ({file}:{line}:{column})");
    with_run(|run| {
        run.known
            .remember(ToolError::new(message).suggesting(suggestions));
    });
    JsNativeError::error().with_message(text).into()
}
