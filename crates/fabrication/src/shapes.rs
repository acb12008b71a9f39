//! Shapes of changed contours: the curves of an entity, changed in drawing coordinates, as a shape of the entity.

use trammel_kernel::{Path, Seg, affine, rings, svg};
use trammel_language::{Bilingual, bilingual};
use trammel_scene::{Entity, PathData, Scene, Shape};

/// Returns the shape of an entity with these curves, which are in drawing coordinates.
///
/// # Errors
/// Returns an error if there are no curves, or if the entity is scaled to zero.
pub(super) fn with_paths(scene: &Scene, entity: &Entity, world: &[Path]) -> Result<Shape, Bilingual> {
    let map = scene.world_transform(&entity.name).unwrap_or_default();
    let back = affine::inverse(&map).ok_or_else(|| {
        bilingual!(
            "the transform of '{}' has zero scale. Reset the scale first.",
            "'{}' 항목의 변환 크기가 0이에요. 먼저 크기를 되돌리세요.",
            entity.name
        )
    })?;
    let local: Vec<Path> = world.iter().map(|path| path.transformed(&back)).collect();
    of_paths(&entity.shape, local)
}

fn of_paths(old: &Shape, mut local: Vec<Path>) -> Result<Shape, Bilingual> {
    let is_straight = |path: &Path| path.segs.iter().all(|seg| matches!(seg, Seg::Line { .. }));
    if let [path] = local.as_slice() {
        let path = match path.segs.as_slice() {
            // Entities of arcs and ellipses run counterclockwise.
            [Seg::Conic(conic)] if !conic.is_ccw() => path.reversed(),
            _ => path.clone(),
        };
        if !path.closed || is_straight(&path) || path.segs.len() == 1 {
            return Shape::of_path(&path, Some(old));
        }
        return Ok(Shape::Region { paths: vec![path] });
    }
    if local.iter().any(|path| !path.closed) {
        return PathData::new(&svg::write(&local, false)).map(Shape::Bezier);
    }
    local = rings::normalize(local);
    let is_one_piece = rings::pieces(local.clone()).len() == 1;
    if matches!(old, Shape::Polygon { .. }) && is_one_piece && local.iter().all(is_straight) {
        let corners = |path: &Path| path.segs.iter().map(Seg::start).collect();
        let (outer, holes) = local
            .split_first()
            .ok_or_else(|| bilingual!("the resulting outline is empty", "결과 외곽선이 비어 있어요"))?;
        return Ok(Shape::Polygon {
            points: corners(outer),
            holes: holes.iter().map(corners).collect(),
        });
    }
    Ok(Shape::Region { paths: local })
}
