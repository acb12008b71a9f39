//! The canonical schema of a tool, derived from its struct and bound to no vendor.
//!
//! The form is the common subset that every provider takes: a root object, plain types, descriptions everywhere, no
//! `$ref`, no `null` types, no `format`.
//!
//! Derived natively. On the web the checked-in contract is read instead, which a test holds equal: the code that derives
//! it is a twentieth of the page, and every visitor would load it.

#[cfg_attr(target_arch = "wasm32", path = "schema/stored.rs")]
#[cfg_attr(not(target_arch = "wasm32"), path = "schema/derived.rs")]
mod source;

use super::{TOOLS, ToolSpec};
use serde_json::Value;
use std::sync::OnceLock;

#[cfg(not(target_arch = "wasm32"))]
pub(super) use source::of;

/// `{name, description, parameters}` of one tool. Made once and kept: completion and listings ask for all of them.
pub fn canonical(tool: &ToolSpec) -> Value {
    static KNOWN: OnceLock<Vec<Value>> = OnceLock::new();
    let known = KNOWN.get_or_init(source::all);
    let at = TOOLS.iter().position(|listed| listed.name == tool.name);
    at.and_then(|at| known.get(at)).cloned().unwrap_or_default()
}

/// The canonical schemas of all tools, in the order of the list.
pub fn all_schemas() -> Value {
    TOOLS.iter().map(canonical).collect()
}
