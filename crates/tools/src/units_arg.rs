//! Unit of length as an argument.

use super::argument_macros::inline_schema;
use schemars::json_schema;
use serde::Deserialize;
use trammel_scene::Units;

/// Unit argument, given by its name.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(transparent)]
pub(super) struct UnitsArg(pub(super) Units);

inline_schema!(
    UnitsArg,
    json_schema!({ "type": "string", "enum": Units::ALL.map(Units::as_str) })
);
