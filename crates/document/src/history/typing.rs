//! Text typed by the user, and its undo steps.
//!
//! Invariant: the texts of one stretch of typing become one undo step, even if each of them runs. Every other change of
//! the document ends the stretch.

use crate::history::step::{Step, TypingStep, changes_of_files};
use crate::runs::code_runs::Typed;
use crate::runs::pending::Pending;
use crate::session::Session;
use crate::turns::user_edits::Actor;
use trammel_code::FileName;

impl Session {
    /// Sets the text of a file changed by the user, or removes the file for `None`. The text is kept even if it does
    /// not run. The change is an undo step of its own, except that text that does not run has no step yet: the text
    /// after it continues its step.
    pub fn type_in(&mut self, file: &FileName, text: Option<&str>) -> Pending {
        if !self.document.is_ahead() {
            self.history.typing_step = None;
        }
        self.continue_typing(file, text)
    }

    /// Like [`Session::type_in`], for text that continues the typing before it: both become one undo step, unless the
    /// document was changed in another way in between.
    pub fn continue_typing(&mut self, file: &FileName, text: Option<&str>) -> Pending {
        self.parties.user_edits.begin(Actor::User);
        let before = self.document.env.files.get(file.as_str()).cloned();
        if before.as_deref() != text {
            self.parties.user_edits.note_typed(file);
        }
        let continues = self.continues_typing();
        self.document.keep_committed();
        self.document.env.files.set(file, text);
        // Newer text may have been typed in the meantime; it stays queued.
        if self
            .document
            .typing
            .get(file)
            .is_some_and(|typed| text.is_none_or(|text| **typed == *text))
        {
            self.document.typing.remove(file);
        }
        self.document.generation += 1;
        if let Some(step) = self.history.typing_step.as_mut().filter(|_| continues) {
            step.generation = self.document.generation;
        } else {
            self.history.typing_step = Some(TypingStep {
                mark: self.history.steps.mark(),
                base: self.document.committed.clone().unwrap_or_default(),
                generation: self.document.generation,
                turn: self.parties.turn(),
            });
        }
        let files = self.document.env.files.clone();
        let must_parse = text.map(|_| file.clone());
        self.pending(&files, must_parse, Typed)
    }

    /// Whether the last change of the document belongs to a stretch of typing.
    pub(crate) fn continues_typing(&self) -> bool {
        self.history.typing_step.as_ref().is_some_and(|step| {
            step.generation == self.document.generation && step.turn == self.parties.turn()
        })
    }

    /// Merges the steps of the present stretch of typing, after the last one was recorded. Text that is again as it was
    /// before the stretch leaves no step.
    pub(crate) fn join_typing(&mut self) {
        let Some(step) = &self.history.typing_step else {
            return;
        };
        let files = changes_of_files(&step.base, &self.document.env.files);
        self.history.steps.squash_to(step.mark, |first, later| {
            first.then(later);
            first.files.clone_from(&files);
        });
        self.return_flags();
        self.history.steps.drop_newest_if(Step::is_empty);
        if let Some(step) = &mut self.history.typing_step {
            step.generation = self.document.generation;
        }
    }
}
