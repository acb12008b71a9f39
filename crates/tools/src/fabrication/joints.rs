//! Tools that draw parts that plug together, and the coupon that measures the kerf.

use crate::checks::{self, invalid};
use crate::draw::{Options, draw};
use crate::error::ToolError;
use crate::lengths::above_zero;
use crate::tool::{Domain, Kind, Output, Tool, ToolCx, Verb};
use crate::types::StyleArg;
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;
use trammel_base::numbers::number_text;
use trammel_fabrication::{EdgeKind, FingerPanel, KerfCoupon};
use trammel_kernel::Point;
use trammel_language::bilingual;
use trammel_scene::{Color, Fill, Name, Shape, Style, Text, check_coordinate};
use trammel_text::{Align, Valign};

/// Slots of a coupon, at most.
const MAX_SLOTS: usize = 40;

/// Edge of a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum EdgeArg {
    Plain,
    Fingers,
    Notches,
}

impl From<EdgeArg> for EdgeKind {
    fn from(edge: EdgeArg) -> EdgeKind {
        match edge {
            EdgeArg::Plain => EdgeKind::Plain,
            EdgeArg::Fingers => EdgeKind::Fingers,
            EdgeArg::Notches => EdgeKind::Notches,
        }
    }
}

/// Draw a panel with finger joints as a polygon. An edge with "fingers" fits an equally long edge with "notches". The
/// kerf is an option of the export.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct DrawFingerPanel {
    /// Name of the polygon.
    name: String,
    /// Left edge.
    x: f64,
    /// Bottom edge.
    y: f64,
    /// Outer width, fingers included.
    width: f64,
    /// Outer height, fingers included.
    height: f64,
    /// Thickness of the sheet: the depth of the notches.
    thickness: f64,
    /// Edges [bottom, right, top, left]: "fingers", "notches" or "plain".
    edges: [EdgeArg; 4],
    /// Approximate width of a finger. Default: 3 times thickness.
    finger: Option<f64>,
    /// Gap between a finger and its notch, on each side of the finger; negative for a tight fit. Default: 0.
    clearance: Option<f64>,
    /// Stroke and fill. Default: ink outline 0.35 mm wide, no fill.
    style: Option<StyleArg>,
    /// Layer to draw on; its color and line weight are the stroke's defaults.
    layer: Option<String>,
    /// Replace an entity of this name, keeping its place in the order, instead of refusing.
    replace: Option<bool>,
}

impl Tool for DrawFingerPanel {
    const NAME: &'static str = "draw_finger_panel";
    const KOREAN: &'static str = "핑거 조인트가 있는 판을 다각형으로 그립니다.";
    const SYNONYMS: [&'static str; 2] = [
        "box joint, tabs, press fit, comb joint, box sides",
        "핑거 조인트, 손가락 이음, 상자, 끼워맞춤",
    ];
    const DOMAIN: Domain = Domain::Fabrication;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Draw;
    const POSITIONAL: &'static [&'static str] = &["name", "x", "y", "width", "height", "thickness", "edges"];
    const EXAMPLE: &'static str = "draw_finger_panel({ name: 'front', x: 0, y: 0, width: 80, height: 50, thickness: 3,\n  \
        edges: ['fingers', 'notches', 'plain', 'notches'] })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let positive = |parameter, value| above_zero(Self::NAME, parameter, value);
        check_coordinate("x", self.x).map_err(invalid)?;
        check_coordinate("y", self.y).map_err(invalid)?;
        let clearance = self.clearance.unwrap_or(0.0);
        check_coordinate("clearance", clearance).map_err(invalid)?;
        let thickness = positive("thickness", self.thickness)?;
        let panel = FingerPanel {
            corner: Point::new(self.x, self.y),
            width: positive("width", self.width)?,
            height: positive("height", self.height)?,
            thickness,
            finger: positive("finger", self.finger.unwrap_or(3.0 * thickness))?,
            clearance,
            edges: self.edges.map(EdgeKind::from),
        };
        let points = panel.outline().ok_or_else(|| {
            ToolError::new(bilingual!(
                "{}: an edge needs room for 3 fingers that are wider than the thickness {thickness}. Change finger, or make \
                 the panel larger.", "{}: 변에 두께 {thickness}보다 넓은 핑거 3개가 들어갈 자리가 필요해요. finger를 바꾸거나 판을 키우세요.",
                Self::NAME
            ))
        })?;
        let shape = Shape::Polygon {
            points,
            holes: Vec::new(),
        };
        let options = Options {
            base: None,
            style: self.style,
            layer: self.layer,
            replace: self.replace,
        };
        draw(cx.edit, Self::NAME, &self.name, shape, options)
    }
}

