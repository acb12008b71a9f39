//! A document in a [`Storage`]: each file under `file/NAME`, the user's locks and hides under `holds`, custom tools under
//! `tools`, how often it was written under `revision`, title and unit under `title` when they are not the usual ones, each part of the memory under its own key.
//!
//! The drawing itself is not stored: it is what `main` draws.

use super::{Session, snapshot};
use crate::memory::Memory;
use crate::sandbox::Limits;
use crate::scene::{Scene, Units};
use crate::tools::CustomTools;
use crate::workspace::{FileName, MAX_FILE_BYTES, Storage, StorageError};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

pub(super) const FILE_PREFIX: &str = "file/";
pub(super) const HOLDS: &str = "holds";
pub(super) const TITLE: &str = "title";
/// A number that grows with every writing, so that two writers notice each other.
const REVISION: &str = "revision";

/// Title and unit of a drawing.
#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Title {
    name: String,
    units: Units,
}

impl Default for Title {
    fn default() -> Title {
        let scene = Scene::default();
        Title {
            name: scene.name().to_owned(),
            units: scene.units(),
        }
    }
}

impl Session {
    /// Reads a document; call [`Session::open`] next. What cannot be read is left in place, untouched, and named in
    /// the answer.
    ///
    /// # Errors
    /// The storage cannot be read at all.
    pub fn load(storage: &dyn Storage, limits: Limits) -> Result<(Session, Vec<String>), StorageError> {
        let mut session = Session::new(limits);
        let mut problems = Vec::new();
        for key in storage.keys()? {
            let Some(name) = key.strip_prefix(FILE_PREFIX) else {
                continue;
            };
            // Without `main` there is no document; a module that cannot be read is left out.
            let text = match storage.get(&key) {
                Err(why) if name != FileName::MAIN => {
                    session.leave_out(&key, why.to_string(), &mut problems);
                    continue;
                }
                text => text?.unwrap_or_default(),
            };
            match FileName::new(name) {
                Ok(file) if text.len() <= MAX_FILE_BYTES => {
                    session.desk.files.set(&file, Some(&text));
                    session.saved.insert(key, text.into());
                }
                Ok(file) => {
                    problems.push(format!("the stored file '{file}' is too large and was left out"));
                    session.untouchable.insert(key);
                }
                Err(_) => problems.push(format!(
                    "a stored file has an impossible name and was left out: {name}"
                )),
            }
        }
        if let Some(text) = session.taken(HOLDS, storage, &mut problems) {
            match serde_json::from_str(&text) {
                Ok(holds) => {
                    session.holds = holds;
                    session.saved.insert(HOLDS.to_owned(), text.into());
                }
                Err(_) => {
                    problems.push("which entities were locked or hidden could not be read".to_owned());
                    session.untouchable.insert(HOLDS.to_owned());
                }
            }
        }
        if let Some(text) = session.taken(TITLE, storage, &mut problems) {
            match serde_json::from_str::<Title>(&text) {
                Ok(title) => {
                    session.scene = Scene::new(&title.name).with_units(title.units);
                    session.saved.insert(TITLE.to_owned(), text.into());
                }
                Err(_) => {
                    problems.push("the title and the unit of the drawing could not be read".to_owned());
                    session.untouchable.insert(TITLE.to_owned());
                }
            }
        }
        for key in Memory::KEYS {
            let Some(text) = session.taken(key, storage, &mut problems) else {
                continue;
            };
            match session.desk.memory.read(key, &text) {
                Ok(()) => {
                    session.saved.insert(key.to_owned(), text.into());
                }
                Err(error) => {
                    problems.push(error.to_string());
                    session.untouchable.insert(key.to_owned());
                }
            }
        }
        if let Some(text) = session.taken(CustomTools::KEY, storage, &mut problems) {
            match serde_json::from_str::<CustomTools>(&text) {
                Ok(mut tools) => {
                    tools.prune(&session.desk.files);
                    session.desk.custom = tools;
                    session.saved.insert(CustomTools::KEY.to_owned(), text.into());
                }
                Err(error) => {
                    problems.push(format!("the custom tools could not be read: {error}"));
                    session.untouchable.insert(CustomTools::KEY.to_owned());
                }
            }
        }
        session.revision = revision(storage)?.unwrap_or(0);
        session.committed = snapshot(&session.desk.files);
        Ok((session, problems))
    }

