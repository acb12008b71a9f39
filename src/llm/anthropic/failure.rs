//! Classifies errors, from an HTTP answer or from inside a stream.
//!
//! Errors have the shape `{"type":"error","error":{"type","message"}}`, but a proxy may answer with anything.

use serde_json::Value;

use crate::llm::error::clip;
use crate::llm::{ApiError, ErrorKind};

/// Classifies an answer whose status is not 2xx.
pub(super) fn classify(status: u16, headers: &[(String, String)], body: &str) -> ApiError {
    let json: Option<Value> = serde_json::from_str(body).ok();
    let (kind_text, message) = json.as_ref().map_or(("", ""), parts);
    let kind = kind_of(status, kind_text, message);
    let message = if !message.is_empty() {
        message.to_owned()
    } else if is_page(body) {
        format!("The server answered {status} with a web page instead of an API error.")
    } else if body.trim().is_empty() {
        format!("The server answered {status} without an explanation.")
    } else {
        format!("The server answered {status}: {}", clip(body.trim(), 200))
    };
    ApiError {
        kind,
        message: clip(&message, 1000).to_owned(),
        status: Some(status),
        retry_after_ms: retry_after(headers),
        never_retry: header(headers, "x-should-retry") == Some("false"),
        raw: clip(body, ApiError::RAW_LIMIT).to_owned(),
    }
}

/// Classifies `{"type":"error",...}` inside a stream whose status was 200.
pub(super) fn in_stream(event: &Value) -> ApiError {
    let (kind_text, message) = parts(event);
    let status = match kind_text {
        "invalid_request_error" => 400,
        "authentication_error" => 401,
        "billing_error" => 402,
        "permission_error" => 403,
        "not_found_error" => 404,
        "request_too_large" => 413,
        "rate_limit_error" => 429,
        "overloaded_error" => 529,
        "timeout_error" => 504,
        _ => 500,
    };
    let said = if message.is_empty() {
        "The provider reported an error without an explanation."
    } else {
        message
    };
    let mut error = ApiError::new(kind_of(status, kind_text, message), clip(said, 1000));
    error.raw = clip(&event.to_string(), ApiError::RAW_LIMIT).to_owned();
    error
}

/// A successful answer that is no stream at all.
pub(super) fn not_a_stream(body: &str) -> ApiError {
    let message = if is_page(body) {
        "The address answered with a web page, so it is not the API."
    } else {
        "The address answered with something that is not a Messages API stream."
    };
    let mut error = ApiError::new(ErrorKind::BadRequest, message);
    error.raw = clip(body, ApiError::RAW_LIMIT).to_owned();
    error
}

fn parts(json: &Value) -> (&str, &str) {
    let error = json.get("error");
    let kind = error
        .and_then(|e| e.get("type"))
        .and_then(Value::as_str)
        .unwrap_or_default();
    // Some proxies write `{"error": "text"}` or `{"message": "text"}`.
    let message = error
        .and_then(|e| e.get("message").or(Some(e)))
        .or_else(|| json.get("message"))
        .and_then(Value::as_str)
        .unwrap_or_default();
    (kind, message)
}

fn kind_of(status: u16, kind: &str, message: &str) -> ErrorKind {
    let said = message.to_ascii_lowercase();
    let any = |needles: &[&str]| needles.iter().any(|n| said.contains(n));
    match status {
        _ if any(&["cors requests"]) => ErrorKind::CorsForbidden,
        400 | 413 if any(&["prompt is too long"]) => ErrorKind::ContextOverflow,
        400 if any(&["credit balance", "usage limits", "spend limit", "spending limit"]) => {
            ErrorKind::Billing
        }
        401 => ErrorKind::Auth,
        402 => ErrorKind::Billing,
        403 => ErrorKind::Permission,
        404 if kind == "not_found_error" => ErrorKind::ModelNotFound,
        408 | 409 => ErrorKind::Server,
        413 => ErrorKind::ContextOverflow,
        429 => ErrorKind::RateLimited,
        502 | 503 | 529 => ErrorKind::Overloaded,
        500.. => ErrorKind::Server,
        _ => ErrorKind::BadRequest,
    }
}

fn header<'h>(headers: &'h [(String, String)], name: &str) -> Option<&'h str> {
    headers
        .iter()
        .find(|(n, _)| n.eq_ignore_ascii_case(name))
        .map(|(_, value)| value.trim())
}

/// `retry-after-ms`, or `retry-after` in seconds. A date would need a clock and is ignored.
fn retry_after(headers: &[(String, String)]) -> Option<u64> {
    let number = |name, unit: f64| {
        let value: f64 = header(headers, name)?.parse().ok()?;
        (value.is_finite() && value >= 0.0).then_some((value * unit).ceil() as u64)
    };
    number("retry-after-ms", 1.0).or_else(|| number("retry-after", 1000.0))
}

fn is_page(body: &str) -> bool {
    let start = body.trim_start_matches('\u{feff}').trim_start();
    start.starts_with('<')
}
