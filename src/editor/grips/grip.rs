//! Grips in the drawing: the handles of the selected entities in world coordinates, and the change that a drag makes.

use super::arguments::changed_arguments;
use super::handle::{Handle, handles};
use super::reshape::{Target, reshape, shifted};
use crate::editor::camera::Camera;
use crate::editor::canvas_tool::CanvasCx;
use crate::editor::draw::precision::{difference, round_point};
use crate::editor::expression::TypedError;
use crate::editor::family::{outermost, refusal};
use crate::editor::selection::Selection;
use crate::geometry::{Affine, Path, Point, Vec2, affine, norm};
use crate::scene::{Adjustment, Entity, Name, Scene, Shape};

/// Maximum number of selected entities with grips.
const MOST_ENTITIES: usize = 20;
/// Smallest extent in pixels of an entity with several grips; the grips of a smaller one would cover it.
const LEAST_PX: f64 = 24.0;

/// A handle of an entity in the drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Grip {
    /// The entity.
    pub name: Name,
    /// The handle.
    pub handle: Handle,
    /// Position of the handle in the list of the entity's handles.
    pub index: usize,
    /// Position in world coordinates.
    pub at: Point,
}

/// Target of a drag in world coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WorldTarget {
    /// A point, and whether the point is exact, by a snap or by typed text.
    Point(Point, bool),
    /// A length from the center of the entity.
    Length(f64),
}

/// Change that a drag makes.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Outlines of the changed entity, in world coordinates.
    pub ghosts: Vec<Path>,
    /// The change.
    pub adjustment: Adjustment,
}

/// Returns the grips of an entity; none if the entity is locked or hidden.
#[must_use]
pub fn grips_of(scene: &Scene, name: &Name) -> Vec<Grip> {
    let Some((entity, map)) = scene.get(name).zip(scene.world_transform(name)) else {
        return Vec::new();
    };
    if refusal(scene, std::slice::from_ref(name)).is_some() {
        return Vec::new();
    }
    let grip = |(index, (handle, at)): (usize, (Handle, Point))| Grip {
        name: name.clone(),
        handle,
        index,
        at: map * at,
    };
    handles(&entity.shape).into_iter().enumerate().map(grip).collect()
}

/// Returns the grips that are shown for a selection.
#[must_use]
pub fn shown(scene: &Scene, selection: &Selection, camera: Camera) -> Vec<Grip> {
    if selection.len() > MOST_ENTITIES {
        return Vec::new();
    }
    let names: Vec<Name> = selection.iter().cloned().collect();
    let mut grips = Vec::new();
    for name in outermost(scene, &names) {
        let own = grips_of(scene, &name);
        let bounds = scene.world_bounds(&name);
        let extent = bounds.map_or(0.0, |bounds| bounds.width().max(bounds.height()));
        if own.len() == 1 || extent * camera.zoom >= LEAST_PX {
            grips.extend(own);
        }
    }
    grips
}

/// Returns the grip nearest to a point within a distance.
#[must_use]
pub fn nearest(grips: Vec<Grip>, point: Point, reach: f64) -> Option<Grip> {
    let near = grips.into_iter().filter(|grip| norm(grip.at - point) <= reach);
    near.min_by(|a, b| norm(a.at - point).total_cmp(&norm(b.at - point)))
}

/// Returns the center to which the length of a handle refers, in world coordinates.
#[must_use]
pub fn center_of(scene: &Scene, name: &Name) -> Option<Point> {
    let mut grips = grips_of(scene, name).into_iter();
    grips
        .find(|grip| grip.handle == Handle::Whole)
        .map(|grip| grip.at)
}

/// Returns the change that a drag of a grip makes.
///
/// # Errors
/// Returns the reason if the result is not a valid shape.
pub fn change(grip: &Grip, to: WorldTarget, cx: &CanvasCx<'_>) -> Result<Change, TypedError> {
    let scene = cx.scene;
    if grip.handle == Handle::Whole {
        let WorldTarget::Point(to, _) = to else {
            return Err(TypedError::NotACoordinate);
        };
        let by = Vec2::new(difference(grip.at.x, to.x), difference(grip.at.y, to.y));
        return Ok(moved(scene, std::slice::from_ref(&grip.name), by));
    }
    let (entity, map) = scene
        .get(&grip.name)
        .zip(scene.world_transform(&grip.name))
        .ok_or(TypedError::Incomplete)?;
    let growth = map.determinant().abs().sqrt();
    let pixel = cx.units(1.0);
    let (target, is_exact) = match to {
        WorldTarget::Length(length) => (Target::Length(length / growth), true),
        WorldTarget::Point(to, exact) => {
            let rounding = (!exact).then_some(pixel / growth);
            (Target::Point(local(&map, to, rounding)?, rounding), exact)
        }
    };
    let shape = reshape(&entity.shape, grip.handle, target)?;
    let shape = in_place(scene, entity, (shape, grip.index), to);
    let after = Entity {
        shape,
        ..(**entity).clone()
    };
    let map = scene.parent_transform(entity) * after.matrix();
    Ok(Change {
        ghosts: after
            .shape
            .paths()
            .iter()
            .map(|path| path.transformed(&map))
            .collect(),
        adjustment: Adjustment::set_one(
            grip.name.clone(),
            changed_arguments(&entity.shape, &after.shape),
            if is_exact { 0.0 } else { pixel },
        ),
    })
}

/// Returns the movement of entities with its ghosts.
#[must_use]
pub fn moved(scene: &Scene, names: &[Name], by: Vec2) -> Change {
    let shift = Affine::translate(by);
    let paths = names.iter().flat_map(|name| scene.world_paths(name));
    Change {
        ghosts: paths.map(|path| path.transformed(&shift)).collect(),
        adjustment: Adjustment::Move {
            names: names.to_vec(),
            by,
        },
    }
}

/// Returns a world point in the coordinates of an entity. An inexact point is rounded.
fn local(map: &Affine, to: Point, rounding: Option<f64>) -> Result<Point, TypedError> {
    if *map == Affine::IDENTITY {
        return Ok(to);
    }
    let back = affine::inverse(map).ok_or(TypedError::TooLarge)?;
    let to = back * to;
    Ok(rounding.map_or(to, |pixel| round_point(to, pixel)))
}

/// Moves a changed shape so that its unchanged points keep their positions in the drawing, because the default pivot of a
/// rotation moves with the shape.
fn in_place(scene: &Scene, entity: &Entity, (shape, index): (Shape, usize), to: WorldTarget) -> Shape {
    let transform = &entity.transform;
    let turns = transform.rotate != 0.0 || transform.shear != 0.0 || transform.scale != Vec2::new(1.0, 1.0);
    if !turns || transform.pivot.is_some() {
        return shape;
    }
    let parent = scene.parent_transform(entity);
    let before = parent * entity.matrix();
    let after = parent * transform.matrix(shape.center());
    let (old, new) = (handles(&entity.shape), handles(&shape));
    let kept = old.iter().zip(&new).find(|((_, old), (_, new))| old == new);
    let (wanted, now) = match (kept, to, new.get(index)) {
        (Some(((_, old), (_, new))), _, _) => (before * *old, after * *new),
        (None, WorldTarget::Point(to, _), Some((_, new))) => (to, after * *new),
        _ => return shape,
    };
    let Some(back) = affine::inverse(&parent) else {
        return shape;
    };
    let by = (back * wanted) - (back * now);
    if norm(by) <= 1e-12 * norm(now.to_vec2()).max(1.0) {
        return shape;
    }
    shifted(&shape, by)
}
