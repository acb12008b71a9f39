//! Operands of geometry tools: the curves of an entity in world coordinates, and the conversion of changed curves
//! back into a shape.
//!
//! The result of a tool is stored as the simplest type that represents the curves exactly (`Shape::of_path`).

use super::checks;
use super::error::ToolError;
use super::outlines::world_paths;
use super::output::Output;
use super::spec::ToolCx;
use serde_json::json;
use std::sync::Arc;
use trammel_kernel::{Affine, Path, Seg, Tol, affine};
use trammel_language::bilingual;
use trammel_scene::{Edit, Entity, Name, Scene, Shape};

/// Entity with its curves in world coordinates.
#[derive(Debug)]
pub(super) struct Operand {
    pub(super) entity: Arc<Entity>,
    pub(super) paths: Vec<Path>,
    map: Affine,
}

impl Operand {
    /// Creates the operand for the entity called `name`.
    pub(super) fn of(scene: &Scene, name: &str) -> Result<Operand, ToolError> {
        let paths = world_paths(scene, name)?;
        Ok(Operand {
            entity: scene.require(name)?.clone(),
            paths,
            map: scene.world_transform(name).unwrap_or_default(),
        })
    }

    /// Returns the only outline, or an error if the entity has none or several.
    pub(super) fn single(&self, tool: &str) -> Result<&Path, ToolError> {
        let name = &self.entity.name;
        match self.paths.as_slice() {
            [path] => Ok(path),
            [] => Err(ToolError::new(bilingual!(
                "{tool}: '{name}' has no outline",
                "{tool}: '{name}' 항목에 외곽선이 없어요"
            ))),
            more => Err(ToolError::new(bilingual!(
                "{tool}: '{name}' has {} outlines, but this tool needs one. Explode it and name one of the pieces.",
                "{tool}: '{name}' 항목에 외곽선이 {}개 있는데 이 도구에는 하나만 필요해요. 분해해서 조각 하나를 쓰세요.",
                more.len()
            ))),
        }
    }

    /// Replaces the curves of the entity, which keeps name, style, layer, transform and drawing order.
    pub(super) fn put(&self, cx: &mut ToolCx<'_>, world: &Path) -> Result<(), ToolError> {
        let name = &self.entity.name;
        let local = self.local(world)?;
        let shape = Shape::of_path(&local, Some(&self.entity.shape)).map_err(ToolError::new)?;
        cx.edit.set_shape(name, shape)?;
        Ok(())
    }

    /// Returns the output of a tool that changed the entity. Outside the sandbox, the output states a changed type.
    pub(super) fn change_output(&self, cx: &ToolCx<'_>) -> Result<Output, ToolError> {
        let now = cx.edit.require(&self.entity.name)?;
        let is = now.shape.kind();
        if cx.in_sandbox || is == self.entity.shape.kind() {
            return cx.entity(&self.entity.name);
        }
        Ok(Output::Data(
            json!({ "entity": now.name, "type": is, "became": is }),
        ))
    }

    /// Returns the scale factor of the entity's transform; `None` if the transform is not a similarity.
    pub(super) fn scale(&self) -> Option<f64> {
        affine::is_similarity(&self.map).then(|| affine::max_scale(&self.map))
    }

    fn local(&self, world: &Path) -> Result<Path, ToolError> {
        if self.map == Affine::IDENTITY {
            return Ok(world.clone());
        }
        let back = affine::inverse(&self.map).ok_or_else(|| {
            ToolError::new(bilingual!(
                "the transform of '{}' has zero scale. Reset the scale first.",
                "'{}' 항목의 변환 크기가 0이에요. 먼저 크기를 되돌리세요.",
                self.entity.name
            ))
        })?;
        Ok(world.transformed(&back))
    }

    /// Draws world curves as a new entity with the style, layer and group of this entity. The new name starts with
    /// `stem` and is unused.
    pub(super) fn add(&self, edit: &mut Edit, stem: &str, world: &Path) -> Result<Name, ToolError> {
        let name = free(edit, stem)?;
        add(edit, &name, &self.entity, world)?;
        Ok(name)
    }
}

/// Draws world curves as a new entity with the style, layer and group of the entity `like`.
pub(super) fn add(edit: &mut Edit, name: &Name, like: &Entity, world: &Path) -> Result<(), ToolError> {
    edit.insert(name, new_shape(world)?, like.style.clone(), false)?;
    edit.put_on_layer(name, like.layer.as_ref())?;
    edit.set_as_drawn(name, like.as_drawn)?;
    if let Some(parent) = &like.parent {
        edit.reparent(name, Some(parent))?;
    }
    Ok(())
}

/// Returns the simplest shape that represents the curves of a new entity exactly.
pub(super) fn new_shape(world: &Path) -> Result<Shape, ToolError> {
    let shape = match world.segs.as_slice() {
        // A new arc has no direction to preserve, and arc entities run counterclockwise.
        [Seg::Conic(conic)] if !conic.is_ccw() => Shape::of_path(&world.reversed(), None),
        _ => Shape::of_path(world, None),
    };
    shape.map_err(ToolError::new)
}

/// Returns `stem` as a name, or an unused name derived from `stem`.
pub(super) fn free(edit: &Edit, stem: &str) -> Result<Name, ToolError> {
    checks::name("name", &edit.name_or_free(stem))
}

/// Returns the tolerance for operations on all given curves together, from their largest coordinate.
pub(super) fn tolerance<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Tol {
    let extent = paths
        .into_iter()
        .filter_map(Path::bounds)
        .map(|bounds| bounds.magnitude())
        .fold(0.0, f64::max);
    Tol::for_extent(extent)
}
