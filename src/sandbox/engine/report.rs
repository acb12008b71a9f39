//! From the engine's error to a failure that teaches: message, file, line, column, source line, calls, suggestions.

mod explain;
mod locate;
mod located;
mod reporter;
mod spot;
mod syntax;

pub(super) use located::located;
pub(super) use reporter::Reporter;
pub(super) use spot::Spot;
pub(super) use syntax::in_file;
