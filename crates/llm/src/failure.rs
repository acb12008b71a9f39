//! Error handling shared by all adapters: retry delays in headers, web pages in place of an API, default messages.

use super::error::clip;
use super::{ApiError, ErrorKind};

/// Maximum length of a message, in bytes.
const MESSAGE_LIMIT: usize = 1000;

/// Returns the error for a response whose status is not 2xx. `message` is the message of the provider, or empty.
pub(super) fn response_error(
    kind: ErrorKind,
    message: &str,
    status: u16,
    headers: &[(String, String)],
    body: &str,
) -> ApiError {
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
        message: clip(&message, MESSAGE_LIMIT).to_owned(),
        status: Some(status),
        retry_after_ms: retry_after(headers),
        never_retry: header(headers, "x-should-retry") == Some("false"),
        raw: clip(body, ApiError::RAW_LIMIT).to_owned(),
    }
}

/// Returns the error for an error event in a stream with status 200; `event` is its JSON text.
pub(super) fn in_stream(kind: ErrorKind, message: &str, event: &str) -> ApiError {
    let said = if message.is_empty() {
        "The provider reported an error without an explanation."
    } else {
        message
    };
    let mut error = ApiError::new(kind, clip(said, MESSAGE_LIMIT));
    error.raw = clip(event, ApiError::RAW_LIMIT).to_owned();
    error
}

/// Returns the error for a successful response that is not an event stream.
pub(super) fn not_a_stream(api: &str, body: &str) -> ApiError {
    let message = if is_page(body) {
        "The address answered with a web page, so it is not the API.".to_owned()
    } else {
        format!("The address answered with something that is not a {api} stream.")
    };
    let mut error = ApiError::new(ErrorKind::BadRequest, message);
    error.raw = clip(body, ApiError::RAW_LIMIT).to_owned();
    error
}

fn header<'h>(headers: &'h [(String, String)], name: &str) -> Option<&'h str> {
    headers
        .iter()
        .find(|(n, _)| n.eq_ignore_ascii_case(name))
        .map(|(_, value)| value.trim())
}

/// Returns the requested delay in milliseconds, from `retry-after-ms` or from `retry-after` in seconds. A date would
/// need a clock and is ignored.
fn retry_after(headers: &[(String, String)]) -> Option<u64> {
    let number = |name, unit: f64| millis(header(headers, name)?.parse().ok()?, unit);
    number("retry-after-ms", 1.0).or_else(|| number("retry-after", 1000.0))
}

/// Converts `value` units of `unit` milliseconds to whole milliseconds; `None` if negative or not finite.
fn millis(value: f64, unit: f64) -> Option<u64> {
    (value.is_finite() && value >= 0.0).then_some((value * unit).ceil() as u64)
}

/// Parses a duration such as `34.4s`, `120ms`, `2m59.5s` or `1 second` to milliseconds.
pub(super) fn duration(text: &str) -> Option<u64> {
    let mut rest = text.trim_start();
    let mut total: Option<u64> = None;
    loop {
        let digits = rest
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(rest.len());
        let Ok(value) = rest[..digits].trim_end_matches('.').parse::<f64>() else {
            return total;
        };
        rest = rest[digits..].trim_start();
        let letters = rest
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(rest.len());
        let unit = match &rest[..letters] {
            "ms" | "milliseconds" => 1.0,
            "s" | "second" | "seconds" => 1e3,
            "m" | "minute" | "minutes" => 60e3,
            "h" | "hour" | "hours" => 3600e3,
            _ => return total,
        };
        total = Some(total.unwrap_or(0).saturating_add(millis(value, unit)?));
        rest = &rest[letters..];
    }
}

fn is_page(body: &str) -> bool {
    let start = body.trim_start_matches('\u{feff}').trim_start();
    start.starts_with('<')
}

#[cfg(test)]
mod tests {
    use super::duration;

    #[test]
    fn durations_are_parsed_from_error_messages() {
        for (text, ms) in [
            ("34.4s", Some(34_400)),
            ("1.2s. Visit", Some(1_200)),
            ("120ms", Some(120)),
            ("2m59.5s", Some(179_500)),
            (" 1 second.", Some(1_000)),
            ("1h0m1s", Some(3_601_000)),
            ("20 seconds", Some(20_000)),
            ("soon", None),
            ("", None),
            ("12", None),
            ("-3s", None),
        ] {
            assert_eq!(duration(text), ms, "{text}");
        }
    }
}
