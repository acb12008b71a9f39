//! Callers of a document, and everything that depends on the caller. The parent module's documentation has the table.

use trammel_document::Actor;
use trammel_scene::Mark;

/// Origin of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Caller {
    /// The user, by an action of the page; a failure is shown and spoken.
    User,
    /// The user, in a form that shows the reply itself.
    Form,
    /// The user, in the code editor.
    Typing,
    /// The model of the conversation.
    Agent {
        /// Number of the turn in which the request was made; `None` outside a turn.
        turn: Option<u64>,
    },
    /// An agent in the browser (WebMCP). Each of its calls is one undo step, like an action of the user.
    BrowserAgent,
}

impl Caller {
    /// Returns the actor of the session's operation.
    pub(super) fn actor(self) -> Actor {
        match self {
            Self::Agent { .. } => Actor::Agent,
            Self::BrowserAgent => Actor::BrowserAgent,
            Self::User | Self::Form | Self::Typing => Actor::User,
        }
    }

    /// Whether waiting typed text enters the queue before the request.
    pub(super) fn waits_for_typing(self) -> bool {
        matches!(self, Self::User | Self::Form | Self::BrowserAgent)
    }

    /// Whether a request during an agent's turn keeps the turn from becoming one undo step.
    pub(super) fn is_step_of_user(self) -> bool {
        !matches!(self, Self::Agent { .. })
    }

    /// Returns the reason to refuse the request; `present` is the number of the current turn.
    pub(super) fn refusal(self, present: Option<u64>) -> Option<&'static str> {
        match self {
            Self::Agent { turn } if turn.is_none() || turn != present => {
                Some("the run was stopped before this call started; nothing was changed")
            }
            _ => None,
        }
    }

    /// Whether pictures in the reply are converted to PNG.
    pub(super) fn needs_png_pictures(self) -> bool {
        matches!(self, Self::Agent { .. } | Self::BrowserAgent)
    }

    /// Whether the caller reads the warnings in the reply. The page shows warnings of the drawing after every change.
    pub(super) fn reads_warnings(self) -> bool {
        !matches!(self, Self::User | Self::Typing)
    }

    /// Whether the page shows and speaks a failure.
    pub(crate) fn needs_failure_message(self) -> bool {
        self == Self::User
    }
}

/// A point in the history at which an agent's turn or call began.
#[derive(Clone, Copy)]
pub(crate) struct TurnMark {
    pub(super) mark: Mark,
    pub(super) user_steps: u64,
    pub(super) turn: Option<u64>,
    /// Last step of the history.
    pub(super) head: u64,
}

impl TurnMark {
    /// Returns the number of the last step of the history at this point.
    pub(crate) fn head(self) -> u64 {
        self.head
    }

    /// Returns the agent of this turn as a caller.
    pub(crate) fn caller(self) -> Caller {
        Caller::Agent { turn: self.turn }
    }
}
