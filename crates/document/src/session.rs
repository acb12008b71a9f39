//! Document: its state, and the completion of runs.

use crate::contents::document::Document;
use crate::history::document_history::DocumentHistory;
use crate::store::stored_document::StoredDocument;
use crate::turns::parties::Parties;
use trammel_code::{StoredReads, Workspace};
use trammel_run::{Failure, Limits};
use trammel_scene::Scene;

/// Document with its history, its stored form, and the parties that act on it.
#[derive(Debug)]
pub struct Session {
    pub(crate) document: Document,
    pub(crate) history: DocumentHistory,
    pub(crate) store: StoredDocument,
    pub(crate) parties: Parties,
    /// Limits of the runs.
    pub(crate) limits: Limits,
}

impl Default for Session {
    fn default() -> Session {
        Session::new(Limits::default())
    }
}

impl Session {
    /// Creates an empty document.
    pub fn new(limits: Limits) -> Session {
        Session {
            document: Document::default(),
            history: DocumentHistory::default(),
            store: StoredDocument::default(),
            parties: Parties::default(),
            limits,
        }
    }

    /// Returns the contents of the document.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Returns the contents of the document, for settings of the user that are no steps.
    pub fn document_mut(&mut self) -> &mut Document {
        &mut self.document
    }

    /// Returns the history of the document.
    pub fn history(&self) -> &DocumentHistory {
        &self.history
    }

    /// Returns the history of the document, for its host, which stores it.
    pub fn history_mut(&mut self) -> &mut DocumentHistory {
        &mut self.history
    }

    /// Returns the stored form of the document.
    pub fn store(&self) -> &StoredDocument {
        &self.store
    }

    /// Returns the stored form of the document, for its host.
    pub fn store_mut(&mut self) -> &mut StoredDocument {
        &mut self.store
    }

    /// Returns what the parties that act on the document have done.
    pub fn parties(&self) -> &Parties {
        &self.parties
    }

    /// Returns what the parties that act on the document have done, for the host, which begins and ends turns.
    pub fn parties_mut(&mut self) -> &mut Parties {
        &mut self.parties
    }

    /// Returns the drawing.
    pub fn scene(&self) -> &Scene {
        &self.document.scene
    }

    /// Returns the code files.
    pub fn files(&self) -> &Workspace {
        &self.document.env.files
    }

    /// Returns the reason why the present files do not run, if they do not; the drawing is then the last good one.
    pub fn broken(&self) -> Option<&Failure> {
        self.document.run.broken.as_ref()
    }

    /// Restores what the tool caller had read of the files in an earlier process (see
    /// [`Workspace::stored_reads`](trammel_code::Workspace::stored_reads)).
    pub fn restore_reads(&mut self, stored: &StoredReads) {
        self.document.env.files.restore_reads(stored);
    }

    /// Clears the read state of the files and leaves the present conversation, for another one.
    pub fn forget_reading(&mut self) {
        self.parties.user_edits.news.leave();
        self.document.env.files.forget_known();
    }
}
