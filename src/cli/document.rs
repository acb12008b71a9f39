//! A document on the command line: calls are carried out to the end, runs in a child process, pictures painted, changes
//! stored.

use crate::formats::png;
use crate::sandbox::Limits;
use crate::sandbox::native::{clock, run_in_child};
use crate::session::{Answer, Pending, Session};
use crate::workspace::{Folder, MemoryStorage, Storage};
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
        let storage: Box<dyn Storage + Send> = match dir {
            None => Box::new(MemoryStorage::default()),
            Some(dir) => Box::new(Folder::open(Path::new(dir)).map_err(|e| e.to_string())?),
        };
        let (mut session, problems) =
            Session::load(&*storage, Limits::default()).map_err(|e| e.to_string())?;
        for problem in problems {
            eprintln!("trammel: {problem}");
        }
        let pending = session.open();
        let opened = complete(&mut session, pending);
        if opened["success"] != true {
            eprintln!("trammel: main does not run: {}", opened["error"]);
        }
        Ok(Document { session, storage })
    }

    /// Calls a tool, waits for its result and stores what it changed.
    pub(super) fn call(&mut self, tool: &str, input: Value) -> Value {
        let mut reply = call(&mut self.session, tool, input);
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
