//! The document in the browser's storage. When to store, and what to tell the user, is decided by a subscriber
//! (`ui/saving.rs`).

use super::handle::DocumentHandle;
use crate::sandbox::Limits;
use crate::session::{Session, Unreadable};
use crate::workspace::StorageError;

impl DocumentHandle {
    /// Stores the changes since the last time.
    pub(crate) fn store(self) -> Result<(), StorageError> {
        let inner = self.inner();
        inner.typing.is_stored();
        inner.session.borrow_mut().save(&mut *inner.storage.borrow_mut())
    }

    /// Stores this document over the one that another tab has stored.
    pub(crate) fn store_over(self) -> Result<(), StorageError> {
        let inner = self.inner();
        inner
            .session
            .borrow_mut()
            .take_over(&mut *inner.storage.borrow_mut())
    }

    /// The stored document, which another tab has made.
    pub(crate) fn stored_elsewhere(self) -> Result<Session, StorageError> {
        let storage = *self.inner().storage.borrow();
        Session::load(&storage, Limits::default()).map(|(session, _)| session)
    }

    /// Stored texts that could not be read when the page was opened.
    pub(crate) fn unreadable(self) -> Vec<Unreadable> {
        self.inner().session.borrow().unreadable().to_vec()
    }

    /// Moves stored texts that could not be read out of the way, so that saving can go on.
    pub(crate) fn set_unreadable_aside(self) -> Result<(), StorageError> {
        let inner = self.inner();
        inner
            .session
            .borrow_mut()
            .set_aside(&mut *inner.storage.borrow_mut())
    }
}
