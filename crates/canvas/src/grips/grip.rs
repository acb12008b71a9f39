//! Grips in the drawing: the handles of the selected entities in world coordinates, and the change that a drag makes.
//!
//! Items without handles of their own, such as groups and regions, and several items together have the corners of the box
//! around them, which scale them in proportion.

use super::arguments::changed_arguments;
use super::handle::{Handle, handles, of_extent};
use super::reshape::{Target, reshape, shift_shape};
use crate::camera::Camera;
use crate::canvas_tool::CanvasCx;
use crate::expression::TypedError;
use crate::extent::{ItemChange, LEAST, extent, scale_items};
use crate::precision::{difference, round, round_point};
use crate::protection::refusal;
use crate::selection::Selection;
use trammel_kernel::{Affine, Bounds, Path, Point, Vec2, affine, norm};
use trammel_scene::{Adjustment, Entity, Name, Scene, Shape};

/// Maximum number of selected entities with grips.
const MOST_ENTITIES: usize = 20;
/// Maximum number of entities with grips at the corners of their box. Each movement of the pointer computes the box.
const MOST_TOGETHER: usize = 500;
/// Smallest extent in pixels of an entity with several grips; the grips of a smaller one would cover it.
const LEAST_PX: f64 = 24.0;
/// Distance in pixels, along each axis, of the marks of several items from their box; the items have grips of their own.
const OUTSIDE_PX: f64 = 10.0;

/// A handle of an entity, or of several together, in the drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Grip {
    /// The entities; one, except for the corners of the box around several.
    pub names: Vec<Name>,
    /// The handle.
    pub handle: Handle,
    /// Position of the handle in the list of handles.
    pub index: usize,
    /// Position in world coordinates.
    pub at: Point,
}

