//! The browser's localStorage as a [`Storage`] for the texts of a drawing. When localStorage is not usable, the document
//! stays in memory.
//!
//! Each drawing has a key prefix with its id.

use super::web_storage::{self, StorageArea};
use std::collections::BTreeMap;
use std::rc::Rc;
use trammel_code::{Storage, StorageError};
use trammel_document::{LINEAGE_KEY, Lineage, REVISION_KEY};
use trammel_language::{Bilingual, bilingual};

/// Start of the key prefixes of drawings.
const DRAWING: &str = "drawing:";

/// The entries of this origin's localStorage under one key prefix.
#[derive(Clone, Debug)]
pub(crate) struct BrowserStorage {
    prefix: Rc<str>,
}

impl BrowserStorage {
    /// Returns the storage of a drawing.
    pub(crate) fn drawing(id: &str) -> Self {
        Self {
            prefix: format!("{DRAWING}{id}:").into(),
        }
    }

    /// Returns the ids of all drawings with texts in localStorage.
    pub(crate) fn drawings() -> Vec<String> {
        let keys = web_storage::keys(StorageArea::Device, DRAWING);
        let id = |key: &String| Some(key.strip_prefix(DRAWING)?.split_once(':')?.0.to_owned());
        let mut ids: Vec<String> = keys.iter().filter_map(id).collect();
        ids.dedup();
        ids
    }

    /// Returns the write counter of the stored texts; `None` if there are no texts.
    ///
    /// # Errors
    /// Returns an error if it cannot be read.
    pub(crate) fn revision(&self) -> Result<Option<u64>, StorageError> {
        if web_storage::keys(StorageArea::Device, &self.prefix).is_empty() {
            return Ok(None);
        }
        let counter = self.get(REVISION_KEY)?;
        Ok(Some(counter.and_then(|text| text.parse().ok()).unwrap_or(0)))
    }

    /// Returns all stored texts.
    ///
    /// # Errors
    /// Returns an error if one cannot be read.
    pub(crate) fn texts(&self) -> Result<BTreeMap<String, String>, StorageError> {
        let mut texts = BTreeMap::new();
        for key in self.keys()? {
            texts.extend(self.get(&key)?.map(|text| (key, text)));
        }
        Ok(texts)
    }

    /// Returns the lineage of the stored texts.
    pub(crate) fn lineage(&self) -> Lineage {
        let text = web_storage::read(StorageArea::Device, &self.key(LINEAGE_KEY));
        Lineage::read(&text.unwrap_or_default())
    }

    /// Removes all texts.
    pub(crate) fn clear(&mut self) {
        for key in web_storage::keys(StorageArea::Device, &self.prefix) {
            web_storage::remove(StorageArea::Device, &key);
        }
    }

    /// Whether a key of localStorage belongs to this storage.
    pub(crate) fn has_key(&self, key: &str) -> bool {
        web_storage::is_ours(key, &self.prefix)
    }

    fn key(&self, key: &str) -> String {
        format!("{}{key}", self.prefix)
    }
}

impl Storage for BrowserStorage {
    fn get(&self, key: &str) -> Result<Option<String>, StorageError> {
        web_storage::get(StorageArea::Device, &self.key(key)).map_err(StorageError::Unavailable)
    }

    fn set(&mut self, key: &str, text: &str) -> Result<(), StorageError> {
        web_storage::write(StorageArea::Device, &self.key(key), text).map_err(|why| {
            if why == web_storage::full() {
                StorageError::Full
            } else {
                StorageError::Unavailable(why)
            }
        })
    }

    fn remove(&mut self, key: &str) -> Result<(), StorageError> {
        web_storage::remove(StorageArea::Device, &self.key(key));
        Ok(())
    }

    fn keys(&self) -> Result<Vec<String>, StorageError> {
        let keys = web_storage::keys(StorageArea::Device, &self.prefix).into_iter();
        Ok(keys
            .filter_map(|key| key.strip_prefix(&*self.prefix).map(str::to_owned))
            .collect())
    }

    fn new_writer(&self) -> Option<String> {
        let random = || (js_sys::Math::random() * f64::from(u32::MAX)) as u32;
        Some(format!("{:08x}{:08x}", random(), random()))
    }
}

/// Returns the message for an error of the browser's storage.
pub(crate) fn message(error: &StorageError) -> Bilingual {
    match error {
        StorageError::Full => web_storage::full(),
        StorageError::Changed => Bilingual::new(
            "another tab has changed the stored drawing, so it was not overwritten.",
            "다른 탭에서 저장된 도면을 바꿔서 덮어쓰지 않았어요.",
        ),
        StorageError::Unreadable(keys) => {
            let keys = keys.join(", ");
            Bilingual::new(
                format!("stored data that cannot be read is not overwritten ({keys})."),
                format!("읽을 수 없는 저장 데이터를 덮어쓰지 않았어요({keys})."),
            )
        }
        StorageError::Unavailable(why) if *why == web_storage::disabled_message() => why.clone(),
        StorageError::Unavailable(why) => {
            let why = why.clone().map(|why| why.trim_end_matches('.').to_owned());
            bilingual!(
                "the storage of this browser is not available ({why}).",
                "브라우저 저장 공간을 쓸 수 없어요({why:#})."
            )
        }
        StorageError::Edited(_) | StorageError::BadFile(_) => error.into(),
    }
}
