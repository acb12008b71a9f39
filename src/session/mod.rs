//! A document and everything that may be done to it: the one door.
//!
//! [`Session::call`] takes a tool and its input, from whoever: a model, a hand, the command line. It answers at once,
//! or hands out a [`Pending`] run for the host to carry out in a sandbox and bring back to [`Session::finish`]; nothing
//! changes before that. Invariants:
//! * Each call is one transaction: it succeeds whole, or files and drawing are what they were; it is one undo step.
//! * The drawing is what running `main` from an empty drawing yields: direct calls are appended to `main` as
//!   statements, snippets as its end, and run with it.
//! * A person's typing is never taken away: when it does not run, the text stays and the last good drawing too.
//! * No input or output happens here: no clock, no storage of its own, no thread.

mod call;
mod codegen;
mod commit;
mod context;
pub mod deletion;
mod last_good;
mod persistence;
pub mod previous;
mod project;
mod reload;
mod reply;
mod snapshot;
mod steps;
mod user_edits;

use codegen::ComposedMain;
use commit::RunState;
pub use commit::Step;
pub use persistence::{Provenance, Unreadable};
pub use project::Brought;
use project::Replacement;
pub use reload::{OutsideChange, OutsideKind, Reloaded};
pub use snapshot::Snapshot;
pub use user_edits::Actor;
use user_edits::UserEdits;

use crate::sandbox::{Failure, Limits, RunOutcome, RunRequest, validated};
use crate::scene::{Diff, Edit, History, Name, Scene, lint};
use crate::tools::{Answer, AnyTool, Changes, Reply, ToolEnv, ToolError};
use crate::workspace::{FileName, Workspace};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The seed of `Math.random`: the same for every run, so that the same code gives the same drawing.
const SEED: u64 = 0x7261_6d6d_656c;

/// Code files with their texts.
type FileTexts = BTreeMap<FileName, Arc<str>>;

/// A document: drawing, files, history.
#[derive(Debug)]
pub struct Session {
    scene: Scene,
    env: ToolEnv,
    /// The files as they were at the last step, when `env.files` may be ahead by what the user types; `None` when they are
    /// the present files.
    committed: Option<FileTexts>,
    history: History<Step>,
    /// Entities the user locked or hid: name, locked, hidden.
    locks: BTreeMap<Name, (bool, bool)>,
    run: RunState,
    user_edits: UserEdits,
    limits: Limits,
    /// Grows with every change, so that a run that was overtaken is noticed.
    generation: u64,
    diffs: Vec<Diff>,
    saved: BTreeMap<String, Arc<str>>,
    /// How often the stored document was written when it was last ours.
    revision: u64,
    /// Stored texts that could not be read and are left as they are.
    unreadable: Vec<Unreadable>,
    /// Text that the user has typed and that waits to be applied, by file. It is stored already.
    typing: FileTexts,
    /// Provenance of the tools and the memory in the storage. A folder does not keep it for each entry: it is judged as a
    /// whole when it is opened.
    provenance: Provenance,
}

/// The answer to a call: at once, or after a run.
#[derive(Debug)]
pub enum CallOutcome {
    /// The reply that every caller gets.
    Done(Reply),
    /// Code has to run first: give [`Pending::request`] to a runner and its outcome to [`Session::finish`].
    Run(Box<Pending>),
}

/// A run that has to happen before a call is complete.
#[derive(Debug)]
pub struct Pending {
    request: RunRequest,
    purpose: RunIntent,
    generation: u64,
    actor: Actor,
    /// The agent's turn that lasted, or was the last one, when it was asked for.
    turn: u64,
}

impl Pending {
    /// What to run.
    pub fn request(&self) -> &RunRequest {
        &self.request
    }
}

#[derive(Debug)]
enum RunIntent {
    /// A tool writes a file.
    Write {
        file: FileName,
        code: String,
        whole: bool,
    },
    /// A tool runs a snippet.
    Snippet(ComposedMain),
    /// A tool made from a function is called; its value is the answer.
    Custom { tool: String, composed: ComposedMain },
    /// A person typed; the text is already in place.
    Typed,
    /// The document is opened.
    Open,
    /// The document was opened and does not run: its last good drawing is shown.
    LastGood,
    /// Another project takes the place of everything.
    Replace(Box<Replacement>),
    /// Somebody asks what does not run; nothing is kept.
    Check { file: FileName },
}

