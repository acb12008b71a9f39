//! Copies of a drawing: their comparison by lineage and history.

use super::batch::{Batch, Store};
use super::content::ContentRecord;
use super::drawing::DrawingRecord;
use super::key::numbered_key;
use super::step::StepRecord;
use crate::{Lineage, Order, has_power, is_of_document};
use serde_json::Value;
use std::collections::BTreeMap;
use trammel_code::FileName;

/// Maximum number of versions to search for the text of another copy.
const MAX_SEARCHED: usize = 1_000;

/// Content and history of a copy of a drawing.
#[derive(Clone, Debug)]
pub(super) struct Copy {
    pub(super) content: ContentRecord,
    /// Steps by number.
    pub(super) steps: BTreeMap<u64, StepRecord>,
    /// Whether there is a step that cannot be read.
    pub(super) has_unreadable: bool,
}

/// Relation of the copy in a library to another copy of the same drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// The library has the text of the other copy.
    Contained,
    /// The other copy continues that of the library.
    Continued,
    /// Neither copy has the text of the other one.
    Apart,
}

/// Copy of the open drawing in the browser to open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Texts of localStorage.
    Texts,
    /// Record of the database.
    Record,
    /// Texts of localStorage, and the record as another drawing, because neither descends from the other.
    Both,
}

/// Returns which of two copies of a drawing to open: the texts of localStorage or the record of the database.
pub fn choice(texts: &BTreeMap<String, String>, lineage: &Lineage, record: &ContentRecord) -> Choice {
    match lineage.order(&record.lineage()) {
        Order::Same | Order::Newer => Choice::Texts,
        Order::Older => Choice::Record,
        Order::Apart => Choice::Both,
        Order::Unknown if is_same(texts, &record.texts) || lineage.descends_from(&record.texts) => {
            Choice::Texts
        }
        Order::Unknown if record.lineage().descends_from(texts) => Choice::Record,
        Order::Unknown => Choice::Both,
    }
}

/// Whether a record has everything that the texts of localStorage have.
pub fn has_texts(record: &ContentRecord, texts: &BTreeMap<String, String>, lineage: &Lineage) -> bool {
    match record.lineage().order(lineage) {
        Order::Same | Order::Newer => true,
        Order::Older | Order::Apart => false,
        Order::Unknown => is_same(&record.texts, texts) || record.lineage().descends_from(texts),
    }
}

/// Returns the records of another drawing with the content and the history of a drawing.
pub fn copy_of(id: &str, drawing: &DrawingRecord, content: &ContentRecord, steps: &[StepRecord]) -> Batch {
    let mut batch = Batch::default();
    batch.put_record(Store::Drawings, id, drawing);
    batch.put_record(Store::Contents, id, content);
    for record in steps {
        batch.put_record(Store::Steps, &numbered_key(id, record.step.id), record);
    }
    batch
}

/// Whether two documents have the same texts.
fn is_same(one: &BTreeMap<String, String>, other: &BTreeMap<String, String>) -> bool {
    let mut keys = one.keys().chain(other.keys());
    keys.all(|key| !is_of_document(key) || one.get(key) == other.get(key))
}

impl Copy {
    /// Returns the relation of this copy to another one.
    pub(super) fn relation_to(&self, other: &Copy) -> Relation {
        match self.content.lineage().order(&other.content.lineage()) {
            Order::Newer => Relation::Contained,
            Order::Same if self.has_text_of(other) => Relation::Contained,
            Order::Older if other.can_continue(self) => Relation::Continued,
            Order::Unknown if is_same(&self.content.texts, &other.content.texts) => Relation::Contained,
            Order::Unknown if self.has_power_of(&other.content.texts) && self.has_text_of(other) => {
                Relation::Contained
            }
            Order::Unknown if other.has_power_of(&self.content.texts) && other.can_continue(self) => {
                Relation::Continued
            }
            _ => Relation::Apart,
        }
    }

