//! Adapters: one wire format each.

use super::chat::{Chat, StreamEvent};
use super::error::ApiError;
use super::ondevice::Prompt;
use super::secret::{Endpoint, HttpRequest};

/// Ways in which a request reaches its answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Transport {
    /// Send this and deliver status, headers and body bytes.
    Http(HttpRequest),
    /// Deliver these bytes as the body of a successful answer, after the delays, then the end.
    Recorded(Vec<Chunk>),
    /// Ask the model of the browser; deliver what [`ondevice`](super::ondevice) makes of its words as the body of a successful answer.
    OnDevice(Prompt),
}

/// A piece of a recorded answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// Delay before the delivery, in milliseconds.
    pub delay_ms: u64,
    /// Bytes to deliver.
    pub bytes: Vec<u8>,
}

/// A provider's wire format: pure functions and a stream decoder.
pub trait Adapter: Send + Sync {
    /// The request that asks for the next assistant turn of this chat.
    fn request(&self, chat: &Chat<'_>, endpoint: &Endpoint) -> Transport;
    /// A decoder for the body of one successful answer; `model` is the id that was asked for.
    fn decoder(&self, model: &str) -> Box<dyn Decoder>;
    /// The request for the server's list of models, to be read with [`model_ids`](super::model_ids); `None` if it has none.
    fn list(&self, endpoint: &Endpoint) -> Option<HttpRequest>;
    /// The cheapest proof of a key.
    fn proof(&self, endpoint: &Endpoint) -> Proof {
        let _ = endpoint;
        Proof::List
    }
    /// Classifies an answer whose status is not 2xx.
    fn error(&self, status: u16, headers: &[(String, String)], body: &str) -> ApiError;
}

/// Turns body bytes, in pieces of any size, into events.
///
/// Emits at most one [`StreamEvent::End`] or [`StreamEvent::Error`], and nothing after it. `End` comes only from
/// a real terminal event of the provider; a body that stops without one is an error.
pub trait Decoder: Send + Sync {
    /// Takes the next bytes.
    fn push(&mut self, bytes: &[u8]) -> Vec<StreamEvent>;
    /// The body has ended.
    fn finish(&mut self) -> Vec<StreamEvent>;
}

/// The cheapest proof of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// The list of models: nobody gets it without a key.
    List,
    /// A request of its own; the list is for everybody.
    Request(HttpRequest),
    /// Nothing but a turn of the model.
    Turn,
}
