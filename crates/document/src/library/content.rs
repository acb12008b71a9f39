//! Record of the content of a drawing: its texts, and the position in its history.

use super::record::{Record, Unknown};
use crate::{HistoryPosition, LINEAGE_KEY, Lineage, REVISION_KEY, Session};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use trammel_code::{FILE_PREFIX, FileName, MAIN_KEY, MemoryStorage, Storage};

/// Texts of a drawing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ContentRecord {
    /// Write counter of the texts.
    pub revision: u64,
    /// Lineage of the texts in its stored form; empty if an earlier version wrote the record.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub writes: String,
    /// Texts by key, as [`Session::save`] stores them.
    pub texts: BTreeMap<String, String>,
    /// Position in the history.
    #[serde(default)]
    pub position: Position,
    /// Files at the position, if they differ from those in `texts`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head_files: Option<BTreeMap<FileName, String>>,
    /// Fields that this version does not know.
    #[serde(flatten)]
    pub unknown: Unknown,
}

/// Stored form of a [`HistoryPosition`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Position {
    head: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    redo: Vec<u64>,
}

impl Record for ContentRecord {
    const VERSION: u64 = 1;
}

impl ContentRecord {
    /// Returns the content of a document with this position in its history.
    pub fn of(session: &Session, position: &HistoryPosition) -> ContentRecord {
        let texts = session.stored_form();
        let mut content = ContentRecord {
            revision: session.store.revision(),
            writes: session.store.lineage().to_string(),
            texts,
            position: Position {
                head: position.head,
                redo: position.redo.clone(),
            },
            head_files: None,
            unknown: Unknown::default(),
        };
        let head_files = session.document.history_files();
        if head_files != content.files() {
            content.head_files = Some(head_files);
        }
        content
    }

    /// Returns the lineage of the texts.
    pub fn lineage(&self) -> Lineage {
        Lineage::read(&self.writes)
    }

    /// Returns the position in the history.
    pub fn history_position(&self) -> HistoryPosition {
        HistoryPosition {
            head: self.position.head,
            redo: self.position.redo.clone(),
        }
    }

    /// Returns the code files.
    pub fn files(&self) -> BTreeMap<FileName, String> {
        let files = self.texts.iter().filter_map(|(key, text)| {
            let file = FileName::new(key.strip_prefix(FILE_PREFIX)?).ok()?;
            Some((file, text.clone()))
        });
        trammel_base::sort::map(files)
    }

    /// Returns the files at the position in the history.
    pub fn files_at_head(&self) -> BTreeMap<FileName, String> {
        self.head_files.clone().unwrap_or_else(|| self.files())
    }

    /// Returns the texts as a storage, from which [`Session::load`] reads the document.
    pub fn storage(&self) -> MemoryStorage {
        let mut storage: MemoryStorage = self.texts.clone().into_iter().collect();
        // Memory storage is never full.
        let _ = storage.set(REVISION_KEY, &self.revision.to_string());
        let _ = storage.set(LINEAGE_KEY, &self.writes);
        storage
    }
}

/// Returns the texts of a content record of any version, as far as they have the present form; `None` without code.
pub fn readable_texts(text: &str) -> Option<BTreeMap<String, String>> {
    let record: Value = serde_json::from_str(text).ok()?;
    let texts = record["texts"].as_object()?.iter();
    let texts = trammel_base::sort::map(
        texts.filter_map(|(key, text)| Some((key.clone(), text.as_str()?.to_owned()))),
    );
    texts.contains_key(MAIN_KEY).then_some(texts)
}
