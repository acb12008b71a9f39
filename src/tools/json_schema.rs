//! Reading a canonical schema: its parameters, and whether one is required.

use serde_json::Value;

/// The parameters with their schemas.
pub(super) fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema["parameters"]["properties"]
        .as_object()
        .into_iter()
        .flatten()
}

/// The names of the parameters that have to be given.
pub(super) fn required(schema: &Value) -> &[Value] {
    schema["parameters"]["required"]
        .as_array()
        .map_or(&[], Vec::as_slice)
}

/// Whether a parameter has to be given.
pub(super) fn is_required(schema: &Value, name: &str) -> bool {
    required(schema).iter().any(|required| required == name)
}

/// The text of a value; empty for any other value.
pub(super) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
