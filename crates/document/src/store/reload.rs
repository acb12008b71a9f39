//! Reload of texts that another program or tab changed in the storage while the document is open.
//!
//! Invariants: the stored text takes precedence. A code file is loaded as if the user had typed it, as a step that undo
//! reverts, and a tool must read its present text before writing the file. A text of this session that was never stored
//! and is replaced is returned, so that the host can store it elsewhere.

use crate::runs::code_runs::Typed;
use crate::runs::pending::Pending;
use crate::session::Session;
use crate::store::lineage::revision;
use crate::store::stored_document::StoredDocument;
use crate::store::stored_settings::{LAYERS, LOCKS, TITLE};
use crate::turns::proposal::PROPOSAL;
use crate::turns::user_edits::Actor;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use trammel_code::{FILE_PREFIX, FileName, GOOD_PREFIX, Storage, StorageError, find_vanished};
use trammel_language::Bilingual;
use trammel_tools::CustomTools;

/// Result of [`Session::reload`].
#[derive(Debug, Default)]
pub struct Reloaded {
    /// Stored texts changed by other writers, modules before `main`.
    pub changes: Vec<OutsideChange>,
    /// Messages about stored texts that cannot be read; empty unless there is a new one.
    pub problems: Vec<Bilingual>,
    /// Run to execute and pass to [`Session::finish`], if the drawing may change.
    pub pending: Option<Pending>,
    /// Texts whose files are gone, if they are too many to be removed without a question ([`find_vanished`]). Nothing is
    /// loaded then.
    pub vanished: Vec<(String, Arc<str>)>,
}

/// Stored text changed by another writer.
#[derive(Debug)]
pub struct OutsideChange {
    /// Key in the storage.
    pub key: String,
    /// Kind of change.
    pub kind: OutsideKind,
    /// Replaced text of this session that was never stored, if any.
    pub unsaved: Option<Arc<str>>,
}

/// Kind of an [`OutsideChange`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutsideKind {
    /// Text that the document did not have.
    Added,
    /// Text that differs from that of the document.
    Edited,
    /// Text that was removed.
    Removed,
}

impl StoredDocument {
    /// Accepts that other writers changed the storage, so that the next [`Session::save`] does not refuse for that
    /// reason alone. For a storage that compares each text before replacing it.
    ///
    /// # Errors
    /// Returns an error if the storage cannot be read.
    pub fn accept_revision(&mut self, storage: &dyn Storage) -> Result<(), StorageError> {
        self.revision = revision(storage)?.unwrap_or(0);
        Ok(())
    }

    /// Returns the texts of this session whose files are gone without a decision of the user.
    fn vanished_texts(&self, storage: &dyn Storage, stored: &Session) -> Vec<(String, Arc<str>)> {
        if !storage.is_open_to_others() {
            return Vec::new();
        }
        let is_there = |key: &str| {
            stored.store.saved.contains_key(key) || stored.store.unreadable.iter().any(|part| part.key == key)
        };
        let gone = find_vanished(self.saved.keys(), |key| !is_there(key));
        let texts = gone.into_iter();
        texts
            .filter_map(|key| Some((key.clone(), self.saved.get(&key)?.clone())))
            .collect()
    }

    fn outside_change(
        &self,
        key: String,
        stored: &Session,
        unsaved: &BTreeMap<String, Arc<str>>,
    ) -> OutsideChange {
        let text = stored.store.saved.get(&key);
        let known = self.saved.contains_key(&key) || unsaved.contains_key(&key);
        let kind = match text {
            None => OutsideKind::Removed,
            Some(_) if known => OutsideKind::Edited,
            Some(_) => OutsideKind::Added,
        };
        let unsaved = unsaved
            .get(&key)
            .filter(|own| !own.is_empty() && text != Some(*own));
        OutsideChange {
            unsaved: unsaved.cloned(),
            kind,
            key,
        }
    }
}

impl Session {
    /// Returns the texts that differ from their stored form, with their keys.
    pub fn unsaved_texts(&self) -> Vec<(String, Arc<str>)> {
        let mut texts = self.texts();
        texts.retain(|(key, text)| self.store.saved.get(key) != Some(text));
        texts
    }

