//! Sign-in at a provider that issues keys to pages: OAuth with PKCE (RFC 7636), without a server and without a client
//! secret.
//!
//! Invariants: the verifier leaves the page only in the exchange request, sent to the provider's own address. A
//! return with another state is ignored. `Debug` shows neither code nor verifier. The host provides random bytes and
//! SHA-256. Start with [`SignIn`].

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use super::error::clip;
use super::secret::SILENCE_MS;
use super::{HttpRequest, Secret};

/// Maximum length of a displayed error reason from the URL, in bytes.
const WHY: usize = 200;

/// Addresses of a provider's sign-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignIn {
    /// URL of the page on which the user consents.
    pub page: &'static str,
    /// URL of the request that exchanges a code for a key.
    pub keys: &'static str,
}

/// Parsed query of the URL after a return from the sign-in page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Returned {
    /// Code, or the reason of the failure.
    pub result: Result<Secret, String>,
    /// State parameter, if present.
    pub state: Option<String>,
    /// Remaining query: empty, or starting with a question mark.
    pub rest: String,
}

/// Reason for a failed exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignInError {
    /// The code was already used, has expired, or belongs to another sign-in.
    Expired,
    /// Any other reason.
    Failed,
}

/// Encodes bytes as a URL-safe token: a verifier (32 random bytes), a challenge (the SHA-256 hash of the verifier's
/// characters) or a state.
pub fn token(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Whether a provider redirects to this page: only to `https` or `localhost`, where the redirect cannot be
/// intercepted.
pub fn is_callback(page: &str) -> bool {
    let local = page
        .strip_prefix("http://localhost")
        .is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '/']));
    local || page.starts_with("https://")
}

impl SignIn {
    /// Returns the URL of the sign-in page; `callback` is the page to return to, without a query. The state is also in
    /// the query of `callback`, because a provider keeps that query (RFC 6749, section 3.1.2) but need not return
    /// the parameter `state`.
    pub fn address(&self, callback: &str, challenge: &str, state: &str) -> String {
        let callback = format!("{callback}?state={}", percent_encode(state));
        format!(
            "{}?callback_url={}&code_challenge={}&code_challenge_method=S256&state={}",
            self.page,
            percent_encode(&callback),
            percent_encode(challenge),
            percent_encode(state)
        )
    }

    /// Returns the request that exchanges a code for a key.
    pub fn exchange(&self, code: &Secret, verifier: &str) -> HttpRequest {
        let body = json!({
            "code": code.expose(),
            "code_verifier": verifier,
            "code_challenge_method": "S256",
        });
        HttpRequest {
            method: "POST".to_owned(),
            url: self.keys.to_owned(),
            headers: vec![("content-type".to_owned(), "application/json".to_owned())],
            body: body.to_string(),
            silence_ms: SILENCE_MS,
        }
    }

    /// Returns the key in the response to the exchange.
    ///
    /// # Errors
    /// Returns an error if the response has no valid key.
    pub fn key(&self, status: u16, body: &str) -> Result<Secret, SignInError> {
        match status {
            200..=299 => {
                let json: Value = serde_json::from_str(body).unwrap_or_default();
                let key = Secret::new(json["key"].as_str().unwrap_or_default());
                if key.is_empty() || !key.is_sendable() {
                    Err(SignInError::Failed)
                } else {
                    Ok(key)
                }
            }
            400..=404 | 410 => Err(SignInError::Expired),
            _ => Err(SignInError::Failed),
        }
    }
}

impl Returned {
    /// Parses the query of a URL; `None` if it does not belong to a sign-in.
    pub fn read(query: &str) -> Option<Self> {
        let fields = query.strip_prefix('?').unwrap_or(query).split('&');
        let (mut code, mut error, mut why, mut state) = (None, None, None, None);
        let mut rest = Vec::new();
        for field in fields.filter(|field| !field.is_empty()) {
            let (name, value) = field.split_once('=').unwrap_or((field, ""));
            match name {
                "code" => code = Some(percent_decode(value)),
                "error" => error = Some(percent_decode(value)),
                "error_description" => why = Some(percent_decode(value)),
                "state" => state = Some(percent_decode(value)),
                _ => rest.push(field),
            }
        }
        let result = match (code, error) {
            (_, Some(error)) => {
                let why = why.filter(|why| !why.is_empty()).unwrap_or(error);
                Err(clip(&why, WHY).to_owned())
            }
            (Some(code), None) => Ok(Secret::new(&code)),
            (None, None) => return None,
        };
        let rest = match rest.is_empty() {
            true => String::new(),
            false => format!("?{}", rest.join("&")),
        };
        Some(Self { result, state, rest })
    }

    /// Whether this return belongs to the sign-in started with `state`.
    pub fn answers(&self, state: &str) -> bool {
        self.state.as_deref() == Some(state)
    }
}

/// Percent-encodes a query value.
fn percent_encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

