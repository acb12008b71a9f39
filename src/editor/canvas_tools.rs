//! List of canvas tools, read by the tool strip, the shortcuts, the command palette, and the canvas.

use super::canvas_tool::{NewTool, ToolGroup, ToolInfo};
use super::draw::arc::{Arc, CenterArc, TangentArc};
use super::draw::circle::{Circle, TangentCircle, ThreePointCircle, TwoPointCircle};
use super::draw::dimension::Dimension;
use super::draw::drawing::Drawing;
use super::draw::ellipse::Ellipse;
use super::draw::hatch::Hatch;
use super::draw::leader::Leader;
use super::draw::line::Line;
use super::draw::point::PointFigure;
use super::draw::polygon::Polygon;
use super::draw::polyline::Polyline;
use super::draw::rectangle::{CenterRectangle, Rectangle, RoundedRectangle};
use super::draw::spline::Spline;
use super::draw::text::TextFigure;
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
    || Box::new(Drawing::<Polyline>::default()),
    || Box::new(Drawing::<Rectangle>::default()),
    || Box::new(Drawing::<CenterRectangle>::default()),
    || Box::new(Drawing::<RoundedRectangle>::default()),
    || Box::new(Drawing::<Circle>::default()),
    || Box::new(Drawing::<TwoPointCircle>::default()),
    || Box::new(Drawing::<ThreePointCircle>::default()),
    || Box::new(Drawing::<TangentCircle>::default()),
    || Box::new(Drawing::<Arc>::default()),
    || Box::new(Drawing::<CenterArc>::default()),
    || Box::new(Drawing::<TangentArc>::default()),
    || Box::new(Drawing::<Ellipse>::default()),
    || Box::new(Drawing::<Polygon>::default()),
    || Box::new(Drawing::<Spline>::default()),
    || Box::new(Drawing::<PointFigure>::default()),
    || Box::new(Drawing::<TextFigure>::default()),
    || Box::new(Drawing::<Dimension>::default()),
    || Box::new(Drawing::<Leader>::default()),
    || Box::new(Drawing::<Hatch>::default()),
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

/// Returns the entry of the tool with this id.
#[must_use]
pub fn find(tools: &[NewTool], id: &str) -> Option<ToolInfo> {
    entries(tools).find(|tool| tool.id == id)
}

/// Returns the entry of the first tool of each figure in a group of the tool strip.
pub fn figures(tools: &[NewTool], group: ToolGroup) -> impl Iterator<Item = ToolInfo> {
    let all = tools.iter().map(|new| new());
    all.filter(move |tool| tool.group() == group && tool.family() == tool.info().id)
        .map(|tool| tool.info())
}

/// Returns the entries of the tools of a figure, which has the id of its first tool.
pub fn methods(tools: &[NewTool], figure: &str) -> impl Iterator<Item = ToolInfo> {
    let all = tools.iter().map(|new| new());
    all.filter(move |tool| tool.family() == figure)
        .map(|tool| tool.info())
}
