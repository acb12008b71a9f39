//! Typed text that is not in the queue yet, with its timers.

use crate::workspace::FileName;
use gloo_timers::callback::Timeout;
use std::cell::RefCell;

/// Typed text that is not in the queue yet, with its timers.
#[derive(Default)]
pub(super) struct Typing {
    pub(super) waiting: RefCell<Option<(FileName, String)>>,
    pub(super) run_timer: RefCell<Option<Timeout>>,
    pub(super) store_timer: RefCell<Option<Timeout>>,
}

impl Typing {
    /// Cancels the store timer, because the text has been stored.
    pub(super) fn is_stored(&self) {
        self.store_timer.borrow_mut().take();
    }
}
