//! Shapes in drawing coordinates, and the arguments of the drawing call that give a wanted shape in the drawing.
//!
//! Invariant: a field shows and takes numbers of the drawing, under every transform of an entity and its groups. A shape
//! that its transform takes to another type, such as a circle to an ellipse, has no such numbers.

use crate::grips::arguments::{Argument, arguments};
use crate::grips::reshape::shift_shape;
use crate::precision::round_computed;
use serde_json::{Value, json};
use std::f64::consts::TAU;
use std::sync::Arc;
use trammel_kernel::affine::{inverse, is_similarity, mean_scale};
use trammel_kernel::{Affine, Path, Point, Vec2, norm, svg};
use trammel_scene::params::{Role, params, role_of, shape_of};
use trammel_scene::{Entity, PathData, Scene, Shape};

/// Largest difference of two numbers, relative to their size, that counts as rounding.
const ROUNDING: f64 = 1e-9;

/// A coordinate of a point in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coordinate {
    /// Position of the point, from 0.
    pub point: usize,
    /// Whether this is y; otherwise x.
    pub is_y: bool,
}

/// Returns the shape of an entity in drawing coordinates; `None` if no shape of the same type has this place.
#[must_use]
pub fn world_shape(scene: &Scene, entity: &Entity) -> Option<Shape> {
    map_shape(&entity.shape, &scene.world_transform(&entity.name)?)
}

/// Returns the scale of the line weight and the dashes of an entity in the drawing.
pub(super) fn stroke_scale(scene: &Scene, entity: &Entity) -> f64 {
    let map = scene.world_transform(&entity.name).unwrap_or_default();
    mean_scale(&map)
}

/// Returns the arguments of the drawing call that give the entity this shape in drawing coordinates: those that differ
/// from the present ones, and the one with the name `key`. `None` if a transform cannot be inverted.
#[must_use]
pub fn arguments_for(scene: &Scene, entity: &Entity, wanted: &Shape, key: &str) -> Option<Vec<Argument>> {
    let parent = scene.parent_transform(entity);
    let own = entity.matrix();
    let linear = linear_part(&own);
    // One map, because a rectangle can pass no other directions on the way.
    let shape = if entity.transform.pivot.is_some() || linear == Affine::IDENTITY {
        map_shape(wanted, &inverse(&(parent * own))?)?
    } else {
        // The pivot is the center of the shape, so it moves with the shape.
        let turned = map_shape(wanted, &inverse(&(linear_part(&parent) * linear))?)?;
        let center = turned.center();
        let start = inverse(&linear_part(&parent))? * parent.translation().to_point();
        let by = (linear * center) - center - entity.transform.translate - start.to_vec2();
        shift_shape(&turned, by)
    };
    let before = arguments(&entity.shape);
    let changed = arguments(&shape).into_iter().filter_map(|(name, value)| {
        let old = before.iter().find(|(old, _)| *old == name).map(|(_, old)| old);
        let value = without_rounding(old, value);
        (name == key || Some(&value) != old).then(|| (name.to_owned(), value))
    });
    Some(changed.collect())
}

fn linear_part(map: &Affine) -> Affine {
    map.with_translation(Vec2::ZERO)
}

/// Sets a number or the path of a shape, by the parameter of the drawing tool. Returns whether the shape has it.
#[must_use]
pub fn set(shape: &mut Shape, key: &str, coordinate: Option<Coordinate>, value: &Value) -> bool {
    if let Shape::Hatch(tied) = shape {
        let tied = Arc::make_mut(tied);
        return match key {
            "scale" => put(&mut tied.scale, value),
            "angle" => put(&mut tied.angle, value),
            _ => false,
        };
    }
    let mut values = params(shape);
    let slot = match coordinate {
        Some(Coordinate { point, is_y }) => values
            .get_mut("points")
            .and_then(|points| points.get_mut(2 * point + usize::from(is_y))),
        None if role_of(key).is_some_and(Role::is_measure) => values.get_mut(key),
        None => None,
    };
    let Some(slot) = slot else { return false };
    slot.clone_from(value);
    match shape_of(shape.kind(), values.into()) {
        Some(Ok(changed)) => {
            *shape = changed;
            true
        }
        _ => false,
    }
}

fn put(slot: &mut f64, value: &Value) -> bool {
    value.as_f64().map(|value| *slot = value).is_some()
}

/// Returns a value whose numbers are the old ones where the difference is rounding.
fn without_rounding(old: Option<&Value>, new: Value) -> Value {
    match (old, new) {
        (old, Value::Number(number)) => {
            let new = number.as_f64().unwrap_or_default();
            let old = old.and_then(Value::as_f64);
            let is_same = |old: &f64| (old - new).abs() <= ROUNDING * new.abs().max(1.0);
            json!(old.filter(is_same).unwrap_or_else(|| round_computed(new)))
        }
        (Some(Value::Array(old)), Value::Array(new)) => {
            let old = old.iter().map(Some).chain(std::iter::repeat(None));
            Value::Array(
                old.zip(new)
                    .map(|(old, new)| without_rounding(old, new))
                    .collect(),
            )
        }
        (_, new) => new,
    }
}

