//! Delay between a key press in the code editor and the run of the typed text.
//!
//! The delay is as long as the last run took, from [`SHORTEST_MS`] to [`LONGEST_MS`]. Code that draws at once is
//! therefore run with each key press, and slow code is run when the user pauses, so that runs never take more than
//! about half of the time. A run that failed or was canceled only lengthens the delay, because an error in its first
//! line says nothing about the rest of the code.

/// Minimum delay in milliseconds: one frame, in which several key presses share a run.
pub const SHORTEST_MS: u32 = 16;

/// Maximum delay in milliseconds.
pub const LONGEST_MS: u32 = 400;

/// Pause in milliseconds that ends an undo step: a frame longer than every delay, so that the typed text is in the queue.
pub const PAUSE_MS: u32 = LONGEST_MS + SHORTEST_MS;

/// Delay between a key press and the run of the typed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunDelay(u32);

impl Default for RunDelay {
    fn default() -> RunDelay {
        RunDelay(SHORTEST_MS)
    }
}

impl RunDelay {
    /// Returns the delay in milliseconds.
    pub fn ms(self) -> u32 {
        self.0
    }

    /// Returns the delay after a run that took `took_ms` milliseconds; `drew` says whether the code ran to its end.
    #[must_use]
    pub fn after_run(self, took_ms: f64, drew: bool) -> RunDelay {
        // A negative or undefined duration becomes zero.
        let took = (took_ms.round() as u32).clamp(SHORTEST_MS, LONGEST_MS);
        RunDelay(if drew { took } else { took.max(self.0) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delay_follows_the_last_run_within_its_bounds() {
        let first = RunDelay::default();
        assert_eq!(first.ms(), SHORTEST_MS);
        assert_eq!(first.after_run(60.4, true).ms(), 60);
        assert_eq!(first.after_run(10_000.0, true).ms(), LONGEST_MS);
        assert_eq!(first.after_run(60.0, true).after_run(0.2, true).ms(), SHORTEST_MS);
        assert_eq!(first.after_run(f64::NAN, true).ms(), SHORTEST_MS);
    }

    #[test]
    fn a_run_that_failed_or_was_canceled_only_lengthens_the_delay() {
        let slow = RunDelay::default().after_run(200.0, true);
        assert_eq!(slow.after_run(3.0, false).ms(), 200);
        assert_eq!(slow.after_run(11_500.0, false).ms(), LONGEST_MS);
    }
}
