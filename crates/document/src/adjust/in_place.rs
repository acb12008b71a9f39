//! Changes of the recorded calls of entities: the calls and parameters that state the values to change.

mod annotations;
mod code;
mod deletions;
mod moves;
mod names;
mod settings;

pub(super) use code::{Code, InPlace};
pub(super) use moves::is_transformed;

use trammel_scene::Adjustment;

/// Returns the changes for an adjustment.
pub(super) fn adjusted(code: &Code<'_>, adjustment: &Adjustment) -> InPlace {
    let result = match adjustment {
        Adjustment::Move { names, by } => return moves::moved(code, names, *by),
        Adjustment::Delete { names } => return deletions::deleted(code, names),
        Adjustment::Set { entities, pixel } => return settings::set(code, entities, *pixel),
        Adjustment::Rename { name, new_name } => names::renamed(code, name, new_name),
    };
    result.unwrap_or_else(|why| InPlace {
        rest: adjustment.names().into_iter().map(|name| (name, why)).collect(),
        ..InPlace::default()
    })
}
