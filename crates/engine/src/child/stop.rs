//! Stop of a run from another thread: the thread that waits for the child process kills it.

use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Event for the thread that waits for a child process.
pub(super) enum Event {
    /// The child closed its output: its answer, or `None` if the answer is too large.
    Answer(Option<Vec<u8>>),
    /// A stop was requested.
    Stop,
}

/// Request to stop the runs of one call. Clones share the request, which cannot be withdrawn.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    is_requested: bool,
    /// Channel of the thread that waits for a child.
    waiting: Option<Sender<Event>>,
}

impl Stop {
    /// Stops the current run, and each later run of the same call as soon as it starts.
    pub fn request(&self) {
        let mut state = self.state();
        state.is_requested = true;
        if let Some(waiting) = state.waiting.take() {
            // Without a receiver the run has just ended.
            let _ = waiting.send(Event::Stop);
        }
    }

    /// Whether a stop was requested.
    pub fn is_requested(&self) -> bool {
        self.state().is_requested
    }

    /// Sends [`Event::Stop`] to this channel when a stop is requested; at once if it already was.
    pub(super) fn notify(&self, waiting: Sender<Event>) {
        let mut state = self.state();
        if state.is_requested {
            let _ = waiting.send(Event::Stop);
        } else {
            state.waiting = Some(waiting);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Both fields are valid at any time, even after a panic elsewhere.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
