//! Comparison of two drawings: the one that the user wants, and the one that changed code draws.

use std::sync::Arc;
use trammel_kernel::{Affine, Path, Seg, Vec2};
use trammel_scene::{Entity, Name, Scene, Shape, Text};

/// Relative difference of coordinates that comes from another order of operations.
const RELATIVE: f64 = 1e-9;

/// Whether both drawings have the same entities in the same order, with equal styles, layers, and groups, and with
/// outlines that differ by at most `tolerance` in their groups. A shape that was moved equals a shape with a
/// translation.
pub(super) fn same_drawing(a: &Scene, b: &Scene, tolerance: f64) -> bool {
    a.len() == b.len()
        && a.definitions() == b.definitions()
        && (a.name(), a.units()) == (b.name(), b.units())
        && a.walk().zip(b.walk()).all(|(a, b)| same_entity(a, b, tolerance))
}

/// Returns the names of the entities that differ, or that only one of the drawings has.
pub(super) fn differing<'s>(a: &'s Scene, b: &'s Scene, tolerance: f64) -> impl Iterator<Item = &'s Name> {
    let differs = move |one: &&Arc<Entity>| {
        let other = b.get(&one.name);
        !other.is_some_and(|other| same_entity(one, other, tolerance))
    };
    let is_new = |one: &&Arc<Entity>| a.get(&one.name).is_none();
    let both = a.walk().filter(differs).chain(b.walk().filter(is_new));
    both.map(|entity| &entity.name)
}

fn same_entity(a: &Entity, b: &Entity, tolerance: f64) -> bool {
    if a.name != b.name || a.parent != b.parent || a.layer != b.layer || a.flags() != b.flags() {
        return false;
    }
    if a.style != b.style || a.as_drawn != b.as_drawn {
        return false;
    }
    if a.shape == b.shape && a.transform == b.transform {
        return true;
    }
    if let (Shape::Text(text_a), Shape::Text(text_b)) = (&a.shape, &b.shape) {
        return same_placed_text(text_a, text_b, [a.matrix(), b.matrix()], tolerance);
    }
    let same_text = match (&a.shape, &b.shape) {
        (Shape::Hatch(a), Shape::Hatch(b)) => a.pattern == b.pattern,
        (a, b) => a.kind() == b.kind(),
    };
    let (map_a, map_b) = (a.matrix(), b.matrix());
    if a.shape.is_group() || b.shape.is_group() {
        return same_text && same_map(map_a, map_b, tolerance);
    }
    let (a, b) = (a.shape.paths(), b.shape.paths());
    same_text
        && a.len() == b.len()
        && a.iter()
            .zip(&b)
            .all(|(a, b)| same_path(&a.transformed(&map_a), &b.transformed(&map_b), tolerance))
}

/// Compares the place, the size, and the direction of two texts, which determine their outlines.
fn same_placed_text(a: &Text, b: &Text, [map_a, map_b]: [Affine; 2], tolerance: f64) -> bool {
    let is_same = (&a.text, a.align, a.valign) == (&b.text, b.align, b.valign);
    let corners = |text: &Text, map: Affine| {
        let (sin, cos) = libm::sincos(text.angle);
        let along = Vec2::new(cos, sin) * text.size;
        let across = Vec2::new(-along.y, along.x);
        [text.at, text.at + along, text.at + across].map(|corner| map * corner)
    };
    let both = corners(a, map_a).into_iter().zip(corners(b, map_b));
    let mut places = both.into_iter();
    is_same && places.all(|(a, b)| same_number(a.x, b.x, tolerance) && same_number(a.y, b.y, tolerance))
}

fn same_map(a: Affine, b: Affine, tolerance: f64) -> bool {
    let both = a.as_coeffs().into_iter().zip(b.as_coeffs());
    both.into_iter().all(|(a, b)| same_number(a, b, tolerance))
}

fn same_path(a: &Path, b: &Path, tolerance: f64) -> bool {
    a.closed == b.closed
        && a.segs.len() == b.segs.len()
        && a.segs.iter().zip(&b.segs).all(|(a, b)| same_seg(a, b, tolerance))
}

/// Compares four points of two segments, which determine an arc or a cubic.
fn same_seg(a: &Seg, b: &Seg, tolerance: f64) -> bool {
    [0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0].into_iter().all(|u| {
        let (a, b) = (a.point_at(u), b.point_at(u));
        same_number(a.x, b.x, tolerance) && same_number(a.y, b.y, tolerance)
    })
}

fn same_number(a: f64, b: f64, tolerance: f64) -> bool {
    let size = a.abs().max(b.abs()).max(1.0);
    (a - b).abs() <= tolerance.max(RELATIVE * size)
}
