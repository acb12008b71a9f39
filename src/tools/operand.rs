//! Operands of geometry tools: the curves of an entity in world coordinates, and the conversion of changed curves
//! back into a shape.
//!
//! The result of a tool is stored as the simplest type that represents the curves exactly: straight pieces as a
//! line, a single arc of a circle or ellipse as that type, and all other curves as a path.

use super::checks;
use super::error::ToolError;
use super::outlines::world_paths;
use super::output::Output;
use super::spec::ToolCx;
use crate::geometry::{Affine, Conic, Path, Point, Seg, Tol, affine, svg};
use crate::scene::{Edit, Entity, Name, PathData, Scene, Shape};
use serde_json::json;
use std::f64::consts::TAU;
use std::sync::Arc;

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
            [] => Err(ToolError::new(format!("{tool}: '{name}' has no outline"))),
            more => Err(ToolError::new(format!(
                "{tool}: '{name}' has {} outlines, but this tool needs one. Explode it and name one of the pieces.",
                more.len()
            ))),
        }
    }

    /// Replaces the curves of the entity, which keeps name, style, layer, transform and drawing order.
    pub(super) fn put(&self, cx: &mut ToolCx<'_>, world: &Path) -> Result<(), ToolError> {
        let name = &self.entity.name;
        let local = self.local(world)?;
        let shape = shape_of(&local, Some(&self.entity.shape))?;
        cx.edit.set_shape(name, shape)?;
        Ok(())
    }

    /// Returns the output of a tool that changed the entity. Outside the sandbox, the output states a changed type.
    pub(super) fn changed(&self, cx: &ToolCx<'_>) -> Result<Output, ToolError> {
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
            ToolError::new(format!(
                "the transform of '{}' has zero scale. Reset the scale first.",
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
    if let Some(parent) = &like.parent {
        edit.reparent(name, Some(parent))?;
    }
    Ok(())
}

/// Returns the simplest shape that represents the curves of a new entity exactly.
pub(super) fn new_shape(world: &Path) -> Result<Shape, ToolError> {
    match world.segs.as_slice() {
        // A new arc has no direction to preserve, and arc entities run counter-clockwise.
        [Seg::Conic(conic)] if !conic.is_ccw() => shape_of(&world.reversed(), None),
        _ => shape_of(world, None),
    }
}

/// Returns `stem` as a name, or an unused name derived from `stem`.
pub(super) fn free(edit: &Edit, stem: &str) -> Result<Name, ToolError> {
    let text = if edit.get(stem).is_some() {
        edit.free_name(stem)
    } else {
        stem.to_owned()
    };
    checks::name("name", &text)
}

/// Returns the simplest shape that represents the curves exactly. `old` is the shape from which the curves were
/// computed.
pub(super) fn shape_of(path: &Path, old: Option<&Shape>) -> Result<Shape, ToolError> {
    if path.is_empty() || !path.is_finite() {
        return Err(ToolError::new("the resulting outline is empty"));
    }
    let straight = path.segs.iter().all(|seg| matches!(seg, Seg::Line { .. }));
    if straight {
        let mut points: Vec<Point> = vec![path.segs[0].start()];
        points.extend(path.segs.iter().map(Seg::end));
        points.dedup();
        if path.closed && points.len() > 1 {
            points.pop();
        }
        let polygon = matches!(old, Some(Shape::Polygon { .. } | Shape::Rect { .. }));
        return Ok(if path.closed && polygon {
            Shape::Polygon {
                points,
                holes: Vec::new(),
            }
        } else {
            Shape::Line {
                points,
                closed: path.closed,
            }
        });
    }
    if let [Seg::Conic(conic)] = path.segs.as_slice()
        && let Some(shape) = arc_shape(conic).or_else(|| ellipse_shape(conic))
    {
        return Ok(shape);
    }
    if matches!(old, Some(Shape::Region { .. })) && path.closed {
        return Ok(Shape::Region {
            paths: vec![path.clone()],
        });
    }
    let text = svg::write(std::slice::from_ref(path), false);
    PathData::new(&text).map(Shape::Bezier).map_err(ToolError::new)
}

/// Returns a counter-clockwise circular arc as an arc shape, or a full circle as a circle; `None` for other conics.
fn arc_shape(conic: &Conic) -> Option<Shape> {
    let radius = conic.radius()?;
    if conic.is_full() {
        return Some(Shape::Circle {
            center: conic.c,
            radius,
        });
    }
    if !conic.is_ccw() {
        return None;
    }
    // An arc in the standard parameterization keeps its angles exactly.
    let plain = conic.p.y == 0.0 && conic.p.x > 0.0 && conic.dt > 0.0;
    let (start_angle, end_angle) = if plain {
        (conic.t0, conic.t0 + conic.dt)
    } else {
        let from = conic.start() - conic.c;
        let start = libm::atan2(from.y, from.x);
        (start, start + conic.dt.abs())
    };
    Some(Shape::Arc {
        center: conic.c,
        radius,
        start_angle,
        end_angle,
    })
}

/// Returns a counter-clockwise elliptic arc or a full ellipse as an ellipse shape; `None` for clockwise or
/// degenerate conics.
fn ellipse_shape(conic: &Conic) -> Option<Shape> {
    let (major, minor, t_major) = conic.axes();
    let (rx, ry) = (libm::hypot(major.x, major.y), libm::hypot(minor.x, minor.y));
    if !conic.is_ccw() || ry <= 1e-9 * rx || !rx.is_finite() {
        return None;
    }
    // If the parameter runs clockwise relative to the axes, the angle from the major axis changes its sign.
    let sense = if major.cross(minor) < 0.0 { -1.0 } else { 1.0 };
    let start = sense * (conic.t0 - t_major);
    let (start_angle, end_angle) = if conic.is_full() {
        (0.0, TAU)
    } else {
        let start = start.rem_euclid(TAU);
        (start, start + conic.dt.abs())
    };
    Some(Shape::Ellipse {
        center: conic.c,
        rx,
        ry,
        rotation: libm::atan2(major.y, major.x),
        start_angle,
        end_angle,
    })
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
