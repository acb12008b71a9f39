//! Conversion of engine errors to failures with message, file, line, column, source line, call stack and suggestions.

mod elsewhere;
mod error_at;
mod frame;
mod locate;
mod reporter;
mod syntax;

pub(super) use error_at::error_at;
pub(super) use frame::Frame;
pub(super) use reporter::Reporter;
pub(super) use syntax::in_file;
