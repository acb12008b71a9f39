//! Classification of Messages API errors, from an HTTP response or from inside a stream.
//!
//! Errors have the format `{"type":"error","error":{"type","message"}}`, but a proxy may respond with any body.

use serde_json::Value;

use crate::{ApiError, ErrorKind, failure};

/// Classifies a response whose status is not 2xx.
pub(super) fn classify(status: u16, headers: &[(String, String)], body: &str) -> ApiError {
    let json: Option<Value> = serde_json::from_str(body).ok();
    let (kind_text, message) = json.as_ref().map_or(("", ""), parts);
    let kind = kind_of(status, kind_text, message);
    failure::response_error(kind, message, status, headers, body)
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
    failure::in_stream(kind_of(status, kind_text, message), message, &event.to_string())
}

fn parts(json: &Value) -> (&str, &str) {
    let error = json.get("error");
    let kind = error
        .and_then(|e| e.get("type"))
        .and_then(Value::as_str)
        .unwrap_or_default();
    // Some proxies send `{"error": "text"}` or `{"message": "text"}`.
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
