//! List of canvas tools, read by the tool strip, the shortcuts, the command palette, and the canvas.

use super::canvas_tool::{NewTool, ToolGroup, ToolInfo};
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
use super::modify::array::Array;
use super::modify::break_at::BreakAt;
use super::modify::chamfer::Chamfer;
use super::modify::copying::Copying;
use super::modify::corner::CornerTool;
use super::modify::explode::Explode;
use super::modify::extend::Extend;
use super::modify::fillet::Fillet;
use super::modify::join::Join;
use super::modify::mirror::Mirror;
use super::modify::modifying::Modifying;
use super::modify::moving::Moving;
use super::modify::offset::Offset;
use super::modify::piece::PieceTool;
use super::modify::rotate::Rotate;
use super::modify::scale::Scale;
use super::modify::trim::Trim;
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
    || Box::new(Modifying::<Moving>::default()),
    || Box::new(Modifying::<Copying>::default()),
    || Box::new(Modifying::<Rotate>::default()),
    || Box::new(Modifying::<Scale>::default()),
    || Box::new(Modifying::<Mirror>::default()),
    || Box::new(PieceTool::<Trim>::default()),
    || Box::new(PieceTool::<Extend>::default()),
    || Box::new(CornerTool::<Fillet>::default()),
    || Box::new(CornerTool::<Chamfer>::default()),
    || Box::new(Modifying::<Offset>::default()),
    || Box::new(Modifying::<BreakAt>::default()),
    || Box::new(Modifying::<Join>::default()),
    || Box::new(Modifying::<Explode>::default()),
    || Box::new(Modifying::<Array>::default()),
    || Box::new(MarkupTool::default()),
];

/// Returns the entries of the tool strip.
pub fn entries(tools: &[NewTool]) -> impl Iterator<Item = ToolInfo> {
    tools.iter().map(|new| new().info())
}

/// Returns the entries of a group of the tool strip.
pub fn group(tools: &[NewTool], group: ToolGroup) -> impl Iterator<Item = ToolInfo> {
    let new = tools.iter().map(|new| new());
    new.filter(move |tool| tool.group() == group)
        .map(|tool| tool.info())
}

/// Returns the entry of the tool with this id.
#[must_use]
pub fn find(tools: &[NewTool], id: &str) -> Option<ToolInfo> {
    entries(tools).find(|tool| tool.id == id)
}
