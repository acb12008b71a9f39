//! The list of providers, and finding one by its id.

use super::provider::Provider;
use super::{anthropic, completions, demo, gemini, ondevice, responses};

/// Every provider, in the order a settings dialog shows them.
pub const PROVIDERS: &[Provider] = &[
    anthropic::PROVIDER,
    responses::PROVIDER,
    gemini::PROVIDER,
    completions::OPENROUTER,
    completions::GROQ,
    completions::DEEPSEEK,
    completions::MISTRAL,
    completions::OLLAMA,
    completions::LM_STUDIO,
    completions::LLAMA_CPP,
    completions::ANY,
    ondevice::PROVIDER,
    demo::PROVIDER,
];

/// The provider with this id.
pub fn provider(id: &str) -> Option<&'static Provider> {
    PROVIDERS.iter().find(|p| p.id == id)
}

/// A list of providers among which a conversation finds its own. The default has all of them.
#[derive(Clone, Copy, Debug)]
pub struct Providers(pub &'static [Provider]);

impl Default for Providers {
    fn default() -> Providers {
        Providers(PROVIDERS)
    }
}

impl Providers {
    /// The provider with this id.
    ///
    /// # Errors
    /// There is none; the message lists the ids.
    pub fn find(self, id: &str) -> Result<&'static Provider, String> {
        self.0.iter().find(|provider| provider.id == id).ok_or_else(|| {
            let known: Vec<&str> = self.0.iter().map(|provider| provider.id).collect();
            format!(
                "There is no provider '{id}'. Choose one of: {}.",
                known.join(", ")
            )
        })
    }
}
