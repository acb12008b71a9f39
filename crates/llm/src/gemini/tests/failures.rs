//! Tests of HTTP errors.

use expect_test::{Expect, expect};
use serde_json::{Value, json};

use super::*;
use crate::tests::failure;

#[track_caller]
fn check(code: u16, status: &str, message: &str, details: &Value, expected: &Expect) {
    let body = json!({"error": {"code": code, "message": message, "status": status, "details": details}});
    let said = failure(&ADAPTER, code, &[], &body.to_string());
    assert_eq!(
        failure(&ADAPTER, code, &[], &json!([body]).to_string()),
        said,
        "in a list"
    );
    expected.assert_eq(&said);
}

#[test]
fn http_errors_are_classified_by_status() {
    let none = json!([]);
    let bad_key = json!([{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"}]);
    check(
        400,
        "INVALID_ARGUMENT",
        "API key not valid. Please pass a valid API key.",
        &bad_key,
        &expect!["Auth: API key not valid. Please pass a valid API key."],
    );
    check(
        400,
        "INVALID_ARGUMENT",
        "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
        &none,
        &expect![
            "ContextOverflow: The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."
        ],
    );
    check(
        400,
        "INVALID_ARGUMENT",
        "Invalid JSON payload",
        &none,
        &expect!["BadRequest: Invalid JSON payload"],
    );
    check(
        400,
        "FAILED_PRECONDITION",
        "User location is not supported for the API use.",
        &none,
        &expect!["Permission: User location is not supported for the API use."],
    );
    check(
        400,
        "FAILED_PRECONDITION",
        "Please enable billing.",
        &none,
        &expect!["Billing: Please enable billing."],
    );
    check(403, "PERMISSION_DENIED", "No", &none, &expect!["Permission: No"]);
    check(
        404,
        "NOT_FOUND",
        "models/x is not found",
        &none,
        &expect!["ModelNotFound: models/x is not found"],
    );
    check(500, "INTERNAL", "Oops", &none, &expect!["Server: Oops"]);
    check(
        503,
        "UNAVAILABLE",
        "Overloaded",
        &none,
        &expect!["Overloaded: Overloaded"],
    );
    check(504, "DEADLINE_EXCEEDED", "Late", &none, &expect!["Server: Late"]);
}

#[test]
fn quota_errors_separate_rate_limits_from_billing() {
    let details = |quota: &str| {
        json!([
            {"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [{"quotaId": quota, "quotaValue": "15"}]},
            {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "34.4s"},
        ])
    };
    check(
        429,
        "RESOURCE_EXHAUSTED",
        "Slow down",
        &details("GenerateRequestsPerMinutePerProject"),
        &expect!["RateLimited after 34400 ms: Slow down"],
    );
    check(
        429,
        "RESOURCE_EXHAUSTED",
        "Used up",
        &details("GenerateRequestsPerDayPerProject"),
        &expect!["Billing: Used up"],
    );
    check(
        429,
        "RESOURCE_EXHAUSTED",
        "Quota exceeded, limit: 0",
        &json!([]),
        &expect!["Billing: Quota exceeded, limit: 0"],
    );
    check(
        429,
        "RESOURCE_EXHAUSTED",
        "Slow down",
        &json!([]),
        &expect!["RateLimited: Slow down"],
    );
}

#[test]
fn web_pages_and_empty_bodies_are_explained() {
    let page = format!("<html>{}</html>", "x".repeat(9_000));
    expect!["Overloaded: The server answered 502 with a web page instead of an API error."]
        .assert_eq(&failure(&ADAPTER, 502, &[], &page));
    expect!["BadRequest: The server answered 400 without an explanation."].assert_eq(&failure(
        &ADAPTER,
        400,
        &[],
        "",
    ));
}
