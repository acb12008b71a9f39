//! Sandbox for untrusted code: runs scripts under limits and reports the outcome.
//!
//! A run takes a [`RunRequest`] and yields a [`RunOutcome`]: the diff of the drawing, or a [`Failure`] with file,
//! line and a remedy. Invariants:
//! * Code can access the drawing tools, the other files as modules, and `console`. Code has no network, clock, storage,
//!   `eval` or access to earlier runs.
//! * Limits on time, memory, entities and log output cannot be bypassed with `try`/`catch`.
//! * The same request yields the same outcome on every host: random numbers are seeded, and the clock is fixed.
//! * Only `engine.rs` and the folder beside it name the JavaScript engine; all other code uses [`ScriptEngine`].
//! * An outcome is not trusted until it passes [`validated`].
//!
//! Start at [`execute`], then read `run_context.rs` (tool calls from a script) and `engine.rs`.
//!
//! # Example
//!
//! ```
//! use std::rc::Rc;
//! use trammel::sandbox::{Limits, RunRequest, execute};
//! use trammel::scene::Units;
//! use trammel::workspace::FileName;
//!
//! let request = RunRequest {
//!     files: vec![(FileName::main(), "drawCircle('hole', 0, 0, 4)".into())],
//!     must_parse: None,
//!     tools: Vec::new(),
//!     want_value: false,
//!     title: "plate".to_owned(),
//!     units: Units::Mm,
//!     seed: 1,
//!     limits: Limits::default(),
//!     conversion: None,
//! };
//! let clock: trammel::sandbox::Clock = Rc::new(|| 0.0);
//! let outcome = execute(&request, &clock);
//! assert_eq!(outcome.result.unwrap().iter().count(), 1);
//! ```

pub mod alloc;
mod bounded_decoding;
#[cfg(target_arch = "wasm32")]
pub mod browser;
mod engine;
mod execute;
#[cfg(not(target_arch = "wasm32"))]
pub mod native;
pub mod origins;
mod protocol;
mod run_context;
mod script_engine;
mod timed_out;
mod validate;

pub use crate::tools::{Failure, Limit, Place};
pub use execute::{execute, execute_once, execute_with, warm_up};
pub use protocol::{
    Limits, MAX_MESSAGE_BYTES, MAX_VALUE_BYTES, PROTOCOL_VERSION, RunOutcome, RunRequest, Uninterruptible,
    decode, encode, result_too_large,
};
pub use script_engine::{Clock, Notes, ScriptEngine};
pub use validate::validated;

#[cfg(test)]
mod tests;
