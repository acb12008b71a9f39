//! Document: its state, and the completion of runs.

use super::agent_run::Review;
use super::calls::{Calls, Recent};
use super::exchange_reply;
use super::file_texts::FileTexts;
use super::history_log::HistoryLog;
use super::lineage::Lineage;
use super::pending::{CallOutcome, Pending, RunIntent};
use super::proposal::Proposal;
use super::provenance::{Provenance, Unreadable};
use super::reply;
use super::step::{RunState, Step, TypingStep};
use super::user_edits::{Actor, UserEdits};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use trammel_code::{FileName, StoredReads, Workspace};
use trammel_formats::ImportedCode;
use trammel_language::{Bilingual, Language, bilingual};
use trammel_run::{Failure, Limits, RunOutcome, validated};
use trammel_scene::{Diff, Flags, History, LayerSettings, Name, Scene, lint};
use trammel_tools::{Changes, CheckReport, Reply, ToolEnv, accepted};

/// Document: drawing, files, history.
#[derive(Debug)]
pub struct Session {
    pub(super) scene: Scene,
    pub(super) env: ToolEnv,
    /// Files as of the last step, if typed text may have changed `env.files` since; `None` if they equal the present
    /// files.
    pub(super) committed: Option<FileTexts>,
    pub(super) history: History<Step>,
    /// Steps beneath and above those of `history`, and the part of the history that is stored.
    pub(super) log: HistoryLog,
    /// Flags of the entities that the user locked or hid.
    pub(super) locks: BTreeMap<Name, Flags>,
    /// Hidden and locked layers, and the current layer.
    pub(super) layers: LayerSettings,
    /// Whether the code of this document has drawn `scene`; `false` for a stored drawing that has not been drawn yet.
    pub(super) is_drawn: bool,
    pub(super) run: RunState,
    /// Origins of recent runs.
    pub(super) recent: Recent,
    pub(super) user_edits: UserEdits,
    /// Difference that agents have made since the beginning of their runs.
    pub(super) review: Review,
    /// Steps of an agent that wait for the user's decision.
    pub(super) proposal: Option<Proposal>,
    pub(super) limits: Limits,
    /// Generation of the document, increased by every change, to detect runs that are out of date.
    pub(super) generation: u64,
    pub(super) diffs: Vec<Diff>,
    pub(super) saved: BTreeMap<String, Arc<str>>,
    /// Revision of the stored document at the last read or write of this session.
    pub(super) revision: u64,
    /// Writes to another place since then, because the storage had no room.
    pub(super) other_writes: u64,
    /// Write counter of the last save; `None` after the document was read, and if the save is not in the stored lineage.
    pub(super) last_write: Option<u64>,
    /// Texts of the last of these writes.
    pub(super) counted: Vec<(String, Arc<str>)>,
    /// Writes that led to the stored texts.
    pub(super) lineage: Lineage,
    /// Beginning of the lineage if an earlier version stored the document; empty after the first write.
    pub(super) origin: Lineage,
    /// Id of this session in the lineage; `None` if its storage has one writer.
    pub(super) writer: Option<String>,
    /// Stored texts with keys that this version does not know, and texts that the user has set aside. They are kept.
    pub(super) carried: BTreeMap<String, Arc<str>>,
    /// Stored texts that could not be read and are left unchanged.
    pub(super) unreadable: Vec<Unreadable>,
    /// Typed text that is not applied yet, by file; a save stores it.
    pub(super) typing: FileTexts,
    /// Typing that becomes one undo step, until the document is changed in another way.
    pub(super) typing_step: Option<TypingStep>,
    /// Provenance of the tools and the memory in the storage. A folder does not record it for each entry; it is decided
    /// for the whole folder when the folder is opened.
    pub(super) provenance: Provenance,
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
            scene: Scene::default(),
            committed: None,
            env: ToolEnv::default(),
            history: History::default(),
            log: HistoryLog::default(),
            locks: BTreeMap::new(),
            layers: LayerSettings::default(),
            is_drawn: true,
            run: RunState::default(),
            recent: Recent::default(),
            user_edits: UserEdits::default(),
            review: Review::default(),
            proposal: None,
            limits,
            generation: 0,
            diffs: Vec::new(),
            saved: BTreeMap::new(),
            revision: 0,
            other_writes: 0,
            last_write: None,
            counted: Vec::new(),
            lineage: Lineage::default(),
            origin: Lineage::default(),
            writer: None,
            carried: BTreeMap::new(),
            unreadable: Vec::new(),
            typing: FileTexts::new(),
            typing_step: None,
            provenance: Provenance::Recorded,
        }
    }

    /// Returns the drawing.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Returns the code files.
    pub fn files(&self) -> &Workspace {
        &self.env.files
    }

    /// Returns the reason why the present files do not run, if they do not; the drawing is then the last good one.
    pub fn broken(&self) -> Option<&Failure> {
        self.run.broken.as_ref()
    }

    /// Takes the diffs of the drawing since the last call, for its display.
    pub fn take_diffs(&mut self) -> Vec<Diff> {
        std::mem::take(&mut self.diffs)
    }

    /// Restores what the tool caller had read of the files in an earlier process (see
    /// [`Workspace::stored_reads`](trammel_code::Workspace::stored_reads)).
    pub fn restore_reads(&mut self, stored: &StoredReads) {
        self.env.files.restore_reads(stored);
    }

    /// Clears the read state of the files and the collected user changes, for a new conversation.
    pub fn forget_reading(&mut self) {
        self.user_edits.forget();
        self.env.files.forget_known();
    }

    /// Calls a tool on behalf of `actor`. What a model outside the page writes into the memory is marked as such.
    pub fn call(&mut self, actor: Actor, tool: &str, input: Value) -> CallOutcome {
        let conversation = (actor == Actor::Agent).then_some("");
        self.call_in(conversation, actor, tool, input)
    }

    /// Calls a tool on behalf of `actor`. For the model of a conversation, `conversation` is its id, with which entries that
    /// the call writes into the memory are marked.
    pub fn call_in(
        &mut self,
        conversation: Option<&str>,
        actor: Actor,
        tool: &str,
        input: Value,
    ) -> CallOutcome {
        self.env.conversation = conversation.map(str::to_owned);
        self.user_edits.begin(actor);
        match actor {
            Actor::BrowserAgent => self.begin_review(actor),
            Actor::Agent => self.know_authors(),
            Actor::User => {}
        }
        match self.call_tool(tool, input) {
            CallOutcome::Done(reply) => {
                let reply = self.with_checks(reply);
                CallOutcome::Done(self.with_impact(actor, reply))
            }
            run @ CallOutcome::Run(_) => run,
        }
    }

    /// Adds or replaces a file before the document is opened, without a step or a run.
    pub fn add_file(&mut self, file: &FileName, text: &str) {
        self.env.files.set(file, Some(text));
        self.committed = None;
    }

    /// Plans the first run of `main` after the document was loaded.
    pub fn open(&mut self) -> Pending {
        self.user_edits.begin(Actor::User);
        let files = self.env.files.clone();
        self.pending(&files, None, RunIntent::Open)
    }

    /// Plans a run that draws the last good drawing of a document whose present files do not run; `None` if the files
    /// run or there is no other drawing. Call after the run of [`Session::open`] is complete.
    pub fn open_last_good(&self) -> Option<Pending> {
        self.run.broken.as_ref()?;
        let drawn = self.run.drawn.as_ref().filter(|drawn| !drawn.is_empty())?;
        let mut files = Workspace::default();
        for (file, text) in drawn.texts() {
            files.set(&file, Some(&text));
        }
        Some(self.pending(&files, None, RunIntent::LastGood))
    }

    /// Completes a call with the outcome of its run. `elapsed_ms` is the duration measured by the host.
    pub fn finish(&mut self, pending: Pending, outcome: RunOutcome, elapsed_ms: f64) -> Reply {
        let actor = pending.actor;
        let reply = self.finish_run(pending, outcome, elapsed_ms);
        let reply = self.with_checks(reply);
        self.with_impact(actor, reply)
    }

    fn finish_run(&mut self, pending: Pending, outcome: RunOutcome, elapsed_ms: f64) -> Reply {
        let Pending {
            mut request,
            mut purpose,
            generation,
            actor,
            turn,
            examines,
        } = pending;
        let RunOutcome {
            result,
            value,
            origins,
            checks,
            logs,
            warnings,
            needs_hangul: _,
            converted,
        } = outcome;
        if let RunIntent::Export = purpose {
            return exchange_reply::exported(result.map(drop), converted, &self.checks());
        }
        if let RunIntent::Check { file } = &purpose {
            return reply::diagnosed(file, result.err(), logs, elapsed_ms);
        }
        if let RunIntent::Query(composed) = &purpose {
            let drawn = result.and_then(|diff| validated(&request, &diff).map_err(Failure::new));
            let drawn = drawn.map_err(|failure| composed.translated(failure));
            let checks = drawn
                .as_ref()
                .ok()
                .and_then(|scene| CheckReport::of_some(&accepted(checks), scene));
            let reply = self.queried(drawn, value.as_deref(), (logs, warnings), elapsed_ms);
            return reply.with_checks(checks);
        }
        if generation != self.generation {
            let run = reply::run_facts(&self.scene, elapsed_ms);
            return reply::ran(Err(outdated()), &self.scene, logs, warnings, run);
        }
        self.user_edits.resume(actor, turn);
        let imported = match (&mut purpose, &result) {
            (RunIntent::Import(importing), Ok(_)) => {
                match self.imported_code(importing, converted.map(|converted| *converted)) {
                    Err(failure) => return Reply::refused(failure),
                    Ok(code) => Some(code),
                }
            }
            _ => None,
        };
        if let (Some(code), Some(_)) = (&imported, &request.conversion) {
            request.files.extend(code.modules.iter().cloned());
        }
        let scene = result.and_then(|diff| validated(&request, &diff).map_err(Failure::new));
        let calls = match &scene {
            Ok(scene) => self.remember(origins.located(&request.files, scene)),
            Err(_) => Calls::default(),
        };
        let run = RunState::good(logs.len(), calls, accepted(checks));
        let purpose = match purpose {
            RunIntent::Stored(direction) => {
                let mut reply = self.finish_stored(direction, scene, run);
                reply.run = Some(reply::run_facts(&self.scene, elapsed_ms));
                reply.logs = logs;
                self.warn_of_broken(&mut reply.warnings);
                self.warn_of_mistakes(&mut reply, examines);
                return reply;
            }
            RunIntent::Adjust(planned) => {
                let mut reply = self.finish_adjustment(*planned, scene, run);
                reply.run = Some(reply::run_facts(&self.scene, elapsed_ms));
                reply.logs = logs;
                self.warn_of_mistakes(&mut reply, examines);
                return reply;
            }
            other => other,
        };
        let mut notes = (logs, warnings);
        let committed = self.commit_run(&purpose, scene, run, imported.as_ref(), &mut notes);
        let (logs, mut warnings) = notes;
        if let (RunIntent::Typed | RunIntent::Open, Err(failure)) = (&purpose, &committed) {
            self.set_broken(failure.clone(), matches!(purpose, RunIntent::Open));
        } else {
            self.warn_of_broken(&mut warnings);
        }
        let (run, mistakes) = reply::examined(&self.scene, examines, committed.is_ok(), elapsed_ms);
        warnings.extend(mistakes);
        let mut reply = reply::ran(committed, &self.scene, logs, warnings, run);
        if reply.is_ok() {
            if matches!(purpose, RunIntent::Custom { .. }) {
                reply.result = Ok(reply::value(value.as_deref()));
            }
            if let Some(code) = &imported {
                reply.result = Ok(exchange_reply::facts(code));
            }
        }
        reply
    }

    /// Commits the drawing of a run. `logs` and `warnings` are those of the run, which lose the lines of `main` itself.
    fn commit_run(
        &mut self,
        purpose: &RunIntent,
        scene: Result<Scene, Failure>,
        run: RunState,
        imported: Option<&ImportedCode>,
        (logs, warnings): &mut (Vec<String>, Vec<Bilingual>),
    ) -> Result<Changes, Failure> {
        let count = logs.len();
        match purpose {
            RunIntent::Open => scene.map(|scene| {
                self.commit_opened(scene, run);
                Changes::default()
            }),
            RunIntent::LastGood => scene.map(|scene| {
                self.commit_last_good(scene);
                Changes::default()
            }),
            RunIntent::Check { .. }
            | RunIntent::Query(_)
            | RunIntent::Adjust(_)
            | RunIntent::Stored(_)
            | RunIntent::Export => Ok(Changes::default()),
            RunIntent::Import(importing) => {
                // The log lines of `main` itself are not part of the result.
                logs.drain(..self.run.logs.min(count));
                let code = imported.cloned().unwrap_or_default();
                self.commit_import(scene, importing, &code, run)
            }
            RunIntent::Replace(new) => Ok(self.commit_replaced(scene, new, run, warnings)),
            RunIntent::Typed => scene.map(|scene| self.commit_typed(scene, run)),
            RunIntent::Write { file, code, whole } => {
                scene.and_then(|scene| self.commit_write(scene, file, (code, *whole), run))
            }
            RunIntent::Snippet(composed) | RunIntent::Custom { composed, .. } => {
                // The log lines of `main` itself are not part of the result.
                logs.drain(..self.run.logs.min(count));
                let scene = scene.map_err(|failure| composed.translated(failure));
                scene.and_then(|scene| match purpose {
                    RunIntent::Custom { tool, .. } => self.commit_custom(scene, &composed.main, run, tool),
                    _ => self.commit_snippet(scene, &composed.main, run),
                })
            }
        }
    }

    /// Returns the warning that the present files do not run, if they do not.
    pub fn broken_warning(&self) -> Option<Bilingual> {
        let failure = self.run.broken.as_ref()?;
        let place = failure.place.as_ref();
        let place = place.map_or_else(Bilingual::default, |p| {
            bilingual!(" ({} line {})", "({} {}번째 줄)", p.file, p.line)
        });
        let [english, korean] = [Language::English, Language::Korean].map(|language| failure.text(language));
        let why = Bilingual::new(english, korean);
        Some(bilingual!(
            "the code does not run{place}: {why}",
            "코드가 실행되지 않아요{place:#}: {why:#}"
        ))
    }

    /// Adds warnings about probable mistakes in the drawing to a successful reply, if the run examines the drawing.
    fn warn_of_mistakes(&self, reply: &mut Reply, examines: bool) {
        if examines && reply.is_ok() {
            reply.warnings.extend(lint::warnings(&self.scene));
        }
    }

    pub(super) fn warn_of_broken(&self, warnings: &mut Vec<Bilingual>) {
        warnings.extend(self.broken_warning());
    }
}

/// Returns the failure of a run whose document has changed in the meantime.
fn outdated() -> Failure {
    Failure::new(bilingual!(
        "the document changed while the code ran, so nothing was applied. Try again.",
        "코드가 실행되는 동안 문서가 바뀌어서 적용하지 않았어요. 다시 해 보세요."
    ))
}
