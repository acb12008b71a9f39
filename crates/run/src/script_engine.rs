//! Interface between the JavaScript engine and the rest of the sandbox.

use super::protocol::{RunOutcome, RunRequest, Uninterruptible};
use std::rc::Rc;

/// Monotonic clock in milliseconds since an arbitrary origin. Only the host's limit checks read the clock; scripts
/// cannot.
pub type Clock = Rc<dyn Fn() -> f64>;

/// Callback for uninterruptible work: called with the work when it starts and with `None` when it ends, so that a
/// host that kills the run knows the place.
pub type Notes = Rc<dyn Fn(Option<&Uninterruptible>)>;

/// A JavaScript engine that executes runs.
pub trait ScriptEngine {
    /// Executes one run. A script error, a limit or an engine panic that the engine catches becomes a failure, never
    /// a panic.
    fn run(&mut self, request: &RunRequest, clock: &Clock) -> RunOutcome;
}
