//! Runs in the present process or worker.

use super::engine;
use super::protocol::{RunOutcome, RunRequest};
use super::script_engine::{Clock, Notes, ScriptEngine};
use crate::tools::{TOOLS, ToolSpec};

/// Carries out a run here and now. It can take as long as the limits allow and cannot be stopped from outside: the
/// page does this in a worker, the command line in a child process.
pub fn execute(request: &RunRequest, clock: &Clock) -> RunOutcome {
    execute_with(TOOLS, request, clock)
}

/// [`execute`] with the tools of another list.
pub fn execute_with(list: &'static [ToolSpec], request: &RunRequest, clock: &Clock) -> RunOutcome {
    request.oversized_file().map_or_else(
        || engine::Boa::with_tools(list).run(request, clock),
        RunOutcome::failed,
    )
}

/// [`execute`] in a process or worker that ends after this run: the engine's memory is left to its end, which is much
/// quicker than giving every object back.
pub fn execute_once(request: &RunRequest, clock: &Clock, notes: Notes) -> RunOutcome {
    request.oversized_file().map_or_else(
        || engine::Boa::one_shot(notes).run(request, clock),
        RunOutcome::failed,
    )
}

/// Does what can be done before a request is there, so that a warm worker answers sooner.
pub fn warm_up() {
    engine::warm_up();
}
