//! Validation of run outcomes before they are applied.

use super::RunRequest;
use trammel_language::{Bilingual, bilingual};
use trammel_scene::{Diff, MAX_ENTITIES, Scene, check_invariants, check_pieces};

/// Returns the drawing that results from the diff of a run, after checking the diff.
///
/// # Errors
/// Returns an error if the diff has more than [`MAX_ENTITIES`] changes, changes or removes an existing entity although
/// the drawing starts empty, stores an entity under another name, contains a locked or hidden entity, has more than
/// [`MAX_PIECES`](trammel_scene::MAX_PIECES) drawn pieces, or violates an invariant of the scene (finite numbers, valid names, acyclic groups).
pub fn validate_diff(request: &RunRequest, diff: &Diff) -> Result<Scene, Bilingual> {
    if diff.len() > MAX_ENTITIES {
        return Err(bilingual!(
            "the result has {} entities, at most {MAX_ENTITIES}",
            "결과의 항목이 {}개이고 최대 {MAX_ENTITIES}개예요",
            diff.len()
        ));
    }
    for (name, change) in diff.iter() {
        if change.from.is_some() {
            return Err(bilingual!(
                "invalid result of the run: it changes '{name}', which did not exist",
                "실행 결과가 올바르지 않아요: 없던 '{name}'을(를) 바꿔요"
            ));
        }
        if change
            .to
            .as_ref()
            .is_none_or(|entity| entity.name != *name || entity.locked || entity.hidden)
        {
            return Err(bilingual!(
                "invalid result of the run for '{name}'",
                "'{name}'에 대한 실행 결과가 올바르지 않아요"
            ));
        }
    }
    let mut scene = request.blank();
    scene.apply(diff);
    match check_invariants(&scene).into_iter().next() {
        None => check_pieces(&scene).map(|()| scene),
        Some(problem) => Err(bilingual!(
            "invalid result of the run: {problem}",
            "실행 결과가 올바르지 않아요: {problem}"
        )),
    }
}
