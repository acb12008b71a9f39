//! Texts of a drawing and of its folder when both were last in agreement.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Texts by key, as [`Session::stored_form`](crate::Session::stored_form) returns them.
pub type Texts = BTreeMap<String, String>;

/// Texts of both sides when they last agreed. A side whose text differs from its own text here has changed.
///
/// The two texts of a key differ where the drawing has another form of the same content: a settings file that another
/// program has written with other spaces, or that has nothing to add to a drawing. Such a file stays as it is until the
/// drawing changes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agreement {
    /// Texts of the folder.
    known: Texts,
    /// Texts of the drawing that differ from those of the folder; `None` for a text that the drawing does not have.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    forms: BTreeMap<String, Option<String>>,
    /// Texts that the page has begun to write into the folder; `None` for a removal. The page may end before it learns of
    /// the end of a write.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    begun: BTreeMap<String, Option<String>>,
}

impl Agreement {
    /// Returns the agreement of texts that are the same on both sides.
    pub fn of(known: Texts) -> Agreement {
        Agreement {
            known,
            ..Agreement::default()
        }
    }

    /// Returns the text of the drawing.
    pub fn ours(&self, key: &str) -> Option<&String> {
        match self.forms.get(key) {
            Some(form) => form.as_ref(),
            None => self.known.get(key),
        }
    }

    /// Returns the text of the folder.
    pub fn theirs(&self, key: &str) -> Option<&String> {
        self.known.get(key)
    }

    /// Returns the keys of all texts.
    pub fn keys(&self) -> impl Iterator<Item = &String> {
        self.known.keys().chain(self.forms.keys())
    }

    /// Records the texts of a key.
    pub fn set(&mut self, key: &str, ours: Option<&String>, theirs: Option<&String>) {
        match theirs {
            Some(text) => self.known.insert(key.to_owned(), text.clone()),
            None => self.known.remove(key),
        };
        if ours == theirs {
            self.forms.remove(key);
        } else {
            self.forms.insert(key.to_owned(), ours.cloned());
        }
    }

    /// Removes a key, so that the text of either side counts as new.
    pub fn forget(&mut self, key: &str) {
        self.set(key, None, None);
    }

    /// Records that the page begins to write a text into the folder, or to remove it. Store the agreement before the write.
    pub fn begin_write(&mut self, key: &str, text: Option<&String>) {
        self.begun.insert(key.to_owned(), text.cloned());
    }

    /// Records, for the texts that the page has begun to write, that both sides agreed on those that the folder has: a later
    /// difference is a change of the drawing and not of the folder.
    pub fn settle_writes(&mut self, there: &Texts) {
        for (key, text) in std::mem::take(&mut self.begun) {
            if there.get(&key) == text.as_ref() {
                self.set(&key, text.as_ref(), text.as_ref());
            }
        }
    }

    /// Records the texts that are the same on both sides now.
    pub fn note_same(&mut self, ours: &Texts, there: &Texts) {
        for (key, text) in ours {
            if there.get(key) == Some(text) {
                self.set(key, Some(text), Some(text));
            }
        }
    }
}
