//! Changes of several files.

use crate::scene::Obstacle;
use crate::workspace::{FileName, Workspace};
use std::collections::BTreeMap;

/// Replacement of a range of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::session) struct TextEdit {
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
pub(in crate::session) struct Texts(BTreeMap<FileName, BTreeMap<usize, TextEdit>>);

impl Texts {
    /// Adds changes of a file, all or none. A change that is already there is not repeated.
    ///
    /// # Errors
    /// Returns an error if a change overlaps with another one.
    pub(in crate::session) fn add(&mut self, file: &FileName, edits: &[TextEdit]) -> Result<(), Obstacle> {
        if edits.is_empty() {
            return Ok(());
        }
        let all = self.0.entry(file.clone()).or_default();
        let mut added = Vec::with_capacity(edits.len());
        for edit in edits {
            // Ranges do not overlap, so only the neighbors can overlap with the new one.
            let before = all.range(..edit.start).next_back();
            let after = all.range(edit.start..).next();
            let overlaps = before.is_some_and(|(_, other)| edit.start < other.end)
                || after.is_some_and(|(start, other)| {
                    other != edit && (*start == edit.start || *start < edit.end)
                });
            if overlaps {
                for start in added {
                    all.remove(&start);
                }
                if all.is_empty() {
                    self.0.remove(file.as_str());
                }
                return Err(Obstacle::Shared);
            }
            if all.insert(edit.start, edit.clone()).is_none() {
                added.push(edit.start);
            }
        }
        Ok(())
    }

    pub(in crate::session) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the new texts of the changed files.
    pub(in crate::session) fn applied(&self, files: &Workspace) -> BTreeMap<FileName, String> {
        let mut texts = BTreeMap::new();
        for (file, edits) in &self.0 {
            let Some(old) = files.get(file.as_str()) else {
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
