//! Typed text on its way to the session.
//!
//! Invariants: the session holds typed text in memory at once; the text is stored within [`STORE_MS`], independent of
//! other runs, and runs [`RUN_MS`] after the last key press; [`DocumentHandle::flush`] puts the text into the queue
//! before it returns, so that a later request is carried out after it.

use super::caller::Caller;
use super::handle::DocumentHandle;
use super::listeners::Progress;
use super::request::Request;
use crate::workspace::FileName;
use futures_channel::oneshot;
use gloo_timers::callback::Timeout;

/// Delay between the last key press and the run of typed text, in milliseconds.
const RUN_MS: u32 = 400;

/// Maximum delay before typed text is stored, in milliseconds.
const STORE_MS: u32 = 120;

impl DocumentHandle {
    /// Records the text of a file that the user has just typed.
    pub(crate) fn typed(self, file: &str, text: String) {
        // Names of existing files are valid.
        let Ok(file) = FileName::new(file) else {
            return;
        };
        let inner = self.inner();
        inner.session.borrow_mut().note_typing(&file, &text);
        inner.listeners.progressed(Progress::Typed);
        let typing = &inner.typing;
        typing.store_timer.borrow_mut().get_or_insert_with(|| {
            Timeout::new(STORE_MS, move || {
                self.inner().listeners.progressed(Progress::StoreNow);
            })
        });
        *typing.waiting.borrow_mut() = Some((file, text));
        *typing.run_timer.borrow_mut() = Some(Timeout::new(RUN_MS, move || self.flush()));
    }

    /// Whether typed text of this file is not in the queue yet.
    pub(crate) fn is_typing_in(self, file: &str) -> bool {
        let inner = self.inner();
        let waiting = inner.typing.waiting.borrow();
        waiting
            .as_ref()
            .is_some_and(|(waiting, _)| waiting.as_str() == file)
    }

    /// Puts waiting typed text into the queue now.
    pub(crate) fn flush(self) {
        let inner = self.inner();
        inner.typing.run_timer.borrow_mut().take();
        let waiting = inner.typing.waiting.borrow_mut().take();
        if let Some((file, text)) = waiting {
            self.type_in(file, text);
        }
    }

    /// Runs the code now, even without typed text; `file` is the open file.
    pub(crate) fn run_file(self, file: &str) {
        if self.inner().typing.waiting.borrow().is_some() {
            self.flush();
            return;
        }
        let text = self.file_text(file).unwrap_or_default();
        if let Ok(file) = FileName::new(file) {
            self.type_in(file, text.to_string());
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

    fn type_in(self, file: FileName, text: String) {
        let text = Some(text);
        // The error of broken code reaches the subscribers, so the reply is not needed.
        drop(self.enqueue(Caller::Typing, Request::Type { file, text }));
    }
}
