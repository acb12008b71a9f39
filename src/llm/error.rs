//! What can go wrong with a request, by what one can do about it.
//!
//! Adapters classify; wording for people is in `agent::explain`. `raw` is for a details view and is capped.

use serde::{Deserialize, Serialize};

/// Kinds of failure that need different reactions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorKind {
    /// No key has been entered. Nothing was sent.
    NoKey,
    /// The key has a character that cannot be sent in a header. Nothing was sent.
    BadKey,
    /// No address has been entered. Nothing was sent.
    NoAddress,
    /// The key is wrong or revoked.
    Auth,
    /// The provider does not let this organization be used from a browser.
    CorsForbidden,
    /// The key may not use this model or this region.
    Permission,
    /// No credit, or a spending limit.
    Billing,
    /// The model id does not exist there.
    ModelNotFound,
    /// The conversation does not fit into the model's context window.
    ContextOverflow,
    /// The provider does not accept the request.
    BadRequest,
    /// Too many requests or tokens a minute.
    RateLimited,
    /// The provider is overloaded.
    Overloaded,
    /// The provider failed.
    Server,
    /// No answer at all: offline, a wrong address, a firewall, or CORS.
    Network,
    /// The answer stopped in the middle.
    StreamTruncated,
    /// The model declined to answer.
    Refused,
    /// The model answered with nothing.
    Empty,
    /// The model wrote a call that its provider could not read.
    BadCall,
}

impl ErrorKind {
    /// How many times a request that failed this way is tried again.
    pub fn max_retries(self) -> u32 {
        match self {
            Self::RateLimited | Self::Overloaded | Self::Server => 4,
            Self::Network => 3,
            Self::StreamTruncated => 2,
            Self::Empty | Self::BadCall => 1,
            _ => 0,
        }
    }
}

/// A failed request.
#[derive(Debug, Clone, PartialEq)]
pub struct ApiError {
    /// What kind of failure.
    pub kind: ErrorKind,
    /// The provider's own words, or ours when it gave none. One or two sentences.
    pub message: String,
    /// HTTP status, if there was one.
    pub status: Option<u16>,
    /// How long the provider asks to wait, in milliseconds.
    pub retry_after_ms: Option<u64>,
    /// Whether the provider itself says that trying again is useless.
    pub never_retry: bool,
    /// The body, at most [`ApiError::RAW_LIMIT`] bytes, for a details view.
    pub raw: String,
}

impl ApiError {
    /// Bytes of an error body that are kept.
    pub const RAW_LIMIT: usize = 2048;

    /// An error without a body.
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

    /// Status, message and body, for a details view.
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

/// The longest beginning of `text` of at most `limit` bytes that ends between characters.
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
