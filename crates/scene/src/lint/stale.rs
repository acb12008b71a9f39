//! Lint of annotations without references, which stay when the geometry around them moves.
//!
//! A place counts as free, and is not reported, if no geometry is near the annotation at all.

use super::outlines::Outlines;
use crate::annotate::Measure;
use crate::{
    Entity, Local, Name, Scene, Shape, TiedDimension, TiedHatch, Units, Work, circle_of, named_parts,
};
use std::cell::OnceCell;
use trammel_kernel::{Point, Seg, Vec2, norm};

/// Largest distance of a place from the geometry there, relative to the coordinates.
const NEAR: f64 = 1e-6;

/// Part of the boundary of a hatch that lies on outlines if the hatch was drawn for them.
const MOST: f64 = 0.5;

/// Returns the dimensions that measure to a place that the geometry has left: one end is typed and at no corner, center, or
/// crossing, and the other end is at one. `outlines` are those of the shapes, computed on first use.
pub(super) fn dimensions<'a>(
    scene: &'a Scene,
    outlines: &OnceCell<Outlines<'a>>,
    work: &mut Work,
) -> Vec<Name> {
    let is_typed = |tied: &TiedDimension| {
        let is_round = matches!(
            tied.dimension.measure,
            Measure::Radius { .. } | Measure::Diameter { .. }
        );
        let is_linear = matches!(tied.dimension.measure, Measure::Linear { .. });
        (is_round || is_linear) && !tied.detached && tied.ties.iter().any(Option::is_none)
    };
    let typed: Vec<(&Entity, &TiedDimension)> = scene
        .walk()
        .filter(|entity| scene.is_shown(entity))
        .filter_map(|entity| match &entity.shape {
            Shape::Dimension(tied) if is_typed(tied) => Some((&**entity, &**tied)),
            _ => None,
        })
        .collect();
    if typed.is_empty() {
        return Vec::new();
    }
    let places = places(scene, work);
    let outlines = outlines.get_or_init(|| Outlines::of(scene, false, work));
    let mut found = Vec::new();
    for (entity, tied) in typed {
        let map = scene.world_transform(&entity.name).unwrap_or_default();
        let is_left = match tied.dimension.measure.map_points(&map) {
            Measure::Linear { from, to, angle, .. } => {
                let way = angle.map_or(to - from, |angle| Vec2::new(libm::cos(angle), libm::sin(angle)));
                let mut is_held =
                    |at: Point, is_tied: bool| is_tied || holds(&places, outlines, at, way / norm(way), work);
                let ties = [0, 1].map(|at| tied.ties.get(at).is_some_and(Option::is_some));
                norm(way) > 0.0 && is_held(from, ties[0]) != is_held(to, ties[1])
            }
            Measure::Radius { center, radius, .. } | Measure::Diameter { center, radius, .. } => {
                has_other_radius(scene, center, radius, work)
            }
            Measure::Angular { .. } => false,
        };
        if is_left {
            found.push(entity.name.clone());
        }
    }
    found
}

/// Whether a corner, a center, a crossing, or a side of the bounds of an entity is at a place in a direction.
fn holds(places: &[Point], outlines: &Outlines<'_>, at: Point, way: Vec2, work: &mut Work) -> bool {
    let tolerance = NEAR * (1.0 + norm(at.to_vec2()));
    if !work.take(places.len() / 16 + 1) {
        return true;
    }
    if places
        .iter()
        .any(|place| (*place - at).dot(way).abs() <= tolerance)
    {
        return true;
    }
    let directions = outlines.directions(at, tolerance, work);
    let crosses = |a: &Vec2| directions.iter().any(|b| a.cross(*b).abs() > 1e-3);
    directions.iter().any(crosses)
}

/// Returns the places that a dimension measures: corners, centers, and the corners of bounds.
fn places(scene: &Scene, work: &mut Work) -> Vec<Point> {
    let mut places = Vec::new();
    for entity in scene.walk().filter(|entity| scene.is_shown(entity)) {
        let shape = &entity.shape;
        let has_places = !shape.is_annotation() && !matches!(shape, Shape::Text(_) | Shape::Group);
        if !has_places || !work.take(shape.outline_pieces()) {
            continue;
        }
        let map = scene.world_transform(&entity.name).unwrap_or_default();
        places.extend(
            named_parts(shape)
                .into_iter()
                .filter_map(|(_, local)| match local {
                    Local::Point(point) => Some(map * point),
                    Local::Curve(_) => None,
                }),
        );
        places.extend(shape.bounds(&map).into_iter().flat_map(|bounds| bounds.corners()));
    }
    places
}

