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
use super::measure_tool::Measure;
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
    || Box::new(Drawing::of::<Line>()),
    || Box::new(Drawing::of::<Polyline>()),
    || Box::new(Drawing::of::<Rectangle>()),
    || Box::new(Drawing::of::<CenterRectangle>()),
    || Box::new(Drawing::of::<RoundedRectangle>()),
    || Box::new(Drawing::of::<Circle>()),
    || Box::new(Drawing::of::<TwoPointCircle>()),
    || Box::new(Drawing::of::<ThreePointCircle>()),
    || Box::new(Drawing::of::<TangentCircle>()),
    || Box::new(Drawing::of::<Arc>()),
    || Box::new(Drawing::of::<CenterArc>()),
    || Box::new(Drawing::of::<TangentArc>()),
    || Box::new(Drawing::of::<Ellipse>()),
    || Box::new(Drawing::of::<Polygon>()),
    || Box::new(Drawing::of::<Spline>()),
    || Box::new(Drawing::of::<PointFigure>()),
    || Box::new(Drawing::of::<TextFigure>()),
    || Box::new(Drawing::of::<Dimension>()),
    || Box::new(Drawing::of::<Leader>()),
    || Box::new(Drawing::of::<Hatch>()),
    || Box::new(Modifying::of::<Moving>()),
    || Box::new(Modifying::of::<Copying>()),
    || Box::new(Modifying::of::<Rotate>()),
    || Box::new(Modifying::of::<Scale>()),
    || Box::new(Modifying::of::<Mirror>()),
    || Box::new(PieceTool::of::<Trim>()),
    || Box::new(PieceTool::of::<Extend>()),
    || Box::new(CornerTool::of::<Fillet>()),
    || Box::new(CornerTool::of::<Chamfer>()),
    || Box::new(Modifying::of::<Offset>()),
    || Box::new(Modifying::of::<BreakAt>()),
    || Box::new(Modifying::of::<Join>()),
    || Box::new(Modifying::of::<Explode>()),
    || Box::new(Modifying::of::<Array>()),
    || Box::new(Measure::default()),
    || Box::new(MarkupTool::default()),
];

/// Returns the entries of the tool strip.
pub fn entries(tools: &[NewTool]) -> impl Iterator<Item = ToolInfo> {
    tools.iter().map(|new| new().info())
}

/// Returns the entries of a group of the tool strip: the first tool of each figure.
pub fn group(tools: &[NewTool], group: ToolGroup) -> impl Iterator<Item = ToolInfo> {
    let new = tools.iter().map(|new| new());
    new.filter(move |tool| tool.group() == group && tool.family() == tool.info().id)
        .map(|tool| tool.info())
}

/// Returns the entry of the tool with this id.
#[must_use]
pub fn find(tools: &[NewTool], id: &str) -> Option<ToolInfo> {
    entries(tools).find(|tool| tool.id == id)
}

/// Returns the entries of the tools of a figure, which has the id of its first tool.
pub fn methods(tools: &[NewTool], figure: &str) -> impl Iterator<Item = ToolInfo> {
    let all = tools.iter().map(|new| new());
    all.filter(move |tool| tool.family() == figure)
        .map(|tool| tool.info())
}
