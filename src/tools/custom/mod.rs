//! Tools made from functions of the drawing's own code: one such tool, the list of them, and the rules for both.

mod list;
mod rules;
mod schema;
mod tool;

pub use list::CustomTools;
pub use tool::CustomTool;
pub(super) use tool::Registration;
