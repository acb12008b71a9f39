//! Reload of texts that another program or tab changed in the storage while the document is open.
//!
//! Invariants: the stored text takes precedence. A code file is loaded as if the user had typed it, as a step that undo
//! reverts, and a tool must read its present text before writing the file. A text of this session that was never stored
//! and is replaced is returned, so that the host can store it elsewhere.

use super::document::Session;
use super::lineage::revision;
use super::pending::{Pending, RunIntent};
use super::proposal::PROPOSAL;
use super::stored_settings::{LAYERS, LOCKS, TITLE};
use super::user_edits::Actor;
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

impl Session {
    /// Returns the texts that differ from their stored form, with their keys.
    pub fn unsaved(&self) -> Vec<(String, Arc<str>)> {
        let mut texts = self.texts();
        texts.retain(|(key, text)| self.saved.get(key) != Some(text));
        texts
    }

    /// Accepts that other writers changed the storage, so that the next [`Session::save`] does not refuse for that
    /// reason alone. For a storage that compares each text before replacing it.
    ///
    /// # Errors
    /// Returns an error if the storage cannot be read.
    pub fn accept_revision(&mut self, storage: &dyn Storage) -> Result<(), StorageError> {
        self.revision = revision(storage)?.unwrap_or(0);
        Ok(())
    }

    /// Loads the texts that differ from those that this session last read or stored. A storage that was cleared
    /// completely has no effect: the next [`Session::save`] fills it again.
    ///
    /// # Errors
    /// Returns an error if the storage or `main` cannot be read; nothing is changed.
    pub fn reload(&mut self, storage: &dyn Storage) -> Result<Reloaded, StorageError> {
        let (stored, problems) = Session::load_as(storage, self.limits, &self.provenance)?;
        let empty = stored.saved.is_empty() && stored.unreadable.is_empty() && stored.revision == 0;
        if empty && self.revision > 0 {
            return Ok(Reloaded::default());
        }
        let vanished = self.vanished_texts(storage, &stored);
        if !vanished.is_empty() {
            return Ok(Reloaded {
                vanished,
                ..Reloaded::default()
            });
        }
        let unreadable = |session: &Session, key: &str| session.unreadable.iter().any(|part| part.key == key);
        let news = !stored.unreadable.iter().all(|part| unreadable(self, &part.key));
        let unsaved = trammel_base::sort::map(self.unsaved());
        let mut keys: BTreeSet<String> = self.saved.keys().chain(stored.saved.keys()).cloned().collect();
        keys.retain(|key| {
            // The last good files are written by the program and not edited by the user.
            let own = key.starts_with(GOOD_PREFIX) || unreadable(&stored, key);
            !own && self.saved.get(key) != stored.saved.get(key)
        });
        let mut changes: Vec<OutsideChange> = keys
            .into_iter()
            .map(|key| self.outside_change(key, &stored, &unsaved))
            .collect();
        let is_main = |change: &OutsideChange| change.key.strip_prefix(FILE_PREFIX) == Some(FileName::MAIN);
        changes.sort_by_key(is_main);
        // The other writer stores the flags together with the code, so they belong to its entities.
        self.is_drawn &= changes.is_empty();
        let mut pending = None;
        for change in &changes {
            pending = self.take_over_text(&change.key, &stored).or(pending);
        }
        self.saved = stored.saved;
        self.unreadable = stored.unreadable;
        self.carried = stored.carried;
        self.revision = stored.revision;
        self.lineage = stored.lineage;
        self.origin = stored.origin;
        self.writer = stored.writer;
        self.last_write = None;
        Ok(Reloaded {
            changes,
            problems: if news { problems } else { Vec::new() },
            pending,
            vanished: Vec::new(),
        })
    }

    /// Returns the texts of this session whose files are gone without a decision of the user.
    fn vanished_texts(&self, storage: &dyn Storage, stored: &Session) -> Vec<(String, Arc<str>)> {
        if !storage.is_open_to_others() {
            return Vec::new();
        }
        let is_there = |key: &str| {
            stored.saved.contains_key(key) || stored.unreadable.iter().any(|part| part.key == key)
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
        let text = stored.saved.get(&key);
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

    /// Applies the stored text of a key to this session; returns the run that this requires, if any.
    fn take_over_text(&mut self, key: &str, stored: &Session) -> Option<Pending> {
        self.user_edits.begin(Actor::User);
        if let Some(name) = key.strip_prefix(FILE_PREFIX) {
            let file = FileName::new(name).ok()?;
            let text = stored
                .saved
                .contains_key(key)
                .then(|| stored.env.files.get(name).map_or("", |text| text));
            return Some(self.type_in(&file, text));
        }
        match key {
            PROPOSAL => {
                self.proposal.clone_from(&stored.proposal);
                return None;
            }
            LOCKS => self.locks.clone_from(&stored.locks),
            LAYERS => self.layers.clone_from(&stored.layers),
            TITLE => {
                let scene = std::mem::take(&mut self.scene);
                self.scene = scene.with_defaults(stored.scene.default_name(), stored.scene.default_units());
            }
            CustomTools::KEY => self.env.custom = stored.env.custom.clone(),
            _ => {
                self.env.memory.take_part(key, &stored.env.memory);
                return None;
            }
        }
        self.generation += 1;
        let files = self.env.files.clone();
        Some(self.pending(&files, None, RunIntent::Typed))
    }
}
