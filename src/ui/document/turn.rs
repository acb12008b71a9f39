//! An agent's turn: one step to take back, what a person does meanwhile, and what they did since the last one.

use super::{DocumentHandle, Inner};
use crate::scene::Mark;
use crate::session::Session;
use crate::ui::state::App;

/// A point in the history at which an agent began something.
#[derive(Clone, Copy)]
pub(crate) struct TurnMark {
    pub(super) mark: Mark,
    pub(super) by_hand: u64,
}

impl Inner {
    /// The present point in the history.
    pub(super) fn mark_of(&self, session: &Session) -> TurnMark {
        TurnMark {
            mark: session.mark(),
            by_hand: self.by_hand.get(),
        }
    }
}

impl DocumentHandle {
    /// An agent's turn begins: what a person changes from now on is left alone until it ends.
    pub(crate) fn turn_begins(self) -> TurnMark {
        let inner = self.inner();
        let mut session = inner.session.borrow_mut();
        session.begin_turn();
        inner.mark_of(&session)
    }

    /// Where in the history the last call of the conversation began: after all that a person did before it.
    pub(crate) fn call_begun(self) -> Option<TurnMark> {
        self.inner().call_begun.get()
    }

    /// An agent's turn ends: one step back takes it back, unless a person changed something in between.
    pub(crate) fn turn_ends(self, app: App, begun: TurnMark) {
        let inner = self.inner();
        inner.session.borrow_mut().end_turn();
        if inner.by_hand.get() == begun.by_hand {
            inner.session.borrow_mut().squash_to(begun.mark, "agent");
            self.refresh(app);
        }
    }

    /// There is a conversation from an earlier visit, which goes on.
    pub(crate) fn track_edits(self) {
        self.inner().session.borrow_mut().track_edits();
    }

    /// What a person changed by hand and the model has not been told.
    pub(crate) fn take_user_changes(self) -> Option<String> {
        self.inner().session.borrow_mut().take_user_changes()
    }
}