impl Grip {
    /// Returns the place where the grip is shown, in world coordinates.
    #[must_use]
    pub fn mark(&self, camera: Camera) -> Point {
        match self.handle {
            Handle::Extent(corner) if self.names.len() > 1 => {
                let outside = OUTSIDE_PX / camera.zoom;
                let x = if corner == 1 || corner == 2 {
                    outside
                } else {
                    -outside
                };
                let y = if corner >= 2 { outside } else { -outside };
                self.at + Vec2::new(x, y)
            }
            _ => self.at,
        }
    }
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
pub struct GripChange {
    /// Outlines of the changed entity, in world coordinates.
    pub ghosts: Vec<Path>,
    /// The change.
    pub change: ItemChange,
}

/// Returns the grips of an entity, or of several together; none if one is locked or hidden.
#[must_use]
pub fn grips_of(scene: &Scene, names: &[Name]) -> Vec<Grip> {
    if names.is_empty() || refusal(scene, names).is_some() {
        return Vec::new();
    }
    let own = own_handles(scene, names);
    let found = if own.is_empty() {
        let bounds = extent(scene, names).filter(|bounds| size_of(bounds) > LEAST);
        bounds.map_or_else(Vec::new, |bounds| of_extent(&bounds, names.len() == 1))
    } else {
        own
    };
    let grip = |(index, (handle, at)): (usize, (Handle, Point))| Grip {
        names: names.to_vec(),
        handle,
        index,
        at,
    };
    found.into_iter().enumerate().map(grip).collect()
}

/// Returns the handles of the shape of one entity, in world coordinates.
fn own_handles(scene: &Scene, names: &[Name]) -> Vec<(Handle, Point)> {
    let [name] = names else { return Vec::new() };
    let Some((entity, map)) = scene.get(name).zip(scene.world_transform(name)) else {
        return Vec::new();
    };
    let own = handles(&entity.shape).into_iter();
    own.map(|(handle, at)| (handle, map * at)).collect()
}

/// Returns the size that a corner of a box changes: the width, or the height of an upright line.
#[must_use]
pub fn size_of(bounds: &Bounds) -> f64 {
    if bounds.width() > LEAST {
        bounds.width()
    } else {
        bounds.height()
    }
}

/// Returns the grips that are shown for a selection.
#[must_use]
pub fn visible_grips(scene: &Scene, selection: &Selection, camera: Camera) -> Vec<Grip> {
    if selection.len() > MOST_TOGETHER {
        return Vec::new();
    }
    let selected: Vec<Name> = selection.iter().cloned().collect();
    let names = scene.outermost(&selected);
    let is_large = |bounds: Option<Bounds>| {
        let extent = bounds.map_or(0.0, |bounds| bounds.width().max(bounds.height()));
        extent * camera.zoom >= LEAST_PX
    };
    let mut grips = Vec::new();
    if names.len() > 1 && is_large(extent(scene, &names)) {
        grips = grips_of(scene, &names);
    }
    if selection.len() > MOST_ENTITIES {
        return grips;
    }
    for name in &names {
        let is_alone = names.len() == 1;
        let own = grips_of(scene, std::slice::from_ref(name));
        let is_shown = |grip: &Grip| is_alone || !matches!(grip.handle, Handle::Extent(_));
        if own.len() == 1 || is_large(scene.world_bounds(name)) {
            grips.extend(own.into_iter().filter(is_shown));
        }
    }
    grips
}

/// Returns the grip whose mark is nearest to a point within a distance.
#[must_use]
pub fn nearest(grips: Vec<Grip>, point: Point, reach: f64, camera: Camera) -> Option<Grip> {
    let distance = |grip: &Grip| norm(grip.mark(camera) - point);
    let near = grips.into_iter().filter(|grip| distance(grip) <= reach);
    near.min_by(|a, b| distance(a).total_cmp(&distance(b)))
}

/// Returns the center to which the length of a handle refers, in world coordinates.
#[must_use]
pub fn center_of(scene: &Scene, names: &[Name]) -> Option<Point> {
    let mut grips = grips_of(scene, names).into_iter();
    grips
        .find(|grip| grip.handle == Handle::Whole)
        .map(|grip| grip.at)
}

/// Returns the change that a drag of a grip makes.
///
/// # Errors
/// Returns the reason if the result is not a valid shape.
pub fn change(grip: &Grip, to: WorldTarget, cx: &CanvasCx<'_>) -> Result<GripChange, TypedError> {
    let scene = cx.scene;
    if grip.handle == Handle::Whole {
        let WorldTarget::Point(to, _) = to else {
            return Err(TypedError::NotACoordinate);
        };
        let by = Vec2::new(difference(grip.at.x, to.x), difference(grip.at.y, to.y));
        return Ok(move_items(scene, &grip.names, by));
    }
    if let Handle::Extent(corner) = grip.handle {
        return resize(grip, corner, to, cx);
    }
    let name = grip.names.first().ok_or(TypedError::Incomplete)?;
    let (entity, map) = scene
        .get(name)
        .zip(scene.world_transform(name))
        .ok_or(TypedError::Incomplete)?;
    let growth = affine::mean_scale(&map);
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
    Ok(GripChange {
        ghosts: after
            .shape
            .paths()
            .iter()
            .map(|path| path.transformed(&map))
            .collect(),
        change: ItemChange::Adjust(Adjustment::set_one(
            name.clone(),
            changed_arguments(&entity.shape, &after.shape),
            if is_exact { 0.0 } else { pixel },
        )),
    })
}

/// Returns the scaling of whole items about the corner of their box that is opposite to the dragged one. A point gives the
/// size by its projection onto the diagonal.
fn resize(grip: &Grip, corner: usize, to: WorldTarget, cx: &CanvasCx<'_>) -> Result<GripChange, TypedError> {
    let bounds = extent(cx.scene, &grip.names).ok_or(TypedError::Incomplete)?;
    let corners = of_extent(&bounds, false);
    let (_, fixed) = corners[(corner + 2) % corners.len()];
    let size = size_of(&bounds);
    let wanted = match to {
        WorldTarget::Length(length) => length,
        WorldTarget::Point(to, is_exact) => {
            let diagonal = grip.at - fixed;
            let length = size * (to - fixed).dot(diagonal) / diagonal.hypot2();
            if is_exact {
                length
            } else {
                round(length, cx.units(1.0))
            }
        }
    };
    if !wanted.is_finite() || wanted / size > 1e9 {
        return Err(TypedError::TooLarge);
    }
    if wanted <= 0.0 {
        return Err(TypedError::NotPositive);
    }
    let factor = wanted / size;
    let about =
        Affine::translate(fixed.to_vec2()) * Affine::scale(factor) * Affine::translate(-fixed.to_vec2());
    let paths = grip.names.iter().flat_map(|name| cx.scene.world_paths(name));
    Ok(GripChange {
        ghosts: paths.map(|path| path.transformed(&about)).collect(),
        change: scale_items(&grip.names, factor, fixed),
    })
}

/// Returns the movement of entities with its ghosts.
#[must_use]
pub fn move_items(scene: &Scene, names: &[Name], by: Vec2) -> GripChange {
    let shift = Affine::translate(by);
    let paths = names.iter().flat_map(|name| scene.world_paths(name));
    GripChange {
        ghosts: paths.map(|path| path.transformed(&shift)).collect(),
        change: ItemChange::Adjust(Adjustment::Move {
            names: names.to_vec(),
            by,
        }),
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
    shift_shape(&shape, by)
}
