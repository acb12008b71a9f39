//! Storage of the document in the browser. A subscriber (`ui/saving.rs`) decides when to store and which messages to
//! show.

use super::handle::DocumentHandle;
use trammel_code::StorageError;
use trammel_document::{AsideText, Session, Unreadable};
use trammel_run::Limits;

impl DocumentHandle {
    /// Stores the changes since the last call.
    pub(crate) fn store(self) -> Result<(), StorageError> {
        let inner = self.inner();
        inner.typing.mark_stored();
        match inner.storage.borrow_mut().as_mut() {
            Some(storage) => inner.session.borrow_mut().save(storage),
            None => Ok(()),
        }
    }

    /// Overwrites the document that another tab has stored with this one.
    pub(crate) fn store_over(self) -> Result<(), StorageError> {
        let inner = self.inner();
        match inner.storage.borrow_mut().as_mut() {
            Some(storage) => inner.session.borrow_mut().take_over(storage),
            None => Ok(()),
        }
    }

    /// Loads the document that another tab has stored.
    pub(crate) fn stored_elsewhere(self) -> Result<Session, StorageError> {
        let inner = self.inner();
        let storage = inner.storage.borrow();
        let Some(storage) = storage.as_ref() else {
            return Ok(Session::default());
        };
        Session::load(storage, Limits::default()).map(|(session, _)| session)
    }

    /// Returns the stored texts that could not be read when the page was opened.
    pub(crate) fn unreadable(self) -> Vec<Unreadable> {
        self.inner().session.borrow().store().unreadable().to_vec()
    }

    /// Moves unreadable stored texts aside, so that the document can be saved again.
    pub(crate) fn set_unreadable_aside(self) -> Result<(), StorageError> {
        let inner = self.inner();
        match inner.storage.borrow_mut().as_mut() {
            Some(storage) => inner.session.borrow_mut().store_mut().set_aside(storage),
            None => Ok(()),
        }
    }

    /// Returns the texts that the user has set aside.
    pub(crate) fn texts_aside(self) -> Vec<AsideText> {
        self.inner().session.borrow().store().texts_aside()
    }

    /// Removes a text that the user has set aside.
    pub(crate) fn remove_aside(self, key: &str) {
        self.inner().session.borrow_mut().store_mut().remove_aside(key);
    }

    /// Stores a text that was set aside as the part of the document that it was. [`Request::Follow`](super::Request::Follow)
    /// loads it.
    pub(crate) fn restore_aside(self, key: &str) -> Result<(), StorageError> {
        let inner = self.inner();
        match inner.storage.borrow_mut().as_mut() {
            Some(storage) => inner.session.borrow_mut().restore_aside(key, storage),
            None => Ok(()),
        }
    }
}
