//! Stored texts that could not be read, and their move to keys of their own, where the user can restore or remove them.

use super::carried::ASIDE_PREFIX;
use super::document::Session;
use super::lineage::{LINEAGE_KEY, REVISION_KEY, revision, stored_lineage};
use super::provenance::Unreadable;
use std::sync::Arc;
use trammel_code::{Storage, StorageError};

/// Text that the user has set aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AsideText {
    /// Key at which the text is stored.
    pub key: String,
    /// Key of the part of the document that the text was.
    pub part: String,
    /// Text.
    pub text: Arc<str>,
}

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
            let place = free_place(&part.key, storage)?;
            storage.set(&place, text)?;
            storage.remove(&part.key)?;
            self.carried.insert(place.clone(), text.into());
            self.saved.insert(place, text.into());
            self.unreadable.pop();
        }
        Ok(())
    }

    /// Returns the texts that the user has set aside.
    pub fn texts_aside(&self) -> Vec<AsideText> {
        let texts = self.carried.iter().filter_map(|(key, text)| {
            Some(AsideText {
                key: key.clone(),
                part: part_of(key)?.to_owned(),
                text: text.clone(),
            })
        });
        texts.collect()
    }

    /// Removes a text that the user has set aside. Save the session afterward.
    pub fn remove_aside(&mut self, key: &str) {
        if part_of(key).is_some() {
            self.carried.remove(key);
        }
    }

    /// Stores a text that was set aside as the part of the document that it was, and sets the present text of the part
    /// aside. Save the session before, and [reload](Session::reload) it afterward.
    ///
    /// # Errors
    /// Returns an error if the storage is full, or if it has another document than this session.
    pub fn restore_aside(&mut self, key: &str, storage: &mut dyn Storage) -> Result<(), StorageError> {
        if revision(storage)?.unwrap_or(0) != self.revision || self.has_changes() {
            return Err(StorageError::Changed);
        }
        let (Some(part), Some(text)) = (part_of(key), storage.get(key)?) else {
            return Ok(());
        };
        if let Some(present) = storage.get(part)? {
            storage.set(&free_place(part, storage)?, &present)?;
        }
        storage.set(part, &text)?;
        storage.remove(key)?;
        let mut lineage = stored_lineage(storage)?;
        let next = self.next_count();
        if let Some(writer) = &self.writer {
            lineage.add_after(&mut self.origin, next, writer);
            storage.set(LINEAGE_KEY, &lineage.to_string())?;
        }
        storage.set(REVISION_KEY, &next.to_string())
    }
}

/// Returns the part of the document that a text set aside with this key was.
fn part_of(key: &str) -> Option<&str> {
    key.strip_prefix(ASIDE_PREFIX)?
        .split_once('/')
        .map(|(_, part)| part)
}

/// Returns a free key for a text to set aside.
fn free_place(part: &str, storage: &dyn Storage) -> Result<String, StorageError> {
    let mut number = 1;
    loop {
        let place = format!("{ASIDE_PREFIX}{number}/{part}");
        if storage.get(&place)?.is_none() {
            return Ok(place);
        }
        number += 1;
    }
}
