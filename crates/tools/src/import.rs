//! The `import_*` tools: one tool for each file format that declares one, all with the same arguments.

use super::error::ToolError;
use super::output::{Output, Plan};
use super::units_arg::UnitsArg;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use schemars::JsonSchema;
use serde::Deserialize;
use trammel_formats::{Format, ImportOptions};
use trammel_language::bilingual;

/// The arguments of an `import_*` tool.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ImportArguments {
    /// Content of the file, if it is text.
    text: Option<String>,
    /// Content of the file in base64, instead of text.
    base64: Option<String>,
    /// Name of the file without its extension, which names the module and the group. Default: drawing.
    name: Option<String>,
    /// Unit of the numbers in the file. Default: the unit that the file states.
    units: Option<UnitsArg>,
    /// Names of the layers to import. Default: all.
    layers: Option<Vec<String>>,
    /// Largest number of entities to import, for a file that is too large. Default: all.
    first: Option<i64>,
}

/// Plans the import of a file.
///
/// # Errors
/// Returns an error if the content is missing or is not base64.
pub(super) fn plan_import(format: &'static Format, arguments: ImportArguments) -> Result<Output, ToolError> {
    let bytes = match (arguments.text, arguments.base64) {
        (Some(text), None) => text.into_bytes(),
        (None, Some(base64)) => STANDARD.decode(base64.trim()).map_err(|error| {
            ToolError::new(bilingual!(
                "base64 is not valid: {error}. Give the file as text, or encode it again.",
                "base64가 올바르지 않아요({error}). 파일을 텍스트로 주거나 다시 변환하세요."
            ))
        })?,
        (None, None) => {
            return Err(ToolError::new(bilingual!(
                "text and base64 are missing. Give the content of the file as one of them.",
                "text와 base64가 없어요. 파일의 내용을 하나로 주세요."
            )));
        }
        (Some(_), Some(_)) => {
            return Err(ToolError::new(bilingual!(
                "text and base64 are both given. Give the content of the file once.",
                "text와 base64를 함께 주었어요. 파일의 내용을 한 번만 주세요."
            )));
        }
    };
    if bytes.is_empty() {
        return Err(ToolError::new(bilingual!(
            "The file is empty. Give its content as text or base64.",
            "파일이 비어 있어요. 내용을 text나 base64로 주세요."
        )));
    }
    Ok(Output::Run(Plan::Import {
        format: format.id,
        bytes,
        options: ImportOptions {
            file_name: arguments.name.unwrap_or_default(),
            units: arguments.units.map(|units| units.0),
            layers: arguments.layers.unwrap_or_default(),
            first: arguments
                .first
                .map(|first| usize::try_from(first.max(0)).unwrap_or(usize::MAX)),
        },
    }))
}
