//! Tool that draws an annotation from its stored geometry.

use super::draw::{Options, draw};
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use super::types::{Data, StyleArg};
use schemars::JsonSchema;
use serde::Deserialize;
use trammel_formats::json;
use trammel_language::{Bilingual, bilingual};
use trammel_scene::{Color, Style};

/// Draw a dimension, leader or hatch exactly as returned by get_entity. For new ones use the tools that measure.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DrawAnnotation {
    /// Name of the new entity; unique in the drawing.
    name: String,
    /// "dimension", "leader" or "hatch".
    r#type: String,
    /// Its geometry, as returned by get_entity.
    geometry: Data,
    /// Stroke and fill. Default: ink outline 0.35 mm wide, no fill; a solid hatch is filled.
    style: Option<StyleArg>,
    /// Layer to draw on; its color and line weight are the stroke's defaults.
    layer: Option<String>,
    /// Replace an entity of this name, keeping its place in the order, instead of refusing.
    replace: Option<bool>,
}

impl Tool for DrawAnnotation {
    const NAME: &'static str = "draw_annotation";
    const KOREAN: &'static str = "치수, 지시선, 해칭을 저장된 그대로 그립니다.";
    const SYNONYMS: [&'static str; 2] = [
        "stored annotation, raw dimension, copy of a dimension",
        "저장된 치수",
    ];
    const DOMAIN: Domain = Domain::Annotate;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Draw;
    const POSITIONAL: &'static [&'static str] = &["name", "type", "geometry", "style"];
    const EXAMPLE: &'static str = "draw_annotation({ name: 'section', type: 'hatch', geometry: { pattern: 'ansi31', \
        scale: 1, angle: 0, refs: [], detached: false, \
        paths: [[['line', 0, 0, 20, 0], ['line', 20, 0, 0, 20], ['line', 0, 20, 0, 0]]] } })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let wrong =
            |problem: Bilingual| ToolError::new(bilingual!("{}: {problem}", "{}: {problem:#}", Self::NAME));
        let shape = json::annotation(&self.r#type, &self.geometry.0).map_err(wrong)?;
        let options = Options {
            base: shape.is_filled().then(|| Style::fill_only(Color::Ink)),
            style: self.style,
            layer: self.layer,
            replace: self.replace,
        };
        draw(cx.edit, Self::NAME, &self.name, shape, options)
    }
}
