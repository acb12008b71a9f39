//! Export of the drawing as text of a file format. The `export_*` tools and the commands of `bash` derive from the
//! formats; see [`FORMATS`](crate::formats::FORMATS).

use super::error::ToolError;
use super::output::Output;
use crate::formats::Format;
use crate::scene::Scene;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

/// The arguments of an `export_*` tool: none.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct NoArguments {}

/// Returns the drawing as text of a format.
///
/// # Errors
/// Returns an error if the format is not text made from the drawing alone, or if the writer of the format rejects
/// the drawing.
pub(super) fn exported(format: &Format, scene: &Scene) -> Result<Output, ToolError> {
    let text = format
        .scene_text(scene)
        .ok_or_else(|| ToolError::new(format!("{} is not text made from the drawing", format.label[0])))?;
    let text = text.map_err(|error| ToolError::new(error.to_string()))?;
    Ok(Output::Data(json!(text)))
}
