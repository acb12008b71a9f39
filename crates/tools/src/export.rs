//! Export of the drawing as a file of a format. The `export_*` tools and the commands of `bash` derive from the formats;
//! see [`FORMATS`](trammel_formats::FORMATS).

use super::arg::Arg;
use super::error::ToolError;
use super::output::{Output, Plan};
use serde_json::{Map, Value, json};
use trammel_base::suggest;
use trammel_formats::{Export, ExportField, ExportOptions, FieldKind, Format, options_of};
use trammel_language::{Bilingual, bilingual};
use trammel_scene::{Name, Scene};

/// Argument with the names of the entities and layers to write.
const ONLY: &str = "only";

/// Returns the properties of the arguments of the tool that exports a format, as JSON schema.
pub(super) fn properties(format: &Format) -> Map<String, Value> {
    let mut properties = Map::new();
    for field in format.options {
        let label = field.label[0];
        let schema = match field.kind {
            FieldKind::Choice(choices) => {
                let meaning = choices
                    .iter()
                    .map(|choice| format!("{}: {}", choice.value, choice.label[0]));
                let meaning: Vec<String> = meaning.collect();
                let values: Vec<&str> = choices.iter().map(|choice| choice.value).collect();
                let text = format!("{label}. {}. Default: {}.", meaning.join("; "), values[0]);
                json!({ "description": text, "type": "string", "enum": values })
            }
            FieldKind::Suggest(choices) => {
                let values: Vec<&str> = choices.iter().map(|choice| choice.value).collect();
                let text = format!(
                    "{label}. Common values: {}. Default: {}.",
                    values.join(", "),
                    values[0]
                );
                json!({ "description": text, "type": "string" })
            }
            FieldKind::Flag => {
                json!({ "description": format!("{label}. Default: false."), "type": "boolean" })
            }
            FieldKind::Length => {
                json!({ "description": format!("{label}, in drawing units."), "type": "number" })
            }
            FieldKind::Number(unit) => {
                json!({ "description": format!("{label}, in {unit}."), "type": "number" })
            }
            FieldKind::Text | FieldKind::Date => {
                json!({ "description": format!("{label}."), "type": "string" })
            }
        };
        properties.insert(argument(field), schema);
    }
    if can_write_part(format) {
        let text = "Names of the entities and layers to write. Default: the whole drawing.";
        let schema = json!({ "description": text, "type": "array", "items": { "type": "string" } });
        properties.insert(ONLY.to_owned(), schema);
    }
    properties
}

/// Whether the tool of a format can write a part of the drawing.
fn can_write_part(format: &Format) -> bool {
    matches!(format.export, Some(Export::Converted))
}

/// Returns the name of the argument of an option.
fn argument(field: &ExportField) -> String {
    field.flag.replace('-', "_")
}

/// Returns the options of the writer from the arguments of a call.
///
/// # Errors
/// Returns an error if an argument is unknown or not valid.
pub(super) fn export_options(format: &Format, input: Arg, tool: &str) -> Result<ExportOptions, ToolError> {
    let given: Map<String, Value> = input.decode(tool)?;
    let mut values = Vec::new();
    let mut only = Vec::new();
    for (name, value) in given {
        if name == ONLY && can_write_part(format) {
            only = names(&value)?;
            continue;
        }
        let Some(field) = format.options.iter().find(|field| argument(field) == name) else {
            return Err(unknown(format, &name, tool));
        };
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let value = field.value(&text).map_err(|error| {
            let message = Bilingual::from(error);
            ToolError::new(message.map(|text| format!("{tool}: {}", text.trim_start_matches('-'))))
        })?;
        values.extend(value.map(|value| (field.path, value)));
    }
    let mut options = options_of(values).map_err(ToolError::new)?;
    options.only = only;
    Ok(options)
}

fn unknown(format: &Format, name: &str, tool: &str) -> ToolError {
    let known = properties(format);
    let shown: String = name.chars().take(40).collect();
    let message = if known.is_empty() {
        bilingual!(
            "{tool} takes no arguments, got '{shown}'.",
            "{tool}에는 인수가 없는데 '{shown}'을(를) 받았어요."
        )
    } else {
        let listed: Vec<&str> = known.keys().map(String::as_str).collect();
        bilingual!(
            "{tool} has no argument '{shown}'. The arguments are: {}.",
            "{tool}에 '{shown}' 인수가 없어요. 있는 인수: {}.",
            listed.join(", ")
        )
    };
    ToolError::new(message).suggesting(suggest::nearest(name, known.keys().map(String::as_str)))
}

fn names(value: &Value) -> Result<Vec<Name>, ToolError> {
    let wrong = || {
        ToolError::new(bilingual!(
            "only must be a list of names of entities and layers.",
            "only는 항목과 레이어 이름의 목록이어야 해요."
        ))
    };
    let names = value.as_array().ok_or_else(wrong)?.iter().map(|name| {
        let name = name.as_str().ok_or_else(wrong)?;
        Name::new(name).map_err(|why| ToolError::new(bilingual!("only: {why}.", "only: {why:#}.")))
    });
    names.collect()
}

/// Returns the drawing as text of a format, or the plan that writes it in the sandbox.
///
/// # Errors
/// Returns an error if the format is not made from the drawing alone, or if the writer of the format rejects the
/// drawing.
pub(super) fn export_drawing(
    format: &'static Format,
    scene: &Scene,
    options: ExportOptions,
) -> Result<Output, ToolError> {
    if matches!(format.export, Some(Export::Converted)) {
        return Ok(Output::Run(Plan::Export {
            format: format.id,
            options: Box::new(options),
        }));
    }
    let text = format.scene_text(scene).ok_or_else(|| {
        ToolError::new(bilingual!(
            "{} cannot be exported as text",
            "{} 형식은 텍스트로 내보낼 수 없어요",
            format.label[0]
        ))
    })?;
    let text = text.map_err(ToolError::new)?;
    Ok(Output::Data(json!(text)))
}
