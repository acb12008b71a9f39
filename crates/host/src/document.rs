//! The document of a native host: completes tool calls, runs code in a child process, rasterizes images, and
//! stores changes.
//!
//! The user may edit the files of the folder at any time. Invariants: before each call, files that were changed
//! outside the program are loaded, and the reply names them. A file that is changed during a call stays as the
//! user wrote it; the call's version goes to `.trammel/conflict/`, and the next call begins with the user's
//! version. Neither version is lost.

use super::runner::{Runner, complete};
use super::streams::{Line, report};
use super::vanished::{check_main, refusal};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use std::path::Path;
use trammel_code::{FILE_PREFIX, FileName, Folder, MemoryStorage, Storage, StorageError, StoredReads};
use trammel_document::{Actor, CallOutcome, OutsideChange, OutsideKind, Provenance, Session};
use trammel_engine::child::Stop;
use trammel_language::Bilingual;
use trammel_run::Limits;
use trammel_tools::Reply;

/// A document with its storage.
pub struct Document {
    /// Code, drawing, and history.
    pub session: Session,
    place: Place,
    provenance: Provenance,
    /// Stored note of the texts that the tool caller has read.
    reads: StoredReads,
    /// Warnings about changes from outside that were loaded between two calls; the next reply begins with them.
    unreported: Vec<String>,
    runner: Runner,
}

enum Place {
    /// Storage in memory until the program ends.
    Memory(MemoryStorage),
    Folder(Folder),
}

/// Note with the texts that the tool caller has read, so that `read` and `edit` may be calls of two processes.
const READS: &str = "reads.json";

impl Place {
    fn storage(&self) -> &dyn Storage {
        match self {
            Place::Memory(memory) => memory,
            Place::Folder(folder) => folder,
        }
    }

    /// Returns the texts that the tool caller has read in earlier processes; a damaged note counts as none.
    fn reads(&self) -> StoredReads {
        let note = match self {
            Place::Memory(_) => None,
            Place::Folder(folder) => folder.note_of(READS).ok().flatten(),
        };
        note.and_then(|note| serde_json::from_str(&note).ok())
            .unwrap_or_default()
    }
}

impl Document {
    /// Opens the document of a folder, whose tools and memory have this provenance. Problems that do not prevent opening
    /// go to standard error, as does the number of disabled entries of an untrusted folder.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be read.
    pub fn open(dir: &Path, provenance: Provenance) -> Result<Document, String> {
        let folder = Folder::open(dir).map_err(|e| e.to_string())?;
        check_main(&folder)?;
        let (document, mut problems) = Document::load(Place::Folder(folder), provenance, Runner::Child)?;
        problems.extend(document.disabled_note());
        for problem in problems {
            report(&Line::of(&format!("trammel: {problem}")));
        }
        Ok(document)
    }

    /// Returns an empty document in memory, which is kept until the program ends.
    ///
    /// # Errors
    /// Returns an error if the document cannot be loaded.
    pub fn in_memory(runner: Runner) -> Result<Document, String> {
        Ok(Document::of_texts([], runner)?.0)
    }

    /// Returns a sentence about the disabled entries of an untrusted folder, or `None` if there are none.
    fn disabled_note(&self) -> Option<String> {
        let (tools, entries) = self.session.document().imported_off();
        (tools + entries > 0).then(|| {
            format!(
                "{tools} custom tools and {entries} knowledge entries of this folder are disabled. If you wrote them, start with --trust-folder."
            )
        })
    }

    /// Reloads the document from its storage and returns the problems found.
    ///
    /// # Errors
    /// Returns an error if the storage cannot be read.
    pub fn reopen(self) -> Result<(Document, Vec<String>), String> {
        Document::load(self.place, self.provenance, self.runner)
    }

    /// Returns a document in memory with these texts, each with the name of its file, and the problems found.
    ///
    /// # Errors
    /// Returns an error if the texts cannot be loaded.
    pub fn of_texts(
        texts: impl IntoIterator<Item = (String, String)>,
        runner: Runner,
    ) -> Result<(Document, Vec<String>), String> {
        let keyed = texts
            .into_iter()
            .map(|(file, text)| (format!("{FILE_PREFIX}{file}"), text));
        Document::load(Place::Memory(keyed.collect()), Provenance::Own, runner)
    }

