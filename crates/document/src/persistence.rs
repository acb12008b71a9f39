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

use super::carried::is_part;
use super::document::Session;
use super::file_texts::{FileTexts, texts_of};
use super::last_good::LastGood;
use super::lineage::{LINEAGE_KEY, REVISION_KEY, origin, revision, stored_lineage};
use super::proposal::PROPOSAL;
use super::provenance::{Provenance, Unreadable};
use super::stored_settings::{LAYERS, LOCKS, TITLE, Title, write_locks};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use trammel_base::sort;
use trammel_code::{FILE_PREFIX, FileName, GOOD_PREFIX, MAIN_KEY, Storage, StorageError};
use trammel_knowledge::Memory;
use trammel_language::{Bilingual, bilingual};
use trammel_run::Limits;
use trammel_tools::CustomTools;

impl Session {
    /// Loads a document created by the user; call [`Session::open`] next. Texts that cannot be read are left unchanged,
    /// described in the returned messages, and listed by [`Session::unreadable`]. Other messages name files that a folder
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
        session.is_drawn = false;
        session.load_files(storage)?;
        let mut problems = session.load_settings(storage);
        let env = &mut session.env;
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
        session.provenance = provenance.clone();
        session.revision = revision(storage)?.unwrap_or(0);
        session.lineage = stored_lineage(storage)?;
        session.origin = origin(storage)?;
        session.become_writer(storage);
        session.load_carried(storage)?;
        problems.extend(session.unreadable.iter().map(|part| part.why.clone()));
        problems.extend(session.unportable_files());
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
                    self.leave_out(&key, why.into(), None);
                    continue;
                }
                text => text?.unwrap_or_default(),
            };
            let Ok(file) = FileName::new(name) else {
                let why = bilingual!(
                    "a stored file with an invalid name was omitted: {name}",
                    "이름이 올바르지 않은 저장된 파일을 뺐어요: {name}"
                );
                self.loaded(&key, text, Err(why));
                continue;
            };
            if prefix == FILE_PREFIX {
                self.env.files.set(&file, Some(&text));
            } else {
                good.insert(file, text.as_str().into());
            }
            self.loaded(&key, text, Ok(()));
        }
        self.committed = None;
        if !good.is_empty() {
            let mut drawn = texts_of(&self.env.files);
            drawn.extend(good);
            self.run.drawn = Some(LastGood::new(drawn));
        }
        Ok(())
    }

    /// Records that a stored text was read, or the reason why it could not be.
    pub(super) fn loaded(&mut self, key: &str, text: String, read: Result<(), Bilingual>) {
        match read {
            Ok(()) => {
                self.saved.insert(key.to_owned(), text.into());
            }
            Err(why) => self.leave_out(key, why, Some(text)),
        }
    }

    /// Returns the stored text of a key; a read error is recorded, and the text is left unchanged.
    pub(super) fn stored(&mut self, key: &str, storage: &dyn Storage) -> Option<String> {
        storage.get(key).unwrap_or_else(|why| {
            self.leave_out(key, why.into(), None);
            None
        })
    }

    fn leave_out(&mut self, key: &str, why: Bilingual, text: Option<String>) {
        let key = key.to_owned();
        self.unreadable.push(Unreadable { key, why, text });
    }

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

    /// Writes all parts that changed since the last save. A part that cannot be written does not prevent the others
    /// from being written. Deleted parts are removed even then, and failed parts are tried again if the removal made
    /// room. Nothing in memory changes; the next save tries the parts that were not written again.
    ///
    /// # Errors
    /// Returns the first error of a write; the previous text of that part stays. If another writer changed the storage,
    /// nothing is written: call [`Session::take_over`] or load again. If an unreadable text occupies the key of a part,
    /// all other parts are written: call [`Session::set_aside`].
    pub fn save(&mut self, storage: &mut dyn Storage) -> Result<(), StorageError> {
        if self.is_overwritten(storage)? {
            return Err(StorageError::Changed);
        }
        match revision(storage)? {
            // The storage is empty or was cleared, so everything is written.
            None if self.revision > 0 => self.saved.clear(),
            there if there.unwrap_or(0) != self.revision => {
                // Without changes of its own, this session only has not loaded those of the other writer yet.
                return if self.has_changes() {
                    Err(StorageError::Changed)
                } else {
                    Ok(())
                };
            }
            _ => {}
        }
        if !storage.guards_each_text() && self.another_wrote(storage)? {
            return Err(StorageError::Changed);
        }
        self.save_all(storage)
    }

    /// Whether a part differs from its stored form, other than the last good files, which every writer of the document
    /// makes by itself.
    pub fn has_changes(&self) -> bool {
        differ(&sort::map(self.texts()), &self.saved)
    }

    /// Whether a text that is about to be written is not the one that this session has stored: a writer that does not
    /// know the write counter, such as an earlier version, changed it.
    fn another_wrote(&self, storage: &dyn Storage) -> Result<bool, StorageError> {
        let unreadable = |key: &str| self.unreadable.iter().any(|part| part.key == key);
        for (key, text) in self.texts() {
            let known = self.saved.get(&key);
            let is_due = known != Some(&text) && !unreadable(&key) && !key.starts_with(GOOD_PREFIX);
            if is_due && storage.get(&key)?.as_deref() != known.map(|known| &**known) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn save_all(&mut self, storage: &mut dyn Storage) -> Result<(), StorageError> {
        let before = self.saved.clone();
        let result = self.save_parts(storage);
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

    /// Writes all parts to a storage without a document, as a copy with the same write counter.
    ///
    /// # Errors
    /// Returns the same errors as [`Session::save`].
    pub fn save_copy(&mut self, storage: &mut dyn Storage) -> Result<(), StorageError> {
        self.become_writer(storage);
        self.saved.clear();
        self.save_parts(storage)?;
        if self.revision() == 0 {
            // A new document without a lineage could not be told from one of an earlier version.
            self.revision = 1;
            self.note_write(1, storage);
            self.last_write = None;
        } else if !self.lineage.is_empty() {
            storage.set(LINEAGE_KEY, &self.lineage.to_string())?;
        }
        storage.set(REVISION_KEY, &self.revision.to_string())
    }

    /// Overwrites the stored document with this one, discarding the changes of other writers.
    ///
    /// # Errors
    /// Returns the same errors as [`Session::save`].
    pub fn take_over(&mut self, storage: &mut dyn Storage) -> Result<(), StorageError> {
        self.revision = revision(storage)?.unwrap_or(0);
        self.lineage.replace(stored_lineage(storage)?);
        self.load_carried(storage)?;
        for key in storage.keys()? {
            let is_unreadable = self.unreadable.iter().any(|part| part.key == key);
            if is_part(&key) && !is_unreadable {
                // This value differs from every text of a document, so the key is written or removed.
                self.saved.insert(key, "\u{0}".into());
            }
        }
        self.save_all(storage)
    }

    fn save_parts(&mut self, storage: &mut dyn Storage) -> Result<(), StorageError> {
        let mut wanted = self.texts();
        let skipped = self.blocked_keys();
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

    /// Returns the keys of the parts that are not stored, because a text that cannot be read has their key and is not
    /// overwritten.
    pub fn blocked_keys(&self) -> Vec<String> {
        let is_taken = |key: &String| self.unreadable.iter().any(|part| part.key == *key);
        let keys = self.texts().into_iter().map(|(key, _)| key);
        keys.filter(is_taken).collect()
    }

    /// Returns every text to store, with its key. Files come first, so that they get the space if little is left.
    pub(super) fn texts(&self) -> Vec<(String, Arc<str>)> {
        let files = self.env.files.files();
        let mut parts: Vec<(String, Arc<str>)> = files
            .filter_map(|(name, _)| Some((format!("{FILE_PREFIX}{name}"), self.stored_text(name)?.clone())))
            .collect();
        for (name, text) in self.drawn() {
            if self.stored_text(&name) != Some(&text) {
                parts.push((format!("{GOOD_PREFIX}{name}"), text));
            }
        }
        let mut add = |key: &str, text: String| parts.push((key.to_owned(), text.into()));
        if !self.locks.is_empty() || self.saved.contains_key(LOCKS) {
            add(LOCKS, write_locks(&self.locks));
        }
        if !self.layers.is_empty() {
            add(LAYERS, serde_json::to_string(&self.layers).unwrap_or_default());
        }
        if let Some(proposal) = &self.proposal {
            add(PROPOSAL, serde_json::to_string(proposal).unwrap_or_default());
        }
        if let Some(title) = Title::of(&self.scene).text() {
            add(TITLE, title);
        }
        let (mut memory, mut custom) = (Cow::Borrowed(&self.env.memory), Cow::Borrowed(&self.env.custom));
        if self.provenance != Provenance::Recorded {
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
        let carried = self.carried.iter();
        parts.extend(carried.map(|(key, text)| (key.clone(), text.clone())));
        parts
    }

    /// Returns every text to store by key, as [`Session::save`] writes them.
    pub fn stored_form(&self) -> BTreeMap<String, String> {
        let unreadable = self
            .unreadable
            .iter()
            .filter_map(|part| Some((part.key.clone(), part.text.clone()?)));
        let texts = self
            .texts()
            .into_iter()
            .map(|(key, text)| (key, text.to_string()));
        sort::map(texts.chain(unreadable))
    }

    /// Returns the write counter of the document.
    pub fn revision(&self) -> u64 {
        self.revision + self.other_writes
    }

    /// Writes the texts that are not stored yet; returns the first error, if any.
    fn write(&mut self, texts: &[(String, Arc<str>)], storage: &mut dyn Storage) -> Result<(), StorageError> {
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
}

/// Whether the texts of two states differ, other than the last good files.
fn differ(one: &BTreeMap<String, Arc<str>>, other: &BTreeMap<String, Arc<str>>) -> bool {
    let mut keys = one.keys().chain(other.keys());
    keys.any(|key| !key.starts_with(GOOD_PREFIX) && one.get(key) != other.get(key))
}
