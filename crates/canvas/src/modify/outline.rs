//! Outlines of which a procedure cuts or lengthens a piece, and those that cross them.

use crate::steps::refusal::Refusal;
use crate::steps::value::StepValue;
use std::sync::Arc;
use trammel_kernel::{Bounds, Path, Point, Tol};
use trammel_scene::{Entity, Name, Scene};

/// Returns the entity of the picked piece and the picked position.
pub(super) fn picked_piece(values: &[StepValue]) -> Option<(Name, Point)> {
    match values {
        [StepValue::Pick(pick)] => Some((Name::new(pick.reference.as_ref()?).ok()?, pick.at)),
        _ => None,
    }
}

/// Returns the only outline of an entity.
pub(super) fn single_outline(scene: &Scene, name: &Name) -> Result<Path, Refusal> {
    let mut paths = scene.world_paths(name);
    match (paths.pop(), paths.is_empty()) {
        (Some(path), true) => Ok(path),
        _ => Err(Refusal::from([
            format!("\"{name}\" has no single outline. Explode it first, then pick a piece."),
            format!("\"{name}\"의 윤곽선이 하나가 아니에요. 먼저 분해한 다음 조각을 고르세요."),
        ])),
    }
}

/// Returns the visible entities with outlines whose bounds touch an area, without `name`, with their outlines.
pub(super) fn others(scene: &Scene, name: &Name, area: Option<&Bounds>) -> Vec<(Name, Vec<Path>)> {
    let offers = |entity: &&Arc<Entity>| {
        let shape = &entity.shape;
        let has_outline = !shape.is_annotation() && !shape.is_group() && shape.wording().is_none();
        entity.name != *name && has_outline && scene.is_shown(entity)
    };
    let near = |entity: &&Arc<Entity>| {
        let bounds = scene.world_bounds(&entity.name);
        area.is_none_or(|area| bounds.is_some_and(|bounds| bounds.intersects(area)))
    };
    let outlines = |entity: &Arc<Entity>| (entity.name.clone(), scene.world_paths(&entity.name));
    scene.walk().filter(offers).filter(near).map(outlines).collect()
}

/// Returns the tolerance for operations on a path.
pub(super) fn tolerance(path: &Path) -> Tol {
    path.bounds()
        .map_or(Tol::MODEL, |bounds| Tol::for_bounds(&bounds))
}
