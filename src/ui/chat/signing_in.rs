//! Progress of a sign-in at a provider. Plain data for the settings and the page's state.

use super::connection::Choice;
use crate::ui::i18n::Msg;

/// Why there is no key: a text, and what fills it.
pub(super) type Why = (Msg, Vec<(&'static str, String)>);

/// How far a sign-in is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stage {
    /// The key is on its way.
    Busy,
    /// The key is there.
    Done,
    /// There is none, and why.
    Failed(Why),
}

/// A sign-in as it is shown, and what was chosen for it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SigningIn {
    pub(super) choice: Choice,
    pub(super) stage: Stage,
}
