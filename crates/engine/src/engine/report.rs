//! Conversion of engine errors to failures with message, file, line, column, source line, call stack and suggestions.

mod elsewhere;
mod explain;
mod frame;
mod locate;
mod located;
mod reporter;
mod scopes;
mod syntax;

pub(super) use frame::Frame;
pub(super) use located::located;
pub(super) use reporter::Reporter;
pub(super) use syntax::in_file;
