//! Tool schemas derived from the structs of the tools (native builds).

use crate::export::properties;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use trammel_formats::Format;

/// Source of a tool's schema: the struct, and a description if the doc comment of the struct is not the
/// description.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SchemaSource {
    schema: fn() -> schemars::Schema,
    description: Option<&'static str>,
    /// Format whose options are further parameters.
    format: Option<&'static Format>,
}

/// Empty parameters of a tool whose format declares them.
#[derive(JsonSchema)]
struct NoParameters {}

impl SchemaSource {
    /// Creates a source from a struct, whose doc comment is the description.
    pub(crate) const fn of<T: JsonSchema>() -> SchemaSource {
        SchemaSource {
            schema: || {
                let settings = SchemaSettings::draft2020_12().with(|s| s.inline_subschemas = true);
                settings.into_generator().into_root_schema_for::<T>()
            },
            description: None,
            format: None,
        }
    }

    /// Creates a source from a struct, with a description that replaces the doc comment of the struct.
    pub(crate) const fn with_description<T: JsonSchema>(description: &'static str) -> SchemaSource {
        SchemaSource {
            description: Some(description),
            ..SchemaSource::of::<T>()
        }
    }

    /// Creates the source of the tool that exports a format.
    pub(crate) const fn exporting(format: &'static Format, description: &'static str) -> SchemaSource {
        SchemaSource {
            format: Some(format),
            ..SchemaSource::with_description::<NoParameters>(description)
        }
    }

    /// Returns `{name, description, parameters}` of the tool called `name`. Names are unique, so the result is
    /// cached by name.
    pub(crate) fn canonical(self, name: &'static str) -> Value {
        static KNOWN: Mutex<BTreeMap<&'static str, Value>> = Mutex::new(BTreeMap::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        known
            .entry(name)
            .or_insert_with(|| {
                let mut tool = derive_schema(name, self.description, (self.schema)());
                if let Some(format) = self.format {
                    tool["parameters"]["properties"] = properties(format).into();
                }
                tool
            })
            .clone()
    }
}

fn derive_schema(name: &str, given: Option<&str>, schema: schemars::Schema) -> Value {
    let mut schema = schema.to_value();
    tidy(&mut schema);
    let description = schema
        .as_object_mut()
        .and_then(|s| s.shift_remove("description"))
        .unwrap_or_default();
    let properties = schema.get("properties").cloned().unwrap_or_else(|| json!({}));
    let required = schema.get("required").cloned().unwrap_or_else(|| json!([]));
    json!({
        "name": name,
        "description": one_line(given.or(description.as_str()).unwrap_or_default()),
        "parameters": { "type": "object", "properties": properties, "required": required },
    })
}

/// Removes the keywords that only JSON Schema validators need and that some providers reject.
fn tidy(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            for noise in ["$schema", "title", "format", "default", "additionalProperties"] {
                if map.get(noise).is_some_and(|value| !is_parameter(value, noise)) {
                    map.shift_remove(noise);
                }
            }
            drop_null(map);
            if let Some(Value::String(text)) = map.get_mut("description") {
                *text = one_line(text);
            }
            map.values_mut().for_each(tidy);
        }
        Value::Array(items) => items.iter_mut().for_each(tidy),
        _ => {}
    }
}

/// Returns whether `value` is the schema of a parameter that is named like a keyword (`title`, `format`). The value
/// of the keyword itself is not an object.
fn is_parameter(value: &Value, keyword: &str) -> bool {
    keyword != "additionalProperties" && value.is_object()
}

/// Removes `null` from the types of a schema; `required` already states which parameters are optional.
fn drop_null(map: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = map.get_mut("type") {
        types.retain(|t| t != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            map.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(options)) = map.get_mut("anyOf") {
        options.retain(|option| option != &json!({"type": "null"}));
        if let [Value::Object(only)] = options.as_slice() {
            let only = only.clone();
            map.shift_remove("anyOf");
            for (key, value) in only {
                map.entry(key).or_insert(value);
            }
        }
    }
    if let Some(Value::Array(values)) = map.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
