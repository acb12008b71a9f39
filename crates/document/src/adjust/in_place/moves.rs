//! Moves: changed coordinates of the call that made an entity, or a changed translation after it.

use super::code::{Code, Found, InPlace};
use crate::calls::{Calls, Execution, Known};
use crate::rewrite::{
    NewValue, Span, TextEdit, coordinates, edits, insertions, list_edits, shifted_path, sum, whole_statement,
};
use std::collections::BTreeMap;
use trammel_code::FileName;
use trammel_kernel::{Affine, Vec2};
use trammel_scene::{Entity, Name, Obstacle};

/// Tools that change an entity without a change of its position.
const NEUTRAL: [&str; 11] = [
    "set_stroke",
    "set_fill",
    "remove_stroke",
    "remove_fill",
    "draw_order",
    "set_layer",
    "create_group",
    "add_to_group",
    "rename_entity",
    "add_constraint",
    "remove_constraint",
];

/// Pairs of parameters that state the position of a new entity.
const POSITIONS: [[&str; 2]; 2] = [["x", "y"], ["cx", "cy"]];

/// Change of one entity: the changed call with its number of executions, and the changes of its text.
struct Moved {
    site: (FileName, (usize, usize)),
    runs: u32,
    edits: Vec<TextEdit>,
    folds: bool,
}

/// Returns the changes that move entities. A call that runs several times is changed only if all entities that it
/// concerns move.
pub(super) fn moved(code: &Code<'_>, names: &[Name], by: Vec2) -> InPlace {
    let each: Vec<(&Name, Result<Moved, Obstacle>)> =
        names.iter().map(|name| (name, one(code, name, by))).collect();
    let mut counts: BTreeMap<&(FileName, (usize, usize)), u32> = BTreeMap::new();
    for moved in each.iter().filter_map(|(_, moved)| moved.as_ref().ok()) {
        *counts.entry(&moved.site).or_default() += 1;
    }
    let mut plan = InPlace {
        folds: true,
        ..InPlace::default()
    };
    for (name, moved) in &each {
        let added = match moved {
            Err(why) => Err(*why),
            Ok(moved) if counts.get(&moved.site) != Some(&moved.runs) => Err(Obstacle::Repeated),
            Ok(moved) => plan.texts.add(&moved.site.0, &moved.edits).map(|()| moved.folds),
        };
        match added {
            Ok(folds) => plan.folds &= folds,
            Err(why) => plan.rest.push(((*name).clone(), why)),
        }
    }
    plan
}

fn one(code: &Code<'_>, name: &Name, by: Vec2) -> Result<Moved, Obstacle> {
    let entity = code.scene.get(name).ok_or(Obstacle::Unknown)?;
    let known = code.calls.of(name);
    match transforming(&known) {
        Some(call) if &*call.tool == "translate" => fold(code, call, by),
        Some(_) => Err(Obstacle::Transformed),
        None => {
            let maker = maker(&known)?;
            if &*maker.tool == "duplicate" {
                return offset(code, maker, by);
            }
            let parent = code.scene.parent_transform(entity);
            place(code, maker, own_vector(entity, parent, by)?)
        }
    }
}

/// Returns the last call that transforms an entity after the call that made it.
fn transforming(known: &Known) -> Option<&Execution> {
    let after_maker = usize::from(known.has_maker);
    let later = known.calls.get(after_maker..).unwrap_or_default();
    later.iter().rev().find(|call| !NEUTRAL.contains(&&*call.tool))
}

/// Whether a call transforms an entity after the call that made it.
pub(in crate::adjust) fn is_transformed(calls: &Calls, name: &Name) -> bool {
    transforming(&calls.of(name)).is_some()
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
fn place(code: &Code<'_>, maker: &Execution, by: Vec2) -> Result<Moved, Obstacle> {
    let found = code.find(maker)?;
    let argument = |name: &str| found.source.argument(found.call, found.tool, name);
    let has = |name: &str| found.tool.positional.contains(&name);
    if let Some([x, y]) = POSITIONS.into_iter().find(|[x, y]| has(x) && has(y)) {
        let both = [(x, by.x), (y, by.y)];
        return shifted(&found, &both, false);
    }
    if has("path") {
        let path = argument("path")?;
        let text = found.source.string(path).ok_or(Obstacle::Computed)?;
        let shifted = shifted_path(&text, by).ok_or(Obstacle::Computed)?;
        let changed = edits(found.source, path, NewValue::Is(&shifted.into()))?;
        return Ok(found.changed(changed, false));
    }
    if !has("points") {
        return Err(Obstacle::Omitted);
    }
    let mut changed = shifted_list(&found, argument("points")?, by)?;
    if has("holes") {
        match argument("holes") {
            Ok(holes) => {
                for hole in found.source.items(holes).ok_or(Obstacle::Computed)? {
                    changed.extend(shifted_list(&found, hole, by)?);
                }
            }
            Err(Obstacle::Omitted) => {}
            Err(why) => return Err(why),
        }
    }
    Ok(found.changed(changed, false))
}

/// Adds a vector to each point of a list.
fn shifted_list(found: &Found<'_>, list: Span, by: Vec2) -> Result<Vec<TextEdit>, Obstacle> {
    let (_, coordinates) = coordinates(found.source, list)?;
    let plus = |at| NewValue::Plus(if at % 2 == 0 { by.x } else { by.y });
    let new: Vec<NewValue<'_>> = (0..coordinates.len()).map(plus).collect();
    list_edits(found.source, list, &new)
}

/// Changes the offset of a copy.
fn offset(code: &Code<'_>, call: &Execution, by: Vec2) -> Result<Moved, Obstacle> {
    shifted(&code.find(call)?, &[("dx", by.x), ("dy", by.y)], false)
}

/// Changes a translation, or removes it if nothing of it is left.
fn fold(code: &Code<'_>, call: &Execution, by: Vec2) -> Result<Moved, Obstacle> {
    let found = code.find(call)?;
    let argument = |name: &str| found.source.argument(found.call, found.tool, name);
    if argument("space") != Err(Obstacle::Omitted) {
        return Err(Obstacle::Transformed);
    }
    let left = |name: &str, by: f64| Some(sum(found.source.number(argument(name).ok()?)?, by));
    if left("dx", by.x) == Some(0.0)
        && left("dy", by.y) == Some(0.0)
        && let Some(removal) = whole_statement(found.source, found.call)
    {
        return Ok(found.changed(vec![removal], true));
    }
    shifted(&found, &[("dx", by.x), ("dy", by.y)], true)
}

/// Adds numbers to parameters of a call.
fn shifted(found: &Found<'_>, shifts: &[(&str, f64)], folds: bool) -> Result<Moved, Obstacle> {
    let (mut changed, mut omitted) = (Vec::new(), Vec::new());
    for (name, by) in shifts.iter().filter(|(_, by)| *by != 0.0) {
        match found.source.argument(found.call, found.tool, name) {
            // An omitted offset is 0.
            Err(Obstacle::Omitted) if name.starts_with('d') => {
                omitted.push(((*name).to_owned(), (*by).into()));
            }
            value => changed.extend(edits(found.source, value?, NewValue::Plus(*by))?),
        }
    }
    changed.extend(insertions(found.source, found.call, found.tool, &omitted)?);
    Ok(found.changed(changed, folds))
}

impl Found<'_> {
    fn changed(&self, edits: Vec<TextEdit>, folds: bool) -> Moved {
        Moved {
            site: (self.file.clone(), self.source.call_range(self.call)),
            runs: self.runs,
            edits,
            folds,
        }
    }
}
