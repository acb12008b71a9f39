//! Stored texts that could not be read, and their move to keys of their own.

use super::document::Session;
use super::persistence::{ASIDE_PREFIX, revision};
use super::provenance::Unreadable;
use crate::workspace::{Storage, StorageError};

impl Session {
    /// Returns the stored texts that could not be read, for the user to download or set aside.
    pub fn unreadable(&self) -> &[Unreadable] {
        &self.unreadable
    }

    /// Moves the stored texts that could not be read to keys of their own, so that their original keys can be written
    /// again. Save the session afterward.
    ///
    /// # Errors
    /// Returns an error if the storage is full, another writer changed the storage, or a text cannot be read at all;
    /// texts that were not moved stay in place.
    pub fn set_aside(&mut self, storage: &mut dyn Storage) -> Result<(), StorageError> {
        if revision(storage)?.unwrap_or(0) != self.revision {
            return Err(StorageError::Changed);
        }
        while let Some(part) = self.unreadable.last() {
            let text = part
                .text
                .as_deref()
                .ok_or(StorageError::BadFile(part.why.clone()))?;
            let mut number = 1;
            let mut place = format!("{ASIDE_PREFIX}{number}/{}", part.key);
            while storage.get(&place)?.is_some() {
                number += 1;
                place = format!("{ASIDE_PREFIX}{number}/{}", part.key);
            }
            storage.set(&place, text)?;
            storage.remove(&part.key)?;
            self.unreadable.pop();
        }
        Ok(())
    }
}