    /// The stored text of a key; one that cannot be read is a problem and is left as it is.
    fn taken(&mut self, key: &str, storage: &dyn Storage, problems: &mut Vec<String>) -> Option<String> {
        storage.get(key).unwrap_or_else(|why| {
            self.leave_out(key, why.to_string(), problems);
            None
        })
    }

    fn leave_out(&mut self, key: &str, why: String, problems: &mut Vec<String>) {
        problems.push(why);
        self.untouchable.insert(key.to_owned());
    }

    /// Writes what changed since the last time. One part that cannot be written does not keep the others from it, and
    /// what was deleted is removed all the same, so that deleting makes room. Nothing in memory changes; what was not
    /// written is tried again the next time.
    ///
    /// # Errors
    /// The first reason why something could not be written; its earlier text is still there. When somebody else has
    /// written since, nothing is written at all: [`Session::take_over`] or load anew.
    pub fn save(&mut self, storage: &mut dyn Storage) -> Result<(), StorageError> {
        match revision(storage)? {
            // An empty place, or one that was cleared: everything is written.
            None if self.revision > 0 => self.saved.clear(),
            there if there.unwrap_or(0) != self.revision => return Err(StorageError::Changed),
            _ => {}
        }
        let before = self.saved.clone();
        let result = self.save_parts(storage);
        if self.saved != before {
            let next = self.revision + 1;
            storage.set(REVISION, &next.to_string())?;
            self.revision = next;
        }
        result
    }

    /// Writes this document over what somebody else has written since; all of theirs goes.
    ///
    /// # Errors
    /// As [`Session::save`].
    pub fn take_over(&mut self, storage: &mut dyn Storage) -> Result<(), StorageError> {
        self.revision = revision(storage)?.unwrap_or(0);
        for key in storage.keys()? {
            if key != REVISION && !self.untouchable.contains(&key) {
                // Different from anything we would write, so it is written or removed.
                self.saved.insert(key, "\u{0}".into());
            }
        }
        self.save(storage)
    }

    /// Every text that is to be stored, with its key.
    pub(super) fn texts(&self) -> Vec<(String, Arc<str>)> {
        let mut wanted: Vec<(String, Arc<str>)> = self
            .desk
            .files
            .files()
            .map(|(name, text)| (format!("{FILE_PREFIX}{name}"), text.clone()))
            .collect();
        let holds = serde_json::to_string(&self.holds).unwrap_or_default();
        if !self.holds.is_empty() || self.saved.contains_key(HOLDS) {
            wanted.push((HOLDS.to_owned(), holds.into()));
        }
        let title = Title {
            name: self.scene.name().to_owned(),
            units: self.scene.units(),
        };
        if title != Title::default() {
            wanted.push((
                TITLE.to_owned(),
                serde_json::to_string(&title).unwrap_or_default().into(),
            ));
        }
        let remembered = Memory::KEYS.map(|key| Some((key.to_owned(), self.desk.memory.text(key)?.into())));
        wanted.extend(remembered.into_iter().flatten());
        if !self.desk.custom.all().is_empty() {
            let tools = serde_json::to_string(&self.desk.custom).unwrap_or_default();
            wanted.push((CustomTools::KEY.to_owned(), tools.into()));
        }
        wanted
    }

    fn save_parts(&mut self, storage: &mut dyn Storage) -> Result<(), StorageError> {
        let mut wanted = self.texts();
        // What could not be read is not overwritten with what is there instead.
        wanted.retain(|(key, _)| !self.untouchable.contains(key));
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
            return self.write(&wanted, storage);
        }
        first
    }

    /// Writes those of the texts that are not stored yet; the first failure, if any.
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

/// How often the stored document was written; `None` when it never was, or by an earlier version.
pub(super) fn revision(storage: &dyn Storage) -> Result<Option<u64>, StorageError> {
    let text = storage.get(REVISION)?;
    Ok(text.and_then(|text| text.parse().ok()))
}
