//! Persistence of a document in a [`Storage`]. Keys: each file under `file/NAME`; the locked and hidden flags of entities
//! under `holds`; those of layers and the current layer under `layers`; custom tools under `tools`; the default name and
//! unit, unless they are the standard values, under `title`; a change that waits for a decision under `proposal`; each
//! part of the memory under its own key; a write counter under `revision`; the lineage under `writes`; unreadable texts that
//! the user has set aside under `aside/N/KEY`.
//!
//! The drawing itself is not stored: it is the result of running `main`. If the files do not run, or have not run yet,
//! the files that drew the present drawing are stored as well, under `good/NAME`, so that the last good drawing can be
//! shown after the next start.
//!
//! Invariants:
//! * Memory entries and custom tools are validated by the rules for adding them. An invalid entry is set aside,
//!   reported, and written back unchanged.
//! * A stored text that cannot be read stays in place and is never overwritten ([`Unreadable`]).
//! * A stored text with a key that this version does not know is kept, and it is a part of every copy of the document.
//! * A save that leaves out a part returns an error.
//! * A code file of any size is loaded: an oversized file is code that does not run, and not a reason to open an empty
//!   drawing.

use crate::contents::document::Document;
use crate::contents::file_texts::{FileTexts, texts_of};
use crate::contents::last_good::LastGood;
use crate::session::Session;
use crate::store::lineage::{LINEAGE_KEY, REVISION_KEY, origin, revision, stored_lineage};
use crate::store::provenance::{Provenance, Unreadable};
use crate::store::stored_document::StoredDocument;
use crate::store::stored_settings::{LAYERS, LOCKS, SETTINGS_KEYS, TITLE, Title, write_locks};
use crate::turns::proposal::PROPOSAL;
use std::{borrow::Cow, collections::BTreeMap, sync::Arc};
use trammel_base::sort;
use trammel_code::{FILE_PREFIX, FileName, GOOD_PREFIX, MAIN_KEY, Storage, StorageError};
use trammel_knowledge::Memory;
use trammel_language::{Bilingual, bilingual};
use trammel_run::Limits;
use trammel_tools::CustomTools;

/// Text to store, with its key.
pub(crate) type StoredText = (String, Arc<str>);

impl Document {
    /// Records typed text that is not applied yet. From now on, the file is stored with this text, so that the text is
    /// not lost while code or a model runs. [`Session::type_in`] updates the files in memory, the drawing and the
    /// history.
    pub fn note_typing(&mut self, file: &FileName, text: &str) {
        self.typing.insert(file.clone(), text.into());
    }

    /// Returns the text of a file to store; typed text that is not applied yet takes precedence.
    fn stored_text(&self, file: &FileName) -> Option<&Arc<str>> {
        let present = self.env.files.get(file.as_str())?;
        Some(self.typing.get(file).unwrap_or(present))
    }
}

impl StoredDocument {
    /// Records that a stored text was read, or the reason why it could not be.
    pub(crate) fn note_loaded(&mut self, key: &str, text: String, read: Result<(), Bilingual>) {
        match read {
            Ok(()) => {
                self.saved.insert(key.to_owned(), text.into());
            }
            Err(why) => self.leave_out(key, why, Some(text)),
        }
    }

    /// Returns the stored text of a key; a read error is recorded, and the text is left unchanged.
    pub(crate) fn stored_text_of(&mut self, key: &str, storage: &dyn Storage) -> Option<String> {
        storage.get(key).unwrap_or_else(|why| {
            self.leave_out(key, why.into(), None);
            None
        })
    }

    fn leave_out(&mut self, key: &str, why: Bilingual, text: Option<String>) {
        let key = key.to_owned();
        self.unreadable.push(Unreadable { key, why, text });
    }

    /// Returns the write counter of the document.
    pub fn revision(&self) -> u64 {
        self.revision + self.other_writes
    }

    /// Writes the texts that are not stored yet; returns the first error, if any.
    fn write(&mut self, texts: &[StoredText], storage: &mut dyn Storage) -> Result<(), StorageError> {
        let mut result = Ok(());
        for (key, text) in texts {
            if self.saved.get(key) == Some(text) {
                continue;
            }
            match storage.set(key, text) {
                Ok(()) => {
                    self.saved.insert(key.clone(), text.clone());
                }
                Err(error) => result = result.and(Err(error)),
            }
        }
        result
    }

