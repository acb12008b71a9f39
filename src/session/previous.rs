//! Previous drawings: work that another drawing or a new conversation has replaced, kept so that the user can restore
//! it.
//!
//! The list is stored in its own [`Storage`], one entry per key, in order of time. Invariants: the list has at most
//! [`MAX_ENTRIES`] entries and [`MAX_TOTAL_BYTES`] bytes; the oldest entries are dropped first and returned to the
//! caller; if a new entry cannot be stored, the list stays unchanged; an entry that cannot be read is listed as
//! unreadable and is not dropped for that reason. The caller provides the time. Start at [`keep`].

use crate::formats::project::{self, Project};
use crate::workspace::{Storage, StorageError};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;

/// Maximum number of entries in the list.
pub const MAX_ENTRIES: usize = 10;

/// Maximum total size of all entries, in bytes.
pub const MAX_TOTAL_BYTES: usize = 2_000_000;

/// Version of the stored form that this program writes and reads.
const VERSION: u64 = 1;

/// Part of the work that was replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Replaced {
    /// Drawing; its conversation is stored with it.
    Drawing,
    /// Conversation alone; the drawing of that time is stored with it.
    Conversation,
}

/// Work that was replaced.
#[derive(Clone, Debug, PartialEq)]
pub struct PreviousDrawing {
    /// Replaced part.
    pub replaced: Replaced,
    /// Time of the replacement, in milliseconds since 1970.
    pub time_ms: u64,
    /// Title of the drawing.
    pub title: String,
    /// Number of entities; `None` if the drawing was never displayed on this device.
    pub entities: Option<usize>,
    /// Code, locks, hidden flags, and units.
    pub project: Project,
    /// Custom tools with their provenance, as returned by `Session::tools_text`.
    pub tools: Option<String>,
    /// Conversation in the host's stored form, if there was one.
    pub conversation: Option<Value>,
}

/// Entry of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Key in the storage.
    pub id: String,
    /// Work, or the reason why it cannot be read.
    pub work: Result<PreviousDrawing, String>,
    /// Stored text, for a download.
    pub text: String,
}

/// Reason why work could not be stored; the list is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeepError {
    /// Size of the work in bytes, above the limit of the whole list.
    TooLarge(usize),
    /// Error of the storage.
    Storage(StorageError),
}

impl From<StorageError> for KeepError {
    fn from(error: StorageError) -> KeepError {
        KeepError::Storage(error)
    }
}

impl fmt::Display for KeepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KeepError::TooLarge(bytes) => write!(
                f,
                "it has {} KiB; all previous drawings together have at most {} KiB",
                bytes.div_ceil(1024),
                MAX_TOTAL_BYTES / 1024
            ),
            KeepError::Storage(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for KeepError {}

/// Adds work to the list. Identical work is listed once, with its latest time. Returns the titles of the entries that
/// were dropped to make room, oldest first.
///
/// # Errors
/// Returns an error if the work is too large, or if the storage is full or unusable.
pub fn keep(storage: &mut dyn Storage, work: &PreviousDrawing) -> Result<Vec<String>, KeepError> {
    let text = write(work);
    if text.len() > MAX_TOTAL_BYTES {
        return Err(KeepError::TooLarge(text.len()));
    }
    let mut older = list(storage)?;
    older.reverse();
    let (same, mut older): (Vec<Entry>, Vec<Entry>) =
        older.into_iter().partition(|entry| entry.is_same_work(work));
    let mut removed = Vec::new();
    for entry in same {
        storage.remove(&entry.id)?;
        removed.push(entry);
    }
    let mut dropped = Vec::new();
    let id = free_id(&older, work.time_ms);
    loop {
        let total: usize = older.iter().map(|entry| entry.text.len()).sum();
        let fits = older.len() < MAX_ENTRIES && total + text.len() <= MAX_TOTAL_BYTES;
        let stored = if fits {
            storage.set(&id, &text)
        } else {
            Err(StorageError::Full)
        };
        match stored {
            Ok(()) => return Ok(dropped),
            Err(StorageError::Full) if !older.is_empty() => {
                let oldest = older.remove(0);
                storage.remove(&oldest.id)?;
                dropped.push(oldest.title());
                removed.push(oldest);
            }
            Err(error) => {
                for entry in &removed {
                    // The entry was stored a moment ago, so there is room for it.
                    storage.set(&entry.id, &entry.text)?;
                }
                return Err(error.into());
            }
        }
    }
}

/// Returns all entries, newest first.
///
/// # Errors
/// Returns an error if the storage cannot be read.
pub fn list(storage: &dyn Storage) -> Result<Vec<Entry>, StorageError> {
    let mut entries = Vec::new();
    for id in storage.keys()?.into_iter().rev() {
        let text = storage.get(&id)?.unwrap_or_default();
        let work = read(&text);
        entries.push(Entry { id, work, text });
    }
    Ok(entries)
}

impl Entry {
    /// Returns the title to display, or the key if the entry cannot be read.
    fn title(&self) -> String {
        self.work
            .as_ref()
            .map_or_else(|_| self.id.clone(), |work| work.title.clone())
    }

    fn is_same_work(&self, other: &PreviousDrawing) -> bool {
        self.work.as_ref().is_ok_and(|work| {
            work.replaced == other.replaced
                && work.project == other.project
                && work.tools == other.tools
                && work.conversation == other.conversation
        })
    }
}

/// Returns an unused key that sorts by time.
fn free_id(entries: &[Entry], time_ms: u64) -> String {
    let id = |number: u32| format!("{time_ms:015}-{number:03}");
    let mut number = 0;
    while entries.iter().any(|entry| entry.id == id(number)) {
        number += 1;
    }
    id(number)
}

/// Stored form of an entry.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    version: u64,
    replaced: Replaced,
    time_ms: u64,
    title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    entities: Option<usize>,
    project: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tools: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    conversation: Option<Value>,
}

fn write(work: &PreviousDrawing) -> String {
    let record = Record {
        version: VERSION,
        replaced: work.replaced,
        time_ms: work.time_ms,
        title: work.title.clone(),
        entities: work.entities,
        project: project::write(&work.project),
        tools: work.tools.clone(),
        conversation: work.conversation.clone(),
    };
    serde_json::to_string(&record).unwrap_or_default()
}

fn read(text: &str) -> Result<PreviousDrawing, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| format!("it is damaged: {error}"))?;
    let version = value["version"].as_u64().unwrap_or_default();
    if version != VERSION {
        return Err(format!(
            "it has version {version}, and this program supports {VERSION}"
        ));
    }
    let record: Record = serde_json::from_value(value).map_err(|error| format!("it is damaged: {error}"))?;
    Ok(PreviousDrawing {
        replaced: record.replaced,
        time_ms: record.time_ms,
        title: record.title,
        entities: record.entities,
        project: project::read(&record.project)?,
        tools: record.tools,
        conversation: record.conversation,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
