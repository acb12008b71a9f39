//! Read-first rule: the texts of the files that the tool caller has read. A tool changes only text that its caller knows.
//!
//! Invariants: the caller knows a whole text only as long as the file has it. A part of a file is known by its text, so
//! that it stays known wherever changes elsewhere move it, and is no longer known once it is changed.

use super::error::WorkspaceError;
use super::file_name::FileName;
use super::limits::MAX_LISTED;
use super::source::lines_at;
use super::splice::Splice;
use super::text::Text;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Maximum number of known parts of a file; the oldest are forgotten.
const MAX_PARTS: usize = 64;

/// Texts of the files that the tool caller has read.
#[derive(Clone, Debug, Default)]
pub(super) struct ReadStates(BTreeMap<FileName, ReadState>);

/// Text of a file that the tool caller has read.
#[derive(Clone, Debug)]
enum ReadState {
    /// Present text; appending a statement to `main` keeps this state.
    Present,
    /// Earlier text, which may be restored, for example by undo.
    Earlier(Arc<str>),
    /// Parts of the text, oldest first.
    Parts(Vec<String>),
}

/// Texts that the tool caller has read, as a program stores them until its next start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StoredReads(BTreeMap<FileName, StoredRead>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredRead {
    /// Length and CRC-32 of a text that was read as a whole.
    Whole { bytes: usize, crc32: u32 },
    /// Texts of the parts that were read.
    Parts(Vec<String>),
}

impl StoredRead {
    fn whole(text: &str) -> StoredRead {
        StoredRead::Whole {
            bytes: text.len(),
            crc32: crc32fast::hash(text.as_bytes()),
        }
    }
}