    /// Loads the texts that differ from those that this session last read or stored. A storage that was cleared
    /// completely has no effect: the next [`Session::save`] fills it again.
    ///
    /// # Errors
    /// Returns an error if the storage or `main` cannot be read; nothing is changed.
    pub fn reload(&mut self, storage: &dyn Storage) -> Result<Reloaded, StorageError> {
        let (stored, problems) = Session::load_as(storage, self.limits, &self.store.provenance)?;
        let empty =
            stored.store.saved.is_empty() && stored.store.unreadable.is_empty() && stored.store.revision == 0;
        if empty && self.store.revision > 0 {
            return Ok(Reloaded::default());
        }
        let vanished = self.store.vanished_texts(storage, &stored);
        if !vanished.is_empty() {
            return Ok(Reloaded {
                vanished,
                ..Reloaded::default()
            });
        }
        let unreadable =
            |session: &Session, key: &str| session.store.unreadable.iter().any(|part| part.key == key);
        let news = !stored
            .store
            .unreadable
            .iter()
            .all(|part| unreadable(self, &part.key));
        let unsaved = trammel_base::sort::map(self.unsaved_texts());
        let mut keys: BTreeSet<String> = self
            .store
            .saved
            .keys()
            .chain(stored.store.saved.keys())
            .cloned()
            .collect();
        keys.retain(|key| {
            // The last good files are written by the program and not edited by the user.
            let own = key.starts_with(GOOD_PREFIX) || unreadable(&stored, key);
            !own && self.store.saved.get(key) != stored.store.saved.get(key)
        });
        let mut changes: Vec<OutsideChange> = keys
            .into_iter()
            .map(|key| self.store.outside_change(key, &stored, &unsaved))
            .collect();
        let is_main = |change: &OutsideChange| change.key.strip_prefix(FILE_PREFIX) == Some(FileName::MAIN);
        changes.sort_by_key(is_main);
        // The other writer stores the flags together with the code, so they belong to its entities.
        self.document.is_drawn &= changes.is_empty();
        let mut pending = None;
        self.parties.user_edits.is_from_outside = true;
        for change in &changes {
            pending = self.take_over_text(&change.key, &stored).or(pending);
        }
        self.parties.user_edits.is_from_outside = false;
        self.store.saved = stored.store.saved;
        self.store.unreadable = stored.store.unreadable;
        self.store.carried = stored.store.carried;
        self.store.revision = stored.store.revision;
        self.store.lineage = stored.store.lineage;
        self.store.origin = stored.store.origin;
        self.store.writer = stored.store.writer;
        self.store.last_write = None;
        Ok(Reloaded {
            changes,
            problems: if news { problems } else { Vec::new() },
            pending,
            vanished: Vec::new(),
        })
    }

    /// Applies the stored text of a key to this session; returns the run that this requires, if any.
    fn take_over_text(&mut self, key: &str, stored: &Session) -> Option<Pending> {
        self.parties.user_edits.begin(Actor::User);
        if let Some(name) = key.strip_prefix(FILE_PREFIX) {
            let file = FileName::new(name).ok()?;
            let text = stored
                .store
                .saved
                .contains_key(key)
                .then(|| stored.document.env.files.get(name).map_or("", |text| text));
            return Some(self.type_in(&file, text));
        }
        match key {
            PROPOSAL => {
                self.parties.proposal.clone_from(&stored.parties.proposal);
                return None;
            }
            LOCKS => self.document.locks.clone_from(&stored.document.locks),
            LAYERS => self.document.layers.clone_from(&stored.document.layers),
            TITLE => {
                let scene = std::mem::take(&mut self.document.scene);
                self.document.scene = scene.with_defaults(
                    stored.document.scene.default_name(),
                    stored.document.scene.default_units(),
                );
            }
            CustomTools::KEY => self.document.env.custom = stored.document.env.custom.clone(),
            _ => {
                self.document
                    .env
                    .memory
                    .take_part(key, &stored.document.env.memory);
                return None;
            }
        }
        self.document.generation += 1;
        let files = self.document.env.files.clone();
        Some(self.pending(&files, None, Typed))
    }
}
