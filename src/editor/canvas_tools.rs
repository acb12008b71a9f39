//! List of canvas tools, read by the tool strip, the shortcuts, the command palette, and the canvas.

use super::canvas_tool::{NewTool, ToolInfo};
use super::draw::arc::Arc;
use super::draw::circle::Circle;
use super::draw::drawing::Drawing;
use super::draw::ellipse::Ellipse;
use super::draw::line::Line;
use super::draw::point::PointFigure;
use super::draw::polygon::Polygon;
use super::draw::rectangle::Rectangle;
use super::hand::Hand;
use super::markup_tool::MarkupTool;
use super::measure_tool::Measure;
use super::select::Select;

/// All canvas tools, in the order of the tool strip. The first one is active when the page opens and after a tool ends.
pub const CANVAS_TOOLS: &[NewTool] = &[
    || Box::new(Select::default()),
    || Box::new(Hand::default()),
    || Box::new(Drawing::<Line>::default()),
    || Box::new(Drawing::<Rectangle>::default()),
    || Box::new(Drawing::<Circle>::default()),
    || Box::new(Drawing::<Arc>::default()),
    || Box::new(Drawing::<Ellipse>::default()),
    || Box::new(Drawing::<Polygon>::default()),
    || Box::new(Drawing::<PointFigure>::default()),
    || Box::new(Measure::default()),
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
