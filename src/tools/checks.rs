//! Checks of arguments that many tools share.

use super::error::ToolError;
use super::points::PointArg;
use crate::geometry::Point;
use crate::scene::{Name, SceneError, check_coordinate};

/// A name for an entity or a layer.
pub(super) fn name(parameter: &str, text: &str) -> Result<Name, ToolError> {
    Name::new(text).map_err(|problem| ToolError::new(format!("{parameter}: {problem}")))
}

/// The error for a value that the scene does not accept.
pub(super) fn invalid(message: String) -> ToolError {
    SceneError::Invalid(message).into()
}

/// A point given by a caller, checked to be in range.
pub(super) fn checked(parameter: &str, PointArg(point): PointArg) -> Result<Point, ToolError> {
    check_coordinate(parameter, point.x).map_err(invalid)?;
    check_coordinate(parameter, point.y).map_err(invalid)?;
    Ok(point)
}
