//! Storage in a folder: `main.js`, one `NAME.js` a module, everything else under `.trammel/`.

use super::{FileName, Storage, StorageError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The key prefix of code files: `file/main` is `main.js`.
pub(super) const FILE_PREFIX: &str = "file/";

/// A folder on disk.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// Opens a folder, creating it when it is missing.
    ///
    /// # Errors
    /// It cannot be created.
    pub fn open(root: &Path) -> Result<Folder, StorageError> {
        fs::create_dir_all(root).map_err(|e| unavailable(root, &e))?;
        Ok(Folder {
            root: root.to_owned(),
        })
    }

    fn path(&self, key: &str) -> PathBuf {
        match key.strip_prefix(FILE_PREFIX) {
            Some(file) => self.root.join(format!("{file}.js")),
            None => self.root.join(".trammel").join(format!("{key}.json")),
        }
    }
}

impl Storage for Folder {
    fn get(&self, key: &str) -> Result<Option<String>, StorageError> {
        let path = self.path(key);
        match fs::read_to_string(&path) {
            Ok(text) => Ok(Some(text)),
            Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
            Err(e) => Err(unavailable(&path, &e)),
        }
    }

    fn set(&mut self, key: &str, text: &str) -> Result<(), StorageError> {
        let path = self.path(key);
        // Written beside and renamed, so that a crash leaves the old text or the new one, never half of it.
        let beside = path.with_extension("partial");
        let write = || -> io::Result<()> {
            fs::create_dir_all(path.parent().unwrap_or(&self.root))?;
            fs::write(&beside, text)?;
            fs::rename(&beside, &path)
        };
        write().map_err(|e| match e.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => StorageError::Full,
            _ => unavailable(&path, &e),
        })
    }

    fn remove(&mut self, key: &str) -> Result<(), StorageError> {
        let path = self.path(key);
        match fs::remove_file(&path) {
            Err(e) if e.kind() != ErrorKind::NotFound => Err(unavailable(&path, &e)),
            _ => Ok(()),
        }
    }

    fn keys(&self) -> Result<Vec<String>, StorageError> {
        let mut keys = Vec::new();
        let mut list = |folder: &Path, extension: &str, prefix: &str| -> Result<(), StorageError> {
            let entries = match fs::read_dir(folder) {
                Ok(entries) => entries,
                Err(e) if e.kind() == ErrorKind::NotFound => return Ok(()),
                Err(e) => return Err(unavailable(folder, &e)),
            };
            for path in entries.flatten().map(|entry| entry.path()) {
                let stem = path.file_stem().and_then(|s| s.to_str());
                if let (Some(stem), Some(true)) = (stem, path.extension().map(|e| e == extension)) {
                    keys.push(format!("{prefix}{stem}"));
                }
            }
            Ok(())
        };
        list(&self.root, "js", FILE_PREFIX)?;
        list(&self.root.join(".trammel"), "json", "")?;
        keys.retain(|key| {
            key.strip_prefix(FILE_PREFIX)
                .is_none_or(|file| FileName::new(file).is_ok())
        });
        keys.sort();
        Ok(keys)
    }
}

fn unavailable(path: &Path, error: &io::Error) -> StorageError {
    StorageError::Unavailable(format!("{}: {error}", path.display()))
}
