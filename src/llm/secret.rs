//! Keys and the requests that carry them.
//!
//! Invariant: nothing here prints a key. [`Secret`] has no `Display` and no serialization; `Debug` of a request
//! hides the headers that authenticate, and the body of a sign-in.

use std::fmt;

/// A key. Only an adapter reads it, to put it into a header.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Takes a key as typed or pasted: surrounding white space is not part of it.
    pub fn new(key: &str) -> Self {
        Self(key.trim().to_owned())
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether it can be sent as a header at all: visible ASCII only.
    pub fn is_sendable(&self) -> bool {
        self.0.bytes().all(|b| b.is_ascii_graphic())
    }

    /// The key itself, for a header.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// `text` without the key, should a server have repeated it.
    pub fn scrub(&self, text: &str) -> String {
        if self.0.len() < 8 {
            text.to_owned()
        } else {
            text.replace(&self.0, "[key]")
        }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() {
            "Secret(none)"
        } else {
            "Secret([key])"
        })
    }
}

/// Where requests go and with which key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Endpoint {
    /// What precedes `/messages` and the like, for example `https://api.anthropic.com/v1`.
    pub base_url: String,
    /// The key; empty for servers that want none.
    pub key: Secret,
}

impl Endpoint {
    /// `base_url` + `/` + `path`, whether or not the base ends with a slash or already with the path.
    pub(crate) fn join(&self, path: &str) -> String {
        let base = self.base_url.trim().trim_end_matches('/');
        let base = base.strip_suffix(path).map_or(base, |b| b.trim_end_matches('/'));
        format!("{base}/{path}")
    }
}

impl Endpoint {
    /// The plain headers of a JSON request that authenticates with a bearer token, if there is a key.
    pub(crate) fn bearer_headers(&self) -> Vec<(String, String)> {
        let mut headers = vec![("content-type".to_owned(), "application/json".to_owned())];
        if !self.key.is_empty() {
            headers.push((
                "authorization".to_owned(),
                format!("Bearer {}", self.key.expose()),
            ));
        }
        headers
    }
}

/// An HTTP request as plain data.
#[derive(Clone, PartialEq, Eq)]
pub struct HttpRequest {
    /// `POST` or `GET`.
    pub method: String,
    /// Absolute URL; never holds a key.
    pub url: String,
    /// Headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// Body, JSON.
    pub body: String,
    /// Silence, in milliseconds, after which the host gives up and reports a failure.
    pub silence_ms: u64,
}

/// Silence that is too long from a provider that sends signs of life.
pub(crate) const SILENCE_MS: u64 = 120_000;

/// Silence that is too long from a provider that says nothing while its model reasons.
pub(crate) const LONG_SILENCE_MS: u64 = 300_000;

impl fmt::Debug for HttpRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let headers: Vec<_> = self
            .headers
            .iter()
            .map(|(name, value)| {
                let hidden = matches!(name.as_str(), "x-api-key" | "authorization" | "x-goog-api-key");
                (name.as_str(), if hidden { "[key]" } else { value.as_str() })
            })
            .collect();
        // A sign-in has its secrets in the body.
        let signs_in = self.body.contains("\"code_verifier\"");
        let body = if signs_in { "[hidden]" } else { self.body.as_str() };
        f.debug_struct("HttpRequest")
            .field("method", &self.method)
            .field("url", &self.url)
            .field("headers", &headers)
            .field("body", &body)
            .field("silence_ms", &self.silence_ms)
            .finish()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn no_key_in_debug() {
        let key = Secret::new("  sk-canary-0123 \n");
        assert_eq!(key.expose(), "sk-canary-0123");
        let endpoint = Endpoint {
            base_url: "https://x/v1".into(),
            key: key.clone(),
        };
        let request = HttpRequest {
            method: "POST".into(),
            url: endpoint.join("messages"),
            headers: vec![("x-api-key".into(), key.expose().into())],
            body: "{}".into(),
            silence_ms: SILENCE_MS,
        };
        let printed = format!("{key:?} {endpoint:?} {request:?}");
        assert!(!printed.contains("canary"), "{printed}");
        assert_eq!(key.scrub("bad key sk-canary-0123!"), "bad key [key]!");
        assert!(!Secret::new("sk-ключ").is_sendable());
    }

    #[test]
    fn urls() {
        for base in [
            "https://x/v1",
            "https://x/v1/",
            "https://x/v1/messages",
            " https://x/v1/messages/ ",
        ] {
            let endpoint = Endpoint {
                base_url: base.into(),
                key: Secret::default(),
            };
            assert_eq!(endpoint.join("messages"), "https://x/v1/messages");
        }
    }
}
