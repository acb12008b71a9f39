//! Stores of the library, and the changes of one transaction.

use super::content::ContentRecord;
use super::conversation::ConversationRecord;
use super::drawing::DrawingRecord;
use super::record::Record;
use super::step::StepRecord;

/// Store of records of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Store {
    /// [`DrawingRecord`], by the id of the drawing.
    Drawings,
    /// [`ContentRecord`], by the id of the drawing.
    Contents,
    /// [`StepRecord`], by the id of the drawing and the number of the step.
    Steps,
    /// [`ConversationRecord`], by the ids of drawing and conversation.
    Conversations,
}

impl Store {
    /// All stores.
    pub const ALL: [Store; 4] = [
        Store::Drawings,
        Store::Contents,
        Store::Steps,
        Store::Conversations,
    ];

    /// Returns the name of the store in the database and in a backup.
    pub fn name(self) -> &'static str {
        match self {
            Store::Drawings => "drawings",
            Store::Contents => "contents",
            Store::Steps => "steps",
            Store::Conversations => "conversations",
        }
    }

    /// Checks that a text is a record of this store.
    ///
    /// # Errors
    /// Returns the reason why the record cannot be read.
    pub fn check(self, text: &str) -> Result<(), super::RecordError> {
        match self {
            Store::Drawings => DrawingRecord::read(text).map(drop),
            Store::Contents => ContentRecord::read(text).map(drop),
            Store::Steps => StepRecord::read(text).map(drop),
            Store::Conversations => ConversationRecord::read(text).map(drop),
        }
    }
}

/// Changes of the library that are stored in one transaction: all or none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Batch {
    /// Texts to store under keys that are free, by store and key. If a key is taken, nothing of the batch is stored.
    pub adds: Vec<(Store, String, String)>,
    /// Texts to store, by store and key.
    pub puts: Vec<(Store, String, String)>,
    /// Keys to remove.
    pub removes: Vec<(Store, String)>,
}

impl Batch {
    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.adds.is_empty() && self.puts.is_empty() && self.removes.is_empty()
    }

    /// Whether the batch has work of the user, the contents or the history of a drawing. The disk must have it before it
    /// counts as stored; the other records can be made again, or are short-lived.
    pub fn is_work(&self) -> bool {
        let is_work = |store: Store| matches!(store, Store::Contents | Store::Steps);
        let written = self.adds.iter().chain(&self.puts).map(|(store, ..)| *store);
        let removed = self.removes.iter().map(|(store, _)| *store);
        written.chain(removed).any(is_work)
    }

    /// Adds a new record, which replaces nothing.
    pub fn add(&mut self, store: Store, key: &str, record: &impl Record) {
        self.adds.push((store, key.to_owned(), record.write()));
    }

    /// Adds a record.
    pub fn put_record(&mut self, store: Store, key: &str, record: &impl Record) {
        self.puts.push((store, key.to_owned(), record.write()));
    }

    /// Adds the removal of a record.
    pub fn remove(&mut self, store: Store, key: &str) {
        self.removes.push((store, key.to_owned()));
    }

    /// Returns the total size of the texts, in bytes.
    pub fn bytes(&self) -> usize {
        self.adds
            .iter()
            .chain(&self.puts)
            .map(|(_, _, text)| text.len())
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_and_steps_are_work_of_the_user() {
        assert!(!Batch::default().is_work());
        for store in Store::ALL {
            let text = || (store, "a".to_owned(), String::new());
            let is_work = ["contents", "steps"].contains(&store.name());
            for batch in [
                Batch {
                    adds: vec![text()],
                    ..Batch::default()
                },
                Batch {
                    puts: vec![text()],
                    ..Batch::default()
                },
                Batch {
                    removes: vec![(store, "a".to_owned())],
                    ..Batch::default()
                },
            ] {
                assert_eq!(batch.is_work(), is_work, "{batch:?}");
            }
        }
    }
}
