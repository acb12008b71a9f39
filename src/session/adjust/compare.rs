//! Comparison of two drawings: the one that the user wants, and the one that changed code draws.

use crate::geometry::{Affine, Path, Seg};
use crate::scene::{Entity, Scene, Shape};

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
    let same_text = match (&a.shape, &b.shape) {
        (Shape::Text(a), Shape::Text(b)) => a.text == b.text,
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
