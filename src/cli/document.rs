//! A document on the command line: calls are carried out to the end, runs in a child process, pictures painted, changes
//! stored.

use crate::formats::png;
use crate::sandbox::Limits;
use crate::sandbox::native::{clock, run_in_child};
use crate::session::{Answer, Pending, Session};
use crate::workspace::{FileName, Folder, MemoryStorage, Storage};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::path::Path;

/// A document with the place where it is kept.
pub(super) struct Document {
    pub(super) session: Session,
    storage: Box<dyn Storage + Send>,
}

impl Document {
    /// Opens the document of a folder, or an empty one that is not kept. Trouble that leaves a document is told on the
    /// error output.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub(super) fn open(dir: Option<&str>) -> Result<Document, String> {
        let (document, problems) = Document::load(match dir {
            None => Box::new(MemoryStorage::default()),
            Some(dir) => Box::new(Folder::open(Path::new(dir)).map_err(|e| e.to_string())?),
        })?;
        for problem in problems {
            eprintln!("trammel: {problem}");
        }
        Ok(document)
    }

    /// The same document as it is when it is opened again, with what is wrong with it.
    ///
    /// # Errors
    /// It cannot be read.
    pub(super) fn reopened(self) -> Result<(Document, Vec<String>), String> {
        Document::load(self.storage)
    }

    fn load(storage: Box<dyn Storage + Send>) -> Result<(Document, Vec<String>), String> {
        let (mut session, mut problems) =
            Session::load(&*storage, Limits::default()).map_err(|e| e.to_string())?;
        let pending = session.open();
        let opened = complete(&mut session, pending);
        if opened["success"] != true {
            problems.push(format!("main does not run: {}", opened["error"]));
        }
        Ok((Document { session, storage }, problems))
    }

    /// Tells the document that a person has selected these.
    ///
    /// # Errors
    /// One of them is not there.
    pub(super) fn select(&mut self, names: Vec<String>) -> Result<(), String> {
        for name in &names {
            self.session.scene().require(name).map_err(|e| e.to_string())?;
        }
        self.session.set_selection(names);
        Ok(())
    }

    /// A person types a whole file; it stays also when it does not run.
    pub(super) fn type_in(&mut self, file: &FileName, text: &str) -> Value {
        let pending = self.session.type_in(file, Some(text));
        let reply = complete(&mut self.session, pending);
        self.stored(reply)
    }

    /// Calls a tool, waits for its result and stores what it changed.
    pub(super) fn call(&mut self, tool: &str, input: Value) -> Value {
        let reply = call(&mut self.session, tool, input);
        self.stored(reply)
    }

    /// Stores what a call changed; its reply says so if that fails.
    fn stored(&mut self, mut reply: Value) -> Value {
        if let Err(e) = self.session.save(&mut *self.storage) {
            let warning = json!(format!("the change could not be stored: {e}"));
            match reply["warnings"].as_array_mut() {
                Some(warnings) => warnings.push(warning),
                None => reply["warnings"] = json!([warning]),
            }
        }
        reply
    }
}

/// Calls a tool and waits for its result.
fn call(session: &mut Session, tool: &str, input: Value) -> Value {
    match session.call(tool, input) {
        Answer::Done(value) => painted(value),
        Answer::Run(pending) => complete(session, *pending),
    }
}

/// Carries a run out and completes its call.
pub(super) fn complete(session: &mut Session, pending: Pending) -> Value {
    let clock = clock();
    let outcome = run_in_child(pending.request());
    session.finish(pending, outcome, clock())
}

/// A reply whose pictures are PNG: a session hands them out as SVG.
fn painted(mut reply: Value) -> Value {
    let mut trouble = None;
    let blocks = reply.get_mut("content").and_then(Value::as_array_mut);
    for block in blocks.into_iter().flatten() {
        if block["mime"] != "image/svg+xml" {
            continue;
        }
        match png::paint(block["text"].as_str().unwrap_or_default(), png::PIXELS) {
            Ok(bytes) => {
                *block = json!({ "type": "image", "mime": "image/png", "base64": STANDARD.encode(bytes) });
            }
            Err(problem) => trouble = Some(problem),
        }
    }
    match trouble {
        None => reply,
        Some(problem) => json!({ "success": false, "error": problem }),
    }
}
