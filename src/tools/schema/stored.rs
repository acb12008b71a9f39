//! Schemas from the contract that is checked in.

use serde_json::Value;

const CONTRACT: &str = include_str!("../../../tests/golden/tools.schema.json");

/// The canonical schemas of all tools, in the order of the list.
pub(super) fn all() -> Vec<Value> {
    serde_json::from_str(CONTRACT).unwrap_or_default()
}
