//! Retry policy: which failed requests are repeated, and after which delay.
//!
//! A truncated or failed turn is discarded as a whole and none of its tools has run, so repeating a request is
//! always safe.

use trammel_base::random::SplitMix64;
use trammel_llm::ApiError;

/// Longest delay requested by a provider that the agent accepts without asking the user, in milliseconds.
const MAX_HINT_MS: u64 = 60_000;
const BASE_MS: u64 = 1_000;
const MAX_MS: u64 = 30_000;

/// Returns the delay before the next attempt in milliseconds, or `None` if there must be no further attempt.
/// `attempt` is the number of attempts made so far, from 1; `jitter_seed` seeds the jitter.
pub(super) fn delay(error: &ApiError, attempt: u32, jitter_seed: u64) -> Option<u64> {
    if error.never_retry || attempt > error.kind.max_retries() {
        return None;
    }
    match error.retry_after_ms {
        Some(hint) => (hint <= MAX_HINT_MS).then_some(hint),
        None => {
            let base = BASE_MS
                .checked_shl(attempt.saturating_sub(1))
                .unwrap_or(MAX_MS)
                .min(MAX_MS);
            // The factor is between 0.75 and 1.25; the arithmetic is in thousandths.
            Some(base * (750 + SplitMix64::new(jitter_seed).next_u64() % 501) / 1000)
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;
    use trammel_llm::ErrorKind;

    fn error(kind: ErrorKind, hint: Option<u64>) -> ApiError {
        ApiError {
            retry_after_ms: hint,
            ..ApiError::new(kind, "")
        }
    }

    #[test]
    fn each_error_kind_has_its_number_of_retries() {
        for (kind, retries) in [
            (ErrorKind::RateLimited, 4),
            (ErrorKind::Overloaded, 4),
            (ErrorKind::Server, 4),
            (ErrorKind::Network, 3),
            (ErrorKind::StreamTruncated, 2),
            (ErrorKind::Empty, 1),
            (ErrorKind::Auth, 0),
            (ErrorKind::BadRequest, 0),
            (ErrorKind::Billing, 0),
            (ErrorKind::ContextOverflow, 0),
            (ErrorKind::Refused, 0),
        ] {
            let made = (1..20)
                .take_while(|&n| delay(&error(kind, None), n, 7).is_some())
                .count();
            assert_eq!(made, retries, "{kind:?}");
        }
        let stubborn = ApiError {
            never_retry: true,
            ..error(ErrorKind::Server, None)
        };
        assert_eq!(delay(&stubborn, 1, 0), None);
    }

    #[test]
    fn backoff_doubles_with_jitter_and_follows_retry_after() {
        for jitter_seed in 0..200 {
            for (attempt, base) in [(1, 1_000), (2, 2_000), (3, 4_000), (4, 8_000)] {
                let ms = delay(&error(ErrorKind::Overloaded, None), attempt, jitter_seed).unwrap();
                assert!((base * 3 / 4..=base * 5 / 4).contains(&ms), "{attempt} {ms}");
            }
        }
        let first = |jitter_seed| delay(&error(ErrorKind::Server, None), 1, jitter_seed);
        assert_eq!(first(5), first(5));
        assert_ne!(first(5), first(6));
        let hinted = |ms| delay(&error(ErrorKind::RateLimited, Some(ms)), 1, 3);
        assert_eq!(hinted(7_000), Some(7_000));
        assert_eq!(hinted(60_000), Some(60_000));
        assert_eq!(hinted(60_001), None);
    }
}
