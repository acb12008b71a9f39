//! Completion of runs: each purpose of a run is a type, which turns the outcome of the run into a reply.

use crate::contents::calls::Calls;
use crate::contents::run_state::RunState;
use crate::runs::reply;
use crate::session::Session;
use crate::turns::user_edits::Actor;
use std::fmt;
use trammel_language::{Bilingual, bilingual};
use trammel_run::{Failure, RunOutcome, RunRequest, validate_diff};
use trammel_scene::Scene;
use trammel_tools::{Changes, Reply, usable_checks};

/// Purpose of a run, with the data that its completion needs.
pub(crate) trait Purpose: fmt::Debug {
    /// Whether the completion needs the value of the last statement.
    fn wants_value(&self) -> bool {
        false
    }

    /// Completes the run.
    fn finish(self: Box<Self>, session: &mut Session, ran: Ran) -> Reply;
}

/// Run that was executed.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) request: RunRequest,
    pub(crate) outcome: RunOutcome,
    /// Generation of the document when the run was requested.
    pub(crate) generation: u64,
    pub(crate) actor: Actor,
    /// Number of agent turns when the run was requested.
    pub(crate) turn: u64,
    /// Whether the reply warns of probable mistakes in the drawing.
    pub(crate) examines: bool,
    /// Duration measured by the host.
    pub(crate) elapsed_ms: f64,
}

/// Drawing of a run that fits the present document.
#[derive(Debug)]
pub(crate) struct Drawn {
    pub(crate) scene: Result<Scene, Failure>,
    /// State of the document after the run.
    pub(crate) run: RunState,
}

/// Log lines and warnings of a run.
#[derive(Debug)]
pub(crate) struct RunNotes {
    pub(crate) logs: Vec<String>,
    pub(crate) warnings: Vec<Bilingual>,
}

impl RunNotes {
    /// Removes the log lines of `main` itself, which are not part of the result of a snippet.
    pub(crate) fn drop_lines_of_main(&mut self, session: &Session) {
        self.logs.drain(..session.document.run.logs.min(self.logs.len()));
    }
}

impl Ran {
    /// Resumes the operation of the run.
    ///
    /// # Errors
    /// Returns the reply if the document has changed since the run was requested.
    pub(crate) fn resume(&mut self, session: &mut Session) -> Result<(), Box<Reply>> {
        if self.generation == session.document.generation {
            session.parties.user_edits.resume(self.actor, self.turn);
            return Ok(());
        }
        let RunNotes { logs, warnings } = self.take_notes();
        let run = reply::run_facts(&session.document.scene, self.elapsed_ms);
        let scene = &session.document.scene;
        Err(Box::new(reply::run_reply(
            Err(outdated_error()),
            scene,
            logs,
            warnings,
            run,
        )))
    }

    /// Takes the log lines and the warnings.
    pub(crate) fn take_notes(&mut self) -> RunNotes {
        RunNotes {
            logs: std::mem::take(&mut self.outcome.logs),
            warnings: std::mem::take(&mut self.outcome.warnings),
        }
    }

    /// Returns the drawing of the run, checked: code from the sandbox is untrusted.
    pub(crate) fn scene(&mut self) -> Result<Scene, Failure> {
        let result = std::mem::replace(&mut self.outcome.result, Ok(trammel_scene::Diff::default()));
        result.and_then(|diff| validate_diff(&self.request, &diff).map_err(Failure::new))
    }

    /// Returns the drawing of the run, and the state of the document after it.
    pub(crate) fn drawing(&mut self, session: &mut Session) -> Drawn {
        let scene = self.scene();
        let origins = std::mem::take(&mut self.outcome.origins);
        let calls = match &scene {
            Ok(scene) => session
                .document
                .remember(origins.locate(&self.request.files, scene)),
            Err(_) => Calls::default(),
        };
        let checks = usable_checks(std::mem::take(&mut self.outcome.checks));
        let run = RunState::good(self.outcome.logs.len(), calls, checks);
        Drawn { scene, run }
    }

    /// Completes a run whose drawing `commit` applies to the document. A failure leaves the document as it was.
    pub(crate) fn apply(
        self,
        session: &mut Session,
        commit: impl FnOnce(&mut Session, Drawn, &mut RunNotes) -> Result<Changes, Failure>,
    ) -> Reply {
        self.apply_with(session, |session, drawn, notes| {
            let committed = commit(session, drawn, notes);
            session.document.warn_of_broken(&mut notes.warnings);
            committed
        })
    }

    /// Completes a run of texts that the document has already. If they do not run, the drawing is the last good one.
    pub(crate) fn apply_texts(
        self,
        session: &mut Session,
        is_opened: bool,
        commit: impl FnOnce(&mut Session, Scene, RunState) -> Changes,
    ) -> Reply {
        self.apply_with(session, |session, Drawn { scene, run }, notes| {
            let committed = scene.map(|scene| commit(session, scene, run));
            match &committed {
                Ok(_) => session.document.warn_of_broken(&mut notes.warnings),
                Err(failure) => session.document.set_broken(failure.clone(), is_opened),
            }
            committed
        })
    }

    fn apply_with(
        mut self,
        session: &mut Session,
        commit: impl FnOnce(&mut Session, Drawn, &mut RunNotes) -> Result<Changes, Failure>,
    ) -> Reply {
        if let Err(reply) = self.resume(session) {
            return *reply;
        }
        let drawn = self.drawing(session);
        let mut notes = self.take_notes();
        let committed = commit(session, drawn, &mut notes);
        let (run, mistakes) = reply::examine(
            &session.document.scene,
            self.examines,
            committed.is_ok(),
            self.elapsed_ms,
        );
        notes.warnings.extend(mistakes);
        reply::run_reply(
            committed,
            &session.document.scene,
            notes.logs,
            notes.warnings,
            run,
        )
    }

    /// Completes the reply to a step that a run made: adds the facts about the drawing, the log lines, and warnings about
    /// probable mistakes.
    pub(crate) fn add_facts(self, session: &Session, reply: &mut Reply) {
        reply.run = Some(reply::run_facts(&session.document.scene, self.elapsed_ms));
        reply.logs = self.outcome.logs;
        if self.examines && reply.is_ok() {
            reply
                .warnings
                .extend(trammel_scene::lint::warnings(&session.document.scene));
        }
    }
}

/// Returns the failure of a run whose document has changed in the meantime.
fn outdated_error() -> Failure {
    Failure::new(bilingual!(
        "the document changed while the code ran, so nothing was applied. Try again.",
        "코드가 실행되는 동안 문서가 바뀌어서 적용하지 않았어요. 다시 해 보세요."
    ))
}
