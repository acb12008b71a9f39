//! An agent's turn: one step to take back, what the user does meanwhile, and what they did since the last one.

use super::caller::TurnMark;
use super::handle::{DocumentHandle, Inner};
use super::request::Kind;
use crate::session::Session;
use crate::tools::{Answer, Reply};

impl Inner {
    /// The present point in the history.
    pub(super) fn mark_of(&self, session: &Session) -> TurnMark {
        TurnMark {
            mark: session.mark(),
            user_steps: self.user_steps.get(),
            turn: session.turn(),
        }
    }
}

impl DocumentHandle {
    /// An agent's turn begins: what the user changes from now on is left alone until it ends.
    pub(crate) fn turn_begins(self) -> TurnMark {
        let inner = self.inner();
        let mut session = inner.session.borrow_mut();
        session.begin_turn();
        inner.mark_of(&session)
    }

    /// Where in the history the last call of the conversation began: after all that the user did before it.
    pub(crate) fn call_begun(self) -> Option<TurnMark> {
        self.inner().call_begun.get()
    }

    /// An agent's turn ends: one step back takes it back, unless the user changed something in between.
    pub(crate) fn turn_ends(self, begun: TurnMark) {
        let inner = self.inner();
        inner.session.borrow_mut().end_turn();
        if inner.user_steps.get() == begun.user_steps {
            inner.session.borrow_mut().squash_to(begun.mark, "agent");
            self.changed(begun.caller(), Kind::Context, Reply::done(Answer::Done));
        }
    }

    /// There is a conversation from an earlier visit, which goes on.
    pub(crate) fn track_edits(self) {
        self.inner().session.borrow_mut().track_edits();
    }

    /// A new conversation begins: its model has read nothing yet.
    pub(crate) fn forget_reading(self) {
        self.inner().session.borrow_mut().forget_reading();
    }

    /// Changes that the user made by hand and the model has not been told.
    pub(crate) fn take_user_changes(self) -> Option<String> {
        self.inner().session.borrow_mut().take_user_changes()
    }
}
