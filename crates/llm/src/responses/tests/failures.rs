//! Tests of HTTP errors.

use expect_test::expect;
use serde_json::json;

use super::*;
use crate::tests::{check_bodies_without_errors, failure, failures};

#[test]
fn http_errors_are_classified_by_code_and_status() {
    let long = "Your input exceeds the context window of this model.";
    let soon = "Rate limit reached. Please try again in 1.2s. Visit x";
    let all = [
        (401, "invalid_api_key", "Incorrect API key"),
        (
            403,
            "unsupported_country_region_territory",
            "Country not supported",
        ),
        (404, "model_not_found", "The model `x` does not exist"),
        (400, "context_length_exceeded", long),
        (400, "", "This model's maximum context length is 8192 tokens"),
        (
            400,
            "invalid_value",
            "No tool output found for function call call_1.",
        ),
        (429, "insufficient_quota", "You exceeded your current quota"),
        (429, "credit_balance_exhausted", "Pay"),
        (429, "rate_limit_exceeded", soon),
        (429, "rate_limit_exceeded", "Please try again in 350ms."),
        (503, "slow_down", "Slow down"),
        (500, "server_error", "Oops"),
        (503, "server_is_overloaded", "Busy"),
        (409, "conflict", "Twice"),
    ];
    let bodies = all.map(|(status, code, message)| {
        let error = json!({"message": message, "type": "invalid_request_error", "param": null, "code": code});
        (status, json!({ "error": error }).to_string())
    });
    expect![[r#"
        401 Auth: Incorrect API key
        403 Permission: Country not supported
        404 ModelNotFound: The model `x` does not exist
        400 ContextOverflow: Your input exceeds the context window of this model.
        400 ContextOverflow: This model's maximum context length is 8192 tokens
        400 BadRequest: No tool output found for function call call_1.
        429 Billing: You exceeded your current quota
        429 Billing: Pay
        429 RateLimited after 1200 ms: Rate limit reached. Please try again in 1.2s. Visit x
        429 RateLimited after 350 ms: Please try again in 350ms.
        503 Overloaded: Slow down
        500 Server: Oops
        503 Overloaded: Busy
        409 Server: Twice"#]]
    .assert_eq(&failures(&ADAPTER, &bodies));
}

#[test]
fn retry_after_headers_are_read_and_web_pages_are_explained() {
    let slow = json!({"error": {"message": "Try again in 9s", "code": "rate_limit_exceeded"}}).to_string();
    assert_eq!(
        failure(&ADAPTER, 429, &[("retry-after", "2")], &slow),
        "RateLimited after 2000 ms: Try again in 9s"
    );
    check_bodies_without_errors(&ADAPTER);
}
