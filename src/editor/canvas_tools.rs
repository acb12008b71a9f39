//! List of canvas tools, read by the tool strip, the shortcuts, the command palette, and the canvas.

use super::canvas_tool::{NewTool, ToolInfo};
use super::hand::Hand;
use super::markup_tool::MarkupTool;
use super::select::Select;

/// All canvas tools, in the order of the tool strip. The first one is active when the page opens and after a tool ends.
pub const CANVAS_TOOLS: &[NewTool] = &[
    || Box::new(Select::default()),
    || Box::new(Hand::default()),
    || Box::new(MarkupTool::default()),
];

/// Returns the entries of the tool strip.
pub fn entries(tools: &[NewTool]) -> impl Iterator<Item = ToolInfo> {
    tools.iter().map(|new| new().info())
}

/// Returns the entry of the tool with this id.
#[must_use]
pub fn find(tools: &[NewTool], id: &str) -> Option<ToolInfo> {
    entries(tools).find(|tool| tool.id == id)
}
