//! List of providers and lookup by id.

use super::provider::Provider;
use super::{anthropic, completions, demo, gemini, ondevice, responses};

/// All providers, in the order of the settings dialog.
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

/// Returns the provider with this id.
pub fn provider(id: &str) -> Option<&'static Provider> {
    PROVIDERS.iter().find(|p| p.id == id)
}

/// Returns the origins of the providers' servers, sorted, without servers on the user's own computer.
pub fn origins() -> Vec<String> {
    let addresses = PROVIDERS.iter().flat_map(|provider| {
        let keys = provider.sign_in.map(|place| place.keys);
        std::iter::once(provider.base_url).chain(keys)
    });
    let mut origins: Vec<String> = addresses
        .filter_map(|address| address.strip_prefix("https://"))
        .filter_map(|rest| rest.split('/').next())
        .map(|host| format!("https://{host}"))
        .collect();
    origins.sort();
    origins.dedup();
    origins
}

/// List of providers available to a conversation. The default contains all of them.
#[derive(Clone, Copy, Debug)]
pub struct Providers(pub &'static [Provider]);

impl Default for Providers {
    fn default() -> Providers {
        Providers(PROVIDERS)
    }
}

impl Providers {
    /// Returns the provider with this id.
    ///
    /// # Errors
    /// Returns a message with the known ids if there is no such provider.
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
