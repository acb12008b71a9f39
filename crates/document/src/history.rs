//! History of a document that outlives the session.
//!
//! The host stores the history: [`Session::history_changes`] returns what is not stored yet, and
//! [`Session::history_stored`] records that the host has stored it. [`Session::attach_history`] continues a stored
//! history.

use super::document::Session;
use super::file_texts::{FileTexts, texts_of};
use super::history_log::{HistoryChanges, HistoryLog, HistoryPosition};
use super::last_good::LastGood;
use super::step::{Author, Step};
use super::stored_step::StoredStep;
use super::user_edits::Actor;
use std::collections::{BTreeMap, BTreeSet};
use trammel_base::sort;
use trammel_code::{FileName, Workspace};
use trammel_scene::History;

impl Session {
    /// Returns the origin of a step of the present operation.
    pub(super) fn author(&self) -> Author {
        match self.user_edits.actor() {
            Actor::User => Author::User,
            Actor::Agent => Author::Model(self.user_edits.turns()),
            Actor::BrowserAgent => Author::Model(0),
        }
    }

    /// Pushes a step. The steps to redo become an abandoned branch.
    pub(super) fn push_to_history(&mut self, step: Step) {
        let mut parent = self.head();
        for step in self.history.undone().iter().rev() {
            self.log.abandon(StoredStep::of(step, parent), step.revision);
            parent = step.id;
        }
        self.abandon_newer();
        if let Some(oldest) = self.history.push(step) {
            self.keep_older(&oldest);
        }
    }

    /// Returns the number of the last step that is in effect; 0 if there is none.
    fn head(&self) -> u64 {
        let older = self.log.older.last().map_or(self.log.base, |step| step.id);
        self.history.done().last().map_or(older, |step| step.id)
    }

    /// Makes the steps that a run would redo an abandoned branch.
    fn abandon_newer(&mut self) {
        let newer = std::mem::take(&mut self.log.newer);
        for step in newer.into_iter().rev() {
            self.log.abandon(step, 0);
        }
    }

    /// Keeps a step that the history in memory has dropped.
    pub(super) fn keep_older(&mut self, step: &Step) {
        let parent = self.log.older.last().map_or(self.log.base, |older| older.id);
        self.log.older.push(StoredStep::of(step, parent));
    }

    /// Reserves the numbers of steps up to this one, which stored steps have, also those that cannot be read. New steps
    /// get higher numbers; call before [`Session::attach_history`].
    pub fn reserve_steps(&mut self, last: u64) {
        self.log.last_id = self.log.last_id.max(last);
    }

    /// Continues a stored history; call before the document is opened. `steps` are all stored steps, and `head_files`
    /// are the files at the position. If the present files, or those of the last good drawing, differ from
    /// `head_files`, for example after a crash, the difference becomes a step. A step whose parent is missing ends the
    /// path, and stays its parent.
    pub fn attach_history(
        &mut self,
        steps: Vec<StoredStep>,
        position: &HistoryPosition,
        head_files: &BTreeMap<FileName, String>,
    ) {
        let turns = steps.iter().map(|step| match step.author {
            Author::Model(turn) => turn,
            Author::User | Author::Import => 0,
        });
        self.user_edits.continue_after(turns.max().unwrap_or(0));
        let last = steps.iter().map(|step| step.id).max().unwrap_or(0);
        self.reserve_steps(last);
        self.log.stored = sort::map(steps.iter().map(|step| (step.id, 0)));
        let mut by_id = sort::map(steps.into_iter().map(|step| (step.id, step)));
        let mut next = position.head;
        while let Some(step) = by_id.remove(&next) {
            next = step.parent;
            self.log.older.push(step);
        }
        self.log.older.reverse();
        self.log.base = next;
        let mut parent = position.head;
        for id in &position.redo {
            let Some(step) = by_id.remove(id).filter(|step| step.parent == parent) else {
                break;
            };
            parent = step.id;
            self.log.newer.push(step);
        }
        self.log.newer.reverse();
        self.log.abandoned = by_id.into_keys().collect();
        self.note_difference(head_files);
    }

    /// Forgets the history in memory and continues a stored one, which another session of the same document has
    /// written.
    pub fn restart_history(
        &mut self,
        steps: Vec<StoredStep>,
        position: &HistoryPosition,
        head_files: &BTreeMap<FileName, String>,
    ) {
        self.history = History::default();
        self.log = HistoryLog {
            // A number is used once, even if its step was not stored.
            last_id: self.log.last_id,
            ..HistoryLog::default()
        };
        self.typing_step = None;
        self.generation += 1;
        self.attach_history(steps, position, head_files);
    }

    /// Adds a step from the files at the head of the history to those that draw the drawing, if they differ.
    fn note_difference(&mut self, head_files: &BTreeMap<FileName, String>) {
        let head: FileTexts = head_files
            .iter()
            .map(|(file, text)| (file.clone(), text.as_str().into()))
            .collect();
        let present = texts_of(&self.env.files);
        let drawn = self.run.drawn.as_ref().map(LastGood::texts);
        if head == present {
            return;
        }
        let to = drawn.as_ref().unwrap_or(&present);
        if *to != head {
            self.add_typed_step(&head, to);
        }
        self.log.not_run = drawn.filter(|drawn| *drawn != present);
    }

    /// Adds a step for the text that was typed and stored but had not run when the last session ended, after its run.
    pub(super) fn note_opened(&mut self) {
        if let Some(before) = self.log.not_run.take() {
            self.add_typed_step(&before, &texts_of(&self.env.files));
        }
    }

    /// Adds a step in its stored form. Undone steps can no longer be redone.
    fn add_typed_step(&mut self, from: &FileTexts, to: &FileTexts) {
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

    /// Returns the files at the present position of the history. They differ from the present files while typed text
    /// does not run.
    pub fn history_files(&self) -> BTreeMap<FileName, String> {
        let files = self
            .committed
            .clone()
            .unwrap_or_else(|| texts_of(&self.env.files));
        sort::map(files.into_iter().map(|(file, text)| (file, text.to_string())))
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
        for step in self.history.done() {
            see(step.id, step.revision, &|| StoredStep::of(step, parent));
            parent = step.id;
        }
        changes.position.head = parent;
        for step in self.history.undone().iter().rev() {
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
