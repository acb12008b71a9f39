//! Typed text on its way to the session.
//!
//! Invariants: the session holds typed text in memory at once; the text is stored at once or within [`STORE_MS`], also
//! beside other runs, and runs as soon as [`RunDelay`](trammel_page_model::run_delay::RunDelay) permits; the queue holds at most one
//! text that waits for its run, because newer text replaces it; [`DocumentHandle::flush`] puts the text into the queue
//! before it returns, so that a later request is carried out after it.
//!
//! A value that a control of the page changes in the text takes the same way without a delay ([`DocumentHandle::set_parameter_text`]).
//!
//! A pause of [`PAUSE_MS`] after a key press ends the undo step. An error of code that ran before the pause is shown
//! at the pause ([`Progress::TypingPaused`]), so that half-typed code shows none.

use super::caller::Caller;
use super::handle::DocumentHandle;
use super::listeners::Progress;
use super::request::Request;
use super::waiting::{QueuedText, TypedText};
use futures_channel::oneshot;
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::rc::Rc;
use trammel_code::FileName;
use trammel_page_model::run_delay::{LONGEST_MS, PAUSE_MS};

/// Longest time after typing before the text is stored, in milliseconds: the least time between two writes.
const STORE_MS: u32 = 120;

impl DocumentHandle {
    /// Records the text of a file that the user has just typed.
    pub(crate) fn record_typing(self, file: &str, text: String) {
        // Names of existing files are valid.
        let Ok(file) = FileName::new(file) else {
            return;
        };
        let inner = self.inner();
        inner
            .session
            .borrow_mut()
            .document_mut()
            .note_typing(&file, &text);
        inner.listeners.notify_progress(Progress::Typed);
        self.store_typing();
        let typing = &inner.typing;
        let earlier = typing.waiting.borrow_mut().take();
        let continues = match earlier {
            Some(earlier) => earlier.continues,
            None => typing.pause_timer.borrow().is_some(),
        };
        *typing.waiting.borrow_mut() = Some(TypedText {
            file,
            text,
            continues,
        });
        let delay = typing.delay.get().ms();
        *typing.pause_timer.borrow_mut() = Some(Timeout::new(PAUSE_MS, move || self.end_typing()));
        *typing.run_timer.borrow_mut() = Some(Timeout::new(delay, move || self.queue_waiting()));
    }

    /// Records the text of a file in which a control of the page has changed a value. `continues` joins the change to the
    /// one before it: all values of one drag are one undo step, however long the drag pauses.
    ///
    /// A run in progress ends first unless it is long, so that the picture follows a drag whose values come faster than
    /// runs end. Values that arrive meanwhile replace each other.
    pub(crate) fn set_parameter_text(self, file: &str, text: String, continues: bool) {
        let Ok(file) = FileName::new(file) else {
            return;
        };
        let inner = self.inner();
        if !continues {
            self.flush();
            // A queued text of an earlier change keeps its own undo step.
            inner.typing.last_queued.borrow_mut().take();
        }
        inner
            .session
            .borrow_mut()
            .document_mut()
            .note_typing(&file, &text);
        inner.listeners.notify_progress(Progress::Typed);
        self.store_typing();
        let is_short = inner.typing.delay.get().ms() < LONGEST_MS;
        let typed = TypedText {
            file,
            text,
            continues,
        };
        self.queue_typed(typed, !is_short);
    }

    /// Stores typed text at once, unless earlier text was stored in the last [`STORE_MS`]; then after this time. A long
    /// task delays the timer, so each operation stores the text that waits for it ([`DocumentHandle::store_waiting`]).
    fn store_typing(self) {
        let inner = self.inner();
        if inner.typing.store_timer.borrow().is_some() {
            inner.typing.is_unstored.set(true);
            return;
        }
        inner.listeners.notify_progress(Progress::StoreNow);
        let timer = Timeout::new(STORE_MS, move || {
            self.inner().typing.store_timer.borrow_mut().take();
            self.store_waiting();
        });
        *inner.typing.store_timer.borrow_mut() = Some(timer);
    }

    /// Stores typed text that waits for the timer, before an operation that can take long.
    pub(super) fn store_waiting(self) {
        let inner = self.inner();
        if inner.typing.is_unstored.get() {
            inner.listeners.notify_progress(Progress::StoreNow);
        }
    }