impl Default for Session {
    fn default() -> Session {
        Session::new(Limits::default())
    }
}

impl Session {
    /// An empty document.
    pub fn new(limits: Limits) -> Session {
        Session {
            scene: Scene::default(),
            committed: None,
            env: ToolEnv::default(),
            history: History::default(),
            locks: BTreeMap::new(),
            run: RunState::default(),
            user_edits: UserEdits::default(),
            limits,
            generation: 0,
            diffs: Vec::new(),
            saved: BTreeMap::new(),
            revision: 0,
            unreadable: Vec::new(),
            typing: FileTexts::new(),
            provenance: Provenance::Recorded,
        }
    }

    /// The drawing.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The code files.
    pub fn files(&self) -> &Workspace {
        &self.env.files
    }

    /// Why the present files do not run, if they do not; the drawing is then the last good one.
    pub fn broken(&self) -> Option<&Failure> {
        self.run.broken.as_ref()
    }

    /// What changed in the drawing since this was last asked, for whoever shows it.
    pub fn take_diffs(&mut self) -> Vec<Diff> {
        std::mem::take(&mut self.diffs)
    }

    /// A new conversation begins: files have to be read again before they are written.
    pub fn forget_reading(&mut self) {
        self.user_edits.forget();
        self.env.files.forget_known();
    }

    /// Calls a tool for this actor.
    pub fn call(&mut self, actor: Actor, tool: &str, input: Value) -> CallOutcome {
        self.user_edits.begin(actor);
        let planned = match self.env.find(tool) {
            Err(error) => Err(error),
            Ok(AnyTool::Ours(spec)) => return self.call_spec(spec, input),
            Ok(AnyTool::Custom(custom)) => custom.snippet(input).map(|code| (custom.name.clone(), code)),
        };
        match planned {
            Err(error) => CallOutcome::Done(Reply::refused(error)),
            Ok((tool, code)) => self.plan_snippet(&code, |composed| RunIntent::Custom { tool, composed }),
        }
    }

    /// Adds or replaces a file before the document is opened; no step, no run.
    pub fn add_file(&mut self, file: &FileName, text: &str) {
        self.env.files.set(file, Some(text));
        self.committed = None;
    }

    /// Runs `main` for the first time after the document was loaded.
    pub fn open(&mut self) -> Pending {
        self.user_edits.begin(Actor::Person);
        let files = self.env.files.clone();
        self.pending(&files, None, RunIntent::Open)
    }

    /// A run that shows the last good drawing of a document whose present files do not run; `None` when they run, or
    /// when there is no other drawing to show. Call it once the run of [`Session::open`] is complete.
    pub fn open_last_good(&self) -> Option<Pending> {
        self.run.broken.as_ref()?;
        let drawn = self.run.drawn.as_ref().filter(|drawn| !drawn.is_empty())?;
        let mut files = Workspace::default();
        for (file, text) in drawn.texts() {
            files.set(&file, Some(&text));
        }
        Some(self.pending(&files, None, RunIntent::LastGood))
    }

    /// A person changed a file; `None` removes it. The text is kept whatever the run says.
    pub fn type_in(&mut self, file: &FileName, text: Option<&str>) -> Pending {
        self.user_edits.begin(Actor::Person);
        let before = self.env.files.get(file.as_str()).cloned();
        if before.as_deref() != text {
            let before = before.unwrap_or_default();
            self.user_edits.typed(file, &before, text.unwrap_or_default());
        }
        self.keep_committed();
        self.env.files.set(file, text);
        // Newer text may have been typed since this one.
        if self
            .typing
            .get(file)
            .is_some_and(|typed| text.is_none_or(|text| **typed == *text))
        {
            self.typing.remove(file);
        }
        self.generation += 1;
        let files = self.env.files.clone();
        let must_parse = text.map(|_| file.clone());
        self.pending(&files, must_parse, RunIntent::Typed)
    }

