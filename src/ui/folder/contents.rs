//! Files of a folder: reading of all, and writing of those that changed.

use super::access::{self, Directory, FileEntry};
use crate::library::Texts;
use crate::workspace::layout::{FolderFile, STATE, key_of_code, key_of_state};
use crate::workspace::{FILE_PREFIX, MAX_FILES};
use std::collections::BTreeMap;

/// Files of a folder as they were last read, by key. A file with the same time and size is not read again.
#[derive(Clone, Default)]
pub(super) struct Contents(BTreeMap<String, Seen>);

#[derive(Clone)]
struct Seen {
    changed_ms: f64,
    bytes: f64,
    text: String,
}

impl Contents {
    /// Reads the files of a drawing in a folder; files of other kinds are left out.
    ///
    /// # Errors
    /// Returns the reason if the folder cannot be read or has files that are too large for a drawing.
    pub(super) async fn read(&mut self, directory: &Directory) -> Result<Texts, String> {
        let mut files: Vec<(String, FileEntry)> = Vec::new();
        for (name, file) in directory.files().await? {
            files.extend(key_of_code(&name).map(|key| (key, file)));
        }
        let count = files.len();
        if count > MAX_FILES {
            return Err(format!("it has {count} code files, at most {MAX_FILES}"));
        }
        if let Some(state) = directory.inside(STATE, false).await? {
            for (name, file) in state.files().await? {
                files.extend(key_of_state(&name).map(|key| (key, file)));
            }
        }
        let mut present = BTreeMap::new();
        for (key, file) in files {
            let seen = self.seen(&key, &file).await?;
            present.extend(seen.map(|seen| (key, seen)));
        }
        self.0 = present;
        Ok(self
            .0
            .iter()
            .map(|(key, seen)| (key.clone(), seen.text.clone()))
            .collect())
    }

    /// Whether the file of a key is as it was last read.
    ///
    /// # Errors
    /// Returns the reason if the file cannot be read.
    pub(super) async fn is_current(&self, directory: &Directory, key: &str) -> Result<bool, String> {
        let file = FolderFile::of_key(key);
        let inside = if file.is_state {
            directory.inside(STATE, false).await?
        } else {
            Some(directory.clone())
        };
        let entry = match inside {
            Some(inside) => inside.file(&file.name).await?,
            None => None,
        };
        let present = match entry {
            Some(entry) => self.seen(key, &entry).await?,
            None => None,
        };
        let present = present.as_ref().map(|seen| seen.text.as_str());
        Ok(present == self.0.get(key).map(|seen| seen.text.as_str()))
    }

    /// Reads a file, unless it is as it was last read; `None` if it has been removed meanwhile.
    async fn seen(&self, key: &str, file: &FileEntry) -> Result<Option<Seen>, String> {
        let Some(file) = file.open().await? else {
            return Ok(None);
        };
        let (changed_ms, bytes) = (file.last_modified(), file.size());
        if let Some(seen) = self
            .0
            .get(key)
            .filter(|seen| (seen.changed_ms, seen.bytes) == (changed_ms, bytes))
        {
            return Ok(Some(seen.clone()));
        }
        let FolderFile { most, .. } = FolderFile::of_key(key);
        if bytes > most as f64 {
            let path = FolderFile::of_key(key).path();
            return Err(format!("{path} has {bytes} bytes, at most {most}"));
        }
        let text = access::text(&file).await?;
        Ok(Some(Seen {
            changed_ms,
            bytes,
            text,
        }))
    }
}

/// Writes the text of a key, or removes its file for `None`.
///
/// # Errors
/// Returns the reason with the path of the file.
pub(super) async fn write(directory: &Directory, key: &str, text: Option<&str>) -> Result<(), String> {
    let file = FolderFile::of_key(key);
    let written = async {
        let inside = if file.is_state {
            directory.inside(STATE, text.is_some()).await?
        } else {
            Some(directory.clone())
        };
        match (inside, text) {
            (Some(inside), Some(text)) => inside.write(&file.name, text).await,
            (Some(inside), None) => inside.remove(&file.name).await,
            (None, _) => Ok(()),
        }
    };
    written.await.map_err(|why| format!("{}: {why}", file.path()))
}

/// Whether texts contain a drawing.
pub(super) fn is_drawing(texts: &Texts) -> bool {
    texts.keys().any(|key| key.starts_with(FILE_PREFIX))
}
