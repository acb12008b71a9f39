//! A document on the command line: calls are carried out to the end, runs in a child process, pictures painted, changes
//! stored.

use super::args::Args;
use crate::formats::png;
use crate::sandbox::Limits;
use crate::sandbox::native::{clock, run_in_child};
use crate::session::{Answer, Pending, Provenance, Session};
use crate::workspace::{FileName, Folder, MemoryStorage, Storage};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::path::Path;

/// A document with the place where it is kept.
pub(super) struct Document {
    pub(super) session: Session,
    storage: Box<dyn Storage + Send>,
    provenance: Provenance,
}

/// The folder of a document, from the arguments `--dir DIR` and `--trust-folder`.
#[derive(Debug, Default)]
pub(super) struct FolderArgs {
    dir: Option<String>,
    trusted: bool,
}

impl FolderArgs {
    /// Takes both arguments.
    ///
    /// # Errors
    /// The folder is missing.
    pub(super) fn of(args: &mut Args) -> Result<FolderArgs, String> {
        let dir = args.option("--dir")?;
        let trusted = args.flag("--trust-folder");
        if trusted && dir.is_none() {
            return Err("--trust-folder needs --dir DIR. See trammel --help".to_owned());
        }
        Ok(FolderArgs { dir, trusted })
    }

    /// A folder of this program's own making, or none.
    pub(super) fn own(dir: Option<&str>) -> FolderArgs {
        FolderArgs {
            dir: dir.map(str::to_owned),
            trusted: true,
        }
    }

    /// Provenance of the tools and the memory in the folder.
    fn provenance(&self) -> Provenance {
        match self.dir.as_deref().map(Path::new) {
            Some(dir) if !self.trusted => {
                let name = dir.file_name().unwrap_or(dir.as_os_str());
                Provenance::Imported(name.to_string_lossy().into_owned())
            }
            _ => Provenance::Own,
        }
    }
}

impl Document {
    /// Opens the document of a folder, or an empty one that is not kept. Trouble that leaves a document goes to
    /// the error output, and so does the number of entries of an untrusted folder that are off.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub(super) fn open(place: &FolderArgs) -> Result<Document, String> {
        let storage: Box<dyn Storage + Send> = match &place.dir {
            None => Box::new(MemoryStorage::default()),
            Some(dir) => Box::new(Folder::open(Path::new(dir)).map_err(|e| e.to_string())?),
        };
        let (document, mut problems) = Document::load(storage, place.provenance())?;
        problems.extend(document.off());
        for problem in problems {
            eprintln!("trammel: {problem}");
        }
        Ok(document)
    }

    /// One sentence about what an untrusted folder brought, if it brought anything.
    fn off(&self) -> Option<String> {
        let (tools, entries) = self.session.imported_off();
        (tools + entries > 0).then(|| {
            format!(
                "{tools} custom tools and {entries} remembered entries of this folder are off: if you wrote them, start with --trust-folder"
            )
        })
    }

    /// The same document as it is when it is opened again, with what is wrong with it.
    ///
    /// # Errors
    /// It cannot be read.
    pub(super) fn reopened(self) -> Result<(Document, Vec<String>), String> {
        Document::load(self.storage, self.provenance)
    }

    fn load(
        storage: Box<dyn Storage + Send>,
        provenance: Provenance,
    ) -> Result<(Document, Vec<String>), String> {
        let loaded = Session::load_as(&*storage, Limits::default(), &provenance);
        let (mut session, mut problems) = loaded.map_err(|e| e.to_string())?;
        let pending = session.open();
        let opened = complete(&mut session, pending);
        if opened["success"] != true {
            problems.push(format!("main does not run: {}", opened["error"]));
        }
        let document = Document {
            session,
            storage,
            provenance,
        };
        Ok((document, problems))
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
