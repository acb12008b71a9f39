//! Argument checks that several tools share.

use super::error::ToolError;
use super::points::PointArg;
use trammel_kernel::Point;
use trammel_language::{Bilingual, bilingual};
use trammel_scene::{Edit, Name, SceneError, check_coordinate};

/// Checks and returns the name of an entity or a layer. The error message starts with `parameter`.
pub(super) fn name(parameter: &str, text: &str) -> Result<Name, ToolError> {
    Name::new(text)
        .map_err(|problem| ToolError::new(bilingual!("{parameter}: {problem}", "{parameter}: {problem:#}")))
}

/// Checks that no entity has the name of a group that `tool` creates.
pub(super) fn check_free(tool: &str, group: &Name, edit: &Edit) -> Result<(), ToolError> {
    if edit.get(group).is_none() {
        return Ok(());
    }
    Err(ToolError::new(bilingual!(
        "{tool}: '{group}' already exists. Use another name, for example '{}'.",
        "{tool}: '{group}'이(가) 이미 있어요. '{}' 같은 다른 이름을 쓰세요.",
        edit.free_name(group)
    )))
}

/// Returns the error for a value that the scene rejects.
pub(super) fn invalid(message: Bilingual) -> ToolError {
    SceneError::Invalid(message).into()
}

/// Returns the point of an argument after checking that both coordinates are in range.
pub(super) fn check_point(parameter: &str, PointArg(point): PointArg) -> Result<Point, ToolError> {
    check_coordinate(parameter, point.x).map_err(invalid)?;
    check_coordinate(parameter, point.y).map_err(invalid)?;
    Ok(point)
}
