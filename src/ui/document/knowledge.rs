//! The user's edits of memory, tool requests, and custom tools.
//!
//! Memory and tool requests are not part of the drawing and not undoable. A change of memory or requests therefore does
//! not enter the queue, but is made between two awaits, stored, and shown.

use super::caller::Caller;
use super::handle::DocumentHandle;
use super::request::Kind;
use futures_channel::oneshot;
use trammel_document::Session;
use trammel_knowledge::Memory;
use trammel_tools::{Answer, CustomTool, Reply};

impl DocumentHandle {
    /// Reads the memory.
    pub(crate) fn memory<T>(self, read: impl FnOnce(&Memory) -> T) -> T {
        read(self.inner().session.borrow().document().memory())
    }

    /// Returns the existing custom tools, including disabled ones.
    pub(crate) fn custom_tools(self) -> Vec<CustomTool> {
        let inner = self.inner();
        let session = inner.session.borrow();
        session.document().every_custom_tool().cloned().collect()
    }

    /// Changes the session outside the queue, and notifies the subscribers.
    pub(crate) fn keep<T>(self, change: impl FnOnce(&mut Session) -> T) -> T {
        let result = change(&mut self.inner().session.borrow_mut());
        self.publish_change(Caller::User, Kind::Context, Reply::of_answer(Answer::Done));
        result
    }

    /// Changes the session like [`DocumentHandle::keep`], after the operations that are waiting. The future completes when
    /// the change is made.
    pub(crate) fn keep_in_turn(
        self,
        change: impl FnOnce(&mut Session) + 'static,
    ) -> impl Future<Output = ()> + 'static {
        let (done, reached) = oneshot::channel();
        self.inner().push(Box::new(move || {
            Box::pin(async move {
                self.keep(change);
                // The receiver is gone when the page closes.
                let _ = done.send(());
            })
        }));
        async move {
            // The sender is dropped only when the page closes.
            let _ = reached.await;
        }
    }
}
