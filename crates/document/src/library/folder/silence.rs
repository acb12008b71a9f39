//! Waiting time of a folder that does not answer, such as one on a server that cannot be reached.
//!
//! A call of such a folder may never end, so each attempt leaves one open call behind. The attempts become rare,
//! and never end.

/// Time from the first attempt without an answer to the next attempt, in milliseconds. It doubles with each attempt.
const FIRST_WAIT_MS: f64 = 5_000.0;

/// Maximum time between two attempts, in milliseconds.
const LONGEST_WAIT_MS: f64 = 60_000.0;

/// Attempts without an answer since the last answer of a folder. Times are those of a clock that never goes back.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Silence {
    attempts: i32,
    /// Time of the next attempt, in milliseconds.
    next_ms: f64,
}

impl Silence {
    /// Records an attempt without an answer.
    pub fn note_silence(&mut self, now_ms: f64) {
        // The wait is bounded long before the power is infinite.
        let wait_ms = (FIRST_WAIT_MS * 2_f64.powi(self.attempts)).min(LONGEST_WAIT_MS);
        self.attempts = self.attempts.saturating_add(1);
        self.next_ms = now_ms + wait_ms;
    }

    /// Records an answer, also one that is a failure.
    pub fn note_answer(&mut self) {
        *self = Silence::default();
    }

    /// Whether the next attempt is not due yet.
    pub fn is_waiting(&self, now_ms: f64) -> bool {
        self.attempts > 0 && now_ms < self.next_ms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_silent_folder_is_asked_less_often_but_never_given_up() {
        let mut silence = Silence::default();
        assert!(!silence.is_waiting(0.0));
        let mut now = 1_000.0;
        for wait in [5_000.0, 10_000.0, 20_000.0, 40_000.0, 60_000.0, 60_000.0] {
            silence.note_silence(now);
            assert!(silence.is_waiting(now + wait - 1.0), "{wait}");
            assert!(!silence.is_waiting(now + wait), "{wait}");
            now += wait;
        }
        for _ in 0..5_000 {
            silence.note_silence(now);
        }
        assert!(!silence.is_waiting(now + 60_000.0));
        silence.note_answer();
        assert_eq!(silence, Silence::default());
        assert!(!silence.is_waiting(now));
        silence.note_silence(now);
        assert!(!silence.is_waiting(now + 5_000.0), "the first wait again");
    }
}
