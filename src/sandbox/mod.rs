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
mod execute;
#[cfg(not(target_arch = "wasm32"))]
pub mod native;
mod protocol;
mod run_context;
mod script_engine;
mod validate;

pub use crate::tools::{Failure, Limit, Place};
pub use execute::{execute, execute_once, execute_with, warm_up};
pub use protocol::{
    Limits, MAX_MESSAGE_BYTES, MAX_VALUE_BYTES, PROTOCOL_VERSION, RunOutcome, RunRequest, Uninterruptible,
    decode, encode,
};
pub use script_engine::{Clock, Notes, ScriptEngine};
pub use validate::validated;

#[cfg(test)]
mod tests;
