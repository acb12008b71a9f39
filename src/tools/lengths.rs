//! Checks of lengths that the tools share.

use crate::scene::{check_coordinate, check_size};
use crate::tools::error::ToolError;

/// Checks that a length is above 0 and in the range of coordinates.
pub(super) fn above_zero(tool: &str, parameter: &str, value: f64) -> Result<f64, ToolError> {
    check_size(&format!("{tool}: {parameter}"), value).map_err(ToolError::untranslated)?;
    Ok(value)
}

/// Checks that a length is 0 or more and in the range of coordinates.
pub(super) fn zero_or_more(tool: &str, parameter: &str, value: f64) -> Result<f64, ToolError> {
    check_coordinate(&format!("{tool}: {parameter}"), value).map_err(ToolError::untranslated)?;
    if value < 0.0 {
        return Err(ToolError::untranslated(format!(
            "{tool}: {parameter} must be 0 or more, got {value}"
        )));
    }
    Ok(value)
}
