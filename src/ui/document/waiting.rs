//! Typed text on its way to the session, with its timers.

use gloo_timers::callback::Timeout;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use trammel_code::FileName;
use trammel_page_model::run_delay::RunDelay;

/// Typed text of a file.
pub(super) struct TypedText {
    pub(super) file: FileName,
    pub(super) text: String,
    /// Whether the text continues the typing before it, so that both become one undo step.
    pub(super) continues: bool,
}

/// Typed text in the queue, until its run starts. Newer text replaces it.
pub(super) type QueuedText = Rc<RefCell<Option<TypedText>>>;

/// Typed text on its way to the session, with its timers.
#[derive(Default)]
pub(super) struct Typing {
    /// Text that is not in the queue yet.
    pub(super) waiting: RefCell<Option<TypedText>>,
    /// Text at the end of the queue; `None` if another request follows it.
    pub(super) last_queued: RefCell<Option<QueuedText>>,
    pub(super) run_timer: RefCell<Option<Timeout>>,
    /// Timer since the last write of typed text.
    pub(super) store_timer: RefCell<Option<Timeout>>,
    /// Whether typed text waits for this timer.
    pub(super) is_unstored: Cell<bool>,
    /// Timer that ends when the user pauses; `None` during a pause.
    pub(super) pause_timer: RefCell<Option<Timeout>>,
    pub(super) delay: Cell<RunDelay>,
}

impl Typing {
    /// Drops text and timers, because another document takes the place of the present one.
    pub(super) fn end(&self) {
        self.waiting.borrow_mut().take();
        self.last_queued.borrow_mut().take();
        for timer in [&self.run_timer, &self.store_timer, &self.pause_timer] {
            timer.borrow_mut().take();
        }
        self.is_unstored.set(false);
    }

    /// Records that all typed text has been stored.
    pub(super) fn mark_stored(&self) {
        self.is_unstored.set(false);
    }
}
