//! Argument checks that several tools share.

use super::error::ToolError;
use super::points::PointArg;
use trammel_kernel::Point;
use trammel_language::{Bilingual, bilingual};
use trammel_scene::{Name, SceneError, check_coordinate};

/// Checks and returns the name of an entity or a layer. The error message starts with `parameter`.
pub(super) fn name(parameter: &str, text: &str) -> Result<Name, ToolError> {
    Name::new(text)
        .map_err(|problem| ToolError::new(bilingual!("{parameter}: {problem}", "{parameter}: {problem:#}")))
}

/// Returns the error for a value that the scene rejects.
pub(super) fn invalid(message: Bilingual) -> ToolError {
    SceneError::Invalid(message).into()
}

/// Returns the point of an argument after checking that both coordinates are in range.
pub(super) fn checked(parameter: &str, PointArg(point): PointArg) -> Result<Point, ToolError> {
    check_coordinate(parameter, point.x).map_err(invalid)?;
    check_coordinate(parameter, point.y).map_err(invalid)?;
    Ok(point)
}
