//! Changes of the recorded calls of entities: the calls and parameters that state the values to change.

mod annotations;
mod code;
mod deletions;
mod moves;
mod names;
mod settings;
mod site;
mod transforms;

pub(super) use code::{Code, InPlace};
pub(super) use site::is_transformed;

use trammel_scene::Adjustment;

/// Returns the changes for an adjustment.
pub(super) fn change_calls(code: &Code<'_>, adjustment: &Adjustment) -> InPlace {
    let result = match adjustment {
        Adjustment::Move { names, by } => return moves::move_entities(code, names, *by),
        Adjustment::Rotate { names, angle, center } => {
            return transforms::rotate_entities(code, names, *angle, *center);
        }
        Adjustment::Scale {
            names,
            factor,
            center,
        } => return transforms::scale_entities(code, names, *factor, *center),
        Adjustment::Mirror { names, axis } => return transforms::mirror_entities(code, names, *axis),
        Adjustment::Delete { names } => return deletions::delete_entities(code, names),
        Adjustment::Set { entities, pixel } => return settings::set(code, entities, *pixel),
        Adjustment::Rename { name, new_name } => names::rename_entity(code, name, new_name),
    };
    result.unwrap_or_else(|why| InPlace {
        rest: adjustment.names().into_iter().map(|name| (name, why)).collect(),
        ..InPlace::default()
    })
}
