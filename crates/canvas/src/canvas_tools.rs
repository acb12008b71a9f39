//! List of canvas tools, read by the tool strip, the shortcuts, the command palette, and the canvas.

use super::canvas_tool::{NewTool, ToolGroup, ToolInfo};
use super::draw::arc::{Arc, CenterArc, TangentArc};
use super::draw::circle::{Circle, TangentCircle, ThreePointCircle, TwoPointCircle};
use super::draw::dimension::Dimension;
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
use super::modify::explode::Explode;
use super::modify::extend::Extend;
use super::modify::fillet::Fillet;
use super::modify::join::Join;
use super::modify::mirror::Mirror;
use super::modify::moving::Moving;
use super::modify::offset::Offset;
use super::modify::rotate::Rotate;
use super::modify::scale::Scale;
use super::modify::trim::Trim;
use super::select::Select;
use super::steps::stepper::Stepper;

/// All canvas tools, in the order of the tool strip. The first one is active when the page opens and after a tool ends.
pub const CANVAS_TOOLS: &[NewTool] = &[
    || Box::new(Select::default()),
    || Box::new(Hand::default()),
    || Box::new(Stepper::of(&Line)),
    || Box::new(Stepper::of(&Polyline)),
    || Box::new(Stepper::of(&Rectangle)),
    || Box::new(Stepper::of(&CenterRectangle)),
    || Box::new(Stepper::of(&RoundedRectangle)),
    || Box::new(Stepper::of(&Circle)),
    || Box::new(Stepper::of(&TwoPointCircle)),
    || Box::new(Stepper::of(&ThreePointCircle)),
    || Box::new(Stepper::of(&TangentCircle)),
    || Box::new(Stepper::of(&Arc)),
    || Box::new(Stepper::of(&CenterArc)),
    || Box::new(Stepper::of(&TangentArc)),
    || Box::new(Stepper::of(&Ellipse)),
    || Box::new(Stepper::of(&Polygon)),
    || Box::new(Stepper::of(&Spline)),
    || Box::new(Stepper::of(&PointFigure)),
    || Box::new(Stepper::of(&TextFigure)),
    || Box::new(Stepper::of(&Dimension)),
    || Box::new(Stepper::of(&Leader)),
    || Box::new(Stepper::of(&Hatch)),
    || Box::new(Stepper::of(&Moving)),
    || Box::new(Stepper::of(&Copying)),
    || Box::new(Stepper::of(&Rotate)),
    || Box::new(Stepper::of(&Scale)),
    || Box::new(Stepper::of(&Mirror)),
    || Box::new(Stepper::of(&Trim)),
    || Box::new(Stepper::of(&Extend)),
    || Box::new(Stepper::of(&Fillet)),
    || Box::new(Stepper::of(&Chamfer)),
    || Box::new(Stepper::of(&Offset)),
    || Box::new(Stepper::of(&BreakAt)),
    || Box::new(Stepper::of(&Join)),
    || Box::new(Stepper::of(&Explode)),
    || Box::new(Stepper::of(&Array)),
    || Box::new(Stepper::of(&Measure)),
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
