//! Tool that draws slots.

use crate::checks::check_point;
use crate::draw::{Options, draw};
use crate::lengths::above_zero;
use crate::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use crate::types::{PointArg, StyleArg};
use schemars::JsonSchema;
use serde::Deserialize;
use trammel_kernel::Path;
use trammel_language::bilingual;
use trammel_scene::Shape;

/// Draw a slot with round ends: an exact area from the centers of both ends and the width.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct DrawSlot {
    /// Name of the new entity; unique in the drawing.
    name: String,
    /// Center of one round end [x, y].
    from: PointArg,
    /// Center of the other round end [x, y].
    to: PointArg,
    /// Width: the diameter of the round ends.
    width: f64,
    /// Stroke and fill. Default: ink outline 0.35 mm wide, no fill.
    style: Option<StyleArg>,
    /// Layer to draw on; its color and line weight are the stroke's defaults.
    layer: Option<String>,
    /// Replace an entity of this name, keeping its place in the order, instead of refusing.
    replace: Option<bool>,
}

impl Tool for DrawSlot {
    const NAME: &'static str = "draw_slot";
    const KOREAN: &'static str = "양 끝이 둥근 장공을 두 끝의 중심과 폭으로 그립니다.";
    const SYNONYMS: [&'static str; 2] = [
        "slotted hole, oblong hole, obround, stadium, elongated hole, long hole",
        "장공, 슬롯, 긴 구멍, 장원",
    ];
    const DOMAIN: Domain = Domain::Parts;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Draw;
    const POSITIONAL: &'static [&'static str] = &["name", "from", "to", "width", "style"];
    const EXAMPLE: &'static str = "draw_slot({ name: 'slot', from: [10, 10], to: [40, 10], width: 8 })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let (from, to) = (
            check_point("draw_slot: from", self.from)?,
            check_point("draw_slot: to", self.to)?,
        );
        let width = above_zero(Self::NAME, "width", self.width)?;
        let outline = Path::slot(from, to, 0.5 * width);
        let same = bilingual!(
            "draw_slot: from and to are the same point. Use draw_circle for a round hole.",
            "draw_slot: from과 to가 같은 점이에요. 둥근 구멍에는 draw_circle을 쓰세요."
        );
        let paths = vec![outline.ok_or_else(|| ToolError::new(same))?];
        let options = Options {
            style: self.style,
            layer: self.layer,
            replace: self.replace,
            ..Options::default()
        };
        draw(cx.edit, Self::NAME, &self.name, Shape::Region { paths }, options)
    }
}
