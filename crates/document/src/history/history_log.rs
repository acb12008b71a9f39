//! History beyond the steps in memory: steps of earlier visits, and the part of the history that is stored.
//!
//! The steps in memory revert and repeat a drawing without a run. Beneath and above them lie steps in their stored form
//! ([`StoredStep`]), whose undo and redo run the code (`stored_run.rs`). Every step has a number and a parent, so all
//! steps that were ever made form a tree; undo and redo move along one path of it, and an abandoned branch stays in the
//! storage.
//!
//! `document_history.rs` has the operations.

use crate::contents::file_texts::FileTexts;
use crate::history::stored_step::StoredStep;
use std::collections::{BTreeMap, BTreeSet};
use trammel_language::{Bilingual, bilingual};

/// Position in a stored history.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HistoryPosition {
    /// Number of the last step that is in effect; 0 if there is none.
    pub head: u64,
    /// Numbers of the steps that redo repeats, the next one first.
    pub redo: Vec<u64>,
}

/// Part of the history that is not stored yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HistoryChanges {
    /// Steps that are new or were extended.
    pub steps: Vec<StoredStep>,
    /// Numbers of stored steps that were merged into others.
    pub removed: Vec<u64>,
    /// Present position.
    pub position: HistoryPosition,
    /// Revision of each of `steps`.
    pub(crate) revisions: Vec<u32>,
}

/// Steps beneath and above those in memory, and the part of the history that is stored.
#[derive(Debug, Default)]
pub(crate) struct HistoryLog {
    /// Steps to undo after those in memory, the next one last.
    pub(crate) older: Vec<StoredStep>,
    /// Steps to redo after those in memory, the next one last.
    pub(crate) newer: Vec<StoredStep>,
    /// Stored steps, with the revision of each.
    pub(crate) stored: BTreeMap<u64, u32>,
    /// Steps on abandoned branches.
    pub(crate) abandoned: BTreeSet<u64>,
    /// Those of them that are not stored yet, with the revision of each.
    pub(crate) unstored: Vec<(StoredStep, u32)>,
    pub(crate) last_id: u64,
    /// Number of the step beneath all steps of the path: 0 at the beginning of the history, otherwise a step that is
    /// missing or cannot be read. Later steps keep it as their parent.
    pub(crate) base: u64,
    /// Files before typed text that was stored and has not run, until the document is opened.
    pub(crate) not_run: Option<FileTexts>,
}

impl HistoryLog {
    /// Makes a step part of an abandoned branch. It stays in the storage, or is stored later.
    pub(crate) fn abandon(&mut self, step: StoredStep, revision: u32) {
        self.abandoned.insert(step.id);
        if self.stored.get(&step.id).is_none_or(|stored| *stored < revision) {
            self.unstored.push((step, revision));
        }
    }

    /// Returns the number of a new step.
    pub(crate) fn next_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }
}

/// Direction of a move in the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Undo.
    Back,
    /// Redo.
    Forward,
}

impl Direction {
    /// Returns the verb of a message.
    pub(crate) fn in_words(self) -> Bilingual {
        match self {
            Self::Back => bilingual!("undone", "취소"),
            Self::Forward => bilingual!("redone", "다시 실행"),
        }
    }

    /// Returns the verb of the reply.
    pub(crate) fn verb(self) -> &'static str {
        match self {
            Self::Back => "undone",
            Self::Forward => "redone",
        }
    }
}
