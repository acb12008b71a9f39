//! Outlines of entities and of their parts in world coordinates, with errors for entities and parts without an
//! outline.

use super::error::ToolError;
use trammel_kernel::Path;
use trammel_language::bilingual;
use trammel_scene::{Entity, PartRef, Resolved, Scene};

/// Returns the curves of an entity in world coordinates. A group is an error.
pub(super) fn world_paths(scene: &Scene, name: &str) -> Result<Vec<Path>, ToolError> {
    let entity: &Entity = scene.require(name)?;
    if entity.shape.is_group() {
        let message = bilingual!(
            "'{name}' is a group and has no outline. Name one of its children.",
            "'{name}'은(는) 그룹이라 외곽선이 없어요. 그 안의 항목을 쓰세요."
        );
        return Err(ToolError::new(message));
    }
    let map = scene.world_transform(name).unwrap_or_default();
    Ok(entity
        .shape
        .paths()
        .iter()
        .map(|path| path.transformed(&map))
        .collect())
}

/// Returns the curves of an entity, or of a part that is a curve (`plate.edge[0]`), in world coordinates.
///
/// # Errors
/// Returns an error if the entity or part does not exist, is a group, or is a point.
pub(super) fn measured_paths(scene: &Scene, tool: &str, name: &str) -> Result<Vec<Path>, ToolError> {
    if scene.get(name).is_some() || !name.contains('.') {
        return world_paths(scene, name);
    }
    match resolved_part(scene, name)? {
        Resolved::Curve(seg) => Ok(vec![Path::new(vec![seg], false)]),
        Resolved::Whole(paths) => Ok(paths),
        Resolved::Point(_) => {
            let entity = PartRef::entity_of_part(name).map_or_else(String::new, |entity| entity.to_string());
            Err(ToolError::new(bilingual!(
                "{tool}: '{name}' is a point and has no outline. Name an edge, as '{entity}.edge[0]', or use measure_distance.",
                "{tool}: '{name}'은(는) 점이라 외곽선이 없어요. '{entity}.edge[0]' 같은 변을 쓰거나 measure_distance를 쓰세요."
            )))
        }
    }
}

/// Resolves the name of an entity or of a part.
///
/// # Errors
/// Returns an error if the entity or part does not exist. For a part, the error has no missing entity, because
/// `null` in the sandbox would hide the explanation.
pub(super) fn resolved_part(scene: &Scene, name: &str) -> Result<Resolved, ToolError> {
    let resolved = PartRef::parse(scene, name).and_then(|part| part.resolve(scene));
    resolved.map_err(|error| {
        let mut error = ToolError::from(error);
        error.missing = error.missing.filter(|_| PartRef::entity_of_part(name).is_none());
        error
    })
}

/// Explains the error of a query that works on whole entities and received a part. All other errors are returned
/// unchanged.
pub(super) fn explain_part(scene: &Scene, tool: &str, error: ToolError) -> ToolError {
    let Some(name) = error.missing.as_deref().filter(|name| name.contains('.')) else {
        return error;
    };
    let entity = PartRef::entity_of_part(name);
    match (resolved_part(scene, name), entity) {
        (Ok(_), Some(entity)) => ToolError::new(bilingual!(
            "{tool}: '{name}' is a part of '{entity}', and this tool works on whole entities. Name '{entity}', or measure \
             the part with get_length or measure_distance.",
            "{tool}: '{name}'은(는) '{entity}' 항목의 부분인데 이 도구는 항목 전체에 써요. '{entity}'을(를) 쓰거나 부분은 get_length나 measure_distance로 재세요."
        )),
        // `door.center` may be intended as the name of an entity, `door.edge[0]` may not.
        (Err(_), Some(entity)) if !name.contains('[') && scene.get(&entity).is_none() => error,
        (Err(explained), _) if explained.missing.is_none() => explained.within(tool),
        _ => error,
    }
}
