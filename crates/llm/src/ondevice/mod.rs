//! Adapter of the browser's built-in model (the Prompt API, `LanguageModel`): no key, no address, no data leaves the
//! device.
//!
//! The model is small: a few thousand tokens of context, and one call per turn, written as JSON that the browser
//! enforces. `request` converts a chat to a [`Prompt`]; a host asks the model and encodes the output with
//! [`piece`], [`usage`], [`error`] and [`end`]; `decode` decodes these bytes. Reference:
//! <https://developer.chrome.com/docs/ai/prompt-api>.

mod decode;
mod prompt;
mod request;

#[cfg(test)]
mod tests;

pub use prompt::{Message, Prompt};

use serde_json::{Value, json};

use super::stream::Framed;
use super::{
    Adapter, ApiError, Chat, Decoder, Endpoint, ErrorKind, HttpRequest, KeyNeed, ModelDefaults, Provider,
    Reach, Transport, failure,
};

/// Id of the provider.
pub const ID: &str = "builtin";

/// Provider entry.
pub(crate) const PROVIDER: Provider = Provider {
    id: ID,
    label: "Browser's built-in model",
    base_url: "",
    models: &["built-in"],
    key: KeyNeed::None,
    reach: Reach::OnDevice,
    defaults: ModelDefaults {
        window: 4_096,
        output: 1_000,
        images: false,
    },
    recorded: false,
    key_variable: None,
    sign_in: None,
    adapter: || Box::new(OnDevice),
};

/// Encodes a piece of the model's output.
pub fn piece(text: &str) -> Vec<u8> {
    event(&json!({ "text": text }))
}

/// Encodes the number of tokens that the session holds.
pub fn usage(tokens: u64) -> Vec<u8> {
    event(&json!({ "tokens": tokens }))
}

/// Encodes an error of the browser, with its name.
pub fn error(name: &str, message: &str) -> Vec<u8> {
    event(&json!({ "error": { "name": name, "message": message } }))
}

/// Encodes the end of the output.
pub fn end() -> Vec<u8> {
    b"data: [DONE]\n\n".to_vec()
}

fn event(value: &Value) -> Vec<u8> {
    format!("data: {value}\n\n").into_bytes()
}

#[derive(Debug, Clone, Copy)]
struct OnDevice;

impl Adapter for OnDevice {
    fn request(&self, chat: &Chat<'_>, _endpoint: &Endpoint) -> Transport {
        Transport::OnDevice(request::build(chat))
    }

    fn decoder(&self, _model: &str) -> Box<dyn Decoder> {
        Box::new(Framed::new(decode::Stream::default()))
    }

    fn list(&self, _endpoint: &Endpoint) -> Option<HttpRequest> {
        None
    }

    fn error(&self, status: u16, headers: &[(String, String)], body: &str) -> ApiError {
        failure::response_error(ErrorKind::Server, "", status, headers, body)
    }
}
