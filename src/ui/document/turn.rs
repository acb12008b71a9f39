//! Agent turns: grouping into one undo step, protection of the user's edits during a turn, and the user's edits between
//! turns.

use super::caller::TurnMark;
use super::handle::{DocumentHandle, Inner};
use super::request::Kind;
use trammel_document::Session;
use trammel_document::step_label;
use trammel_tools::{Answer, Reply};

impl Inner {
    /// Returns the current point in the history.
    pub(super) fn mark_of(&self, session: &Session) -> TurnMark {
        TurnMark {
            mark: session.mark(),
            user_steps: self.user_steps.get(),
            turn: session.turn(),
        }
    }
}

impl DocumentHandle {
    /// Starts an agent's turn. The agent cannot overwrite the user's edits until the turn ends.
    pub(crate) fn turn_begins(self) -> TurnMark {
        let inner = self.inner();
        let mut session = inner.session.borrow_mut();
        session.begin_turn();
        inner.mark_of(&session)
    }

    /// Returns the point in the history at which the conversation's last call began, after all earlier steps of the
    /// user.
    pub(crate) fn call_begun(self) -> Option<TurnMark> {
        self.inner().call_begun.get()
    }

    /// Ends an agent's turn and merges it into one undo step, unless the user changed something during the turn or has
    /// not decided on a change.
    pub(crate) fn turn_ends(self, begun: TurnMark) {
        let inner = self.inner();
        inner.session.borrow_mut().end_turn();
        // A change that waits for a decision stays a step of its own, which can be reverted alone.
        let is_decided = inner.session.borrow().proposal().is_none();
        if is_decided && inner.user_steps.get() == begun.user_steps {
            inner
                .session
                .borrow_mut()
                .squash_to(begun.mark, step_label::AGENT);
            self.changed(begun.caller(), Kind::Context, Reply::done(Answer::Done));
        }
    }

    /// Starts tracking the user's edits, for a conversation that is restored from an earlier visit.
    pub(crate) fn track_edits(self) {
        self.inner().session.borrow_mut().track_edits();
    }

    /// Resets the read-first state of files, because the model of a new conversation has not read any file.
    pub(crate) fn forget_reading(self) {
        self.inner().session.borrow_mut().forget_reading();
    }

    /// Returns the user's edits that the model has not yet received, and clears the list.
    pub(crate) fn take_user_changes(self) -> Option<String> {
        self.inner().session.borrow_mut().take_user_changes()
    }
}
