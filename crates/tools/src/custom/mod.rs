//! Custom tools: tools made from functions of the drawing's own code, their list, and the validation rules.

mod list;
mod rules;
mod schema;
mod tool;

pub use list::CustomTools;
pub use tool::CustomTool;
pub(super) use tool::Registration;
