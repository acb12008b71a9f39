//! Accessors for canonical tool schemas: parameters, required parameters and texts.

use serde_json::Value;

/// Returns the parameters with their schemas.
pub(super) fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema["parameters"]["properties"]
        .as_object()
        .into_iter()
        .flatten()
}

/// Returns the names of the required parameters.
pub(super) fn required(schema: &Value) -> &[Value] {
    schema["parameters"]["required"]
        .as_array()
        .map_or(&[], Vec::as_slice)
}

/// Whether a parameter is required.
pub(super) fn is_required(schema: &Value, name: &str) -> bool {
    required(schema).iter().any(|required| required == name)
}

/// Returns the content of a JSON string; an empty string for any other value.
pub(super) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