/// Returns the shape of the same type with the mapped curves; `None` if there is none. An axis-parallel rectangle that a
/// similarity turns keeps its sizes, and its corner is mapped.
fn map_shape(shape: &Shape, map: &Affine) -> Option<Shape> {
    if *map == Affine::IDENTITY {
        return Some(shape.clone());
    }
    let [a, b, c, d, ..] = map.as_coeffs();
    let is_similar = is_similarity(map);
    let factor = norm(Vec2::new(a, b));
    let is_mirrored = a * d - b * c < 0.0;
    let turn = libm::atan2(b, a);
    let direction = |angle: f64| if is_mirrored { turn - angle } else { turn + angle };
    let point = |at: &Point| *map * *at;
    match shape {
        Shape::Line { points, closed } => Some(Shape::Line {
            points: points.iter().map(point).collect(),
            closed: *closed,
        }),
        Shape::Polygon { points, holes } => Some(Shape::Polygon {
            points: points.iter().map(point).collect(),
            holes: holes
                .iter()
                .map(|hole| hole.iter().map(point).collect())
                .collect(),
        }),
        Shape::Point { at } => Some(Shape::Point { at: point(at) }),
        Shape::Bezier(data) => {
            let paths: Vec<Path> = data.paths().iter().map(|path| path.transformed(map)).collect();
            PathData::new(&svg::write(&paths, false)).ok().map(Shape::Bezier)
        }
        Shape::Rect { .. } => mapped_rect(shape, map, is_similar.then_some(factor)),
        Shape::Circle { .. }
        | Shape::Arc { .. }
        | Shape::Ellipse { .. }
        | Shape::Text(_)
        | Shape::Hatch(_)
            if !is_similar =>
        {
            None
        }
        Shape::Circle { center, radius } => Some(Shape::Circle {
            center: point(center),
            radius: radius * factor,
        }),
        Shape::Arc {
            center,
            radius,
            start_angle,
            end_angle,
        } => {
            let (start, end) = ends([*start_angle, *end_angle], is_mirrored, direction);
            Some(Shape::Arc {
                center: point(center),
                radius: radius * factor,
                start_angle: start,
                end_angle: end,
            })
        }
        Shape::Ellipse {
            center,
            rx,
            ry,
            rotation,
            start_angle,
            end_angle,
        } => {
            // The parameters are measured from the first axis.
            let own = |angle: f64| if is_mirrored { -angle } else { angle };
            let (start, end) = ends([*start_angle, *end_angle], is_mirrored, own);
            Some(Shape::Ellipse {
                center: point(center),
                rx: rx * factor,
                ry: ry * factor,
                rotation: direction(*rotation),
                start_angle: start,
                end_angle: end,
            })
        }
        Shape::Text(text) => {
            let mut text = text.clone();
            let changed = Arc::make_mut(&mut text);
            changed.at = point(&changed.at);
            changed.size *= factor;
            changed.angle = direction(changed.angle);
            Some(Shape::Text(text))
        }
        Shape::Hatch(tied) => {
            let mut tied = tied.clone();
            let changed = Arc::make_mut(&mut tied);
            changed.scale *= factor;
            changed.angle = direction(changed.angle);
            Some(Shape::Hatch(tied))
        }
        Shape::Dimension(_) | Shape::Leader(_) | Shape::Region { .. } | Shape::Group => None,
    }
}

/// Returns the ends of an arc, which runs counterclockwise, with the start between 0 and a turn.
fn ends([start, end]: [f64; 2], is_mirrored: bool, direction: impl Fn(f64) -> f64) -> (f64, f64) {
    let (first, last) = (direction(start), direction(end));
    let (first, last) = if is_mirrored { (last, first) } else { (first, last) };
    if (first..=last).contains(&0.0) && first > -TAU && last <= TAU {
        return (first, last);
    }
    let turns = libm::floor(first / TAU) * TAU;
    (first - turns, last - turns)
}

/// Returns a mapped rectangle. `factor` is the one of a map that keeps angles.
fn mapped_rect(shape: &Shape, map: &Affine, factor: Option<f64>) -> Option<Shape> {
    let Shape::Rect {
        corner,
        width,
        height,
        corner_radius,
    } = shape
    else {
        return None;
    };
    let [a, b, c, d, ..] = map.as_coeffs();
    let rounding = 1e-12 * (a.abs() + b.abs() + c.abs() + d.abs());
    let is_upright = b.abs() <= rounding && c.abs() <= rounding;
    let is_quarter = a.abs() <= rounding && d.abs() <= rounding;
    let opposite = *map * Point::new(corner.x + width, corner.y + height);
    let near = *map * *corner;
    let lowest = Point::new(near.x.min(opposite.x), near.y.min(opposite.y));
    let (at, sizes) = match factor {
        _ if is_upright => (lowest, [width * a.abs(), height * d.abs()]),
        _ if is_quarter => (lowest, [height * c.abs(), width * b.abs()]),
        Some(factor) => (near, [width * factor, height * factor]),
        None => return None,
    };
    // Unequal factors make rounded corners elliptic.
    let corner_radius = match factor {
        Some(factor) => corner_radius * factor,
        None if *corner_radius == 0.0 => 0.0,
        None => return None,
    };
    let [width, height] = sizes;
    Some(Shape::Rect {
        corner: at,
        width,
        height,
        corner_radius,
    })
}
