//! Undo and redo: each step reverts or repeats code and drawing together.
//!
//! Invariant: typed text that does not run becomes a step of the user before any other step is made, undone or redone,
//! so that undo and redo pass through it and never skip or lose it.

use crate::contents::document::Document;
use crate::history::document_history::DocumentHistory;
use crate::history::history_log::Direction;
use crate::history::step::Step;
use crate::history::step_label::TYPING;
use crate::history::stored_step::StoredStep;
use crate::runs::reply;
use crate::session::Session;
use crate::turns::user_edits::Actor;
use std::sync::Arc;
use trammel_code::FileName;
use trammel_language::bilingual;
use trammel_scene::{Diff, Mark};
use trammel_tools::{Changes, Reply};

impl Document {
    /// Whether the files differ from those of the last step, because typed text does not run or has not run yet.
    pub(crate) fn is_ahead(&self) -> bool {
        let Some(committed) = &self.committed else {
            return false;
        };
        let same = |(name, text): (&FileName, &Arc<str>)| committed.get(name) == Some(text);
        self.env.files.files().count() != committed.len() || !self.env.files.files().all(same)
    }
}

impl DocumentHistory {
    /// Returns the present position in the history, for [`DocumentHistory::squash_to`].
    pub fn mark(&self) -> Mark {
        self.steps.mark()
    }

    /// Merges all steps since `mark` into one undo step, for example those of an agent turn or a gesture.
    pub fn squash_to(&mut self, mark: Mark, label: &str) {
        let one = |first: &mut Step, later: Step| {
            first.then(later);
            first.label = label.to_owned();
        };
        self.steps.squash_to(mark, one);
    }
}

impl Session {
    /// Reverts the last step of this visit, code and drawing together, on behalf of `actor`. See also
    /// [`Session::step_back`].
    pub fn undo(&mut self, actor: Actor) -> Reply {
        self.parties.user_edits.begin(actor);
        self.commit_typing();
        match self.history.steps.undo().cloned() {
            None => Reply::of_message(bilingual!("nothing to undo", "취소할 것이 없어요")),
            Some(mut step) => {
                if self.document.exchange_of(&mut step, Direction::Back) {
                    self.history.steps.replace_undone(step.clone());
                }
                self.apply_step(&step.inverse(), Direction::Back);
                reply::step_reply(
                    "undone",
                    &step.label,
                    Changes::of(&step.scene.inverse()),
                    &self.document.scene,
                )
            }
        }
    }

    /// Repeats the last step undone in this visit, on behalf of `actor`. Text that was typed since then ends the steps to redo.
    pub fn redo(&mut self, actor: Actor) -> Reply {
        self.parties.user_edits.begin(actor);
        self.commit_typing();
        match self.history.steps.redo().cloned() {
            None => Reply::of_message(bilingual!("nothing to redo", "다시 할 것이 없어요")),
            Some(mut step) => {
                if self.document.exchange_of(&mut step, Direction::Forward)
                    && let Some(newest) = self.history.steps.newest_mut()
                {
                    newest.clone_from(&step);
                }
                self.apply_step(&step, Direction::Forward);
                reply::step_reply(
                    "redone",
                    &step.label,
                    Changes::of(&step.scene),
                    &self.document.scene,
                )
            }
        }
    }

    /// Records a step of the user for text that was typed since the last step and does not run.
    pub(crate) fn commit_typing(&mut self) {
        if !self.document.is_ahead() {
            return;
        }
        let joins = self.continues_typing();
        let run = self.document.run.clone();
        let actor = self.parties.user_edits.actor();
        self.parties.user_edits.begin(Actor::User);
        self.record(TYPING, Diff::default(), run);
        if joins {
            self.join_typing();
        }
        self.parties.user_edits.begin(actor);
    }

    /// Returns the labels of the next undo step and the next redo step.
    pub fn undo_labels(&self) -> (Option<&str>, Option<&str>) {
        if self.document.is_ahead() {
            return (Some(TYPING), None);
        }
        let (undo, redo) = (
            self.history.steps.done_steps().last(),
            self.history.steps.undone().last(),
        );
        let label = Step::label;
        let stored = StoredStep::label;
        (
            undo.map(label)
                .or_else(|| self.history.log.older.last().map(stored)),
            redo.map(label)
                .or_else(|| self.history.log.newer.last().map(stored)),
        )
    }
}
