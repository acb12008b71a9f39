//! Moves: changed coordinates of the call that made an entity, or a changed translation after it.

use super::code::{Code, Found, InPlace};
use super::site::{Changed, change_each, placing, transforming};
use crate::contents::calls::{Execution, Known};
use trammel_code::Obstacle;
use trammel_code::rewrite::{
    NewValue, Span, TextEdit, coordinates, edits, insertions, list_edits, shifted_path,
};
use trammel_code::sum;
use trammel_kernel::{Affine, Vec2};
use trammel_scene::params::{Role, role_of};
use trammel_scene::{Entity, Name};
use trammel_tools::Placing;

/// Returns the changes that move entities.
pub(super) fn move_entities(code: &Code<'_>, names: &[Name], by: Vec2) -> InPlace {
    change_each(names, |name| one(code, name, by))
}

fn one(code: &Code<'_>, name: &Name, by: Vec2) -> Result<Changed, Obstacle> {
    let entity = code.scene.get(name).ok_or(Obstacle::Unknown)?;
    let known = code.calls.of(name);
    match transforming(code.env, &known) {
        Some(call) if placing(code.env, call) == Placing::Shifts => fold(code, call, by),
        Some(_) => Err(Obstacle::Transformed),
        None => {
            let maker = maker(&known)?;
            if placing(code.env, maker) == Placing::Shifts {
                return offset(code, maker, by);
            }
            let parent = code.scene.parent_transform(entity);
            place(code, maker, own_vector(entity, parent, by)?)
        }
    }
}

fn maker(known: &Known) -> Result<&Execution, Obstacle> {
    if !known.has_maker {
        return Err(Obstacle::Unknown);
    }
    if !known.is_complete {
        return Err(Obstacle::Transformed);
    }
    known.calls.first().ok_or(Obstacle::Unknown)
}

/// Returns the vector in the coordinates of the drawing call. Without a fixed pivot, a shape takes its center of
/// rotation along, so that only the transforms of its groups matter.
fn own_vector(entity: &Entity, parent: Affine, by: Vec2) -> Result<Vec2, Obstacle> {
    let own = match entity.transform.pivot {
        Some(_) => parent * entity.matrix(),
        None => parent,
    };
    let linear = own.with_translation(Vec2::ZERO);
    if linear == Affine::IDENTITY {
        return Ok(by);
    }
    if linear.determinant().abs() < 1e-12 {
        return Err(Obstacle::Transformed);
    }
    Ok((linear.inverse() * by.to_point()).to_vec2())
}

/// Changes the coordinates in the call that made an entity.
fn place(code: &Code<'_>, maker: &Execution, by: Vec2) -> Result<Changed, Obstacle> {
    let found = code.find(maker)?;
    let with_role = |role: Role| {
        let mut names = found.tool.positional.iter().copied();
        names.find(|name| role_of(name) == Some(role))
    };
    if let (Some(x), Some(y)) = (with_role(Role::X), with_role(Role::Y)) {
        let both = [(x, by.x), (y, by.y)];
        return add_to_parameters(&found, &both, false);
    }
    if let Some(path) = with_role(Role::Path) {
        let path = found.argument(path)?;
        let text = found.source.string(path).ok_or(Obstacle::Computed)?;
        let shifted = shifted_path(&text, (by.x, by.y)).ok_or(Obstacle::Computed)?;
        let changed = edits(found.source, path, NewValue::Is(&shifted.into()))?;
        return Ok(found.with_edits(changed, false));
    }
    let points = with_role(Role::Points).ok_or(Obstacle::Omitted)?;
    let mut changed = shifted_list(&found, found.argument(points)?, by)?;
    if let Some(holes) = with_role(Role::Holes) {
        match found.argument(holes) {
            Ok(holes) => {
                for hole in found.source.items(holes).ok_or(Obstacle::Computed)? {
                    changed.extend(shifted_list(&found, hole, by)?);
                }
            }
            Err(Obstacle::Omitted) => {}
            Err(why) => return Err(why),
        }
    }
    Ok(found.with_edits(changed, false))
}

/// Adds a vector to each point of a list.
fn shifted_list(found: &Found<'_>, list: Span, by: Vec2) -> Result<Vec<TextEdit>, Obstacle> {
    let (_, coordinates) = coordinates(found.source, list)?;
    let plus = |at| NewValue::Plus(if at % 2 == 0 { by.x } else { by.y });
    let new: Vec<NewValue<'_>> = (0..coordinates.len()).map(plus).collect();
    list_edits(found.source, list, &new)
}

/// Changes the offset of a copy.
fn offset(code: &Code<'_>, call: &Execution, by: Vec2) -> Result<Changed, Obstacle> {
    add_to_parameters(&code.find(call)?, &[("dx", by.x), ("dy", by.y)], false)
}

/// Changes a translation, or removes it if nothing of it is left.
fn fold(code: &Code<'_>, call: &Execution, by: Vec2) -> Result<Changed, Obstacle> {
    let found = code.find(call)?;
    if !found.omits("space") {
        return Err(Obstacle::Transformed);
    }
    let left = |name: &str, by: f64| Some(sum(found.source.number(found.argument(name).ok()?)?, by));
    if left("dx", by.x) == Some(0.0)
        && left("dy", by.y) == Some(0.0)
        && let Some(removed) = found.without_call()
    {
        return Ok(removed);
    }
    add_to_parameters(&found, &[("dx", by.x), ("dy", by.y)], true)
}

/// Adds numbers to parameters of a call.
fn add_to_parameters(found: &Found<'_>, shifts: &[(&str, f64)], folds: bool) -> Result<Changed, Obstacle> {
    let (mut changed, mut omitted) = (Vec::new(), Vec::new());
    for (name, by) in shifts.iter().filter(|(_, by)| *by != 0.0) {
        match found.argument(name) {
            // An omitted offset is 0.
            Err(Obstacle::Omitted) if name.starts_with('d') => {
                omitted.push(((*name).to_owned(), (*by).into()));
            }
            value => changed.extend(edits(found.source, value?, NewValue::Plus(*by))?),
        }
    }
    changed.extend(insertions(found.source, found.call, found.tool, &omitted)?);
    Ok(found.with_edits(changed, folds))
}
