//! A document in a [`Storage`]: each file under `file/NAME`, the user's locks and hides under `holds`, custom tools under
//! `tools`, how often it was written under `revision`, title and unit under `title` when they are not the usual ones, each part of the memory under its own key.
//!
//! The drawing itself is not stored: it is what `main` draws. Entries of the memory and custom tools are checked when they
//! are read, by the rules by which they are added; an entry that breaks a rule is set aside, reported, and written back as it was.

use super::project::few;
use super::{Session, snapshot};
use crate::memory::Memory;
use crate::sandbox::Limits;
use crate::scene::{Scene, Units};
use crate::tools::CustomTools;
use crate::workspace::{FileName, MAX_FILE_BYTES, Storage, StorageError};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::sync::Arc;

const FILE_PREFIX: &str = "file/";
const HOLDS: &str = "holds";
const TITLE: &str = "title";
/// A number that grows with every writing, so that two writers notice each other.
const REVISION: &str = "revision";

/// Provenance of the tools and the memory in a storage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Provenance {
    /// As it says of each entry: the storage is the user's own, and nobody else writes to it.
    Recorded,
    /// All of it is the user's own, whatever it says.
    Own,
    /// All of it comes from elsewhere, whatever it says: imported from here, and off.
    Imported(String),
}

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
    /// Reads a document of the user's own; call [`Session::open`] next. What cannot be read is left in place, untouched,
    /// and named in the answer.
    ///
    /// # Errors
    /// The storage cannot be read at all.
    pub fn load(storage: &dyn Storage, limits: Limits) -> Result<(Session, Vec<String>), StorageError> {
        Session::load_as(storage, limits, &Provenance::Recorded)
    }

    /// The same with word on whose tools and memory the storage holds.
    ///
    /// # Errors
    /// The storage cannot be read at all.
    pub fn load_as(
        storage: &dyn Storage,
        limits: Limits,
        provenance: &Provenance,
    ) -> Result<(Session, Vec<String>), StorageError> {
        let mut session = Session::new(limits);
        let mut problems = session.load_files(storage)?;
        problems.extend(session.load_around(storage)?);
        let desk = &mut session.desk;
        match provenance {
            Provenance::Recorded => {}
            Provenance::Own => {
                desk.memory.trust();
                desk.custom.trust();
            }
            Provenance::Imported(from) => {
                desk.memory.distrust(from);
                desk.custom.distrust(from);
            }
        }
        session.keeps_provenance = *provenance == Provenance::Recorded;
        session.revision = revision(storage)?.unwrap_or(0);
        session.committed = snapshot(&session.desk.files);
        Ok((session, problems))
    }

    fn load_files(&mut self, storage: &dyn Storage) -> Result<Vec<String>, StorageError> {
        let mut problems = Vec::new();
        for key in storage.keys()? {
            let Some(name) = key.strip_prefix(FILE_PREFIX) else {
                continue;
            };
            let text = storage.get(&key)?.unwrap_or_default();
            match FileName::new(name) {
                Ok(file) if text.len() <= MAX_FILE_BYTES => {
                    self.desk.files.set(&file, Some(&text));
                    self.saved.insert(key, text.into());
                }
                Ok(file) => {
                    problems.push(format!("the stored file '{file}' is too large and was left out"));
                    self.untouchable.insert(key);
                }
                Err(_) => problems.push(format!(
                    "a stored file has an impossible name and was left out: {name}"
                )),
            }
        }
        Ok(problems)
    }

    /// Reads what lies around the files.
    fn load_around(&mut self, storage: &dyn Storage) -> Result<Vec<String>, StorageError> {
        let mut problems = Vec::new();
        if let Some(text) = storage.get(HOLDS)? {
            match serde_json::from_str(&text) {
                Ok(holds) => {
                    self.holds = holds;
                    self.saved.insert(HOLDS.to_owned(), text.into());
                }
                Err(_) => {
                    problems.push("which entities were locked or hidden could not be read".to_owned());
                    self.untouchable.insert(HOLDS.to_owned());
                }
            }
        }
        if let Some(text) = storage.get(TITLE)? {
            match serde_json::from_str::<Title>(&text) {
                Ok(title) => {
                    self.scene = Scene::new(&title.name).with_units(title.units);
                    self.saved.insert(TITLE.to_owned(), text.into());
                }
                Err(_) => {
                    problems.push("the title and the unit of the drawing could not be read".to_owned());
                    self.untouchable.insert(TITLE.to_owned());
                }
            }
        }
        for key in Memory::KEYS {
            let Some(text) = storage.get(key)? else { continue };
            match self.desk.memory.read(key, &text) {
                Ok(set_aside) => {
                    problems.extend(few(set_aside));
                    self.saved.insert(key.to_owned(), text.into());
                }
                Err(error) => {
                    problems.push(error.to_string());
                    self.untouchable.insert(key.to_owned());
                }
            }
        }
        if let Some(text) = storage.get(CustomTools::KEY)? {
            match CustomTools::read(&text, &self.desk.files) {
                Ok((tools, set_aside)) => {
                    problems.extend(few(set_aside));
                    self.desk.custom = tools;
                    self.saved.insert(CustomTools::KEY.to_owned(), text.into());
                }
                Err(error) => {
                    problems.push(format!("the custom tools could not be read: {error}"));
                    self.untouchable.insert(CustomTools::KEY.to_owned());
                }
            }
        }
        Ok(problems)
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

    fn save_parts(&mut self, storage: &mut dyn Storage) -> Result<(), StorageError> {
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
        let (mut memory, mut custom) = (Cow::Borrowed(&self.desk.memory), Cow::Borrowed(&self.desk.custom));
        if !self.keeps_provenance {
            memory.to_mut().trust();
            custom.to_mut().trust();
        }
        let remembered = Memory::KEYS.map(|key| Some((key.to_owned(), memory.text(key)?.into())));
        wanted.extend(remembered.into_iter().flatten());
        if let Some(tools) = custom.text() {
            wanted.push((CustomTools::KEY.to_owned(), tools.into()));
        }
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
fn revision(storage: &dyn Storage) -> Result<Option<u64>, StorageError> {
    let text = storage.get(REVISION)?;
    Ok(text.and_then(|text| text.parse().ok()))
}
