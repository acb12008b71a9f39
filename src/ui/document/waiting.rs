//! Typed text that is not in the queue yet, and its timers.

use crate::workspace::FileName;
use gloo_timers::callback::Timeout;
use std::cell::RefCell;

/// Typed text that is not in the queue yet.
#[derive(Default)]
pub(super) struct Typing {
    pub(super) waiting: RefCell<Option<(FileName, String)>>,
    pub(super) run_timer: RefCell<Option<Timeout>>,
    pub(super) store_timer: RefCell<Option<Timeout>>,
}

impl Typing {
    /// The text is stored now.
    pub(super) fn is_stored(&self) {
        self.store_timer.borrow_mut().take();
    }
}
