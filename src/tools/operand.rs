//! Entities as operands of geometry: their curves in the drawing, and putting changed curves back.
//!
//! Verbs work on world coordinates. What comes back is stored as the simplest type that is exactly the same curves:
//! straight pieces as a line, one arc of a circle or ellipse as such, anything else as a path.

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

/// An entity with its curves in world coordinates.
#[derive(Debug)]
pub(super) struct Operand {
    pub(super) entity: Arc<Entity>,
    pub(super) paths: Vec<Path>,
    map: Affine,
}

impl Operand {
    /// The entity of that name.
    pub(super) fn of(scene: &Scene, name: &str) -> Result<Operand, ToolError> {
        let paths = world_paths(scene, name)?;
        Ok(Operand {
            entity: scene.require(name)?.clone(),
            paths,
            map: scene.world_transform(name).unwrap_or_default(),
        })
    }

    /// The only outline.
    pub(super) fn single(&self, tool: &str) -> Result<&Path, ToolError> {
        let name = &self.entity.name;
        match self.paths.as_slice() {
            [path] => Ok(path),
            [] => Err(ToolError::new(format!("{tool}: '{name}' has no outline"))),
            more => Err(ToolError::new(format!(
                "{tool}: '{name}' has {} outlines and this works on one; explode it and name one of the pieces",
                more.len()
            ))),
        }
    }

    /// Gives the entity these curves instead of its own; it keeps name, style, layer, place and order.
    pub(super) fn put(&self, cx: &mut ToolCx<'_>, world: &Path) -> Result<(), ToolError> {
        let name = &self.entity.name;
        let local = self.local(world)?;
        let shape = shape_of(&local, Some(&self.entity.shape))?;
        cx.edit.set_shape(name, shape)?;
        Ok(())
    }

    /// The answer of a verb that changed the entity: a caller outside the sandbox is told when its type is another now.
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

    /// By how much the entity's transforms scale it, when they keep circles round.
    pub(super) fn scale(&self) -> Option<f64> {
        affine::is_similarity(&self.map).then(|| affine::max_scale(&self.map))
    }

    fn local(&self, world: &Path) -> Result<Path, ToolError> {
        if self.map == Affine::IDENTITY {
            return Ok(world.clone());
        }
        let back = affine::inverse(&self.map).ok_or_else(|| {
            ToolError::new(format!(
                "'{}' is collapsed by its transform: scale it back first",
                self.entity.name
            ))
        })?;
        Ok(world.transformed(&back))
    }

    /// Draws curves of the drawing as a new entity like this one: same style, layer and group. The name is free and
    /// begins with `stem`.
    pub(super) fn add(&self, edit: &mut Edit, stem: &str, world: &Path) -> Result<Name, ToolError> {
        let name = free(edit, stem)?;
        add(edit, &name, &self.entity, world)?;
        Ok(name)
    }
}

/// Draws curves of the drawing as a new entity like another: same style, layer and group.
pub(super) fn add(edit: &mut Edit, name: &Name, like: &Entity, world: &Path) -> Result<(), ToolError> {
    // Nobody knows a new arc's direction yet, and an arc as such runs counter-clockwise.
    let turned = match world.segs.as_slice() {
        [Seg::Conic(conic)] if !conic.is_ccw() => Some(world.reversed()),
        _ => None,
    };
    let shape = shape_of(turned.as_ref().unwrap_or(world), None)?;
    edit.insert(name, shape, like.style.clone(), false)?;
    edit.put_on_layer(name, like.layer.as_ref())?;
    if let Some(parent) = &like.parent {
        edit.reparent(name, Some(parent))?;
    }
    Ok(())
}

/// `stem` as a name, or one like it that is free.
pub(super) fn free(edit: &Edit, stem: &str) -> Result<Name, ToolError> {
    let text = if edit.get(stem).is_some() {
        edit.free_name(stem)
    } else {
        stem.to_owned()
    };
    checks::name("name", &text)
}

/// The simplest shape that is exactly these curves; `old` is what they were made from.
pub(super) fn shape_of(path: &Path, old: Option<&Shape>) -> Result<Shape, ToolError> {
    if path.is_empty() || !path.is_finite() {
        return Err(ToolError::new("nothing is left of the outline"));
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

/// A counter-clockwise arc of a circle, or the whole circle, as its own type.
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
    // An arc drawn as such keeps its own angles.
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

/// A counter-clockwise elliptic arc, or the whole ellipse.
fn ellipse_shape(conic: &Conic) -> Option<Shape> {
    let (major, minor, t_major) = conic.axes();
    let (rx, ry) = (libm::hypot(major.x, major.y), libm::hypot(minor.x, minor.y));
    if !conic.is_ccw() || ry <= 1e-9 * rx || !rx.is_finite() {
        return None;
    }
    // The parameter may run clockwise; seen from the axis it then counts backward.
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

/// The tolerance for work on these curves together.
pub(super) fn tolerance<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Tol {
    let extent = paths
        .into_iter()
        .filter_map(Path::bounds)
        .map(|bounds| bounds.magnitude())
        .fold(0.0, f64::max);
    Tol::for_extent(extent)
}
