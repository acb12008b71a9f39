//! Callers of a document, and all that depends on the caller. The table is in the docs of the parent module.

use crate::scene::Mark;
use crate::session::Actor;

/// Origin of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Caller {
    /// The user, by an action of the page; a failure is shown and spoken.
    User,
    /// The user, in a form that shows the reply itself.
    Form,
    /// The user, in the editor.
    Typing,
    /// The model of the conversation.
    Agent {
        /// Number of the turn in which the request was made, if one lasted.
        turn: Option<u64>,
    },
    /// An agent that lives in the browser (WebMCP). Each of its calls is one step back, like the user's.
    BrowserAgent,
}

impl Caller {
    /// Actor of the session's operation.
    pub(super) fn actor(self) -> Actor {
        match self {
            Self::Agent { .. } => Actor::Agent,
            Self::User | Self::Form | Self::Typing | Self::BrowserAgent => Actor::Person,
        }
    }

    /// Whether typed text that waits is handed over before the request.
    pub(super) fn waits_for_typing(self) -> bool {
        matches!(self, Self::User | Self::Form | Self::BrowserAgent)
    }

    /// Whether an agent's turn with this request in between is not one undo step.
    pub(super) fn is_step_of_user(self) -> bool {
        !matches!(self, Self::Agent { .. })
    }

    /// The reason why the request is refused, when `present` is the number of the turn that lasts.
    pub(super) fn refusal(self, present: Option<u64>) -> Option<&'static str> {
        match self {
            Self::Agent { turn } if turn.is_none() || turn != present => {
                Some("the run was stopped before this call began; nothing was changed")
            }
            _ => None,
        }
    }

    /// Whether pictures in the reply become PNG.
    pub(super) fn looks_at_pictures(self) -> bool {
        matches!(self, Self::Agent { .. } | Self::BrowserAgent)
    }

    /// Whether a failure is shown and spoken by the page.
    pub(crate) fn hears_failures(self) -> bool {
        self == Self::User
    }
}

/// A point in the history at which an agent began something.
#[derive(Clone, Copy)]
pub(crate) struct TurnMark {
    pub(super) mark: Mark,
    pub(super) user_steps: u64,
    pub(super) turn: Option<u64>,
}

impl TurnMark {
    /// The agent of this turn as a caller.
    pub(crate) fn caller(self) -> Caller {
        Caller::Agent { turn: self.turn }
    }
}
