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

pub(super) use source::SchemaSource;
