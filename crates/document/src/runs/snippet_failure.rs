//! Failure of a run of `main` with a snippet, for the author of the snippet.

use crate::session::Session;
use trammel_code::{ComposedMain, FileName};
use trammel_language::bilingual;
use trammel_run::{CodePosition, Failure};

/// Returns the failure with its positions in the new `main` as lines of the snippet or of the old `main`. Only a `main` that
/// did not run before (`is_broken`) is the cause of a failure in it: else the snippet calls the code of `main`.
fn in_snippet(composed: &ComposedMain, is_broken: bool, mut failure: Failure) -> Failure {
    let translate = |place: &CodePosition| {
        if place.file != FileName::MAIN {
            return place.clone();
        }
        match composed.snippet_line(place.line) {
            Some(line) => CodePosition {
                file: "snippet".to_owned(),
                line,
                ..*place
            },
            None => CodePosition {
                line: composed.main_line(place.line),
                ..place.clone()
            },
        }
    };
    let first = failure.place.clone();
    failure.place = first.as_ref().map(translate);
    for frame in &mut failure.stack {
        if let Some(place) = CodePosition::of_frame(frame) {
            let place = translate(&place);
            let head = frame.rsplit_once('(').map_or("at ", |(head, _)| head);
            *frame = format!("{head}({}:{}:{})", place.file, place.line, place.column);
        }
    }
    if let Some(declared) = &mut failure.declared {
        declared.place = translate(&declared.place);
        failure.message = declared.explain();
    }
    if is_broken && failure.place.as_ref().is_some_and(|p| p.file == FileName::MAIN) {
        let why = &failure.message;
        failure.message = bilingual!(
            "main does not run, so this call cannot be appended: {why}",
            "main이 실행되지 않아서 이 호출을 덧붙일 수 없어요: {why:#}"
        );
    }
    failure
}

impl Session {
    /// Returns the failure of a run of `main` with a snippet for the author of the snippet. The existing entity of a taken name
    /// may be replaced only if the run of the caller has drawn it.
    pub(crate) fn explain_snippet(&self, composed: &ComposedMain, failure: Failure) -> Failure {
        self.explain_taken(in_snippet(composed, self.document.run.broken.is_some(), failure))
    }

    /// Adds to the failure of a call whose new name is taken that it may replace the entity, if the caller drew it.
    pub(crate) fn explain_taken(&self, mut failure: Failure) -> Failure {
        let run = self.parties.present_run(self.parties.user_edits.actor());
        let is_own = |name: &String| {
            let was_there = run.is_none_or(|run| run.before.get(name).is_some());
            !was_there && self.document.scene.get(name).is_some()
        };
        if failure.taken.as_ref().is_some_and(is_own) {
            let why = &failure.message;
            failure.message = bilingual!(
                "{why} Or pass replace: true, as this run drew it.",
                "{why:#} 이번 작업에서 그렸으니 replace: true를 줄 수도 있어요."
            );
        }
        failure
    }
}
