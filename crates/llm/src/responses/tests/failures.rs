//! Tests of HTTP errors.

use expect_test::{Expect, expect};
use serde_json::json;

use super::*;
use crate::tests::failure;

#[track_caller]
fn check(status: u16, code: &str, message: &str, expected: &Expect) {
    let body =
        json!({"error": {"message": message, "type": "invalid_request_error", "param": null, "code": code}});
    expected.assert_eq(&failure(&ADAPTER, status, &[], &body.to_string()));
}

#[test]
fn http_errors_are_classified_by_code_and_status() {
    check(
        401,
        "invalid_api_key",
        "Incorrect API key",
        &expect!["Auth: Incorrect API key"],
    );
    check(
        403,
        "unsupported_country_region_territory",
        "Country not supported",
        &expect!["Permission: Country not supported"],
    );
    check(
        404,
        "model_not_found",
        "The model `x` does not exist",
        &expect!["ModelNotFound: The model `x` does not exist"],
    );
    check(
        400,
        "context_length_exceeded",
        "Your input exceeds the context window of this model.",
        &expect!["ContextOverflow: Your input exceeds the context window of this model."],
    );
    check(
        400,
        "",
        "This model's maximum context length is 8192 tokens",
        &expect!["ContextOverflow: This model's maximum context length is 8192 tokens"],
    );
    check(
        400,
        "invalid_value",
        "No tool output found for function call call_1.",
        &expect!["BadRequest: No tool output found for function call call_1."],
    );
    check(
        429,
        "insufficient_quota",
        "You exceeded your current quota",
        &expect!["Billing: You exceeded your current quota"],
    );
    check(429, "credit_balance_exhausted", "Pay", &expect!["Billing: Pay"]);
    check(
        429,
        "rate_limit_exceeded",
        "Rate limit reached. Please try again in 1.2s. Visit x",
        &expect!["RateLimited after 1200 ms: Rate limit reached. Please try again in 1.2s. Visit x"],
    );
    check(
        429,
        "rate_limit_exceeded",
        "Please try again in 350ms.",
        &expect!["RateLimited after 350 ms: Please try again in 350ms."],
    );
    check(503, "slow_down", "Slow down", &expect!["Overloaded: Slow down"]);
    check(500, "server_error", "Oops", &expect!["Server: Oops"]);
    check(503, "server_is_overloaded", "Busy", &expect!["Overloaded: Busy"]);
    check(409, "conflict", "Twice", &expect!["Server: Twice"]);
}

#[test]
fn retry_after_headers_are_read_and_web_pages_are_explained() {
    let slow = json!({"error": {"message": "Try again in 9s", "code": "rate_limit_exceeded"}}).to_string();
    expect!["RateLimited after 2000 ms: Try again in 9s"].assert_eq(&failure(
        &ADAPTER,
        429,
        &[("retry-after", "2")],
        &slow,
    ));
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
