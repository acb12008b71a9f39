//! From the engine's error to a failure that teaches: message, file, line, column, source line, calls, suggestions.

mod explain;
mod frame;
mod locate;
mod located;
mod reporter;
mod syntax;

pub(super) use frame::Frame;
pub(super) use located::located;
pub(super) use reporter::Reporter;
pub(super) use syntax::in_file;