    /// Whether a text that is about to be written is not the one that this session has stored: a writer that does not
    /// know the write counter, such as an earlier version, changed it.
    fn another_wrote(&self, texts: &[StoredText], storage: &dyn Storage) -> Result<bool, StorageError> {
        let unreadable = |key: &str| self.unreadable.iter().any(|part| part.key == key);
        for (key, text) in texts {
            let known = self.saved.get(key);
            let is_due = known != Some(text) && !unreadable(key) && !key.starts_with(GOOD_PREFIX);
            if is_due && storage.get(key)?.as_deref() != known.map(|known| &**known) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Writes the texts that differ, and counts the write.
    fn save_all(&mut self, texts: &[StoredText], storage: &mut dyn Storage) -> Result<(), StorageError> {
        let before = self.saved.clone();
        let result = self.save_parts(texts, storage);
        // Last good files count as no write: a tab that follows another one makes them too, and must not compete with it.
        if differ(&before, &self.saved) {
            let next = self.next_count();
            self.note_write(next, storage);
            storage.set(REVISION_KEY, &next.to_string())?;
            self.revision = next;
            self.other_writes = 0;
        }
        result
    }

    /// Writes the texts that differ, and removes those that the document no longer has.
    fn save_parts(&mut self, texts: &[StoredText], storage: &mut dyn Storage) -> Result<(), StorageError> {
        let mut wanted = texts.to_vec();
        let skipped = self.blocked_keys(texts);
        wanted.retain(|(key, _)| !skipped.contains(key));
        let first = self.write(&wanted, storage);
        let gone: Vec<String> = self
            .saved
            .keys()
            .filter(|key| !wanted.iter().any(|(kept, _)| kept == *key))
            .cloned()
            .collect();
        for key in &gone {
            storage.remove(key)?;
            self.saved.remove(key);
        }
        if first.is_err() && !gone.is_empty() {
            self.write(&wanted, storage)?;
        } else {
            first?;
        }
        if skipped.is_empty() {
            Ok(())
        } else {
            Err(StorageError::Unreadable(skipped))
        }
    }

    /// Returns the keys of texts that are not stored, because a text that cannot be read has their key and is not
    /// overwritten.
    fn blocked_keys(&self, texts: &[StoredText]) -> Vec<String> {
        let is_taken = |key: &&String| self.unreadable.iter().any(|part| part.key == **key);
        texts
            .iter()
            .map(|(key, _)| key)
            .filter(is_taken)
            .cloned()
            .collect()
    }
}

impl Session {
    /// Loads a document created by the user; call [`Session::open`] next. Texts that cannot be read are left unchanged,
    /// described in the returned messages, and listed by [`StoredDocument::unreadable`]. Other messages name files that a folder
    /// may not have.
    ///
    /// # Errors
    /// Returns an error if the storage or `main` cannot be read at all.
    pub fn load(storage: &dyn Storage, limits: Limits) -> Result<(Session, Vec<Bilingual>), StorageError> {
        Session::load_as(storage, limits, &Provenance::Recorded)
    }

    /// Loads a document like [`Session::load`], with the given provenance of the tools and the memory in the storage.
    ///
    /// # Errors
    /// Returns an error if the storage or `main` cannot be read at all.
    pub fn load_as(
        storage: &dyn Storage,
        limits: Limits,
        provenance: &Provenance,
    ) -> Result<(Session, Vec<Bilingual>), StorageError> {
        let mut session = Session::new(limits);
        session.document.is_drawn = false;
        session.load_files(storage)?;
        let mut problems = session.load_settings(storage);
        let env = &mut session.document.env;
        match provenance {
            Provenance::Recorded => {}
            Provenance::Own => {
                env.memory.trust();
                env.custom.trust();
            }
            Provenance::Imported(from) => {
                env.memory.distrust(from);
                env.custom.distrust(from);
            }
        }
        session.store.provenance = provenance.clone();
        session.store.revision = revision(storage)?.unwrap_or(0);
        session.store.lineage = stored_lineage(storage)?;
        session.store.origin = origin(storage)?;
        session.store.become_writer(storage);
        session.store.load_carried(storage)?;
        problems.extend(session.store.unreadable.iter().map(|part| part.why.clone()));
        problems.extend(session.document.unportable_files());
        Ok((session, problems))
    }

    /// Reads the code files, and the last good files where they differ.
    fn load_files(&mut self, storage: &dyn Storage) -> Result<(), StorageError> {
        let mut good = FileTexts::new();
        for key in storage.keys()? {
            let Some((prefix, name)) = [FILE_PREFIX, GOOD_PREFIX]
                .into_iter()
                .find_map(|prefix| Some((prefix, key.strip_prefix(prefix)?)))
            else {
                continue;
            };
            // A document needs `main`; a module that cannot be read is left out.
            let text = match storage.get(&key) {
                Err(why) if key != MAIN_KEY => {
                    self.store.leave_out(&key, why.into(), None);
                    continue;
                }
                text => text?.unwrap_or_default(),
            };
            let Ok(file) = FileName::new(name) else {
                let why = bilingual!(
                    "a stored file with an invalid name was omitted: {name}",
                    "이름이 올바르지 않은 저장된 파일을 뺐어요: {name}"
                );
                self.store.note_loaded(&key, text, Err(why));
                continue;
            };
            if prefix == FILE_PREFIX {
                self.document.env.files.set(&file, Some(&text));
            } else {
                good.insert(file, text.as_str().into());
            }
            self.store.note_loaded(&key, text, Ok(()));
        }
        self.document.committed = None;
        if !good.is_empty() {
            let mut drawn = texts_of(&self.document.env.files);
            drawn.extend(good);
            self.document.run.drawn = Some(LastGood::new(drawn));
        }
        Ok(())
    }

    /// Writes all parts that changed since the last save. A part that cannot be written does not prevent the others
    /// from being written. Deleted parts are removed even then, and failed parts are tried again if the removal made
    /// room. Nothing in memory changes; the next save tries the parts that were not written again.
    ///
    /// # Errors
    /// Returns the first error of a write; the previous text of that part stays. If another writer changed the storage,
    /// nothing is written: call [`Session::take_over`] or load again. If an unreadable text occupies the key of a part,
    /// all other parts are written: call [`StoredDocument::set_aside`].
    pub fn save(&mut self, storage: &mut dyn Storage) -> Result<(), StorageError> {
        if self.store.is_overwritten(storage)? {
            return Err(StorageError::Changed);
        }
        match revision(storage)? {
            // The storage is empty or was cleared, so everything is written.
            None if self.store.revision > 0 => self.store.saved.clear(),
            there if there.unwrap_or(0) != self.store.revision => {
                // Without changes of its own, this session only has not loaded those of the other writer yet.
                return if self.has_changes() {
                    Err(StorageError::Changed)
                } else {
                    Ok(())
                };
            }
            _ => {}
        }
        if !storage.guards_each_text() && self.store.another_wrote(&self.texts(), storage)? {
            return Err(StorageError::Changed);
        }
        let texts = self.texts();
        self.store.save_all(&texts, storage)
    }

    /// Writes all parts to a storage without a document, as a copy with the same write counter.
    ///
    /// # Errors
    /// Returns the same errors as [`Session::save`].
    pub fn save_copy(&mut self, storage: &mut dyn Storage) -> Result<(), StorageError> {
        self.store.become_writer(storage);
        self.store.saved.clear();
        let texts = self.texts();
        self.store.save_parts(&texts, storage)?;
        if self.store.revision() == 0 {
            // A new document without a lineage could not be told from one of an earlier version.
            self.store.revision = 1;
            self.store.note_write(1, storage);
            self.store.last_write = None;
        } else if !self.store.lineage.is_empty() {
            storage.set(LINEAGE_KEY, &self.store.lineage.to_string())?;
        }
        storage.set(REVISION_KEY, &self.store.revision.to_string())
    }

    /// Overwrites the stored document with this one, discarding the changes of other writers.
    ///
    /// # Errors
    /// Returns the same errors as [`Session::save`].
    pub fn take_over(&mut self, storage: &mut dyn Storage) -> Result<(), StorageError> {
        self.store.revision = revision(storage)?.unwrap_or(0);
        self.store.lineage.replace(stored_lineage(storage)?);
        self.store.load_carried(storage)?;
        for key in storage.keys()? {
            let is_unreadable = self.store.unreadable.iter().any(|part| part.key == key);
            if is_part(&key) && !is_unreadable {
                // This value differs from every text of a document, so the key is written or removed.
                self.store.saved.insert(key, "\u{0}".into());
            }
        }
        let texts = self.texts();
        self.store.save_all(&texts, storage)
    }

    /// Whether a part differs from its stored form, other than the last good files, which every writer of the document
    /// makes by itself.
    pub fn has_changes(&self) -> bool {
        differ(&sort::map(self.texts()), &self.store.saved)
    }

    /// Returns the keys of the parts that are not stored, because a text that cannot be read has their key and is not
    /// overwritten.
    pub fn blocked_keys(&self) -> Vec<String> {
        self.store.blocked_keys(&self.texts())
    }

    /// Returns every text to store, with its key. Files come first, so that they get the space if little is left.
    pub(crate) fn texts(&self) -> Vec<StoredText> {
        let files = self.document.env.files.files();
        let mut parts: Vec<StoredText> = files
            .filter_map(|(name, _)| {
                Some((
                    format!("{FILE_PREFIX}{name}"),
                    self.document.stored_text(name)?.clone(),
                ))
            })
            .collect();
        for (name, text) in self.document.files_of_drawing() {
            if self.document.stored_text(&name) != Some(&text) {
                parts.push((format!("{GOOD_PREFIX}{name}"), text));
            }
        }
        let mut add = |key: &str, text: String| parts.push((key.to_owned(), text.into()));
        if !self.document.locks.is_empty() || self.store.saved.contains_key(LOCKS) {
            add(LOCKS, write_locks(&self.document.locks));
        }
        if !self.document.layers.is_empty() {
            add(
                LAYERS,
                serde_json::to_string(&self.document.layers).unwrap_or_default(),
            );
        }
        if let Some(proposal) = &self.parties.proposal {
            add(PROPOSAL, serde_json::to_string(proposal).unwrap_or_default());
        }
        if let Some(title) = Title::of(&self.document.scene).text() {
            add(TITLE, title);
        }
        let (mut memory, mut custom) = (
            Cow::Borrowed(&self.document.env.memory),
            Cow::Borrowed(&self.document.env.custom),
        );
        if self.store.provenance != Provenance::Recorded {
            memory.to_mut().trust();
            custom.to_mut().trust();
        }
        for key in Memory::KEYS {
            if let Some(text) = memory.text(key) {
                add(key, text);
            }
        }
        if let Some(tools) = custom.text() {
            add(CustomTools::KEY, tools);
        }
        let carried = self.store.carried.iter();
        parts.extend(carried.map(|(key, text)| (key.clone(), text.clone())));
        parts
    }

    /// Returns every text to store by key, as [`Session::save`] writes them.
    pub fn stored_form(&self) -> BTreeMap<String, String> {
        let unreadable = self
            .store
            .unreadable
            .iter()
            .filter_map(|part| Some((part.key.clone(), part.text.clone()?)));
        let texts = self
            .texts()
            .into_iter()
            .map(|(key, text)| (key, text.to_string()));
        sort::map(texts.chain(unreadable))
    }
}

/// Whether the texts of two states differ, other than the last good files.
fn differ(one: &BTreeMap<String, Arc<str>>, other: &BTreeMap<String, Arc<str>>) -> bool {
    let mut keys = one.keys().chain(other.keys());
    keys.any(|key| !key.starts_with(GOOD_PREFIX) && one.get(key) != other.get(key))
}

/// Prefix of unreadable texts that the user has set aside.
pub(crate) const ASIDE_PREFIX: &str = "aside/";

impl StoredDocument {
    /// Reads the texts to carry. A folder keeps its files by itself.
    pub(crate) fn load_carried(&mut self, storage: &dyn Storage) -> Result<(), StorageError> {
        if storage.guards_each_text() {
            return Ok(());
        }
        for key in storage.keys()?.into_iter().filter(|key| !is_known(key)) {
            if let Some(text) = self.stored_text_of(&key, storage) {
                self.carried.insert(key.clone(), text.as_str().into());
                self.note_loaded(&key, text, Ok(()));
            }
        }
        Ok(())
    }
}

/// Whether a key is that of a part of a document that this version reads and writes.
pub fn is_part(key: &str) -> bool {
    let is_file = key.starts_with(FILE_PREFIX) || key.starts_with(GOOD_PREFIX);
    let is_state = [CustomTools::KEY, PROPOSAL].contains(&key);
    is_file || is_state || SETTINGS_KEYS.contains(&key) || Memory::KEYS.contains(&key)
}

fn is_known(key: &str) -> bool {
    is_part(key) || key == REVISION_KEY || key == LINEAGE_KEY
}

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

impl StoredDocument {
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
}

impl Session {
    /// Stores a text that was set aside as the part of the document that it was, and sets the present text of the part
    /// aside. Save the session before, and [reload](Session::reload) it afterward.
    ///
    /// # Errors
    /// Returns an error if the storage is full, or if it has another document than this session.
    pub fn restore_aside(&mut self, key: &str, storage: &mut dyn Storage) -> Result<(), StorageError> {
        if revision(storage)?.unwrap_or(0) != self.store.revision || self.has_changes() {
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
        let next = self.store.next_count();
        if let Some(writer) = &self.store.writer {
            lineage.add_after(&mut self.store.origin, next, writer);
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
