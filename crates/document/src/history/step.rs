//! History step: the change of the drawing and of the files together.

use crate::contents::document_settings::DocumentSettings;
use crate::contents::file_texts::{FileTexts, texts_of};
use crate::contents::run_state::RunState;
use crate::contents::settings_exchange::Exchange;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use trammel_code::{FileName, Splice, Workspace};
use trammel_scene::{Diff, Mark};

/// Stretch of typing that becomes one undo step.
#[derive(Debug)]
pub(crate) struct TypingStep {
    /// Position in the history before the stretch.
    pub(crate) mark: Mark,
    /// Files before the stretch.
    pub(crate) base: FileTexts,
    /// Generation of the document after the last change of the stretch.
    pub(crate) generation: u64,
    /// Agent turn during which the stretch began.
    pub(crate) turn: Option<u64>,
}

/// Origin of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Author {
    /// The user, or a program that acts for the user.
    User,
    /// A model, in the turn with this number; 0 for an agent outside a conversation.
    Model(u64),
    /// A file of another program that the user or a model imported.
    Import,
}

/// Undo step.
#[derive(Clone, Debug)]
pub struct Step {
    /// Number of the step, unique in the history of the document.
    pub(crate) id: u64,
    /// Number of changes of the step since it was made: later steps that were merged into it, and exchanges of settings.
    pub(crate) revision: u32,
    /// Origin of the step.
    pub(crate) author: Author,
    /// Label: a tool name or a short description.
    pub label: String,
    /// Change of the drawing.
    pub scene: Diff,
    pub(crate) files: Vec<FileChange>,
    /// Run state before and after.
    pub(crate) run: (RunState, RunState),
    /// Settings before and after, if a project replaced the document.
    pub(crate) settings: Option<Box<(DocumentSettings, DocumentSettings)>>,
    /// Exchanges of settings that are kept by name, in the order in which the step makes them.
    pub(crate) exchanges: Vec<Exchange>,
}

/// Change of a file: edit, creation, or removal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct FileChange {
    pub(crate) file: FileName,
    pub(crate) existed: bool,
    pub(crate) exists: bool,
    pub(crate) splice: Splice,
}

impl FileChange {
    /// Returns the change that reverts this one.
    pub(crate) fn inverse(&self) -> FileChange {
        FileChange {
            file: self.file.clone(),
            existed: self.exists,
            exists: self.existed,
            splice: self.splice.inverse(),
        }
    }

    /// Applies the change to the files; returns `false`, and changes nothing, if the file has another text.
    pub(crate) fn apply_to(&self, files: &mut Workspace) -> bool {
        let text = files.get(self.file.as_str()).cloned().unwrap_or_default();
        let Some(text) = self.splice.apply(&text) else {
            return false;
        };
        files.set(&self.file, self.exists.then_some(text.as_str()));
        true
    }
}

impl Step {
    /// Returns the step that reverts this one.
    #[must_use]
    pub fn inverse(&self) -> Step {
        Step {
            id: self.id,
            revision: self.revision,
            author: self.author,
            label: self.label.clone(),
            scene: self.scene.inverse(),
            files: self.files.iter().rev().map(FileChange::inverse).collect(),
            run: (self.run.1.clone(), self.run.0.clone()),
            settings: self
                .settings
                .as_ref()
                .map(|both| Box::new((both.1.clone(), both.0.clone()))),
            exchanges: self.exchanges.clone(),
        }
    }

    pub(crate) fn label(&self) -> &str {
        &self.label
    }

    /// Returns the names of the changed files.
    pub(crate) fn files(&self) -> impl Iterator<Item = &FileName> {
        self.files.iter().map(|change| &change.file)
    }

    /// Whether the step changes nothing.
    pub(crate) fn is_empty(&self) -> bool {
        self.scene.is_empty() && self.files.is_empty() && self.settings.is_none()
    }

    /// Appends a later step, so that this step leads from the first state to the last.
    pub(crate) fn then(&mut self, later: Step) {
        self.revision += 1 + later.revision;
        self.scene.then(later.scene);
        self.files.extend(later.files);
        self.exchanges.extend(later.exchanges);
        self.run.1 = later.run.1;
        match (&mut self.settings, later.settings) {
            (Some(both), Some(later)) => both.1 = later.1,
            (_, None) => {}
            (none, later) => *none = later,
        }
    }
}

/// Computes the changes from the files `before` to the present ones.
pub(crate) fn changes_of_files(before: &FileTexts, files: &Workspace) -> Vec<FileChange> {
    let mut changes = Vec::new();
    let mut change = |file: &FileName, from: Option<&Arc<str>>, to: Option<&Arc<str>>| {
        changes.push(FileChange {
            file: file.clone(),
            existed: from.is_some(),
            exists: to.is_some(),
            splice: Splice::between(from.map_or("", |text| text), to.map_or("", |text| text)),
        });
    };
    let now = texts_of(files);
    for (file, text) in &now {
        let from = before.get(file);
        if from != Some(text) {
            change(file, from, Some(text));
        }
    }
    for (file, text) in before.iter().filter(|(file, _)| !now.contains_key(*file)) {
        change(file, Some(text), None);
    }
    changes
}