    fn load(place: Place, provenance: Provenance, runner: Runner) -> Result<(Document, Vec<String>), String> {
        let loaded = Session::load_as(place.storage(), Limits::default(), &provenance);
        let (mut session, problems) = loaded.map_err(|e| e.to_string())?;
        let mut problems: Vec<String> = problems.into_iter().map(|why| why.english).collect();
        let pending = session.open();
        let go = Stop::default();
        let opened = runner.complete(&mut session, pending, &go);
        if !opened.is_ok() {
            problems.push(format!("main does not run: {}", opened.to_json()["error"]));
            if let Some(pending) = session.open_last_good()
                && runner.complete(&mut session, pending, &go).is_ok()
            {
                problems.push("the last drawing that ran without an error is shown".to_owned());
            }
        }
        let reads = place.reads();
        session.restore_reads(&reads);
        let document = Document {
            session,
            place,
            provenance,
            reads,
            unreported: Vec::new(),
            runner,
        };
        Ok((document, problems))
    }

    /// Sets the selection of the user.
    ///
    /// # Errors
    /// Returns an error if one of the entities does not exist.
    pub fn select(&mut self, names: Vec<String>) -> Result<(), String> {
        for name in &names {
            self.session.scene().require(name).map_err(|e| e.to_string())?;
        }
        self.session.document_mut().set_selection(names);
        Ok(())
    }

    /// Replaces a whole file as if the user had typed the text; the file is kept even if its code fails.
    pub fn type_in(&mut self, file: &FileName, text: &str) -> Reply {
        let runner = self.runner;
        self.change(|session| {
            let pending = session.type_in(file, Some(text));
            runner.complete(session, pending, &Stop::default())
        })
    }

    /// Calls a tool, waits for its result, and stores its changes.
    pub fn call(&mut self, tool: &str, input: Value) -> Reply {
        self.call_until(tool, input, &Stop::default())
    }

    /// Calls a tool like [`call`](Document::call). A requested stop ends its run; the call then fails and changes
    /// nothing.
    pub fn call_until(&mut self, tool: &str, input: Value, stop: &Stop) -> Reply {
        let runner = self.runner;
        self.change(|session| match session.call(Actor::Agent, tool, input) {
            CallOutcome::Done(mut reply) => {
                reply.paint(|svg| Ok(STANDARD.encode(runner.paint(svg, stop)?)));
                reply
            }
            CallOutcome::Run(pending) => runner.complete(session, *pending, stop),
        })
    }

    /// Loads changes from outside, so that the document can be read between two calls. The next reply names them.
    ///
    /// # Errors
    /// Returns the reason why the next call will be refused, if files of the folder are gone. The document then stays as
    /// it is.
    pub fn refresh(&mut self) -> Result<(), String> {
        if let Place::Folder(folder) = &mut self.place {
            let warnings = reload(&mut self.session, folder)?;
            self.unreported.extend(warnings);
        }
        Ok(())
    }

    /// Loads changes from outside, performs `work`, and stores its changes. The reply gets warnings about
    /// loaded changes and about changes that could not be stored. If files of the folder are gone, nothing is done.
    fn change(&mut self, work: impl FnOnce(&mut Session) -> Reply) -> Reply {
        if let Err(why) = self.refresh() {
            return Reply::of_message(Bilingual::english_only(why));
        }
        let mut warnings = std::mem::take(&mut self.unreported);
        let mut reply = work(&mut self.session);
        warnings.extend(match &mut self.place {
            Place::Memory(memory) => self.session.save(memory).err().iter().map(not_stored).collect(),
            Place::Folder(folder) => save(&mut self.session, folder),
        });
        warnings.extend(
            self.note_reads()
                .err()
                .map(|error| format!("it is not stored which files were read: {error}")),
        );
        reply.warn_first(warnings.into_iter().map(Bilingual::english_only).collect());
        reply
    }

