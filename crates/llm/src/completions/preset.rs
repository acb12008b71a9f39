//! Presets: the differences between Chat Completions servers.

use crate::call_ids;

/// Differences of a server from the standard.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Preset {
    /// Id of the provider, stored in raw turns.
    pub(super) provider: &'static str,
    /// Field of an answer that must be sent back with the turn: reasoning between calls.
    pub(super) echo: Option<&'static str>,
    /// Whether usage in a stream must be requested.
    pub(super) asks_usage: bool,
    /// Whether a user message may directly follow tool results.
    pub(super) user_after_results: bool,
    /// Converts another provider's call id to an accepted one.
    pub(super) id: fn(&str) -> String,
    /// Proof of a key.
    pub(super) proof: Proves,
}

/// Proof of a key.
#[derive(Debug, Clone, Copy)]
pub(super) enum Proves {
    /// The model list.
    List,
    /// The response to a `GET` of this path.
    Path(&'static str),
    /// An answer of the model.
    Turn,
}

impl Preset {
    pub(super) const fn standard(provider: &'static str) -> Self {
        Self {
            provider,
            echo: None,
            asks_usage: true,
            user_after_results: true,
            id: call_ids::plain,
            proof: Proves::List,
        }
    }

    /// Returns the preset of a server that may need no key and lists its models without one.
    pub(super) const fn open(provider: &'static str) -> Self {
        Self {
            proof: Proves::Turn,
            ..Self::standard(provider)
        }
    }
}
