//! Adapter of the Anthropic Messages API, called directly from a browser.
//!
//! [`request`] builds requests, [`decode`] parses streams, [`failure`] classifies errors. Reference:
//! <https://platform.claude.com/docs/en/api/messages>, streaming, extended thinking, prompt caching, errors.

mod decode;
mod failure;
mod request;

#[cfg(test)]
mod tests;

use super::model_list;
use super::stream::Framed;
use super::{
    Adapter, ApiError, Chat, Decoder, Endpoint, HttpRequest, KeyNeed, ModelDefaults, Provider, Reach,
    Transport,
};

/// Provider entry.
pub(crate) const PROVIDER: Provider = Provider {
    id: "anthropic",
    label: "Anthropic",
    base_url: "https://api.anthropic.com/v1",
    models: &[
        "claude-opus-5-5",
        "claude-sonnet-5-5",
        "claude-fable-5-2",
        "claude-haiku-5-5",
    ],
    key: KeyNeed::Required,
    reach: Reach::Organization,
    defaults: ModelDefaults {
        window: 200_000,
        output: 32_000,
        images: true,
    },
    recorded: false,
    key_variable: Some("ANTHROPIC_API_KEY"),
    sign_in: None,
    adapter: || {
        Box::new(Anthropic {
            provider: "anthropic",
        })
    },
};

/// Adapter of the Messages API wire format. Raw turns store the provider's id, so that a recorded turn is never sent
/// back as an answer of Anthropic.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Anthropic {
    /// Id of the provider that uses this format.
    pub(crate) provider: &'static str,
}

impl Adapter for Anthropic {
    fn request(&self, chat: &Chat<'_>, endpoint: &Endpoint) -> Transport {
        Transport::Http(request::build(self.provider, chat, endpoint))
    }

    fn decoder(&self, model: &str) -> Box<dyn Decoder> {
        Box::new(Framed::new(decode::Stream::new(self.provider, model)))
    }

    fn list(&self, endpoint: &Endpoint) -> Option<HttpRequest> {
        Some(model_list::request(
            endpoint,
            "?limit=1000",
            request::headers(endpoint),
        ))
    }

    fn error(&self, status: u16, headers: &[(String, String)], body: &str) -> ApiError {
        failure::classify(status, headers, body)
    }
}