    /// Whether typed text of this file is not in the queue yet.
    pub(crate) fn is_typing_in(self, file: &str) -> bool {
        let inner = self.inner();
        let waiting = inner.typing.waiting.borrow();
        waiting
            .as_ref()
            .is_some_and(|waiting| waiting.file.as_str() == file)
    }

    /// Whether the user has typed and not paused since.
    pub(crate) fn is_typing(self) -> bool {
        self.inner().typing.pause_timer.borrow().is_some()
    }

    /// Whether all typed text has run, so that the error of the code is up to date.
    pub(crate) fn has_run(self) -> bool {
        let inner = self.inner();
        inner.typing.waiting.borrow().is_none()
            && !inner.snapshot.borrow().has_queued()
            && inner.runs.get() != Some(Caller::Typing)
    }

    /// Whether the history has a step for all text of the user.
    pub(crate) fn is_settled(self) -> bool {
        !self.is_typing() && self.has_run() && !self.is_broken()
    }

    /// Puts waiting typed text into the queue now, and ends its undo step.
    pub(crate) fn flush(self) {
        self.queue_waiting();
        self.end_typing();
    }

    /// Runs the code now, even without typed text; `file` is the open file.
    pub(crate) fn run_file(self, file: &str) {
        let inner = self.inner();
        let is_waiting = inner.typing.waiting.borrow().is_some();
        let runs_typed = inner.runs.get() == Some(Caller::Typing) && !inner.snapshot.borrow().has_queued();
        self.flush();
        if is_waiting || runs_typed {
            return;
        }
        let text = self.file_text(file).unwrap_or_default().to_string();
        if let Ok(file) = FileName::new(file) {
            self.queue_typed(
                TypedText {
                    file,
                    text,
                    continues: false,
                },
                true,
            );
        }
    }

    /// Puts waiting typed text into the queue. The future completes when the text and all earlier requests are done.
    pub(crate) fn flush_typing(self) -> impl Future<Output = ()> + 'static {
        self.flush();
        let (done, reached) = oneshot::channel();
        self.inner().push(Box::new(move || {
            Box::pin(async move {
                // The receiver is gone when the page closes.
                let _ = done.send(());
            })
        }));
        async move {
            // The sender is dropped only when the page closes.
            let _ = reached.await;
        }
    }

    /// Puts waiting typed text into the queue. Later text continues its undo step.
    fn queue_waiting(self) {
        let inner = self.inner();
        inner.typing.run_timer.borrow_mut().take();
        let waiting = inner.typing.waiting.borrow_mut().take();
        if let Some(waiting) = waiting {
            self.queue_typed(waiting, true);
        }
    }

    /// Ends the undo step of the typing, and has a withheld error shown.
    fn end_typing(self) {
        let inner = self.inner();
        let typed = inner.typing.pause_timer.borrow_mut().take().is_some();
        if typed {
            inner.listeners.notify_progress(Progress::TypingPaused);
        }
    }

    /// Puts typed text into the queue, in place of older text of the same file whose run has not started. `supersedes`
    /// cancels a run of older text in progress.
    fn queue_typed(self, typed: TypedText, supersedes: bool) {
        let inner = self.inner();
        let last = inner.typing.last_queued.borrow().clone();
        if let Some(last) = last
            && let Some(older) = &mut *last.borrow_mut()
            && older.file == typed.file
        {
            let mut snapshot = inner.snapshot.borrow_mut();
            snapshot.unqueue(&typed.file);
            snapshot.queue(&typed.file, Some(&typed.text));
            older.text = typed.text;
            return;
        }
        if supersedes {
            inner.supersede(&typed.file, Some(&typed.text));
        } else {
            let mut snapshot = inner.snapshot.borrow_mut();
            snapshot.queue(&typed.file, Some(&typed.text));
        }
        let queued: QueuedText = Rc::new(RefCell::new(Some(typed)));
        let last = queued.clone();
        inner.push(Box::new(move || {
            Box::pin(async move {
                let typed = queued.borrow_mut().take();
                if let Some(typed) = typed {
                    // The error of broken code reaches the subscribers, so the reply is not needed.
                    self.carry_out(Caller::Typing, Request::from(typed)).await;
                }
            })
        }));
        *inner.typing.last_queued.borrow_mut() = Some(last);
    }
}

impl From<TypedText> for Request {
    fn from(typed: TypedText) -> Request {
        Request::Type {
            file: typed.file,
            text: Some(typed.text),
            continues: typed.continues,
        }
    }
}
