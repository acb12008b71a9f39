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
        let known = self.0.get(file.as_str());
        let mut all = known.cloned().unwrap_or_default();
        for edit in edits {
            let overlaps = |other: &TextEdit| other.start < edit.end && edit.start < other.end;
            if all.values().any(|other| other != edit && overlaps(other)) {
                return Err(Obstacle::Shared);
            }
            all.insert(edit.start, edit.clone());
        }
        if !all.is_empty() {
            self.0.insert(file.clone(), all);
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
