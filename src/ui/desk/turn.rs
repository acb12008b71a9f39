//! An agent's turn: one step to take back, what a person does meanwhile, and what they did since the last one.

use super::Desk;
use crate::scene::Mark;
use crate::ui::state::App;

/// A point in the history at which an agent began something.
#[derive(Clone, Copy)]
pub(crate) struct TurnMark {
    pub(super) mark: Mark,
    pub(super) by_hand: u64,
}

impl Desk {
    /// An agent's turn begins: what a person changes from now on is left alone until it ends.
    pub(crate) fn turn_begins(self) -> TurnMark {
        self.inner().session.borrow_mut().begin_turn();
        self.here()
    }

    /// The present point in the history.
    pub(crate) fn here(self) -> TurnMark {
        let inner = self.inner();
        let mark = inner.session.borrow().mark();
        TurnMark {
            mark,
            by_hand: inner.by_hand.get(),
        }
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

    /// What a person changed by hand and the model has not been told.
    pub(crate) fn news(self) -> Option<String> {
        self.inner().session.borrow_mut().news()
    }
}
