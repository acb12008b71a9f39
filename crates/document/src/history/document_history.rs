//! History of a document that outlives the session.
//!
//! The host stores the history: [`DocumentHistory::history_changes`] returns what is not stored yet, and
//! [`DocumentHistory::history_stored`] records that the host has stored it. `Session::attach_history` continues a stored
//! history.

use crate::contents::document::Document;
use crate::contents::file_texts::{FileTexts, texts_of};
use crate::history::history_log::{HistoryChanges, HistoryLog};
use crate::history::step::{Author, Step, TypingStep};
use crate::history::stored_step::StoredStep;
use crate::turns::parties::Parties;
use crate::turns::user_edits::Actor;
use std::collections::{BTreeMap, BTreeSet};
use trammel_base::sort;
use trammel_code::{FileName, Workspace};
use trammel_scene::{Diff, History, Name};

impl Document {
    /// Returns the files at the present position of the history. They differ from the present files while typed text
    /// does not run.
    pub fn history_files(&self) -> BTreeMap<FileName, String> {
        let files = self
            .committed
            .clone()
            .unwrap_or_else(|| texts_of(&self.env.files));
        sort::map(files.into_iter().map(|(file, text)| (file, text.to_string())))
    }
}

/// History of a document.
#[derive(Debug, Default)]
pub struct DocumentHistory {
    /// Steps in memory.
    pub(crate) steps: History<Step>,
    /// Steps beneath and above those in memory, and the part of the history that is stored.
    pub(crate) log: HistoryLog,
    /// Typing that becomes one undo step, until the document is changed in another way.
    pub(crate) typing_step: Option<TypingStep>,
}

impl DocumentHistory {
    /// Pushes a step. The steps to redo become an abandoned branch.
    pub(crate) fn push_to_history(&mut self, step: Step) {
        let mut parent = self.head();
        for step in self.steps.undone().iter().rev() {
            self.log.abandon(StoredStep::of(step, parent), step.revision);
            parent = step.id;
        }
        self.abandon_newer();
        if let Some(oldest) = self.steps.push(step) {
            self.keep_older(&oldest);
        }
    }

    /// Returns the change of the drawing by the last step that is in effect; `None` if only its texts are known.
    pub fn change_at_head(&self) -> Option<&Diff> {
        self.steps.done_steps().last().map(|step| &step.scene)
    }

    /// Returns the agent turns that changed the entities of a diff last.
    pub(crate) fn turns_that_changed(&self, diff: &Diff) -> BTreeSet<u64> {
        let mut names: BTreeSet<&Name> = diff.iter().map(|(name, _)| name).collect();
        let mut turns = BTreeSet::new();
        for step in self.steps.done_steps().iter().rev() {
            let Author::Model(turn) = step.author else {
                continue;
            };
            for (name, _) in step.scene.iter() {
                if names.remove(name) {
                    turns.insert(turn);
                }
            }
        }
        turns
    }

    /// Returns the number of the last step that is in effect; 0 if there is none.
    pub fn head(&self) -> u64 {
        let older = self.log.older.last().map_or(self.log.base, |step| step.id);
        self.steps.done_steps().last().map_or(older, |step| step.id)
    }

    /// Makes the steps that a run would redo an abandoned branch.
    fn abandon_newer(&mut self) {
        let newer = std::mem::take(&mut self.log.newer);
        for step in newer.into_iter().rev() {
            self.log.abandon(step, 0);
        }
    }

    /// Keeps a step that the history in memory has dropped.
    pub(crate) fn keep_older(&mut self, step: &Step) {
        let parent = self.log.older.last().map_or(self.log.base, |older| older.id);
        self.log.older.push(StoredStep::of(step, parent));
    }

    /// Reserves the numbers of steps up to this one, which stored steps have, also those that cannot be read. New steps
    /// get higher numbers; call before `Session::attach_history`.
    pub fn reserve_steps(&mut self, last: u64) {
        self.log.last_id = self.log.last_id.max(last);
    }

    /// Adds a step in its stored form. Undone steps can no longer be redone.
    pub(crate) fn add_typed_step(&mut self, from: &FileTexts, to: &FileTexts) {
        let mut files = Workspace::default();
        for (file, text) in to {
            files.set(file, Some(text));
        }
        let parent = self.log.older.last().map_or(self.log.base, |step| step.id);
        let id = self.log.next_id();
        self.abandon_newer();
        self.log
            .older
            .push(StoredStep::of_texts(id, parent, from, &files));
    }

    /// Returns the part of the history that is not stored yet.
    pub fn history_changes(&self) -> HistoryChanges {
        let log = &self.log;
        let mut changes = HistoryChanges::default();
        let mut live = BTreeSet::new();
        let mut parent = log.base;
        let mut see = |id: u64, revision: u32, step: &dyn Fn() -> StoredStep| {
            live.insert(id);
            if log.stored.get(&id).is_none_or(|stored| *stored < revision) {
                changes.steps.push(step());
                changes.revisions.push(revision);
            }
        };
        for step in &log.older {
            see(step.id, 0, &|| step.clone());
            parent = step.id;
        }
        for step in self.steps.done_steps() {
            see(step.id, step.revision, &|| StoredStep::of(step, parent));
            parent = step.id;
        }
        changes.position.head = parent;
        for step in self.steps.undone().iter().rev() {
            see(step.id, step.revision, &|| StoredStep::of(step, parent));
            changes.position.redo.push(step.id);
            parent = step.id;
        }
        for step in log.newer.iter().rev() {
            see(step.id, 0, &|| step.clone());
            changes.position.redo.push(step.id);
        }
        for (step, revision) in &log.unstored {
            changes.steps.push(step.clone());
            changes.revisions.push(*revision);
        }
        let is_gone = |id: &&u64| !live.contains(*id) && !log.abandoned.contains(*id);
        changes.removed = log.stored.keys().filter(is_gone).copied().collect();
        changes
    }

    /// Records that the storage of the host has lost the history: every step of the present path is stored again.
    pub fn history_removed(&mut self) {
        self.log.stored.clear();
        self.log.abandoned.clear();
    }

    /// Records that the host has stored these changes.
    pub fn history_stored(&mut self, changes: &HistoryChanges) {
        let steps = changes.steps.iter().zip(&changes.revisions);
        self.log
            .stored
            .extend(steps.map(|(step, revision)| (step.id, *revision)));
        let stored = &self.log.stored;
        let is_due =
            |step: &StoredStep, revision: u32| stored.get(&step.id).is_none_or(|stored| *stored < revision);
        self.log
            .unstored
            .retain(|(step, revision)| is_due(step, *revision));
        for id in &changes.removed {
            self.log.stored.remove(id);
        }
    }
}

impl Parties {
    /// Returns the origin of a step of the present operation.
    pub(crate) fn author(&self) -> Author {
        match self.user_edits.actor() {
            Actor::User => Author::User,
            Actor::Agent => Author::Model(self.user_edits.turns()),
            Actor::BrowserAgent => Author::Model(0),
        }
    }
}