    /// Completes a call with the outcome of its run. `elapsed_ms` is what the host measured.
    pub fn finish(&mut self, pending: Pending, outcome: RunOutcome, elapsed_ms: f64) -> Reply {
        let Pending {
            request,
            purpose,
            generation,
            actor,
            turn,
        } = pending;
        let RunOutcome {
            result,
            value,
            mut logs,
            mut warnings,
            needs_hangul: _,
        } = outcome;
        if let RunIntent::Check { file } = &purpose {
            let mut reply = Reply::done(Answer::Diagnostics {
                file: file.clone(),
                problem: result.err(),
                elapsed_ms,
            });
            reply.logs = logs;
            return reply;
        }
        if generation != self.generation {
            let failure =
                Failure::new("the document changed while the code ran; nothing was applied, try again");
            return reply::ran(Err(failure), &self.scene, logs, warnings, elapsed_ms);
        }
        self.user_edits.resume(actor, turn);
        let lost = self.lost_to(&purpose);
        let scene = result.and_then(|diff| validated(&request, &diff).map_err(Failure::new));
        let count = logs.len();
        let committed = match &purpose {
            RunIntent::Open => scene.map(|scene| {
                self.commit_opened(scene, count);
                Changes::default()
            }),
            RunIntent::LastGood => scene.map(|scene| {
                self.commit_last_good(scene);
                Changes::default()
            }),
            RunIntent::Check { .. } => Ok(Changes::default()),
            RunIntent::Replace(new) => Ok(self.commit_replaced(scene, new, count, &mut warnings)),
            RunIntent::Typed => scene.map(|scene| self.commit_typed(scene, count)),
            RunIntent::Write { file, code, .. } => {
                scene.and_then(|scene| self.commit_write(scene, file, code, count))
            }
            RunIntent::Snippet(composed) | RunIntent::Custom { composed, .. } => {
                // What main logs by itself is not news.
                logs.drain(..self.run.logs.min(count));
                let scene = scene.map_err(|failure| composed.told(failure));
                scene.and_then(|scene| match &purpose {
                    RunIntent::Custom { tool, .. } => self.commit_custom(scene, &composed.main, count, tool),
                    _ => self.commit_snippet(scene, &composed.main, count),
                })
            }
        };
        if let (RunIntent::Typed | RunIntent::Open, Err(failure)) = (&purpose, &committed) {
            self.set_broken(failure.clone(), matches!(purpose, RunIntent::Open));
        }
        self.warn_of_broken(&mut warnings);
        let facts = committed.is_ok().then(|| lint::facts(&self.scene));
        warnings.extend(facts.iter().flat_map(lint::Facts::warnings));
        let mut reply = reply::ran(committed, &self.scene, logs, warnings, elapsed_ms);
        if let Some(run) = &mut reply.run {
            run.overlaps = facts.and_then(|facts| facts.overlapping());
        }
        if reply.is_ok() {
            reply.overwrote = lost;
            if matches!(purpose, RunIntent::Custom { .. }) {
                reply.result = Ok(reply::value(value.as_deref()));
            }
        }
        reply
    }

    /// Locks, frees, hides or shows an entity on behalf of the user. There is no tool for it.
    pub fn set_flags(&mut self, name: &str, locked: bool, hidden: bool) -> Reply {
        let mut edit = Edit::by_user(std::mem::take(&mut self.scene));
        let result = edit.set_flags(name, locked, hidden);
        let (scene, diff) = edit.finish();
        self.scene = scene;
        if let Err(error) = result {
            return Reply::refused(ToolError::from(error));
        }
        if let Some(entity) = self.scene.get(name) {
            self.locks.insert(entity.name.clone(), (locked, hidden));
            self.locks.retain(|_, held| *held != (false, false));
        }
        self.generation += 1;
        self.user_edits.held(&diff);
        self.diffs.push(diff);
        Reply::done(Answer::Done)
    }

    /// The warning that the present files do not run, if they do not.
    pub fn broken_warning(&self) -> Option<String> {
        let failure = self.run.broken.as_ref()?;
        let place = failure
            .place
            .as_ref()
            .map(|p| format!(" ({} line {})", p.file, p.line))
            .unwrap_or_default();
        Some(format!(
            "the code does not run at present{place}: {}",
            failure.message
        ))
    }

    fn warn_of_broken(&self, warnings: &mut Vec<String>) {
        warnings.extend(self.broken_warning());
    }
}

fn snapshot(files: &Workspace) -> BTreeMap<FileName, Arc<str>> {
    files
        .files()
        .map(|(name, text)| (name.clone(), text.clone()))
        .collect()
}

#[cfg(test)]
mod tests;
