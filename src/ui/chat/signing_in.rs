//! Progress of a sign-in at a provider. Plain data for the settings and the page's state.

use super::connection::Choice;
use crate::ui::i18n::Msg;

/// Reason for a failure: a message template and its values.
pub(super) type Why = (Msg, Vec<(&'static str, String)>);

/// Stage of a sign-in.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stage {
    /// The code is being exchanged for a key.
    Busy,
    /// The key has been received.
    Done,
    /// The sign-in failed for this reason.
    Failed(Why),
}

/// A sign-in as displayed, with the choice that it belongs to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SigningIn {
    pub(super) choice: Choice,
    pub(super) stage: Stage,
}
