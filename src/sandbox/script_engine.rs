//! JavaScript engines, as the rest of the sandbox knows them.

use super::protocol::{RunOutcome, RunRequest, Uninterruptible};
use std::rc::Rc;

/// Milliseconds since some fixed moment; the only clock a run knows, and scripts never see it.
pub type Clock = Rc<dyn Fn() -> f64>;

/// Told what begins that cannot be interrupted from inside, and `None` when it is over: a host that has to kill the run
/// then knows where it was.
pub type Notes = Rc<dyn Fn(Option<&Uninterruptible>)>;

/// A JavaScript engine that can carry out runs.
pub trait ScriptEngine {
    /// Carries out one run. Never panics on any script that the engine survives.
    fn run(&mut self, request: &RunRequest, clock: &Clock) -> RunOutcome;
}
