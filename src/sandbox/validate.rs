//! Validation of run outcomes before they are applied.

use super::RunRequest;
use crate::scene::{Diff, MAX_ENTITIES, Scene, check_invariants};

/// Returns the drawing that results from the diff of a run, after checking the diff.
///
/// # Errors
/// Returns an error if the diff has more than [`MAX_ENTITIES`] changes, changes or removes an existing entity although
/// the drawing starts empty, stores an entity under another name, contains a locked or hidden entity, or violates an
/// invariant of the scene (finite numbers, valid names, acyclic groups).
pub fn validated(request: &RunRequest, diff: &Diff) -> Result<Scene, String> {
    if diff.len() > MAX_ENTITIES {
        return Err(format!(
            "the result has {} entities, at most {MAX_ENTITIES}",
            diff.len()
        ));
    }
    for (name, change) in diff.iter() {
        if change.from.is_some() {
            return Err(format!(
                "invalid result of the run: it changes '{name}', which did not exist"
            ));
        }
        if change
            .to
            .as_ref()
            .is_none_or(|entity| entity.name != *name || entity.locked || entity.hidden)
        {
            return Err(format!("invalid result of the run for '{name}'"));
        }
    }
    let mut scene = request.blank();
    scene.apply(diff);
    match check_invariants(&scene).into_iter().next() {
        None => Ok(scene),
        Some(problem) => Err(format!("invalid result of the run: {problem}")),
    }
}
