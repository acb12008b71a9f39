//! Classification of errors in OpenAI's format, from an HTTP response or from inside a stream. Compatible servers use
//! variants of the format: `{"error": {"message", "type", "code"}}`, `{"error": "text"}`, `{"message": "text"}`.

use serde_json::Value;

use crate::{ApiError, ErrorKind, failure};

/// Code and message of an error.
struct Said {
    code: String,
    message: String,
}

/// Classifies a response whose status is not 2xx.
pub(crate) fn classify(status: u16, headers: &[(String, String)], body: &str) -> ApiError {
    let json: Value = serde_json::from_str(body).unwrap_or_default();
    let said = parts(&json);
    let kind = kind_of(status, &said);
    with_hint(
        failure::response_error(kind, &said.message, status, headers, body),
        &said,
    )
}

/// Classifies an error inside a stream whose status was 200: an event of its own, or a field of another event.
pub(crate) fn in_stream(event: &Value) -> ApiError {
    let said = parts(event);
    // Gateways put an HTTP status into `code`.
    let status = said.code.parse().unwrap_or(match &said.code[..] {
        "rate_limit_exceeded" | "rate_limit_error" => 429,
        "invalid_api_key" | "authentication_error" => 401,
        "invalid_prompt" | "invalid_request_error" | "context_length_exceeded" => 400,
        "model_not_found" => 404,
        "server_is_overloaded" | "slow_down" | "overloaded_error" => 503,
        _ => 500,
    });
    let kind = kind_of(status, &said);
    with_hint(failure::in_stream(kind, &said.message, &event.to_string()), &said)
}

fn parts(json: &Value) -> Said {
    // Some servers wrap the error in an array.
    let json = json.get(0).unwrap_or(json);
    let error = json.get("error").filter(|error| !error.is_null()).unwrap_or(json);
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    };
    let field = |key: &str| error.get(key).map(text).unwrap_or_default();
    let mut message = if error.is_string() {
        text(error)
    } else {
        field("message")
    };
    if message.is_empty() {
        message = json.get("detail").map(text).unwrap_or_default();
    }
    // The code is more specific than the type; the type `error` is only the name of the event.
    let code = [field("code"), field("type")]
        .into_iter()
        .find(|code| !code.is_empty() && code != "error");
    Said {
        code: code.unwrap_or_default(),
        message,
    }
}

fn kind_of(status: u16, said: &Said) -> ErrorKind {
    let text = said.message.to_ascii_lowercase();
    let any = |needles: &[&str]| needles.iter().any(|n| text.contains(n));
    let too_long = [
        "context length",
        "context window",
        "context size",
        "maximum context",
        "prompt is too long",
        "too many tokens",
        "reduce the length",
    ];
    match (&said.code[..], status) {
        ("insufficient_quota" | "credit_balance_exhausted" | "billing_hard_limit_reached", _) => {
            ErrorKind::Billing
        }
        ("context_length_exceeded" | "exceed_context_size_error", _) => ErrorKind::ContextOverflow,
        (_, 400 | 413 | 422 | 500) if any(&too_long) => ErrorKind::ContextOverflow,
        ("invalid_api_key", _) | (_, 401) => ErrorKind::Auth,
        (_, 402) => ErrorKind::Billing,
        (_, 403) => ErrorKind::Permission,
        ("model_not_found", _) => ErrorKind::ModelNotFound,
        (_, 404) if text.contains("model") => ErrorKind::ModelNotFound,
        (_, 400) if any(&["not a valid model", "no such model", "unknown model"]) => ErrorKind::ModelNotFound,
        (_, 408 | 409) => ErrorKind::Server,
        (_, 413) => ErrorKind::ContextOverflow,
        (_, 429) => ErrorKind::RateLimited,
        (_, 502..=504 | 529) | ("server_is_overloaded" | "slow_down", _) => ErrorKind::Overloaded,
        (_, 500..) => ErrorKind::Server,
        _ => ErrorKind::BadRequest,
    }
}

/// Adds the retry delay from the message if the header is missing, because a page often cannot read the header.
fn with_hint(mut error: ApiError, said: &Said) -> ApiError {
    if error.retry_after_ms.is_none() {
        let lower = said.message.to_ascii_lowercase();
        let hint = lower
            .split_once("try again in")
            .and_then(|(_, rest)| failure::duration(rest));
        error.retry_after_ms = hint.filter(|_| error.kind.max_retries() > 0);
    }
    error
}
