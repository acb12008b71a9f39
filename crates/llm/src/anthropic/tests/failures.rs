//! Tests of HTTP errors.

use expect_test::expect;

use super::*;
use crate::tests::{failure, failures};

fn error_body(kind: &str, message: &str) -> String {
    json!({"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_1"}).to_string()
}

#[test]
fn http_errors_are_classified() {
    let cors = "CORS requests are not allowed for this Organization because of its data retention settings.";
    let credit = "Your credit balance is too low to access the Anthropic API.";
    let long = "prompt is too long: 212345 tokens > 200000 maximum";
    let all = [
        (401, error_body("authentication_error", "invalid x-api-key")),
        (401, error_body("authentication_error", cors)),
        (402, error_body("billing_error", "Pay")),
        (400, error_body("invalid_request_error", credit)),
        (403, error_body("permission_error", "No")),
        (404, error_body("not_found_error", "model: nope")),
        (404, "404 page not found".to_owned()),
        (400, error_body("invalid_request_error", "max_tokens: too large")),
        (400, error_body("invalid_request_error", long)),
        (413, error_body("request_too_large", "Too large")),
        (529, error_body("overloaded_error", "Overloaded")),
        (500, error_body("api_error", "Oops")),
        (504, error_body("timeout_error", "Late")),
        (409, error_body("conflict_error", "Twice")),
        (418, String::new()),
        (400, r#"{"error": "plain"}"#.to_owned()),
        (500, r#"{"message": "gateway"}"#.to_owned()),
    ];
    expect![[r#"
        401 Auth: invalid x-api-key
        401 CorsForbidden: CORS requests are not allowed for this Organization because of its data retention settings.
        402 Billing: Pay
        400 Billing: Your credit balance is too low to access the Anthropic API.
        403 Permission: No
        404 ModelNotFound: model: nope
        404 BadRequest: The server answered 404: 404 page not found
        400 BadRequest: max_tokens: too large
        400 ContextOverflow: prompt is too long: 212345 tokens > 200000 maximum
        413 ContextOverflow: Too large
        529 Overloaded: Overloaded
        500 Server: Oops
        504 Server: Late
        409 Server: Twice
        418 BadRequest: The server answered 418 without an explanation.
        400 BadRequest: plain
        500 Server: gateway"#]]
    .assert_eq(&failures(&ADAPTER, &all));
}

#[test]
fn web_pages_are_explained_and_retry_after_is_read() {
    let page = format!(
        "\n<html><head><title>502</title></head>{}</html>",
        "톱".repeat(5000)
    );
    assert_eq!(
        failure(&ADAPTER, 502, &[], &page),
        "Overloaded: The server answered 502 with a web page instead of an API error."
    );
    let slow = error_body("rate_limit_error", "Slow down");
    let date = "Wed, 21 Oct 2026 07:28:00 GMT";
    for (headers, expected) in [
        (&[("retry-after", "7")][..], "RateLimited after 7000 ms"),
        (&[("Retry-After", " 0.5 ")], "RateLimited after 500 ms"),
        (
            &[("retry-after", "9"), ("retry-after-ms", "120")],
            "RateLimited after 120 ms",
        ),
        (&[("retry-after", date)], "RateLimited"),
        (&[("retry-after", "-1")], "RateLimited"),
        (
            &[("retry-after", "NaN"), ("x-should-retry", "false")],
            "RateLimited never again",
        ),
    ] {
        let said = failure(&ADAPTER, 429, headers, &slow);
        assert_eq!(said, format!("{expected}: Slow down"), "{headers:?}");
    }
}
