//! Errors of requests, classified by the possible reaction.
//!
//! Adapters classify errors; `agent::explain` has the messages for the user. `raw` is for a details view and limited
//! in size.

use serde::{Deserialize, Serialize};

/// Kind of a failed request; each kind calls for a different reaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorKind {
    /// No key has been entered. Nothing was sent.
    NoKey,
    /// The key has a character that cannot be sent in a header. Nothing was sent.
    BadKey,
    /// No address has been entered. Nothing was sent.
    NoAddress,
    /// The key is invalid or revoked.
    Auth,
    /// The provider refuses requests from browsers for this organization.
    CorsForbidden,
    /// The key has no access to this model or from this region.
    Permission,
    /// No credit is left, or a spending limit is reached.
    Billing,
    /// The provider has no model with this id.
    ModelNotFound,
    /// The conversation does not fit into the model's context window.
    ContextOverflow,
    /// The provider rejected the request.
    BadRequest,
    /// Too many requests or tokens per minute.
    RateLimited,
    /// The provider is overloaded.
    Overloaded,
    /// Internal error of the provider.
    Server,
    /// No response: offline, a wrong address, a firewall, or CORS.
    Network,
    /// The answer stopped before its end.
    StreamTruncated,
    /// The model declined to answer.
    Refused,
    /// The model's answer is empty.
    Empty,
    /// The model wrote a tool call that its provider could not parse.
    BadCall,
}

impl ErrorKind {
    /// Returns the maximum number of retries for a failure of this kind.
    pub fn max_retries(self) -> u32 {
        match self {
            Self::RateLimited | Self::Overloaded | Self::Server => 4,
            Self::Network => 3,
            Self::StreamTruncated => 2,
            Self::Empty | Self::BadCall => 1,
            _ => 0,
        }
    }

    /// Whether every other request of the same connection would fail too, because of its key, address, account, or
    /// model.
    pub fn fails_every_request(self) -> bool {
        match self {
            Self::NoKey
            | Self::BadKey
            | Self::NoAddress
            | Self::Auth
            | Self::CorsForbidden
            | Self::Permission
            | Self::Billing
            | Self::ModelNotFound => true,
            Self::ContextOverflow
            | Self::BadRequest
            | Self::RateLimited
            | Self::Overloaded
            | Self::Server
            | Self::Network
            | Self::StreamTruncated
            | Self::Refused
            | Self::Empty
            | Self::BadCall => false,
        }
    }
}

/// A failed request.
#[derive(Debug, Clone, PartialEq)]
pub struct ApiError {
    /// Kind of the failure.
    pub kind: ErrorKind,
    /// Message of the provider, or a message of this program if there is none; one or two sentences.
    pub message: String,
    /// HTTP status, if a response arrived.
    pub status: Option<u16>,
    /// Delay in milliseconds that the provider requests before a retry.
    pub retry_after_ms: Option<u64>,
    /// Whether the provider states that a retry is useless.
    pub never_retry: bool,
    /// Body of the response, at most [`ApiError::RAW_LIMIT`] bytes, for a details view.
    pub raw: String,
}

impl ApiError {
    /// Maximum number of bytes of an error body that are kept.
    pub const RAW_LIMIT: usize = 2048;

    /// Creates an error without a body.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            status: None,
            retry_after_ms: None,
            never_retry: false,
            raw: String::new(),
        }
    }

    /// Returns status, message and body, for a details view.
    pub fn detail(&self) -> String {
        let status = self
            .status
            .map(|status| format!("HTTP {status}"))
            .unwrap_or_default();
        let mut lines = vec![status, self.message.clone(), self.raw.clone()];
        lines.retain(|line| !line.trim().is_empty());
        lines.dedup();
        lines.join("\n")
    }
}

/// Returns the longest prefix of `text` with at most `limit` bytes that ends at a character boundary.
pub(crate) fn clip(text: &str, limit: usize) -> &str {
    if text.len() <= limit {
        return text;
    }
    let mut end = limit;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
