//! Running code that is not trusted, and telling what it did.
//!
//! A run takes a [`RunRequest`] and yields a [`RunOutcome`]: the difference it makes to the drawing, or a [`Failure`]
//! with file, line and what to do. Invariants:
//! * Code sees the drawing tools, the other files as modules, `console`, and nothing else: no network, clock, storage,
//!   `eval` or earlier run.
//! * Limits on time, memory, entities and log hold against `try { } catch`.
//! * The same request gives the same outcome everywhere: random numbers are seeded, the clock stands still.
//! * Only `engine.rs` and the folder beside it name the JavaScript engine; [`ScriptEngine`] is what the rest knows.
//! * An outcome is not trusted until [`validated`].
//!
//! Start at [`execute`], then `run_context.rs` (what a call from a script does) and `engine.rs`.

pub mod alloc;
#[cfg(target_arch = "wasm32")]
pub mod browser;
mod engine;
#[cfg(not(target_arch = "wasm32"))]
pub mod native;
mod protocol;
mod run_context;
mod validate;

pub use crate::tools::{Failure, Limit, Place};
pub use protocol::{
    Limits, MAX_MESSAGE_BYTES, MAX_VALUE_BYTES, PROTOCOL_VERSION, RunOutcome, RunRequest, Uninterruptible,
    decode, encode,
};
pub use validate::validated;

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

/// Carries out a run here and now. It can take as long as the limits allow and cannot be stopped from outside: the
/// page does this in a worker, the command line in a child process.
pub fn execute(request: &RunRequest, clock: &Clock) -> RunOutcome {
    request
        .oversized_file()
        .map_or_else(|| engine::Boa::default().run(request, clock), RunOutcome::failed)
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

#[cfg(test)]
mod tests;
