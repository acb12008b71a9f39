//! Writes of a session, and detection of a save that was lost because two tabs stored the document in the same moment.
//!
//! A save looks at the write counter first ([`Session::save`]). If two tabs look before either has written, both count the same write, and
//! the later texts replace the earlier ones. If the stored list ends before the last write of a tab, or if another write
//! with the same count is in its place, the tab has lost its texts.
//!
//! The list leaves out writes of the last good files alone: every tab makes these files by itself, often at the same moment
//! as another tab, and loses nothing.
//!
//! A tab can see the texts of another tab before the list, because browsers pass each text on by itself. The list still
//! has the write of the first tab then, so nothing is reported too early.

use crate::session::Session;
use crate::store::lineage::{LINEAGE_KEY, Lineage, stored_lineage};
use crate::store::stored_document::StoredDocument;
use trammel_code::{Storage, StorageError};

impl StoredDocument {
    /// Returns the lineage of the texts.
    pub fn lineage(&self) -> &Lineage {
        &self.lineage
    }

    /// Whether the texts of the last save were replaced by a writer that had not seen them. [`Session::save`] then
    /// refuses until the document is loaded again or [taken over](Session::take_over).
    ///
    /// # Errors
    /// Returns an error if the storage cannot be read.
    pub fn is_overwritten(&self, storage: &dyn Storage) -> Result<bool, StorageError> {
        let (Some(count), Some(writer)) = (self.last_write, &self.writer) else {
            return Ok(false);
        };
        let stored = stored_lineage(storage)?;
        Ok(match stored.writer_of(count) {
            Some(last) => last != writer,
            None => !stored.is_empty() && stored.count() < count,
        })
    }

    /// Adds a write with this count to the lineage, and stores it.
    pub(crate) fn note_write(&mut self, count: u64, storage: &mut dyn Storage) {
        self.become_writer(storage);
        let Some(writer) = &self.writer else {
            return;
        };
        self.lineage.add_after(&mut self.origin, count, writer);
        // Without room for the list, this write cannot be told from a lost one.
        let is_noted = storage.set(LINEAGE_KEY, &self.lineage.to_string()).is_ok();
        self.last_write = is_noted.then_some(count);
    }

    /// Takes the id of a writer from a storage, unless this session has one.
    pub(crate) fn become_writer(&mut self, storage: &dyn Storage) {
        if self.writer.is_none() {
            self.writer = storage.new_writer();
        }
    }

    /// Returns the count of the next write.
    pub(crate) fn next_count(&self) -> u64 {
        self.revision().max(self.lineage.count()) + 1
    }
}

impl Session {
    /// Counts a write to another place than the [`Storage`], so that the copy there is the newest one. Texts that were
    /// counted before are not counted again.
    pub fn count_write(&mut self) {
        let texts = self.texts();
        if self.store.counted == texts {
            return;
        }
        self.store.counted = texts;
        let next = self.store.next_count();
        self.store.other_writes = next - self.store.revision;
        if let Some(writer) = &self.store.writer {
            self.store.lineage.add_after(&mut self.store.origin, next, writer);
        }
    }
}
