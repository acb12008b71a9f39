//! Tests of HTTP errors.

use expect_test::{Expect, expect};

use super::*;
use crate::tests::failure;

#[track_caller]
fn check_error(status: u16, headers: &[(&str, &str)], body: &str, expected: &Expect) {
    expected.assert_eq(&failure(&ADAPTER, status, headers, body));
}

fn error_body(kind: &str, message: &str) -> String {
    json!({"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_1"}).to_string()
}

#[test]
fn http_errors_are_classified() {
    check_error(
        401,
        &[],
        &error_body("authentication_error", "invalid x-api-key"),
        &expect!["Auth: invalid x-api-key"],
    );
    let cors = "CORS requests are not allowed for this Organization because of its data retention settings.";
    check_error(
        401,
        &[],
        &error_body("authentication_error", cors),
        &expect![
            "CorsForbidden: CORS requests are not allowed for this Organization because of its data retention settings."
        ],
    );
    check_error(
        402,
        &[],
        &error_body("billing_error", "Pay"),
        &expect!["Billing: Pay"],
    );
    let credit = "Your credit balance is too low to access the Anthropic API.";
    check_error(
        400,
        &[],
        &error_body("invalid_request_error", credit),
        &expect!["Billing: Your credit balance is too low to access the Anthropic API."],
    );
    check_error(
        403,
        &[],
        &error_body("permission_error", "No"),
        &expect!["Permission: No"],
    );
    check_error(
        404,
        &[],
        &error_body("not_found_error", "model: nope"),
        &expect!["ModelNotFound: model: nope"],
    );
    check_error(
        404,
        &[],
        "404 page not found",
        &expect!["BadRequest: The server answered 404: 404 page not found"],
    );
    check_error(
        400,
        &[],
        &error_body("invalid_request_error", "max_tokens: too large"),
        &expect!["BadRequest: max_tokens: too large"],
    );
    let long = "prompt is too long: 212345 tokens > 200000 maximum";
    check_error(
        400,
        &[],
        &error_body("invalid_request_error", long),
        &expect!["ContextOverflow: prompt is too long: 212345 tokens > 200000 maximum"],
    );
    check_error(
        413,
        &[],
        &error_body("request_too_large", "Too large"),
        &expect!["ContextOverflow: Too large"],
    );
    check_error(
        529,
        &[],
        &error_body("overloaded_error", "Overloaded"),
        &expect!["Overloaded: Overloaded"],
    );
    check_error(
        500,
        &[],
        &error_body("api_error", "Oops"),
        &expect!["Server: Oops"],
    );
    check_error(
        504,
        &[],
        &error_body("timeout_error", "Late"),
        &expect!["Server: Late"],
    );
    check_error(
        409,
        &[],
        &error_body("conflict_error", "Twice"),
        &expect!["Server: Twice"],
    );
    check_error(
        418,
        &[],
        "",
        &expect!["BadRequest: The server answered 418 without an explanation."],
    );
    check_error(400, &[], r#"{"error": "plain"}"#, &expect!["BadRequest: plain"]);
    check_error(500, &[], r#"{"message": "gateway"}"#, &expect!["Server: gateway"]);
}

#[test]
fn web_pages_are_explained_and_retry_after_is_read() {
    let page = format!(
        "\n<html><head><title>502</title></head>{}</html>",
        "톱".repeat(5000)
    );
    check_error(
        502,
        &[],
        &page,
        &expect!["Overloaded: The server answered 502 with a web page instead of an API error."],
    );
    let slow = error_body("rate_limit_error", "Slow down");
    check_error(
        429,
        &[("retry-after", "7")],
        &slow,
        &expect!["RateLimited after 7000 ms: Slow down"],
    );
    check_error(
        429,
        &[("Retry-After", " 0.5 ")],
        &slow,
        &expect!["RateLimited after 500 ms: Slow down"],
    );
    check_error(
        429,
        &[("retry-after", "9"), ("retry-after-ms", "120")],
        &slow,
        &expect!["RateLimited after 120 ms: Slow down"],
    );
    check_error(
        429,
        &[("retry-after", "Wed, 21 Oct 2026 07:28:00 GMT")],
        &slow,
        &expect!["RateLimited: Slow down"],
    );
    check_error(
        429,
        &[("retry-after", "-1")],
        &slow,
        &expect!["RateLimited: Slow down"],
    );
    check_error(
        429,
        &[("retry-after", "NaN"), ("x-should-retry", "false")],
        &slow,
        &expect!["RateLimited never again: Slow down"],
    );
}
