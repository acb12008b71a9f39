//! Continuation of a stored history by the history of a session.

use crate::contents::file_texts::{FileTexts, texts_of};
use crate::contents::last_good::LastGood;
use crate::history::history_log::{HistoryLog, HistoryPosition};
use crate::history::step::Author;
use crate::history::stored_step::StoredStep;
use crate::session::Session;
use std::collections::BTreeMap;
use trammel_base::sort;
use trammel_code::FileName;
use trammel_scene::History;

impl Session {
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
        self.parties.user_edits.continue_after(turns.max().unwrap_or(0));
        let last = steps.iter().map(|step| step.id).max().unwrap_or(0);
        self.history.reserve_steps(last);
        self.history.log.stored = sort::map(steps.iter().map(|step| (step.id, 0)));
        let mut by_id = sort::map(steps.into_iter().map(|step| (step.id, step)));
        let mut next = position.head;
        while let Some(step) = by_id.remove(&next) {
            next = step.parent;
            self.history.log.older.push(step);
        }
        self.history.log.older.reverse();
        self.history.log.base = next;
        let mut parent = position.head;
        for id in &position.redo {
            let Some(step) = by_id.remove(id).filter(|step| step.parent == parent) else {
                break;
            };
            parent = step.id;
            self.history.log.newer.push(step);
        }
        self.history.log.newer.reverse();
        self.history.log.abandoned = by_id.into_keys().collect();
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
        self.history.steps = History::default();
        self.history.log = HistoryLog {
            // A number is used once, even if its step was not stored.
            last_id: self.history.log.last_id,
            ..HistoryLog::default()
        };
        self.history.typing_step = None;
        self.document.generation += 1;
        self.attach_history(steps, position, head_files);
    }

    /// Adds a step from the files at the head of the history to those that draw the drawing, if they differ.
    fn note_difference(&mut self, head_files: &BTreeMap<FileName, String>) {
        let head: FileTexts = head_files
            .iter()
            .map(|(file, text)| (file.clone(), text.as_str().into()))
            .collect();
        let present = texts_of(&self.document.env.files);
        let drawn = self.document.run.drawn.as_ref().map(LastGood::texts);
        if head == present {
            return;
        }
        let to = drawn.as_ref().unwrap_or(&present);
        if *to != head {
            self.history.add_typed_step(&head, to);
        }
        self.history.log.not_run = drawn.filter(|drawn| *drawn != present);
    }

    /// Adds a step for the text that was typed and stored but had not run when the last session ended, after its run.
    pub(crate) fn note_opened(&mut self) {
        if let Some(before) = self.history.log.not_run.take() {
            self.history
                .add_typed_step(&before, &texts_of(&self.document.env.files));
        }
    }
}
