//! Storage of texts between sessions: localStorage in the browser, a folder, or memory in tests.

use std::collections::BTreeMap;
use std::fmt;
use trammel_language::{Bilingual, Translated, bilingual};

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
    BadFile(Bilingual),
    /// Storage that cannot be used at all; the text states the reason.
    Unavailable(Bilingual),
}

#[cfg(not(target_arch = "wasm32"))]
impl StorageError {
    /// Creates the error of an unusable file of a folder, in English only, because only the command line reads folders.
    pub(super) fn bad_file(why: impl Into<String>) -> StorageError {
        StorageError::BadFile(Bilingual::english_only(why))
    }

    /// Creates the error of a folder that cannot be used, in English only, because only the command line reads folders.
    pub(super) fn no_folder(why: impl Into<String>) -> StorageError {
        StorageError::Unavailable(Bilingual::english_only(why))
    }
}

impl fmt::Display for StorageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = {
            match self {
                StorageError::Full => {
                    bilingual!(
                        "the storage is full. Download the project and free some space.",
                        "저장 공간이 가득 찼어요. 프로젝트를 내려받고 공간을 비우세요."
                    )
                }
                StorageError::Changed => bilingual!(
                    "another tab or program has changed the stored drawing, so it was not overwritten",
                    "다른 탭이나 프로그램에서 저장된 도면을 바꿔서 덮어쓰지 않았어요"
                ),
                StorageError::Unreadable(keys) => bilingual!(
                    "{} could not be read and is not overwritten. Move the unreadable data away first.",
                    "{}을(를) 읽지 못해서 덮어쓰지 않았어요. 읽을 수 없는 데이터를 먼저 다른 곳으로 옮기세요.",
                    keys.join(", ")
                ),
                StorageError::Edited(file) => {
                    bilingual!(
                        "{file} was changed by another program and was not overwritten",
                        "다른 프로그램이 {file}을(를) 바꿔서 덮어쓰지 않았어요"
                    )
                }
                StorageError::BadFile(why) => return why.fmt(f),
                StorageError::Unavailable(why) => bilingual!(
                    "the drawing cannot be stored: {why}",
                    "도면을 저장할 수 없어요: {why:#}"
                ),
            }
        };
        text.fmt(f)
    }
}

impl Translated for StorageError {}

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

    /// Whether other programs replace files of the storage one by one, so that texts can be missing for a moment.
    fn is_open_to_others(&self) -> bool {
        false
    }

    /// Returns the id of a new writer, without spaces and colons, if other processes can write at the same moment. See
    /// `Lineage`.
    fn new_writer(&self) -> Option<String> {
        None
    }
}

/// Storage in memory, lost at the end of the program.
#[derive(Clone, Debug, Default)]
pub struct MemoryStorage(BTreeMap<String, String>);

impl FromIterator<(String, String)> for MemoryStorage {
    fn from_iter<T: IntoIterator<Item = (String, String)>>(texts: T) -> MemoryStorage {
        MemoryStorage(trammel_base::sort::map(texts))
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
