//! Adapter trait: conversion between the chat types and the wire format of a provider.

use super::chat::{Chat, StreamEvent};
use super::error::ApiError;
use super::ondevice::Prompt;
use super::secret::{Endpoint, HttpRequest};

/// Transport of a request to its answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Transport {
    /// HTTP request to send; the host delivers status, headers and body bytes.
    Http(HttpRequest),
    /// Recorded answer; the host delivers these chunks as the body of a successful response, each after its delay.
    Recorded(Vec<Chunk>),
    /// Prompt for the browser's built-in model; the host delivers the output, encoded by the functions of
    /// [`ondevice`](super::ondevice), as the body of a successful response.
    OnDevice(Prompt),
}

/// Chunk of a recorded answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// Delay before the delivery, in milliseconds.
    pub delay_ms: u64,
    /// Bytes to deliver.
    pub bytes: Vec<u8>,
}

/// Wire format of a provider: pure functions and a stream decoder.
pub trait Adapter: Send + Sync {
    /// Returns the request for the next assistant turn of a chat.
    fn request(&self, chat: &Chat<'_>, endpoint: &Endpoint) -> Transport;
    /// Returns a decoder for the body of one successful response; `model` is the requested model id.
    fn decoder(&self, model: &str) -> Box<dyn Decoder>;
    /// Returns the request for the server's model list, whose response [`model_ids`](super::model_ids) parses; `None`
    /// if the server has no list.
    fn list(&self, endpoint: &Endpoint) -> Option<HttpRequest>;
    /// Returns the cheapest proof that a key is valid.
    fn proof(&self, endpoint: &Endpoint) -> Proof {
        let _ = endpoint;
        Proof::List
    }
    /// Classifies a response whose status is not 2xx.
    fn error(&self, status: u16, headers: &[(String, String)], body: &str) -> ApiError;
}

/// Incremental decoder from body bytes, in chunks of any size, to events.
///
/// Emits at most one [`StreamEvent::End`] or [`StreamEvent::Error`], and nothing after it. `End` requires a terminal
/// event of the provider; a body that stops without one is an error.
pub trait Decoder: Send + Sync {
    /// Decodes the next bytes of the body.
    fn push(&mut self, bytes: &[u8]) -> Vec<StreamEvent>;
    /// Handles the end of the body.
    fn finish(&mut self) -> Vec<StreamEvent>;
}

/// Cheapest proof that a key is valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// Request for the model list, which requires a valid key.
    List,
    /// Separate request, for a server that lists models without a key.
    Request(HttpRequest),
    /// Request for a short turn of the model; no cheaper request checks the key.
    Turn,
}
