//! Checks of lengths that the tools share.

use crate::error::ToolError;
use trammel_base::numbers::number_text;
use trammel_language::bilingual;
use trammel_scene::{check_coordinate, check_size};

/// Checks that a length is above 0 and in the range of coordinates.
pub(super) fn above_zero(tool: &str, parameter: &str, value: f64) -> Result<f64, ToolError> {
    check_size(&format!("{tool}: {parameter}"), value).map_err(ToolError::new)?;
    Ok(value)
}

/// Checks that a length is 0 or more and in the range of coordinates.
pub(super) fn zero_or_more(tool: &str, parameter: &str, value: f64) -> Result<f64, ToolError> {
    check_coordinate(&format!("{tool}: {parameter}"), value).map_err(ToolError::new)?;
    if value < 0.0 {
        let value = number_text(value);
        return Err(ToolError::new(bilingual!(
            "{tool}: {parameter} must be 0 or more, got {value}",
            "{tool}: {parameter}은(는) 0 이상이어야 하는데 {value}을(를) 받았어요"
        )));
    }
    Ok(value)
}
