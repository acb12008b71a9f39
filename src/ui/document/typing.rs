//! Text that the user types, on its way to the session.
//!
//! Invariants: typed text is in memory at once, is stored a moment later whatever else runs, and runs 400 ms after the last
//! key; [`DocumentHandle::flush`] puts it into the queue before it returns, so that a request that follows comes after it.

use super::caller::Caller;
use super::handle::DocumentHandle;
use super::listeners::Progress;
use super::request::Request;
use crate::workspace::FileName;
use futures_channel::oneshot;
use gloo_timers::callback::Timeout;

/// Typed text runs this long after the last key, in milliseconds.
const RUN_MS: u32 = 400;

/// Typed text is stored at most this long after it was typed, in milliseconds.
const STORE_MS: u32 = 120;

impl DocumentHandle {
    /// Takes the text of a file as the user has just typed it.
    pub(crate) fn typed(self, file: &str, text: String) {
        // Every open file has a name that was checked when it was made.
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

    /// Puts typed text into the queue now, if any waits.
    pub(crate) fn flush(self) {
        let inner = self.inner();
        inner.typing.run_timer.borrow_mut().take();
        let waiting = inner.typing.waiting.borrow_mut().take();
        if let Some((file, text)) = waiting {
            self.type_in(file, text);
        }
    }

    /// Runs the code now, whether or not anything was typed; `file` is the open one.
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

    /// Puts typed text into the queue at once; done when it and all that was in the queue before are done.
    pub(crate) fn flush_typing(self) -> impl Future<Output = ()> + 'static {
        self.flush();
        let (done, reached) = oneshot::channel();
        self.inner().push(Box::new(move || {
            Box::pin(async move {
                // Nobody waits any more when the page closes.
                let _ = done.send(());
            })
        }));
        async move {
            // The queue only ends with the page.
            let _ = reached.await;
        }
    }

    fn type_in(self, file: FileName, text: String) {
        let text = Some(text);
        // The error of code that does not run is shown to whoever looks at it.
        drop(self.enqueue(Caller::Typing, Request::Type { file, text }));
    }
}
