//! Tool that draws one edge with fingers, for parts that are not rectangles.

use crate::checks::{check_point, invalid};
use crate::draw::{Options, draw};
use crate::error::ToolError;
use crate::lengths::{above_zero, zero_or_more};
use crate::tool::{Domain, Kind, Output, Tool, ToolCx, Verb};
use crate::types::{PointArg, StyleArg};
use schemars::JsonSchema;
use serde::Deserialize;
use trammel_fabrication::{EdgeKind, FingerEdge as Edge};
use trammel_kernel::{Point, Vec2, norm};
use trammel_language::bilingual;
use trammel_scene::{Shape, check_coordinate};

/// Beginning and end of an edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Starts {
    #[default]
    Finger,
    Gap,
}

/// Side of the line on which the part lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Side {
    #[default]
    Left,
    Right,
}

/// Draw one edge of a part with finger joints as an open polyline: join it with the other edges. The fingers reach to the line
/// from-to, and the gaps go into the part by thickness. An edge that starts with a finger fits one of the same length that
/// starts with a gap.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct FingerEdge {
    /// Name of the new entity; unique in the drawing.
    name: String,
    /// Corner of the part at which the edge starts [x, y].
    from: PointArg,
    /// Corner of the part at which the edge ends [x, y].
    to: PointArg,
    /// Thickness of the sheet: the depth of the gaps.
    thickness: f64,
    /// Approximate width of a finger; the number of fingers and gaps is odd. Default: 3 times thickness.
    finger: Option<f64>,
    /// Start and end with a "finger" (default) or a "gap".
    starts: Option<Starts>,
    /// Side of the line from-to on which the part lies: "left" (default, for a counterclockwise outline) or "right".
    side: Option<Side>,
    /// Gap between a finger and its notch, on each side of the finger; negative for a tight fit. Default: 0.
    clearance: Option<f64>,
    /// Length left out at the start: thickness where the edge before ends with a gap at a right angle. Default: 0.
    start_inset: Option<f64>,
    /// Length left out at the end: thickness where the next edge starts with a gap at a right angle. Default: 0.
    end_inset: Option<f64>,
    /// Stroke and fill. Default: ink outline 0.35 mm wide, no fill.
    style: Option<StyleArg>,
    /// Layer to draw on; its color and line weight are the stroke's defaults.
    layer: Option<String>,
    /// Replace an entity of this name, keeping its place in the order, instead of refusing.
    replace: Option<bool>,
}

impl Tool for FingerEdge {
    const NAME: &'static str = "finger_edge";
    const KOREAN: &'static str = "핑거 조인트가 있는 변 하나를 열린 폴리선으로 그립니다.";
    const SYNONYMS: [&'static str; 2] = [
        "finger joint edge, box joint, comb joint, tabs along an edge, press fit edge, crenellated edge, joint on a slanted edge",
        "핑거 조인트 변, 손가락 이음 모서리, 맞물림, 끼워맞춤 변, 박스 조인트",
    ];
    const DOMAIN: Domain = Domain::Fabrication;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Draw;
    const POSITIONAL: &'static [&'static str] = &["name", "from", "to", "thickness", "finger", "starts"];
    const EXAMPLE: &'static str = "finger_edge({ name: 'side', from: [0, 0], to: [60, 20], thickness: 3 })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let (from, to) = (
            check_point("finger_edge: from", self.from)?,
            check_point("finger_edge: to", self.to)?,
        );
        let length = norm(to - from);
        if length == 0.0 {
            return Err(ToolError::new(bilingual!(
                "finger_edge: from and to are the same point. Give the two ends of the edge.",
                "finger_edge: from과 to가 같은 점이에요. 변의 두 끝을 주세요."
            )));
        }
        let along = (to - from) / length;
        let edge = self.edge(length)?;
        let inset = |parameter, value: Option<f64>| zero_or_more(Self::NAME, parameter, value.unwrap_or(0.0));
        let insets = [
            inset("start_inset", self.start_inset)?,
            inset("end_inset", self.end_inset)?,
        ];
        let Some(notches) = edge.notches() else {
            return Err(ToolError::new(bilingual!(
                "finger_edge: an edge of length {length} needs room for 3 fingers that are wider than the thickness {}. \
                 Change finger, or make the edge longer.",
                "finger_edge: 길이 {length}인 변에는 두께 {}보다 넓은 핑거 3개가 들어갈 자리가 필요해요. finger를 바꾸거나 변을 늘리세요.",
                edge.thickness
            )));
        };
        let corners = edge.profile(insets).ok_or_else(|| {
            let first = notches
                .iter()
                .flatten()
                .find(|at| **at > 0.0)
                .copied()
                .unwrap_or_default();
            ToolError::new(bilingual!(
                "finger_edge: start_inset {} and end_inset {} must be below {first}, the width of the first and of the last \
                 finger or gap", "finger_edge: start_inset {}과(와) end_inset {}은(는) 처음과 마지막 핑거나 틈의 너비인 {first}보다 작아야 해요",
                insets[0], insets[1]
            ))
        })?;
        let inward = match self.side.unwrap_or_default() {
            Side::Left => Vec2::new(-along.y, along.x),
            Side::Right => Vec2::new(along.y, -along.x),
        };
        let points = corners.iter().map(|[at, depth]| {
            // Measured from the nearer end, so that both ends are exact.
            let on_line: Point = if *at > 0.5 * length {
                to - along * (length - at)
            } else {
                from + along * *at
            };
            on_line + inward * *depth
        });
        let shape = Shape::Line {
            points: points.collect(),
            closed: false,
        };
        let options = Options {
            style: self.style,
            layer: self.layer,
            replace: self.replace,
            ..Options::default()
        };
        draw(cx.edit, Self::NAME, &self.name, shape, options)
    }
}

impl FingerEdge {
    /// Checks the sizes and returns the edge.
    fn edge(&self, length: f64) -> Result<Edge, ToolError> {
        let thickness = above_zero(Self::NAME, "thickness", self.thickness)?;
        let clearance = self.clearance.unwrap_or(0.0);
        check_coordinate("finger_edge: clearance", clearance).map_err(invalid)?;
        Ok(Edge {
            length,
            thickness,
            finger: above_zero(Self::NAME, "finger", self.finger.unwrap_or(3.0 * thickness))?,
            clearance,
            kind: match self.starts.unwrap_or_default() {
                Starts::Finger => EdgeKind::Fingers,
                Starts::Gap => EdgeKind::Notches,
            },
        })
    }
}
