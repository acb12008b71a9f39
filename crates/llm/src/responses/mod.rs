//! Adapter of the OpenAI Responses API, called directly from a browser. The API stores nothing (`store: false`), so
//! reasoning is sent back encrypted, in the items of the turn.
//!
//! [`request`] builds requests, [`decode`] parses streams, [`failure`] classifies errors. Reference:
//! <https://platform.openai.com/docs/api-reference/responses>, streaming, reasoning, function calling.

mod decode;
pub(super) mod failure;
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
    id: "openai",
    label: "OpenAI",
    base_url: "https://api.openai.com/v1",
    models: &["gpt-6.1-sol", "gpt-6.1-terra", "gpt-6-luna", "gpt-6-astra"],
    key: KeyNeed::Required,
    reach: Reach::Plain,
    defaults: ModelDefaults {
        window: 200_000,
        output: 32_000,
        images: true,
    },
    recorded: false,
    key_variable: Some("OPENAI_API_KEY"),
    sign_in: None,
    adapter: || Box::new(Responses { provider: "openai" }),
};

/// Adapter of the Responses API wire format. Raw turns store the provider's id.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Responses {
    /// Id of the provider that uses this format.
    pub(crate) provider: &'static str,
}

impl Adapter for Responses {
    fn request(&self, chat: &Chat<'_>, endpoint: &Endpoint) -> Transport {
        Transport::Http(request::build(self.provider, chat, endpoint))
    }

    fn decoder(&self, model: &str) -> Box<dyn Decoder> {
        Box::new(Framed::new(decode::Stream::new(self.provider, model)))
    }

    fn list(&self, endpoint: &Endpoint) -> Option<HttpRequest> {
        Some(model_list::request(endpoint, "", endpoint.bearer_headers()))
    }

    fn error(&self, status: u16, headers: &[(String, String)], body: &str) -> ApiError {
        failure::classify(status, headers, body)
    }
}
