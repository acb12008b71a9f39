//! Classification of Gemini errors, from an HTTP response or from inside a stream.
//!
//! The format is `{"error": {"code", "message", "status", "details"}}`, sometimes in an array of one element.

use serde_json::Value;

use crate::stream::text;
use crate::{ApiError, ErrorKind, failure};

/// Classifies a response whose status is not 2xx.
pub(super) fn classify(status: u16, headers: &[(String, String)], body: &str) -> ApiError {
    let json: Value = serde_json::from_str(body).unwrap_or_default();
    let error = error_of(&json);
    let kind = kind_of(status, error);
    with_delay(
        failure::response_error(kind, text(error, "message"), status, headers, body),
        error,
    )
}

/// Classifies an error inside a stream whose status was 200.
pub(super) fn in_stream(event: &Value) -> ApiError {
    let error = error_of(event);
    let status = error["code"]
        .as_u64()
        .and_then(|code| u16::try_from(code).ok())
        .unwrap_or(500);
    let kind = kind_of(status, error);
    with_delay(
        failure::in_stream(kind, text(error, "message"), &event.to_string()),
        error,
    )
}

fn error_of(json: &Value) -> &Value {
    &json.get(0).unwrap_or(json)["error"]
}

fn kind_of(status: u16, error: &Value) -> ErrorKind {
    let said = text(error, "message").to_ascii_lowercase();
    let any = |needles: &[&str]| needles.iter().any(|n| said.contains(n));
    match (text(error, "status"), status) {
        _ if details(error).any(|detail| detail["reason"] == "API_KEY_INVALID") => ErrorKind::Auth,
        (_, 400) if any(&["api key not valid", "api key expired"]) => ErrorKind::Auth,
        (_, 400) if any(&["token count"]) && any(&["exceeds", "exceed the"]) => ErrorKind::ContextOverflow,
        ("FAILED_PRECONDITION", _) if any(&["billing"]) => ErrorKind::Billing,
        ("FAILED_PRECONDITION", _) => ErrorKind::Permission,
        ("UNAUTHENTICATED", _) | (_, 401) => ErrorKind::Auth,
        ("PERMISSION_DENIED", _) | (_, 403) => ErrorKind::Permission,
        ("NOT_FOUND", _) | (_, 404) => ErrorKind::ModelNotFound,
        (_, 402) => ErrorKind::Billing,
        (_, 413) => ErrorKind::ContextOverflow,
        ("RESOURCE_EXHAUSTED", _) | (_, 429) if used_up(error) => ErrorKind::Billing,
        ("RESOURCE_EXHAUSTED", _) | (_, 429) => ErrorKind::RateLimited,
        ("UNAVAILABLE", _) | (_, 502 | 503) => ErrorKind::Overloaded,
        (_, 408 | 409 | 500..) => ErrorKind::Server,
        _ => ErrorKind::BadRequest,
    }
}

fn details(error: &Value) -> impl Iterator<Item = &Value> {
    error["details"].as_array().into_iter().flatten()
}

/// Whether a quota is exhausted for longer than a minute: a daily quota, or a quota of 0.
fn used_up(error: &Value) -> bool {
    let violations = details(error)
        .filter_map(|detail| detail["violations"].as_array())
        .flatten();
    let mut ids = violations.map(|violation| (text(violation, "quotaId"), text(violation, "quotaValue")));
    ids.any(|(id, value)| id.contains("PerDay") || value == "0")
        || text(error, "message").contains("limit: 0")
}

fn with_delay(mut error: ApiError, said: &Value) -> ApiError {
    let hint = details(said).find_map(|detail| failure::duration(text(detail, "retryDelay")));
    if error.kind.max_retries() > 0 {
        error.retry_after_ms = error.retry_after_ms.or(hint);
    }
    error
}
