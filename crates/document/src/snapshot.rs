//! Snapshot of a document for display: all data that the views of the page read while rendering.
//!
//! Invariants: the snapshot is updated after each operation, before subscribers are notified. The scene is updated only
//! by diffs, which are also what subscribers get, so that what they painted is the scene of the snapshot. Typed text is part of the snapshot from
//! the moment it is queued, because the editor already displays it.

use crate::contents::calls::Calls;
use crate::session::Session;
use std::collections::BTreeMap;
use std::sync::Arc;
use trammel_code::FileName;
use trammel_run::Failure;
use trammel_scene::{Diff, Scene};

/// Copy of a document for display.
#[derive(Debug, Default)]
pub struct Snapshot {
    scene: Scene,
    /// Files with their texts, `main` first.
    files: Vec<(FileName, Arc<str>)>,
    /// Queued typed text by file: number of queued versions, and the newest text; `None` removes the file.
    queued: BTreeMap<FileName, (u32, Option<Arc<str>>)>,
    /// Labels of the next undo step and the next redo step.
    labels: (Option<String>, Option<String>),
    broken: Option<Failure>,
    /// Recorded calls of the drawing.
    calls: Calls,
}

impl Snapshot {
    /// Updates the snapshot from the session, taking its diffs; returns the change of the drawing, if any.
    pub fn follow(&mut self, session: &mut Session) -> Option<Diff> {
        let changed = session.document.take_diffs().into_iter().reduce(|mut all, next| {
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
        self.calls = session.document.present_calls();
        self.follow_files(session);
        diff
    }

    /// Changes to another document, whose drawing is not shown yet. Returns the change of the drawing.
    pub fn switch(&mut self, session: &mut Session) -> Option<Diff> {
        let blank = Scene::default();
        let cleared = self.scene.diff_to(&blank);
        *self = Snapshot::default();
        let mut diff = cleared;
        diff.then(self.follow(session).unwrap_or_default());
        (!diff.is_empty()).then_some(diff)
    }

    /// Updates the files alone, because typed text is stored before it runs.
    pub fn follow_files(&mut self, session: &Session) {
        let files = session.files().files();
        self.files = files.map(|(file, text)| (file.clone(), text.clone())).collect();
    }

    /// Adds typed text to the queue.
    pub fn queue(&mut self, file: &FileName, text: Option<&str>) {
        let (count, newest) = self.queued.entry(file.clone()).or_default();
        *count += 1;
        *newest = text.map(Arc::from);
    }

    /// Removes typed text from the queue after the session received it.
    pub fn unqueue(&mut self, file: &FileName) {
        if let Some((count, _)) = self.queued.get_mut(file.as_str()) {
            *count -= 1;
            if *count == 0 {
                self.queued.remove(file.as_str());
            }
        }
    }

    /// Whether typed text is queued.
    pub fn has_queued(&self) -> bool {
        !self.queued.is_empty()
    }

    /// Returns the drawing.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Returns the text of a file; queued text takes precedence.
    pub fn text(&self, file: &str) -> Option<Arc<str>> {
        if let Some((_, text)) = self.queued.get(file) {
            return text.clone();
        }
        let found = self.files.iter().find(|(name, _)| name.as_str() == file);
        found.map(|(_, text)| text.clone())
    }

    /// Returns the files with their texts, without queued text.
    pub(crate) fn texts(&self) -> &[(FileName, Arc<str>)] {
        &self.files
    }

    /// Returns the recorded calls of the drawing.
    pub(crate) fn calls(&self) -> &Calls {
        &self.calls
    }

    /// Returns the names of the files, `main` first.
    pub fn file_names(&self) -> Vec<String> {
        let names = self.files.iter().map(|(name, _)| name.as_str().to_owned());
        names.collect()
    }

    /// Returns the labels of the next undo step and the next redo step.
    pub fn labels(&self) -> (Option<&str>, Option<&str>) {
        (self.labels.0.as_deref(), self.labels.1.as_deref())
    }

    /// Returns the reason why the present code does not run, if it does not.
    pub fn broken(&self) -> Option<&Failure> {
        self.broken.as_ref()
    }
}
