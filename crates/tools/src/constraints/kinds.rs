//! Schema of the kinds of constraints.

use schemars::{Schema, SchemaGenerator, json_schema};
use trammel_scene::constraint_kinds::CONSTRAINT_KINDS;
use trammel_scene::{ConstraintKind, ConstraintValue};

/// Returns the schema of a kind: the names, and one description of all references.
pub(super) fn schema(_: &mut SchemaGenerator) -> Schema {
    schema_of(CONSTRAINT_KINDS)
}

/// Returns the schema of a kind in a list.
pub(super) fn schema_of(kinds: &[ConstraintKind]) -> Schema {
    let names: Vec<&str> = kinds.iter().map(|kind| kind.name).collect();
    json_schema!({ "type": "string", "enum": names, "description": description(kinds) })
}

/// Returns the kinds with their references. Neighbors with the same references share the description of these.
fn description(kinds: &[ConstraintKind]) -> String {
    let has_value = |kind: &ConstraintKind| kind.value != ConstraintValue::None;
    let mut text = String::new();
    for (i, kind) in kinds.iter().enumerate() {
        let next = kinds.get(i + 1);
        text.push_str(kind.name);
        if next.is_none_or(|next| next.brief != kind.brief) {
            text.push_str(&format!(" ({})", kind.brief));
        }
        text.push_str(match next {
            None => ".",
            Some(next) if has_value(next) && !has_value(kind) => "; with value: ",
            Some(_) => ", ",
        });
    }
    text
}