/// Draw a comb that measures the kerf, as a group. Each slot is narrower than the sheet by the kerf beside it. It is
/// marked as cut_as_drawn, so no kerf changes it: the label of the slot that holds a piece of the sheet is the kerf.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct DrawKerfCoupon {
    /// Name of the group.
    name: String,
    /// Left edge.
    x: f64,
    /// Bottom edge.
    y: f64,
    /// Measured thickness of the sheet.
    thickness: f64,
    /// Smallest kerf. Default: 0.
    from: Option<f64>,
    /// Largest kerf. Default: 0.4.
    to: Option<f64>,
    /// Step from slot to slot. Default: 0.05.
    step: Option<f64>,
    /// Layer of the outline and the labels.
    layer: Option<String>,
    /// Layer of the labels, which are engraved. Default: layer.
    label_layer: Option<String>,
}

impl Tool for DrawKerfCoupon {
    const NAME: &'static str = "draw_kerf_coupon";
    const KOREAN: &'static str =
        "절단 폭을 재는 빗 모양 시편을 그립니다. 판재가 꼭 맞는 홈의 숫자가 절단 폭입니다.";
    const SYNONYMS: [&'static str; 2] = ["test piece, calibration, fit test, comb", "시험편, 교정"];
    const DOMAIN: Domain = Domain::Fabrication;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Draw;
    const POSITIONAL: &'static [&'static str] = &["name", "x", "y", "thickness"];
    const EXAMPLE: &'static str = "draw_kerf_coupon({ name: 'coupon', x: 0, y: 0, thickness: 3, to: 0.3 })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let group = checks::name("name", &self.name)?;
        checks::check_free(Self::NAME, &group, cx.edit)?;
        check_coordinate("x", self.x).map_err(invalid)?;
        check_coordinate("y", self.y).map_err(invalid)?;
        let thickness = above_zero(Self::NAME, "thickness", self.thickness)?;
        let kerfs = self.kerfs(thickness)?;
        let coupon = KerfCoupon::new(Point::new(self.x, self.y), thickness, &kerfs);
        let drawn = Style::shared_default_in(cx.edit.units());
        let lettering = Arc::new(Style {
            stroke: None,
            fill: Some(Fill { color: Color::Ink }),
        });
        let child = |suffix: &str| checks::name("name", &format!("{group}_{suffix}"));
        let outline = child("outline")?;
        let shape = Shape::Polygon {
            points: coupon.outline,
            holes: Vec::new(),
        };
        cx.edit.insert(&outline, shape, drawn, false)?;
        if let Some(layer) = &self.layer {
            cx.edit.set_layer(&outline, Some(layer))?;
        }
        let mut children: Vec<Name> = vec![outline];
        for (number, slot) in coupon.slots.iter().enumerate() {
            let label = child(&format!("label_{}", number + 1))?;
            let text = Text {
                text: format!("{}", slot.kerf),
                at: slot.label,
                size: 0.8 * thickness,
                align: Align::Center,
                valign: Valign::Middle,
                angle: 0.0,
            };
            cx.edit
                .insert(&label, Shape::Text(Arc::new(text)), lettering.clone(), false)?;
            if let Some(layer) = self.label_layer.as_ref().or(self.layer.as_ref()) {
                cx.edit.set_layer(&label, Some(layer))?;
            }
            children.push(label);
        }
        cx.edit.group(&group, &children)?;
        cx.edit.set_as_drawn(&group, true)?;
        cx.entity(&group)
    }
}

impl DrawKerfCoupon {
    fn kerfs(&self, thickness: f64) -> Result<Vec<f64>, ToolError> {
        let (from, to) = (self.from.unwrap_or(0.0), self.to.unwrap_or(0.4));
        let step = above_zero(Self::NAME, "step", self.step.unwrap_or(0.05))?;
        let count = ((to - from) / step + 1e-9).floor() + 1.0;
        if !(from >= 0.0 && to >= from && to < thickness && count <= MAX_SLOTS as f64) {
            let thickness = number_text(thickness);
            return Err(ToolError::new(bilingual!(
                "{}: from and to must be 0 or more and below the thickness {thickness}, with at most {MAX_SLOTS} steps",
                "{}: from과 to는 0 이상이고 두께 {thickness}보다 작아야 하며 최대 {MAX_SLOTS}단계예요",
                Self::NAME
            )));
        }
        // Rounded, because the numbers are also the labels.
        let kerf = |number: usize| ((from + number as f64 * step) * 1e6).round() / 1e6;
        Ok((0..count as usize).map(kerf).collect())
    }
}
