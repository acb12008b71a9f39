#![doc = include_str!("../README.md")]

pub mod alloc;
mod bounded_decoding;
pub mod origins;
mod protocol;
pub mod run_context;
mod script_engine;
mod validate;

pub use bounded_decoding::MAX_ITEMS;
pub use protocol::{
    Limits, MAX_MESSAGE_BYTES, MAX_VALUE_BYTES, PROTOCOL_VERSION, RunOutcome, RunRequest, Uninterruptible,
    decode, encode, engine_crashed, out_of_memory, request_too_large, result_too_large, stack_overflow,
};
pub use script_engine::{Clock, Notes, ScriptEngine};
pub use trammel_tools::{CodePosition, Failure, Limit};
pub use validate::validate_diff;

/// Returns the identifier of a build, which the page and its worker must share. `build` is the content of the variable
/// `TRAMMEL_BUILD` when the program is compiled: a parameter, so that a new build compiles the two programs, but no library.
pub fn build_id(build: Option<&str>) -> String {
    match build {
        Some(build) => format!("{}+{build}", env!("CARGO_PKG_VERSION")),
        None => env!("CARGO_PKG_VERSION").to_owned(),
    }
}
