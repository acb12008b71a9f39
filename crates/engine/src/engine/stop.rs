//! Reasons for the early end of a script.

use super::report::Frame;
use boa_engine::JsError;
use trammel_run::run_context::CallError;

/// Reason for the early end of a script.
pub(super) enum Stop {
    /// The script threw, or the engine rejected the code.
    Threw(JsError),
    /// The run was stopped from outside the interpreter, at this frame if it is known.
    Stopped(CallError, Option<Frame>),
}

impl From<JsError> for Stop {
    fn from(error: JsError) -> Stop {
        Stop::Threw(error)
    }
}