    /// Stores the texts that the tool caller has read, if they have changed.
    fn note_reads(&mut self) -> Result<(), StorageError> {
        let Place::Folder(folder) = &self.place else {
            return Ok(());
        };
        let reads = self.session.files().stored_reads();
        if reads == self.reads {
            return Ok(());
        }
        let text = serde_json::to_string(&reads)
            .map_err(|e| StorageError::BadFile(Bilingual::english_only(e.to_string())))?;
        folder.set_note(READS, &text)?;
        self.reads = reads;
        Ok(())
    }
}

/// Loads files changed in the folder since they were last read or written, and returns warnings for the reply.
///
/// # Errors
/// Returns the reason if files are gone that only the user can remove.
fn reload(session: &mut Session, folder: &mut Folder) -> Result<Vec<String>, String> {
    let reloaded = match session.reload(folder) {
        Ok(reloaded) => reloaded,
        Err(error) => return Ok(vec![error.to_string()]),
    };
    if !reloaded.vanished.is_empty() {
        return Err(refusal(folder, &reloaded.vanished));
    }
    let problems = reloaded.problems.into_iter();
    let mut warnings: Vec<String> = problems.map(|why| why.english).collect();
    for change in &reloaded.changes {
        warnings.push(outside(change, folder));
        folder.end_conflict(&change.key);
    }
    if let Some(pending) = reloaded.pending {
        complete(session, pending);
        warnings.extend(session.document().broken_warning().map(|why| why.english));
    }
    Ok(warnings)
}

/// Describes a change from outside, and keeps an unsaved version that the change replaces.
fn outside(change: &OutsideChange, folder: &mut Folder) -> String {
    let file = Folder::file_of(&change.key);
    let event = match change.kind {
        OutsideKind::Added => format!("{file} was added by another program and loaded"),
        OutsideKind::Edited => format!("{file} was changed by another program and reloaded"),
        OutsideKind::Removed => {
            format!("{file} was removed by another program and is no longer part of the drawing")
        }
    };
    let Some(text) = &change.unsaved else { return event };
    match folder.keep_beside(&change.key, text) {
        Ok(copy) => format!("{event}. The version that was not stored is in {copy}."),
        Err(error) => {
            format!(
                "{event}. The version that was not stored could not be copied ({error}); undo restores it."
            )
        }
    }
}

/// Stores the changes and returns warnings about each file that is not stored under its own name.
fn save(session: &mut Session, folder: &mut Folder) -> Vec<String> {
    let mut saved = session.save(folder);
    if saved == Err(StorageError::Changed) {
        // Another program stored something during the call. The folder compares each file separately.
        saved = session
            .store_mut()
            .accept_revision(folder)
            .and_then(|()| session.save(folder));
    }
    let mut warnings = Vec::new();
    let mut is_tried_again = false;
    for (key, text) in session.unsaved_texts() {
        let file = Folder::file_of(&key);
        let (reason, next) = match folder.obstacle(&key) {
            Some(StorageError::Edited(_)) => (
                "another program changed it during the call".to_owned(),
                "; read the file, then make the change again",
            ),
            Some(error) => (error.to_string(), ""),
            None if matches!(saved, Ok(()) | Err(StorageError::Unreadable(_))) => (
                "the stored file cannot be read and was not overwritten".to_owned(),
                "",
            ),
            // For example, the disk is full.
            None => {
                is_tried_again = true;
                continue;
            }
        };
        warnings.push(match folder.keep_beside(&key, &text) {
            Ok(copy) => format!("{file} was not stored: {reason}. This version is in {copy}{next}"),
            Err(error) => format!("{file} was not stored: {reason}. It could not be copied: {error}"),
        });
    }
    if let Err(error) = &saved
        && (is_tried_again || warnings.is_empty())
    {
        warnings.push(not_stored(error));
    }
    warnings
}

fn not_stored(error: &StorageError) -> String {
    format!("the change could not be stored: {error}")
}
