//! The list of canvas tools. The tool strip, the shortcuts, the command palette and the canvas read this list.

use super::canvas_tool::{NewTool, ToolInfo};
use super::hand::Hand;
use super::markup_tool::MarkupTool;
use super::select::Select;

/// Every canvas tool, in the order of the tool strip. The first one is active when the page opens and after a tool ends.
pub const CANVAS_TOOLS: &[NewTool] = &[
    || Box::new(Select::default()),
    || Box::new(Hand::default()),
    || Box::new(MarkupTool::default()),
];

/// The entries of the tool strip.
pub fn entries(tools: &[NewTool]) -> impl Iterator<Item = ToolInfo> {
    tools.iter().map(|new| new().info())
}

/// The entry of the tool with this id.
#[must_use]
pub fn find(tools: &[NewTool], id: &str) -> Option<ToolInfo> {
    entries(tools).find(|tool| tool.id == id)
}
