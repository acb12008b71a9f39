//! Return of the open drawing to a version of its history, as a new step.

use super::loading::step_records;
use super::saving;
use crate::ui::document::{Caller, Replacement, Request};
use crate::ui::document_storage;
use crate::ui::i18n::Msg;
use crate::ui::state::App;
use std::collections::BTreeMap;
use std::sync::Arc;
use trammel_code::FileName;
use trammel_document::library::{Record, StepRecord, Store, files_at, numbered_key, steps_since, turns_left};
use trammel_document::{HistoryPosition, StoredStep};

/// Stored history of the open drawing.
#[derive(Clone, Default)]
pub(crate) struct StoredVersions {
    pub(super) steps: Arc<Vec<StepRecord>>,
    pub(super) position: HistoryPosition,
}

impl StoredVersions {
    /// Reads the history, with the present drawing as its newest version. Without a database the history is empty.
    ///
    /// # Errors
    /// Returns the reason in the language of the page if the history could not be read.
    pub(crate) async fn read(app: App) -> Result<StoredVersions, String> {
        // The status bar shows a failure, and the stored part of the history is read.
        let _ = saving::save(app).await;
        let Some(database) = app.library.database() else {
            return Ok(StoredVersions::default());
        };
        let stored = step_records(&database, &app.library.open_id()).await;
        let stored = stored.map_err(|why| app.words(&document_storage::message(&why)))?;
        let position = present_position(app);
        Ok(StoredVersions {
            steps: Arc::new(stored.records),
            position,
        })
    }

    /// Returns the steps in effect after a version, newest first; `None` if the present drawing does not descend from it.
    pub(crate) fn since(&self, id: u64) -> Option<Vec<&StepRecord>> {
        steps_since(&self.steps, self.position.head, id)
    }

    /// Returns the number of the present version.
    pub(crate) fn present(&self) -> u64 {
        self.position.head
    }

    /// Returns the record of the step that led to a version.
    pub(crate) fn record(&self, id: u64) -> Option<&StepRecord> {
        self.steps.iter().find(|record| record.step.id == id)
    }

    /// Returns the code files of a version; `None` if the history between it and the present drawing has a gap.
    pub(crate) fn files_of(&self, app: App, id: u64) -> Option<BTreeMap<FileName, String>> {
        let head_files = app.document.session(|session| session.document().history_files());
        files_at(&self.stored_steps(), self.position.head, &head_files, id)
    }

    fn stored_steps(&self) -> Vec<StoredStep> {
        self.steps.iter().map(|record| record.step.clone()).collect()
    }

    /// Restores a version as a new step, and returns whether the drawing is in that version. The reason of a failure is
    /// shown.
    pub(crate) async fn restore(&self, app: App, id: u64) -> bool {
        app.document.flush_typing().await;
        let present = present_position(app);
        if present != self.position {
            app.refuse(app.say(Msg::VersionOutdated, &[]));
            return false;
        }
        if present.head == id {
            return true;
        }
        let Some(files) = self.files_of(app, id) else {
            app.refuse(app.say(Msg::VersionGone, &[]));
            return false;
        };
        let mut project = app.document.project(false);
        project.files = trammel_base::sort::map(files.into_iter().map(|(file, text)| (file, text.into())));
        let replacement = Replacement {
            project: Box::new(project),
            tools: app.document.tools_text(),
        };
        let reply = app
            .document
            .run(Caller::User, Request::Replace(replacement))
            .await;
        if reply.changes.is_none() {
            // The reply was shown as a refusal.
            return false;
        }
        let turns = turns_left(&self.stored_steps(), present.head, id);
        app.document
            .session_mut(|session| session.note_left_turns(&turns));
        app.open_file(FileName::MAIN, None);
        true
    }
}

/// Returns the record of a step of the open drawing; `None` if it is not stored.
///
/// # Errors
/// Returns the reason in the language of the page if the record cannot be read.
pub(crate) async fn step_record(app: App, id: u64) -> Result<Option<StepRecord>, String> {
    let Some(database) = app.library.database() else {
        return Ok(None);
    };
    let key = numbered_key(&app.library.open_id(), id);
    let text = database.get(Store::Steps, &key).await;
    let text = text.map_err(|why| app.words(&document_storage::message(&why)))?;
    let record = text.map(|text| StepRecord::read(&text)).transpose();
    record.map_err(|why| app.words(&(&why).into()))
}

fn present_position(app: App) -> HistoryPosition {
    app.document
        .session(|session| session.history().history_changes().position)
}
