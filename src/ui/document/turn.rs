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
            mark: session.history().mark(),
            user_steps: self.user_steps.get(),
            turn: session.parties().turn(),
            head: session.history().head(),
        }
    }
}

impl DocumentHandle {
    /// Starts an agent's turn with this request of the user. The agent cannot overwrite the user's edits until the turn
    /// ends.
    pub(crate) fn turn_begins(self, request: &str) -> TurnMark {
        let inner = self.inner();
        let mut session = inner.session.borrow_mut();
        session.begin_turn();
        session.parties_mut().set_request(request);
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
        inner.session.borrow_mut().parties_mut().end_turn();
        // A change that waits for a decision stays a step of its own, which can be reverted alone.
        let is_decided = inner.session.borrow().parties().proposal().is_none();
        if is_decided && inner.user_steps.get() == begun.user_steps {
            inner
                .session
                .borrow_mut()
                .history_mut()
                .squash_to(begun.mark, step_label::AGENT);
            self.publish_change(begun.caller(), Kind::Context, Reply::of_answer(Answer::Done));
        }
    }

    /// Makes a conversation the one that acts, and collects the changes by others for it.
    pub(crate) fn listen(self, conversation: &str) {
        self.inner()
            .session
            .borrow_mut()
            .parties_mut()
            .listen(conversation);
    }

    /// Resets the read-first state of files, because the model of a new conversation has not read any file.
    pub(crate) fn forget_reading(self) {
        self.inner().session.borrow_mut().forget_reading();
    }

    /// Returns the changes by others that the model of the present conversation has not yet received, and clears the list.
    pub(crate) fn take_user_changes(self) -> Option<String> {
        self.inner()
            .session
            .borrow_mut()
            .parties_mut()
            .take_user_changes()
    }
}
