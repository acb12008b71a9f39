//! Where things are kept between sessions: the browser's localStorage, a folder, or memory in tests.

use std::collections::BTreeMap;
use std::fmt;

/// Why something could not be kept. What is in memory is unharmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StorageError {
    /// There is no room left.
    Full,
    /// Somebody else has written there since, for example another tab; nothing was overwritten.
    Changed,
    /// These keys hold texts that could not be read, and nothing is written over them. Everything else was kept.
    Unreadable(Vec<String>),
    /// This file was changed by somebody else since it was last read or written here; it was left as it is.
    Edited(String),
    /// A file cannot be used and was left as it is; the text names it and says why and what to do.
    BadFile(String),
    /// The place cannot be used at all; the text says why.
    Unavailable(String),
}

impl fmt::Display for StorageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StorageError::Full => {
                f.write_str("the storage is full; download the project and free some space")
            }
            StorageError::Changed => f.write_str(
                "another tab or program has changed the stored drawing meanwhile; nothing of it was overwritten",
            ),
            StorageError::Unreadable(keys) => write!(
                f,
                "{} could not be read, so its new state has no place; set the unreadable text aside first",
                keys.join(", ")
            ),
            StorageError::Edited(file) => write!(f, "{file} was changed outside and was not overwritten"),
            StorageError::BadFile(why) => f.write_str(why),
            StorageError::Unavailable(why) => write!(f, "nothing can be stored: {why}"),
        }
    }
}

impl std::error::Error for StorageError {}

/// A place for named texts.
pub trait Storage {
    /// The text of that key.
    ///
    /// # Errors
    /// The place cannot be read.
    fn get(&self, key: &str) -> Result<Option<String>, StorageError>;

    /// Keeps a text.
    ///
    /// # Errors
    /// The place is full or cannot be written; the earlier text is still there.
    fn set(&mut self, key: &str, text: &str) -> Result<(), StorageError>;

    /// Forgets a text; one that is not there is no error.
    ///
    /// # Errors
    /// The place cannot be written.
    fn remove(&mut self, key: &str) -> Result<(), StorageError>;

    /// All keys, sorted.
    ///
    /// # Errors
    /// The place cannot be read.
    fn keys(&self) -> Result<Vec<String>, StorageError>;
}

/// Storage that ends with the program.
#[derive(Clone, Debug, Default)]
pub struct MemoryStorage(BTreeMap<String, String>);

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
