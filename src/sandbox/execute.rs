//! Execution of runs in the current process or worker.

use super::engine;
use super::protocol::{RunOutcome, RunRequest};
use super::script_engine::{Clock, Notes, ScriptEngine};
use crate::tools::{TOOLS, ToolSpec};

/// Executes a run synchronously in the current thread. The run can take as long as its limits allow and cannot be
/// stopped from outside, so the page calls this function in a worker and the command line in a child process.
pub fn execute(request: &RunRequest, clock: &Clock) -> RunOutcome {
    execute_with(TOOLS, request, clock)
}

/// Executes a run as [`execute`] does, with the tools of another list.
pub fn execute_with(list: &'static [ToolSpec], request: &RunRequest, clock: &Clock) -> RunOutcome {
    request.oversized_file().map_or_else(
        || engine::Boa::with_tools(list).run(request, clock),
        RunOutcome::failed,
    )
}

/// Executes a run as [`execute`] does, in a process or worker that ends after the run. The engine's memory is leaked
/// on purpose, which is much faster than freeing every object.
pub fn execute_once(request: &RunRequest, clock: &Clock, notes: Notes) -> RunOutcome {
    request.oversized_file().map_or_else(
        || engine::Boa::one_shot(notes).run(request, clock),
        RunOutcome::failed,
    )
}

/// Initializes the engine before the first request arrives, so that a warm worker answers sooner.
pub fn warm_up() {
    engine::warm_up();
}
