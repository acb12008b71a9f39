//! Accessors for canonical tool schemas: parameters, required parameters, types and texts.

use serde_json::Value;

/// Returns the parameters with their schemas.
pub(super) fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema["parameters"]["properties"]
        .as_object()
        .into_iter()
        .flatten()
}

/// Returns the names of the required parameters.
pub(super) fn required_names(schema: &Value) -> &[Value] {
    schema["parameters"]["required"]
        .as_array()
        .map_or(&[], Vec::as_slice)
}

/// Whether a parameter is required.
pub(super) fn is_required(schema: &Value, name: &str) -> bool {
    required_names(schema).iter().any(|required| required == name)
}

/// Returns the content of a JSON string; an empty string for any other value.
pub(super) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Returns the type of a parameter in TypeScript.
pub(super) fn type_of(property: &Value) -> String {
    if let Some(values) = property["enum"].as_array() {
        return values
            .iter()
            .map(Value::to_string)
            .collect::<Vec<_>>()
            .join(" | ");
    }
    if let Some(options) = property["anyOf"].as_array() {
        return options.iter().map(type_of).collect::<Vec<_>>().join(" | ");
    }
    match property["type"].as_str() {
        Some("integer" | "number") => "number".to_owned(),
        Some("array") => {
            let item = type_of(&property["items"]);
            if item.contains('|') {
                format!("({item})[]")
            } else {
                format!("{item}[]")
            }
        }
        Some("object") => match property["properties"].as_object() {
            None => "object".to_owned(),
            Some(fields) => {
                let fields = fields
                    .iter()
                    .map(|(name, field)| format!("{name}?: {}", type_of(field)));
                format!("{{ {} }}", fields.collect::<Vec<_>>().join("; "))
            }
        },
        Some(plain) => plain.to_owned(),
        None => "any".to_owned(),
    }
}
