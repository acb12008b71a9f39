//! Tests of the list in a storage with limited capacity.

use super::*;
use crate::workspace::MemoryStorage;
use serde_json::json;

/// Storage with a capacity in bytes.
struct Small {
    inside: MemoryStorage,
    room: usize,
}

impl Storage for Small {
    fn get(&self, key: &str) -> Result<Option<String>, StorageError> {
        self.inside.get(key)
    }

    fn set(&mut self, key: &str, text: &str) -> Result<(), StorageError> {
        let used: usize = list(&self.inside)?.iter().map(|entry| entry.text.len()).sum();
        if used + text.len() > self.room {
            return Err(StorageError::Full);
        }
        self.inside.set(key, text)
    }

    fn remove(&mut self, key: &str) -> Result<(), StorageError> {
        self.inside.remove(key)
    }

    fn keys(&self) -> Result<Vec<String>, StorageError> {
        self.inside.keys()
    }
}

fn work(title: &str, time_ms: u64) -> PreviousDrawing {
    PreviousDrawing {
        replaced: Replaced::Drawing,
        time_ms,
        title: title.to_owned(),
        entities: Some(1),
        project: Project::of_code(&format!("drawCircle('{title}', 0, 0, 5);")),
        tools: None,
        conversation: Some(json!({ "items": [title] })),
    }
}

fn titles(storage: &dyn Storage) -> Vec<String> {
    list(storage).unwrap().iter().map(Entry::title).collect()
}

#[test]
fn kept_work_reads_back_newest_first() {
    let mut storage = MemoryStorage::default();
    for (title, time) in [("a", 5), ("b", 70), ("c", 70)] {
        assert_eq!(keep(&mut storage, &work(title, time)).unwrap(), [""; 0]);
    }
    let entries = list(&storage).unwrap();
    let back: Vec<_> = entries.into_iter().map(|entry| entry.work.unwrap()).collect();
    assert_eq!(back, [work("c", 70), work("b", 70), work("a", 5)]);
}

#[test]
fn the_same_work_is_listed_once_with_its_latest_time() {
    let mut storage = MemoryStorage::default();
    for (title, time) in [("a", 1), ("b", 2), ("a", 3)] {
        keep(&mut storage, &work(title, time)).unwrap();
    }
    assert_eq!(titles(&storage), ["a", "b"]);
    let mut conversation = work("a", 4);
    conversation.replaced = Replaced::Conversation;
    keep(&mut storage, &conversation).unwrap();
    assert_eq!(titles(&storage), ["a", "a", "b"], "another kind is other work");
}

#[test]
fn the_oldest_entries_are_evicted_and_reported() {
    let mut storage = MemoryStorage::default();
    for number in 0..MAX_ENTRIES as u64 {
        assert_eq!(
            keep(&mut storage, &work(&format!("w{number}"), number)).unwrap(),
            [""; 0]
        );
    }
    assert_eq!(keep(&mut storage, &work("new", 99)).unwrap(), ["w0"]);
    assert_eq!(list(&storage).unwrap().len(), MAX_ENTRIES);

    let mut large = work("large", 100);
    large.project = Project::of_code(&"x".repeat(MAX_TOTAL_BYTES - 2_000));
    let dropped = keep(&mut storage, &large).unwrap();
    let total: usize = list(&storage).unwrap().iter().map(|entry| entry.text.len()).sum();
    assert!(total <= MAX_TOTAL_BYTES, "{total}");
    assert_eq!(dropped.first().map(String::as_str), Some("w1"));
    assert_eq!(titles(&storage)[0], "large");
}

#[test]
fn a_failed_save_leaves_the_list_unchanged() {
    let mut storage = Small {
        inside: MemoryStorage::default(),
        room: 2_000,
    };
    keep(&mut storage, &work("a", 1)).unwrap();
    keep(&mut storage, &work("b", 2)).unwrap();
    let before = list(&storage).unwrap();
    let mut large = work("large", 3);
    large.project = Project::of_code(&"x".repeat(3_000));
    assert_eq!(
        keep(&mut storage, &large),
        Err(KeepError::Storage(StorageError::Full))
    );
    assert_eq!(list(&storage).unwrap(), before);
    large.project = Project::of_code(&"x".repeat(MAX_TOTAL_BYTES));
    let error = keep(&mut storage, &large).unwrap_err();
    assert!(error.to_string().contains("KiB"), "{error}");
    assert_eq!(list(&storage).unwrap(), before);
}

#[test]
fn an_unreadable_entry_is_listed_with_its_reason_and_text() {
    let mut storage = MemoryStorage::default();
    keep(&mut storage, &work("a", 1)).unwrap();
    storage.set("9", r#"{"version":2}"#).unwrap();
    storage.set("8", "{").unwrap();
    let entries = list(&storage).unwrap();
    let reasons: Vec<&str> = entries
        .iter()
        .filter_map(|e| e.work.as_ref().err().map(String::as_str))
        .collect();
    assert!(
        reasons[0].contains("version 2") && reasons[1].contains("damaged"),
        "{reasons:?}"
    );
    assert_eq!(entries[0].text, r#"{"version":2}"#);
}
