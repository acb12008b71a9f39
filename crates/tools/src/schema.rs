//! Canonical JSON schema of a tool, independent of any provider.
//!
//! The schema stays in the subset that every provider accepts: a root object, plain types, a description for every
//! parameter, and no `$ref`, `null` type or `format`.
//!
//! Native builds derive the schema from the tool's struct. The web build reads the checked-in contract
//! `tests/golden/tools.schema.json` instead, because the deriving code would be a twentieth of the page. A test
//! keeps both equal.

#[cfg_attr(target_arch = "wasm32", path = "schema/stored.rs")]
#[cfg_attr(not(target_arch = "wasm32"), path = "schema/derived.rs")]
mod source;

pub(super) use source::SchemaSource;
