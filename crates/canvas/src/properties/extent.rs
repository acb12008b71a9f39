//! Position and size of whole items, for shapes without numbers of their own: regions, paths, groups, and mixed selections.

use super::error::FieldError;
use super::field::{Field, FieldKind};
use crate::extent::{ItemChange, LEAST, extent, scale_items};
use crate::number_format::format_number;
use trammel_kernel::Vec2;
use trammel_scene::{Adjustment, Name, Scene};

const X: &str = "extent.x";
const Y: &str = "extent.y";
const WIDTH: &str = "extent.width";
const HEIGHT: &str = "extent.height";

/// Returns the fields of the lower left corner and of the size of all items together. A size of 0 has no field.
#[must_use]
pub fn extent_fields(scene: &Scene, names: &[Name]) -> Vec<Field> {
    let Some(bounds) = extent(scene, names) else {
        return Vec::new();
    };
    let field = |key, label, kind, value| Field::new(key, label, kind, format_number(value));
    let mut fields = vec![
        field(X, ["X", "X"], FieldKind::Length, bounds.min.x),
        field(Y, ["Y", "Y"], FieldKind::Length, bounds.min.y),
    ];
    for (key, label, size) in [
        (WIDTH, ["Width", "너비"], bounds.width()),
        (HEIGHT, ["Height", "높이"], bounds.height()),
    ] {
        if size > LEAST {
            fields.push(field(key, label, FieldKind::Size, size));
        }
    }
    fields
}

/// Converts a typed text of a field of [`extent_fields`] to the change of the items; `None` for any other field.
///
/// # Errors
/// Returns the reason if the text is not a valid value.
pub fn extent_change(
    scene: &Scene,
    names: &[Name],
    field: &Field,
    text: &str,
) -> Result<Option<ItemChange>, FieldError> {
    let Some(bounds) = extent(scene, names).filter(|_| [X, Y, WIDTH, HEIGHT].contains(&field.key)) else {
        return Ok(None);
    };
    let value = field.number(text, scene.units())?;
    let names = scene.outermost(names);
    let (size, by) = match field.key {
        X => (None, Vec2::new(value - bounds.min.x, 0.0)),
        Y => (None, Vec2::new(0.0, value - bounds.min.y)),
        WIDTH => (Some(bounds.width()), Vec2::ZERO),
        _ => (Some(bounds.height()), Vec2::ZERO),
    };
    let Some(size) = size else {
        return Ok(Some(ItemChange::Adjust(Adjustment::Move { names, by })));
    };
    Ok(Some(scale_items(&names, value / size, bounds.min)))
}
