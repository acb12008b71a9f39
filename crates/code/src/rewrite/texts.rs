//! Changes of several files.

use crate::file_name::FileName;
use crate::obstacle::Obstacle;
use crate::workspace::Workspace;
use std::collections::BTreeMap;

/// Replacement of a range of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    start: usize,
    end: usize,
    text: String,
}

impl TextEdit {
    pub(super) fn new((start, end): (usize, usize), text: String) -> TextEdit {
        TextEdit { start, end, text }
    }
}

/// Changes of texts, by file and position. Ranges do not overlap.
#[derive(Clone, Debug, Default)]
pub struct Texts(BTreeMap<FileName, BTreeMap<usize, TextEdit>>);

impl Texts {
    /// Adds changes of a file, all or none. A change that is already there is not repeated.
    ///
    /// # Errors
    /// Returns an error if a change overlaps with another one.
    pub fn add(&mut self, file: &FileName, edits: &[TextEdit]) -> Result<(), Obstacle> {
        if edits.is_empty() {
            return Ok(());
        }
        let all = self.0.entry(file.clone()).or_default();
        let mut added = Vec::new();
        for edit in edits {
            // The changes do not overlap each other, so the ones before this one end before it.
            let before = all.range(..edit.end).rev().map(|(_, other)| other);
            let mut overlapping = before.take_while(|other| other.end > edit.start);
            if overlapping.any(|other| other != edit) {
                for (start, earlier) in added.into_iter().rev() {
                    match earlier {
                        Some(earlier) => all.insert(start, earlier),
                        None => all.remove(&start),
                    };
                }
                if all.is_empty() {
                    self.0.remove(file.as_str());
                }
                return Err(Obstacle::Shared);
            }
            added.push((edit.start, all.insert(edit.start, edit.clone())));
        }
        Ok(())
    }

    /// Whether no text changes.
    pub fn is_empty(&self) -> bool {
        self.0.values().all(BTreeMap::is_empty)
    }

    /// Returns the new texts of the changed files.
    pub fn changed_texts(&self, files: &Workspace) -> BTreeMap<FileName, String> {
        let mut texts = BTreeMap::new();
        for (file, edits) in &self.0 {
            let Some(old) = files.get(file.as_str()).filter(|_| !edits.is_empty()) else {
                continue;
            };
            let mut text = String::with_capacity(old.len());
            let mut from = 0;
            for edit in edits.values() {
                text.push_str(old.get(from..edit.start).unwrap_or_default());
                text.push_str(&edit.text);
                from = edit.end;
            }
            text.push_str(old.get(from..).unwrap_or_default());
            texts.insert(file.clone(), text);
        }
        texts
    }
}
