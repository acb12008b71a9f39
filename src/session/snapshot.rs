//! A copy of a document for whoever shows it: all that the page's views read while they are drawn.
//!
//! Invariants: it follows the session after each operation, and before subscribers are told; the scene follows by
//! differences alone, so that it does not matter where the session lives; typed text is here from the moment it enters
//! the queue, for the editor shows it already.

use super::document::Session;
use crate::sandbox::Failure;
use crate::scene::{Diff, Scene};
use crate::workspace::FileName;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A copy of a document.
#[derive(Debug, Default)]
pub struct Snapshot {
    scene: Scene,
    /// Files with their texts, `main` first.
    files: Vec<(FileName, Arc<str>)>,
    /// Typed text that waits in the queue: how often, and the newest text; `None` removes the file.
    queued: BTreeMap<FileName, (u32, Option<Arc<str>>)>,
    /// Labels of the next steps of undo and redo.
    labels: (Option<String>, Option<String>),
    broken: Option<Failure>,
}

impl Snapshot {
    /// Follows the session, whose differences it takes; the change of the drawing, if there is one.
    pub fn follow(&mut self, session: &mut Session) -> Option<Diff> {
        let changed = session.take_diffs().into_iter().reduce(|mut all, next| {
            all.then(next);
            all
        });
        let diff = changed.filter(|diff| !diff.is_empty());
        if let Some(diff) = &diff {
            self.scene.apply(diff);
        }
        let (name, units) = (session.scene().default_name(), session.scene().default_units());
        if (self.scene.default_name(), self.scene.default_units()) != (name, units) {
            self.scene = std::mem::take(&mut self.scene).with_defaults(name, units);
        }
        let (undo, redo) = session.undo_labels();
        self.labels = (undo.map(str::to_owned), redo.map(str::to_owned));
        self.broken = session.broken().cloned();
        self.follow_files(session);
        diff
    }

    /// Follows the files alone: typed text is in place before it runs.
    pub fn follow_files(&mut self, session: &Session) {
        let files = session.files().files();
        self.files = files.map(|(file, text)| (file.clone(), text.clone())).collect();
    }

    /// Typed text enters the queue.
    pub fn queue(&mut self, file: &FileName, text: Option<&str>) {
        let (count, newest) = self.queued.entry(file.clone()).or_default();
        *count += 1;
        *newest = text.map(Arc::from);
    }

    /// Typed text leaves the queue: the session has it.
    pub fn unqueue(&mut self, file: &FileName) {
        if let Some((count, _)) = self.queued.get_mut(file.as_str()) {
            *count -= 1;
            if *count == 0 {
                self.queued.remove(file.as_str());
            }
        }
    }

    /// Whether typed text waits in the queue.
    pub fn has_queued(&self) -> bool {
        !self.queued.is_empty()
    }

    /// The drawing.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The text of a file.
    pub fn text(&self, file: &str) -> Option<Arc<str>> {
        if let Some((_, text)) = self.queued.get(file) {
            return text.clone();
        }
        let found = self.files.iter().find(|(name, _)| name.as_str() == file);
        found.map(|(_, text)| text.clone())
    }

    /// Names of the files, `main` first.
    pub fn file_names(&self) -> Vec<String> {
        let names = self.files.iter().map(|(name, _)| name.as_str().to_owned());
        names.collect()
    }

    /// Labels of the next steps of undo and redo.
    pub fn labels(&self) -> (Option<&str>, Option<&str>) {
        (self.labels.0.as_deref(), self.labels.1.as_deref())
    }

    /// Why the present code does not run, if it does not.
    pub fn broken(&self) -> Option<&Failure> {
        self.broken.as_ref()
    }
}
