//! Storage of texts between sessions: localStorage in the browser, a folder, or memory in tests.

use std::collections::BTreeMap;
use std::fmt;

/// Key prefix of the code files.
pub const FILE_PREFIX: &str = "file/";

/// Key prefix of the files of the last good drawing, stored only where they differ from the present ones.
pub const GOOD_PREFIX: &str = "good/";

/// Key of `main`.
pub const MAIN_KEY: &str = "file/main";

/// Error of a storage operation; data in memory is unaffected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StorageError {
    /// Storage full.
    Full,
    /// Stored document changed by another tab or program; nothing was overwritten.
    Changed,
    /// Keys of unreadable texts, which are never overwritten; everything else was stored.
    Unreadable(Vec<String>),
    /// File changed by another program since it was last read or written here; it was left unchanged.
    Edited(String),
    /// Unusable file, left unchanged; the text names the file, the reason and the remedy.
    BadFile(String),
    /// Storage that cannot be used at all; the text states the reason.
    Unavailable(String),
}

impl fmt::Display for StorageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StorageError::Full => {
                f.write_str("the storage is full. Download the project and free some space.")
            }
            StorageError::Changed => f.write_str(
                "another tab or program has changed the stored drawing, so it was not overwritten",
            ),
            StorageError::Unreadable(keys) => write!(
                f,
                "{} could not be read and is not overwritten. Move the unreadable data away first.",
                keys.join(", ")
            ),
            StorageError::Edited(file) => {
                write!(f, "{file} was changed by another program and was not overwritten")
            }
            StorageError::BadFile(why) => f.write_str(why),
            StorageError::Unavailable(why) => write!(f, "the drawing cannot be stored: {why}"),
        }
    }
}

impl std::error::Error for StorageError {}

/// Key-value storage of texts.
pub trait Storage {
    /// Returns the text of a key.
    ///
    /// # Errors
    /// Returns an error if the storage cannot be read.
    fn get(&self, key: &str) -> Result<Option<String>, StorageError>;

    /// Stores a text.
    ///
    /// # Errors
    /// Returns an error if the storage is full or cannot be written; the previous text stays.
    fn set(&mut self, key: &str, text: &str) -> Result<(), StorageError>;

    /// Removes a text; a missing key is not an error.
    ///
    /// # Errors
    /// Returns an error if the storage cannot be written.
    fn remove(&mut self, key: &str) -> Result<(), StorageError>;

    /// Returns all keys, sorted.
    ///
    /// # Errors
    /// Returns an error if the storage cannot be read.
    fn keys(&self) -> Result<Vec<String>, StorageError>;

    /// Whether `set` and `remove` refuse to replace a text that another writer has changed ([`StorageError::Edited`]).
    fn guards_each_text(&self) -> bool {
        false
    }
}

/// Storage in memory, lost at the end of the program.
#[derive(Clone, Debug, Default)]
pub struct MemoryStorage(BTreeMap<String, String>);

impl FromIterator<(String, String)> for MemoryStorage {
    fn from_iter<T: IntoIterator<Item = (String, String)>>(texts: T) -> MemoryStorage {
        MemoryStorage(crate::sort::map(texts))
    }
}

impl Storage for MemoryStorage {
    fn get(&self, key: &str) -> Result<Option<String>, StorageError> {
        Ok(self.0.get(key).cloned())
    }

    fn set(&mut self, key: &str, text: &str) -> Result<(), StorageError> {
        self.0.insert(key.to_owned(), text.to_owned());
        Ok(())
    }

    fn remove(&mut self, key: &str) -> Result<(), StorageError> {
        self.0.remove(key);
        Ok(())
    }

    fn keys(&self) -> Result<Vec<String>, StorageError> {
        Ok(self.0.keys().cloned().collect())
    }
}