    /// Returns the relation of this copy to one of another author, whose lineage proves nothing. `original` are its texts
    /// before the import.
    pub(super) fn relation_to_foreign(&self, other: &Copy, original: &BTreeMap<String, String>) -> Relation {
        if !self.has_power_of(original) {
            Relation::Apart
        } else if self.has_text_of(other) {
            Relation::Contained
        } else if other.can_continue(self) {
            Relation::Continued
        } else {
            Relation::Apart
        }
    }

    /// Whether this copy is the result of an earlier restoration of the other one.
    pub(super) fn has_restored(&self, other: &Copy) -> bool {
        match self.content.lineage().order(&other.content.lineage()) {
            Order::Same | Order::Newer => self.has_text_of(other),
            Order::Unknown => is_same(&self.content.texts, &other.content.texts),
            Order::Older | Order::Apart => false,
        }
    }

    /// Whether this copy can take the place of another one, whose text and steps then stay in the history.
    fn can_continue(&self, other: &Copy) -> bool {
        !other.has_unreadable && self.has_text_of(other)
    }

    /// Whether the texts of the files of another copy are among the versions of this one.
    fn has_text_of(&self, other: &Copy) -> bool {
        let typed = other.content.files();
        let head = other.content.files_at_head();
        self.has_version(&typed) && (typed == head || self.has_version(&head))
    }

    fn has_version(&self, wanted: &BTreeMap<FileName, String>) -> bool {
        if *wanted == self.content.files() {
            return true;
        }
        let mut files = self.content.files_at_head();
        let mut at = self.content.history_position().head;
        for _ in 0..MAX_SEARCHED {
            if files == *wanted {
                return true;
            }
            let Some(record) = self.steps.get(&at) else {
                return false;
            };
            let Some(before) = record.step.files_before(&files) else {
                return false;
            };
            files = before;
            at = record.step.parent;
        }
        false
    }

    /// Whether the tools and the memory are the same as in other texts, regardless of import marks.
    fn has_power_of(&self, texts: &BTreeMap<String, String>) -> bool {
        let own = &self.content.texts;
        let mut keys = own.keys().chain(texts.keys()).filter(|key| has_power(key));
        keys.all(|key| {
            own.get(key).map(|text| value_without_marks(text))
                == texts.get(key).map(|text| value_without_marks(text))
        })
    }

    /// Takes the tools and the memory of another copy, with their import marks.
    pub(super) fn keep_power_of(&mut self, own: &Copy) {
        let texts = &mut self.content.texts;
        texts.retain(|key, _| !has_power(key));
        let own = own.content.texts.iter().filter(|(key, _)| has_power(key));
        texts.extend(own.map(|(key, text)| (key.clone(), text.clone())));
    }

    /// Returns the steps of this copy that differ from those with the same number in its continuation, with new numbers,
    /// and the steps that follow them.
    pub(super) fn steps_beside(&self, continuation: &Copy) -> Vec<StepRecord> {
        let last = |copy: &Copy| copy.steps.keys().next_back().copied().unwrap_or(0);
        let mut next = last(self).max(last(continuation));
        let mut moved = BTreeMap::new();
        for (number, record) in &self.steps {
            let other = continuation.steps.get(number);
            if other.is_some_and(|other| other.step != record.step) {
                next += 1;
                moved.insert(*number, next);
            }
        }
        let new = |number: u64| moved.get(&number).copied().unwrap_or(number);
        let steps = self.steps.values().filter(|record| {
            let is_own = !continuation.steps.contains_key(&record.step.id);
            moved.contains_key(&record.step.id) || (is_own && moved.contains_key(&record.step.parent))
        });
        let renumbered = steps.map(|record| {
            let mut record = record.clone();
            record.step.id = new(record.step.id);
            record.step.parent = new(record.step.parent);
            record
        });
        renumbered.collect()
    }
}

/// Returns the value of a stored part of the tools or the memory without import marks.
fn value_without_marks(text: &str) -> Value {
    fn clear(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.remove("imported");
                fields.values_mut().for_each(clear);
            }
            Value::Array(items) => items.iter_mut().for_each(clear),
            _ => {}
        }
    }
    let mut value = serde_json::from_str(text).unwrap_or_else(|_| Value::from(text));
    clear(&mut value);
    value
}
