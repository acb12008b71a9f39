//! Presets: the differences between servers.

use crate::llm::call_ids;

/// Differences between servers.
#[derive(Debug, Clone, Copy)]
pub(in crate::llm) struct Preset {
    /// Id of the provider; raw turns are tagged with it.
    pub(super) provider: &'static str,
    /// The field of an answer that must come back with it: reasoning between calls.
    pub(super) echo: Option<&'static str>,
    /// Whether usage in a stream must be asked for.
    pub(super) asks_usage: bool,
    /// Whether a user message may follow results directly.
    pub(super) user_after_results: bool,
    /// Makes another provider's call ids acceptable.
    pub(super) id: fn(&str) -> String,
    /// Proof of a key.
    pub(super) proof: Proves,
}

/// Proofs of a key.
#[derive(Debug, Clone, Copy)]
pub(super) enum Proves {
    /// The list of models.
    List,
    /// The answer to a `GET` of this path.
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

    /// A server that may want no key, and gives its list to everybody.
    pub(super) const fn open(provider: &'static str) -> Self {
        Self {
            proof: Proves::Turn,
            ..Self::standard(provider)
        }
    }
}