/// Decodes a percent-encoded query value.
fn percent_decode(part: &str) -> String {
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.as_bytes();
    while let [first, after @ ..] = rest {
        let hex = |at: usize| after.get(at).and_then(|byte| char::from(*byte).to_digit(16));
        rest = match (first, hex(0), hex(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high * 16 + low) as u8);
                &after[2..]
            }
            (b'+', ..) => {
                bytes.push(b' ');
                after
            }
            _ => {
                bytes.push(*first);
                after
            }
        };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    const OPENROUTER: SignIn = SignIn {
        page: "https://openrouter.ai/auth",
        keys: "https://openrouter.ai/api/v1/auth/keys",
    };

    /// Test vectors of RFC 7636, appendix B.
    #[test]
    fn pkce_tokens_match_rfc_7636() {
        let random = [
            116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105,
            214, 191, 240, 91, 88, 5, 88, 83, 132, 141, 121,
        ];
        assert_eq!(token(&random), "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
        let digest = [
            19, 211, 30, 150, 26, 26, 216, 236, 47, 22, 177, 12, 76, 152, 46, 8, 118, 168, 120, 173, 109,
            241, 68, 86, 110, 225, 137, 74, 203, 112, 249, 195,
        ];
        assert_eq!(token(&digest), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    }

    #[test]
    fn the_sign_in_address_is_encoded_and_needs_an_allowed_page() {
        assert_eq!(
            OPENROUTER.address("https://x.org/a b/도", "E9-_", "s1"),
            "https://openrouter.ai/auth?callback_url=https%3A%2F%2Fx.org%2Fa%20b%2F%EB%8F%84%3Fstate%3Ds1\
             &code_challenge=E9-_&code_challenge_method=S256&state=s1"
        );
        for (page, fits) in [
            ("https://x.org/trammel/", true),
            ("http://localhost:8080/", true),
            ("http://localhost/", true),
            ("http://127.0.0.1:8080/", false),
            ("http://localhost.evil.org/", false),
            ("http://192.168.0.2/", false),
            ("file:///home/x/index.html", false),
        ] {
            assert_eq!(is_callback(page), fits, "{page}");
        }
    }

    #[test]
    fn the_callback_query_is_parsed_and_removed_from_the_address() {
        let code = |code: &str, state: Option<&str>, rest: &str| {
            Some(Returned {
                result: Ok(Secret::new(code)),
                state: state.map(Into::into),
                rest: rest.into(),
            })
        };
        assert_eq!(
            Returned::read("?code=a%2Bb%2F1&state=s"),
            code("a+b/1", Some("s"), "")
        );
        assert_eq!(
            Returned::read("?lang=ko&code=abc&x"),
            code("abc", None, "?lang=ko&x")
        );
        assert_eq!(Returned::read("?code="), code("", None, ""));
        for other in ["", "?", "?lang=ko", "?state=s", "?codex=1"] {
            assert_eq!(Returned::read(other), None, "{other}");
        }
        let denied = Returned::read("?error=access_denied&error_description=No+%ea%20&state=s").unwrap();
        assert_eq!(denied.result, Err("No \u{fffd} ".to_owned()));
        let denied = Returned::read("?error=access_denied&code=x").unwrap();
        assert_eq!(denied.result, Err("access_denied".to_owned()));

        let long = Returned::read(&format!("?error={}", "%EC%95%BC".repeat(900))).unwrap();
        assert!(long.result.is_err_and(|why| why.len() <= WHY));

        let returned = Returned::read("?code=c&state=s").unwrap();
        assert!(returned.answers("s") && !returned.answers("t"));
        assert!(!Returned::read("?code=c").unwrap().answers("s"));
        assert!(!Returned::read("?code=c&state=").unwrap().answers("s"));
        for odd in ["?code=%", "?code=%4", "?code=%zz", "?code=%e", "?=&&code=%F0%9F"] {
            assert!(Returned::read(odd).is_some(), "{odd}");
        }
    }

    #[test]
    fn the_code_is_exchanged_for_a_key() {
        let request = OPENROUTER.exchange(&Secret::new("canary-code"), "canary-verifier");
        assert_eq!(
            (request.method.as_str(), request.url.as_str()),
            ("POST", "https://openrouter.ai/api/v1/auth/keys")
        );
        assert_eq!(
            request.body,
            r#"{"code":"canary-code","code_verifier":"canary-verifier","code_challenge_method":"S256"}"#
        );
        assert!(!format!("{request:?} {:?}", Returned::read("?code=canary")).contains("canary"));
        let key = OPENROUTER.key(200, r#"{"key":"sk-or-v1-12","user_id":"u"}"#);
        assert_eq!(key.unwrap().expose(), "sk-or-v1-12");
        for (status, body, refusal) in [
            (
                403,
                r#"{"error":{"message":"Invalid code","code":403}}"#,
                SignInError::Expired,
            ),
            (400, "", SignInError::Expired),
            (500, "", SignInError::Failed),
            (429, "", SignInError::Failed),
            (200, "<html>", SignInError::Failed),
            (200, r#"{"key":"ключ"}"#, SignInError::Failed),
        ] {
            assert_eq!(OPENROUTER.key(status, body), Err(refusal), "{status} {body}");
        }
    }
}
