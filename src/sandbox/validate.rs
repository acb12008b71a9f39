//! Nothing a run answers is believed until it has been checked.

use super::RunRequest;
use crate::scene::{Diff, MAX_ENTITIES, Scene, check_invariants};

/// The drawing that a run answered.
///
/// # Errors
/// The answer changes something in an empty drawing, or breaks an invariant: counts, finite numbers, names, groups
/// without cycles, nothing held by a user.
pub fn validated(request: &RunRequest, diff: &Diff) -> Result<Scene, String> {
    if diff.len() > MAX_ENTITIES {
        return Err(format!(
            "the run answered {} entities; {MAX_ENTITIES} are allowed",
            diff.len()
        ));
    }
    for (name, change) in diff.iter() {
        if change.from.is_some() {
            return Err(format!(
                "the run answered for another drawing: '{name}' was there before"
            ));
        }
        if change
            .to
            .as_ref()
            .is_none_or(|entity| entity.name != *name || entity.locked || entity.hidden)
        {
            return Err(format!("the run answered something impossible for '{name}'"));
        }
    }
    let mut scene = request.blank();
    scene.apply(diff);
    match check_invariants(&scene).into_iter().next() {
        None => Ok(scene),
        Some(problem) => Err(format!("the run answered an impossible drawing: {problem}")),
    }
}