/// Whether a circle or an arc has this center and another radius, and none has this radius.
fn has_other_radius(scene: &Scene, center: Point, radius: f64, work: &mut Work) -> bool {
    let tolerance = NEAR * (1.0 + norm(center.to_vec2()) + radius);
    let mut is_other = false;
    for entity in scene.walk().filter(|entity| scene.is_shown(entity)) {
        if entity.shape.is_annotation() || matches!(entity.shape, Shape::Text(_) | Shape::Group) {
            continue;
        }
        if !work.take(entity.shape.outline_pieces()) {
            return false;
        }
        let map = scene.world_transform(&entity.name).unwrap_or_default();
        for (_, local) in named_parts(&entity.shape) {
            let Local::Curve(seg) = local else { continue };
            let round = circle_of(&crate::Resolved::Curve(seg.transformed(&map)));
            if let Some((_, r)) = round.filter(|(c, _)| norm(*c - center) <= tolerance) {
                if (r - radius).abs() <= tolerance {
                    return false;
                }
                is_other = true;
            }
        }
    }
    is_other
}

/// Returns the dimensions whose text is a number without a value in it, and another one than they measure.
pub(super) fn typed_values(scene: &Scene) -> Vec<Name> {
    let dimensions = scene.walk().filter(|entity| scene.is_shown(entity));
    let is_other = |entity: &&std::sync::Arc<Entity>| match &entity.shape {
        Shape::Dimension(tied) => {
            tied.dimension
                .text
                .as_deref()
                .and_then(number)
                .is_some_and(|(typed, step)| {
                    let dimension = &tied.dimension;
                    let measured = match dimension.measure {
                        Measure::Angular { .. } => dimension.value.to_degrees(),
                        _ => dimension.value * dimension.style.factor,
                    };
                    (typed - measured).abs() > 0.51 * step
                })
        }
        _ => false,
    };
    dimensions
        .filter(is_other)
        .map(|entity| entity.name.clone())
        .collect()
}

/// Returns the number that a text is, apart from the sign of a radius or diameter and a unit, and its last decimal.
fn number(text: &str) -> Option<(f64, f64)> {
    let text = text.trim().trim_start_matches(['R', '⌀', 'Ø', '∅', ' ']);
    let unit = |text: &str, unit: &str| text.strip_suffix(unit).map(str::to_owned);
    let units = Units::ALL.map(Units::as_str).into_iter().chain(["°", "\""]);
    let bare = units
        .into_iter()
        .find_map(|one| unit(text, one))
        .unwrap_or_else(|| text.to_owned());
    let bare = bare.trim().replace(',', ".");
    let is_number = !bare.is_empty()
        && bare
            .bytes()
            .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-'));
    let decimals = bare
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len().min(12));
    let value: f64 = bare.parse().ok().filter(|_| is_number)?;
    Some((value, libm::pow(10.0, -(decimals as f64))))
}

/// Returns the hatches with an outline of their own of which most lies on outlines of the drawing, and a part no longer.
pub(super) fn hatches<'a>(scene: &'a Scene, outlines: &OnceCell<Outlines<'a>>, work: &mut Work) -> Vec<Name> {
    let own: Vec<(&Entity, &TiedHatch)> = scene
        .walk()
        .filter(|entity| scene.is_shown(entity))
        .filter_map(|entity| match &entity.shape {
            Shape::Hatch(tied) if tied.ties.is_empty() => Some((&**entity, &**tied)),
            _ => None,
        })
        .collect();
    if own.is_empty() {
        return Vec::new();
    }
    let outlines = outlines.get_or_init(|| Outlines::of(scene, false, work));
    let mut found = Vec::new();
    for (entity, tied) in own {
        let map = scene.world_transform(&entity.name).unwrap_or_default();
        let segs: Vec<Seg> = tied
            .boundary
            .iter()
            .flat_map(|path| &path.segs)
            .map(|seg| seg.transformed(&map))
            .collect();
        if !work.take(segs.len()) {
            continue;
        }
        let mut is_on = |at: Point| {
            let tolerance = NEAR * (1.0 + norm(at.to_vec2()));
            !outlines.directions(at, tolerance, work).is_empty()
        };
        let on: usize = segs.iter().filter(|seg| is_on(seg.point_at(0.5))).count();
        if on < segs.len() && on as f64 >= MOST * segs.len() as f64 {
            found.push(entity.name.clone());
        }
    }
    found
}
