//! Tests of HTTP errors.

use expect_test::expect;
use serde_json::{Value, json};

use super::*;
use crate::tests::{check_bodies_without_errors, failures};

/// Describes errors, which have the same meaning in a list.
fn outcomes(errors: &[(u16, &str, &str, &Value)]) -> String {
    let bodies = |is_list: bool| -> Vec<(u16, String)> {
        let body = |(code, status, message, details): &(u16, &str, &str, &Value)| {
            let body =
                json!({"error": {"code": code, "message": message, "status": status, "details": details}});
            let body = if is_list { json!([body]) } else { body };
            (*code, body.to_string())
        };
        errors.iter().map(body).collect()
    };
    let said = failures(&ADAPTER, &bodies(false));
    assert_eq!(failures(&ADAPTER, &bodies(true)), said, "in a list");
    said
}

#[test]
fn http_errors_are_classified_by_status() {
    let none = json!([]);
    let bad_key = json!([{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"}]);
    let key = "API key not valid. Please pass a valid API key.";
    let long = "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).";
    let location = "User location is not supported for the API use.";
    expect![[r#"
        400 Auth: API key not valid. Please pass a valid API key.
        400 ContextOverflow: The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).
        400 BadRequest: Invalid JSON payload
        400 Permission: User location is not supported for the API use.
        400 Billing: Please enable billing.
        403 Permission: No
        404 ModelNotFound: models/x is not found
        500 Server: Oops
        503 Overloaded: Overloaded
        504 Server: Late"#]]
    .assert_eq(&outcomes(&[
        (400, "INVALID_ARGUMENT", key, &bad_key),
        (400, "INVALID_ARGUMENT", long, &none),
        (400, "INVALID_ARGUMENT", "Invalid JSON payload", &none),
        (400, "FAILED_PRECONDITION", location, &none),
        (400, "FAILED_PRECONDITION", "Please enable billing.", &none),
        (403, "PERMISSION_DENIED", "No", &none),
        (404, "NOT_FOUND", "models/x is not found", &none),
        (500, "INTERNAL", "Oops", &none),
        (503, "UNAVAILABLE", "Overloaded", &none),
        (504, "DEADLINE_EXCEEDED", "Late", &none),
    ]));
}

#[test]
fn quota_errors_separate_rate_limits_from_billing() {
    let details = |quota: &str| {
        json!([
            {"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [{"quotaId": quota, "quotaValue": "15"}]},
            {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "34.4s"},
        ])
    };
    let none = json!([]);
    let minute = details("GenerateRequestsPerMinutePerProject");
    let day = details("GenerateRequestsPerDayPerProject");
    expect![[r#"
        429 RateLimited after 34400 ms: Slow down
        429 Billing: Used up
        429 Billing: Quota exceeded, limit: 0
        429 RateLimited: Slow down"#]]
    .assert_eq(&outcomes(&[
        (429, "RESOURCE_EXHAUSTED", "Slow down", &minute),
        (429, "RESOURCE_EXHAUSTED", "Used up", &day),
        (429, "RESOURCE_EXHAUSTED", "Quota exceeded, limit: 0", &none),
        (429, "RESOURCE_EXHAUSTED", "Slow down", &none),
    ]));
}

#[test]
fn web_pages_and_empty_bodies_are_explained() {
    check_bodies_without_errors(&ADAPTER);
}
