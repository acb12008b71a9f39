//! Nothing a run answers is believed until it has been checked.

use super::{Base, Limit};
use crate::scene::{Diff, MAX_ENTITIES, Scene, check};

/// Applies the answer of a run to the drawing it started from.
///
/// # Errors
/// The answer does not fit the drawing, or what it leads to breaks an invariant: counts, finite numbers, names, groups
/// without cycles, entities that the user holds.
pub fn validated(base: &Base, diff: &Diff) -> Result<Scene, String> {
    let mut scene = base.scene();
    if diff.added().count() > MAX_ENTITIES {
        return Err(format!("the run answered more than {MAX_ENTITIES} entities ({:?})", Limit::Entities));
    }
    for (name, change) in diff.iter() {
        let before = scene.get(name);
        if before != change.from.as_ref() {
            return Err(format!("the run answered for another drawing: '{name}' was different"));
        }
        if before.is_some_and(|entity| entity.locked || entity.hidden) {
            return Err(format!("the run changed '{name}', which the user holds"));
        }
        if change.to.as_ref().is_some_and(|entity| entity.name != *name || entity.locked || entity.hidden) {
            return Err(format!("the run answered something impossible for '{name}'"));
        }
    }
    scene.apply(diff);
    match check(&scene).into_iter().next() {
        None => Ok(scene),
        Some(problem) => Err(format!("the run answered an impossible drawing: {problem}")),
    }
}
