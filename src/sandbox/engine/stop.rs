//! Reasons for the early end of a script.

use super::report::Frame;
use crate::sandbox::run_context::CallError;
use boa_engine::JsError;

/// Reason for the early end of a script.
pub(super) enum Stop {
    /// It threw, or the engine refused it.
    Threw(JsError),
    /// It was stopped from outside the interpreter, here.
    Stopped(CallError, Option<Frame>),
}

impl From<JsError> for Stop {
    fn from(error: JsError) -> Stop {
        Stop::Threw(error)
    }
}
