//! Record of the changes by the parties that act on a document.

use super::agent_run::{Review, Run};
use super::proposal::Proposal;
use super::user_edits::{Actor, UserEdits};

/// Changes of the user and of agents, as far as one must know of those of the other.
#[derive(Debug, Default)]
pub struct Parties {
    pub(crate) user_edits: UserEdits,
    /// Difference that agents have made since the beginning of their runs.
    pub(crate) review: Review,
    /// Steps of an agent that wait for the user's decision.
    pub(crate) proposal: Option<Proposal>,
}

impl Parties {
    /// Returns the run of an agent that is going on; `None` for the user, and between turns.
    pub(crate) fn present_run(&self, actor: Actor) -> Option<&Run> {
        match actor {
            Actor::User => None,
            Actor::Agent => self.review.turn.as_ref().filter(|_| self.turn().is_some()),
            Actor::BrowserAgent => self.review.browser.as_ref(),
        }
    }
}
