//! API keys and the HTTP requests that carry them.
//!
//! Invariant: no code here prints a key. [`Secret`] has no `Display` and no serialization; `Debug` of a request hides
//! the authentication headers and the body of a sign-in.

use std::fmt;

/// An API key, or the code of a sign-in. Adapters put a key into a header, the page into the storage that the user chose, and a
/// sign-in its code into the body of one request.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Creates a key from entered text without surrounding white space.
    pub fn new(key: &str) -> Self {
        Self(key.trim().to_owned())
    }

    /// Whether the key is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the key can be sent as a header: visible ASCII only.
    pub fn is_sendable(&self) -> bool {
        self.0.bytes().all(|b| b.is_ascii_graphic())
    }

    /// Returns the key itself.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Returns the last four characters, by which the user recognizes the key; empty for a key shorter than 12 bytes.
    pub fn end(&self) -> &str {
        let start = self.0.char_indices().rev().nth(3).map(|(at, _)| at);
        let end = start.filter(|_| self.0.len() >= 12);
        end.map_or("", |at| &self.0[at..])
    }

    /// Replaces the key in `text`, in case a server repeated it. Keys shorter than 8 bytes are not replaced.
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

/// Address and key for requests.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Endpoint {
    /// Base URL to which paths such as `/messages` are appended, for example `https://api.anthropic.com/v1`.
    pub base_url: String,
    /// Key; empty for servers that need none.
    pub key: Secret,
}

impl Endpoint {
    /// Joins `base_url` and `path` with one slash. A base that already ends with the path is accepted.
    pub(crate) fn join(&self, path: &str) -> String {
        let base = self.base_url.trim().trim_end_matches('/');
        let base = base.strip_suffix(path).map_or(base, |b| b.trim_end_matches('/'));
        format!("{base}/{path}")
    }
}

impl Endpoint {
    /// Returns the headers of a JSON request, with a bearer token if there is a key.
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
    /// Absolute URL; never contains a key.
    pub url: String,
    /// Headers, with lower-case names.
    pub headers: Vec<(String, String)>,
    /// Body, as JSON.
    pub body: String,
    /// Time in milliseconds without received data after which the host cancels the request and reports a failure.
    pub silence_ms: u64,
}

/// Maximum silence, in milliseconds, of a provider that sends keep-alive events.
pub(crate) const SILENCE_MS: u64 = 120_000;

/// Maximum silence, in milliseconds, of a provider that sends nothing while its model reasons.
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
        // The body of a sign-in contains secrets.
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
    fn debug_output_hides_the_key() {
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
    fn paths_are_joined_to_the_base_url_once() {
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
