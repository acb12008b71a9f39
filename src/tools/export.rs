//! Writing the drawing out.

use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use crate::formats::{Format, json, svg};
use crate::scene::Scene;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

/// Get the whole drawing as JSON (format "trammel-scene", version 1).
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ExportJson {}

impl Tool for ExportJson {
    const NAME: &'static str = "export_json";
    const KOREAN: &'static str = "도면 전체를 JSON으로 내보냅니다.";
    const DOMAIN: Domain = Domain::Export;
    const KIND: Kind = Kind::Host;
    const VERB: Verb = Verb::Export;
    const POSITIONAL: &'static [&'static str] = &[];
    const EXAMPLE: &'static str = "export_json()";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        Ok(Output::Data(json!(json::write(cx.edit))))
    }
}

/// Get the whole drawing as an SVG file, fitted to the drawing and in its real units.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ExportSvg {}

impl Tool for ExportSvg {
    const NAME: &'static str = "export_svg";
    const KOREAN: &'static str = "도면 전체를 SVG로 내보냅니다.";
    const DOMAIN: Domain = Domain::Export;
    const KIND: Kind = Kind::Host;
    const VERB: Verb = Verb::Export;
    const POSITIONAL: &'static [&'static str] = &[];
    const EXAMPLE: &'static str = "export_svg()";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        Ok(Output::Data(json!(svg::write(cx.edit))))
    }
}

/// The drawing as text of a format.
///
/// # Errors
/// The format is not written from the drawing alone, or its writer refuses the drawing.
pub(super) fn text(format: &Format, scene: &Scene) -> Result<Output, ToolError> {
    let text = format
        .scene_text(scene)
        .ok_or_else(|| ToolError::new(format!("{} is not text made from the drawing", format.label[0])))?;
    let text = text.map_err(|error| ToolError::new(error.to_string()))?;
    Ok(Output::Data(json!(text)))
}