impl ReadStates {
    /// Returns the known texts of the present files.
    pub(super) fn known_reads<'a>(
        &self,
        files: impl Iterator<Item = (&'a FileName, &'a Text)>,
    ) -> StoredReads {
        let stored = |(file, text): (&FileName, &Text)| {
            let known = match self.0.get(file.as_str())? {
                ReadState::Parts(parts) => StoredRead::Parts(parts.clone()),
                _ if self.knows(file, Some(text)) => StoredRead::whole(text.whole()),
                _ => return None,
            };
            Some((file.clone(), known))
        };
        StoredReads(files.filter_map(stored).collect())
    }

    /// Adds stored texts, of which those that the files no longer have are left out.
    pub(super) fn restore<'a>(
        &mut self,
        stored: &StoredReads,
        files: impl Iterator<Item = (&'a FileName, &'a Text)>,
    ) {
        for (file, text) in files {
            match stored.0.get(file.as_str()) {
                Some(StoredRead::Parts(parts)) => {
                    self.0.insert(
                        file.clone(),
                        ReadState::Parts(parts.iter().take(MAX_PARTS).cloned().collect()),
                    );
                }
                Some(whole) if *whole == StoredRead::whole(text.whole()) => self.mark(file),
                _ => {}
            }
        }
    }

    /// Marks the whole present text of a file as read.
    pub(super) fn mark(&mut self, file: &FileName) {
        self.0.insert(file.clone(), ReadState::Present);
    }

    /// Marks the bytes of a range of the present text as read. Parts that follow each other become one.
    pub(super) fn mark_part(&mut self, file: &FileName, text: &Text, range: std::ops::Range<usize>) {
        if self.knows(file, Some(text)) || range.is_empty() {
            return;
        }
        let whole = text.whole();
        let mut parts = match self.0.remove(file.as_str()) {
            Some(ReadState::Parts(parts)) => parts,
            _ => Vec::new(),
        };
        let (before, after) = (&whole[..range.start], &whole[range.end..]);
        let mut part = whole[range].to_owned();
        if let Some(at) = parts.iter().position(|known| before.ends_with(known.as_str())) {
            part.insert_str(0, &parts.remove(at));
        }
        if let Some(at) = parts.iter().position(|known| after.starts_with(known.as_str())) {
            part.push_str(&parts.remove(at));
        }
        parts.push(part);
        parts.drain(..parts.len().saturating_sub(MAX_PARTS));
        self.0.insert(file.clone(), ReadState::Parts(parts));
    }

    /// Notes that a file gets another text, which its caller does not know as a whole. `old` is the text before.
    pub(super) fn note_replacement(&mut self, file: &FileName, old: &Text) {
        if let Some(state @ ReadState::Present) = self.0.get_mut(file.as_str()) {
            *state = ReadState::Earlier(old.whole().clone());
        }
    }

    /// Notes that the caller changed a part of a file, so that the changed part is known as well.
    pub(super) fn note_edit(&mut self, file: &FileName, old: &str, new: &str) {
        let Some(ReadState::Parts(parts)) = self.0.get_mut(file.as_str()) else {
            return;
        };
        let change = Splice::between(old, new);
        for part in parts {
            let at = old.match_indices(part.as_str()).map(|(at, _)| at);
            if let Some(changed) = at.into_iter().find_map(|at| change.within(at, part)) {
                *part = changed;
            }
        }
    }

    /// Forgets a removed file.
    pub(super) fn remove(&mut self, file: &FileName) {
        self.0.remove(file.as_str());
    }

    /// Forgets all files.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Whether the caller knows the whole present text of a file; true for a file that does not exist.
    pub(super) fn knows(&self, file: &FileName, text: Option<&Text>) -> bool {
        match (self.0.get(file.as_str()), text) {
            (Some(ReadState::Present), Some(_)) | (None, None) => true,
            (Some(ReadState::Earlier(known)), Some(text)) => text.is(known),
            _ => false,
        }
    }

    /// Checks that the caller knows the whole present text of an existing file.
    ///
    /// # Errors
    /// Returns an error that states which lines have been read.
    pub(super) fn check_whole(&self, file: &FileName, text: &Text) -> Result<(), WorkspaceError> {
        if self.knows(file, Some(text)) {
            return Ok(());
        }
        Err(self.unread(file, text.whole(), None))
    }

    /// Checks that the caller knows the bytes of each of these ranges of the present text.
    ///
    /// # Errors
    /// Returns an error that states which lines have been read, and which lines the first unknown range needs.
    pub(super) fn check_ranges(
        &self,
        file: &FileName,
        text: &Text,
        ranges: &[std::ops::Range<usize>],
    ) -> Result<(), WorkspaceError> {
        if self.knows(file, Some(text)) {
            return Ok(());
        }
        let known = self.known_ranges(file, text.whole());
        // Largest end of the known ranges up to each one, which are sorted by their starts.
        let furthest: Vec<usize> = known
            .iter()
            .scan(0, |furthest, known| {
                *furthest = known.end.max(*furthest);
                Some(*furthest)
            })
            .collect();
        let is_known = |range: &std::ops::Range<usize>| {
            let before = known.partition_point(|known| known.start <= range.start);
            before
                .checked_sub(1)
                .is_some_and(|last| range.end <= furthest[last])
        };
        match ranges.iter().find(|range| !is_known(range)) {
            // Text that does not occur in a file of which something has been read is an error of its own.
            None if !(ranges.is_empty() && known.is_empty()) => Ok(()),
            unknown => Err(self.unread(file, text.whole(), unknown)),
        }
    }

    fn unread(&self, file: &FileName, text: &str, needed: Option<&std::ops::Range<usize>>) -> WorkspaceError {
        let file_name = file.to_string();
        if let Some(ReadState::Earlier(_)) = self.0.get(file.as_str()) {
            return WorkspaceError::ReadAgain { file: file_name };
        }
        let lines = |range: &std::ops::Range<usize>| {
            let both = lines_at(text, [range.start, range.end.max(1) - 1]);
            (both[0], both[1])
        };
        let known = self.known_ranges(file, text);
        let mut read: Vec<(usize, usize)> = known.iter().take(MAX_LISTED).map(lines).collect();
        read.sort_unstable();
        read.dedup();
        WorkspaceError::ReadFirst {
            file: file_name,
            read,
            needed: needed.map(lines),
        }
    }

    /// Returns the ranges of the text that the caller has read in parts, in order.
    fn known_ranges(&self, file: &FileName, text: &str) -> Vec<std::ops::Range<usize>> {
        let Some(ReadState::Parts(parts)) = self.0.get(file.as_str()) else {
            return Vec::new();
        };
        let places = |part: &String| {
            text.match_indices(part.as_str())
                .map(|(at, part)| at..at + part.len())
                .collect::<Vec<_>>()
        };
        let mut ranges: Vec<_> = parts.iter().flat_map(places).collect();
        ranges.sort_unstable_by_key(|range| (range.start, range.end));
        ranges
    }
}
