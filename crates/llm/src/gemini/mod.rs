//! Adapter of the Google Gemini API (`streamGenerateContent`), called directly from a browser.
//!
//! [`request`] builds requests, [`decode`] parses streams, [`failure`] classifies errors. Reference:
//! <https://ai.google.dev/api/generate-content>, function calling, thought signatures.

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
    id: request::ID,
    label: "Google Gemini",
    base_url: "https://generativelanguage.googleapis.com/v1beta",
    models: &["gemini-3.8-flash", "gemini-4-argon", "gemini-3.5-flash-lite"],
    key: KeyNeed::Required,
    reach: Reach::Plain,
    defaults: ModelDefaults {
        window: 1_000_000,
        output: 32_000,
        images: true,
    },
    recorded: false,
    key_variable: Some("GEMINI_API_KEY"),
    sign_in: None,
    adapter: || Box::new(Gemini),
};

/// Adapter of the Gemini wire format.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Gemini;

impl Adapter for Gemini {
    fn request(&self, chat: &Chat<'_>, endpoint: &Endpoint) -> Transport {
        Transport::Http(request::build(chat, endpoint))
    }

    fn decoder(&self, model: &str) -> Box<dyn Decoder> {
        Box::new(Framed::new(decode::Stream::new(model)))
    }

    fn list(&self, endpoint: &Endpoint) -> Option<HttpRequest> {
        Some(model_list::request(
            endpoint,
            "?pageSize=1000",
            request::headers(endpoint),
        ))
    }

    fn error(&self, status: u16, headers: &[(String, String)], body: &str) -> ApiError {
        failure::classify(status, headers, body)
    }
}
