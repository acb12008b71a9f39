//! Undo and redo of steps in their stored form, which run the code of the document before or after the step.
//!
//! Invariant: the texts change as recorded, even if the code does not run. The step then becomes a step in memory, so
//! that the opposite direction needs no run.

use crate::contents::last_good::LastGood;
use crate::contents::run_state::RunState;
use crate::history::history_log::Direction;
use crate::history::step::Step;
use crate::history::stored_step::{StoredSettings, StoredStep};
use crate::runs::pending::CallOutcome;
use crate::runs::purpose::{Drawn, Purpose, Ran};
use crate::runs::reply;
use crate::session::Session;
use crate::turns::user_edits::Actor;
use trammel_language::bilingual;
use trammel_run::Failure;
use trammel_scene::Scene;
use trammel_tools::{Changes, Reply};

impl Session {
    /// Reverts the last step on behalf of `actor`, also one of an earlier visit, which needs a run.
    pub fn step_back(&mut self, actor: Actor) -> CallOutcome {
        self.parties.user_edits.begin(actor);
        self.commit_typing();
        match self.history.log.older.last() {
            Some(step) if self.history.steps.done_steps().is_empty() => {
                let step = step.inverse();
                self.plan_stored(&step, Direction::Back)
            }
            _ => CallOutcome::Done(self.undo(actor)),
        }
    }

    /// Repeats the last undone step on behalf of `actor`, also one of an earlier visit, which needs a run.
    pub fn step_forward(&mut self, actor: Actor) -> CallOutcome {
        self.parties.user_edits.begin(actor);
        self.commit_typing();
        match self.history.log.newer.last() {
            Some(step) if self.history.steps.undone().is_empty() => {
                let step = step.clone();
                self.plan_stored(&step, Direction::Forward)
            }
            _ => CallOutcome::Done(self.redo(actor)),
        }
    }

    fn plan_stored(&self, step: &StoredStep, direction: Direction) -> CallOutcome {
        let Some(files) = step.applied_to(&self.document.env.files) else {
            return CallOutcome::Done(Reply::of_message(bilingual!(
                "the stored step '{}' does not fit the current code, so it was not {}. Open the history and restore a version.",
                "저장된 단계 '{}'이(가) 지금 코드와 맞지 않아서 {:#}하지 못했어요. 기록을 열어 버전을 되살리세요.",
                step.label,
                direction.in_words()
            )));
        };
        let mut pending = self.pending(&files, None, StoredRun(direction));
        if let Some(settings) = &step.settings {
            let after = settings.1.read(&files, &self.document.env.catalog.names());
            pending.request.tools = after.custom.all().to_vec();
            pending.request.title = after.name.to_string();
            pending.request.units = after.units;
        }
        CallOutcome::Run(Box::new(pending))
    }

    /// Completes the undo or redo of a stored step with the drawing of its run.
    fn finish_stored(&mut self, direction: Direction, scene: Result<Scene, Failure>, run: RunState) -> Reply {
        let back = direction == Direction::Back;
        let stack = if back {
            &mut self.history.log.older
        } else {
            &mut self.history.log.newer
        };
        let Some(stored) = stack.pop() else {
            return Reply::of_message(bilingual!(
                "the history has changed; nothing was done",
                "기록이 바뀌어서 아무것도 하지 않았어요"
            ));
        };
        let performed = if back { stored.inverse() } else { stored.clone() };
        let drawn = self.document.files_of_drawing();
        self.apply_files(&performed.files, stored.author, direction);
        let settings = performed.settings.as_ref().map(|both| {
            let read =
                |one: &StoredSettings| one.read(&self.document.env.files, &self.document.env.catalog.names());
            Box::new((read(&both.0), read(&both.1)))
        });
        let old = self.document.scene.clone();
        if let Some(both) = &settings {
            self.document.step_settings(both);
        }
        // Without a new drawing, the settings stay those of the present one. A replaced document brings all its settings.
        let exchanges = match (&scene, &settings) {
            (Ok(_), None) => self.document.exchange(stored.exchanges.clone(), direction),
            (Ok(_), Some(_)) => stored.exchanges.clone(),
            (Err(_), _) => Vec::new(),
        };
        let revision = self
            .history
            .log
            .stored
            .get(&stored.id)
            .copied()
            .unwrap_or_default()
            + u32::from(exchanges != stored.exchanges);
        let (scene, run) = match scene {
            Ok(scene) => {
                self.document.is_drawn = true;
                (self.document.with_locks(scene).with_ranks_of(&old), run)
            }
            Err(failure) => {
                let run = RunState {
                    broken: Some(failure),
                    drawn: Some(LastGood::new(drawn)),
                    ..RunState::default()
                };
                (old.clone(), run)
            }
        };
        let diff = old.diff_to(&scene);
        let changes = Changes::of(&diff);
        self.document.scene = scene;
        let run = (std::mem::replace(&mut self.document.run, run.clone()), run);
        let step = Step {
            id: stored.id,
            revision,
            author: stored.author,
            label: stored.label,
            scene: diff.clone(),
            files: performed.files,
            run,
            settings,
            exchanges,
        };
        self.note_step(&step, &diff, direction);
        self.document.diffs.push(diff);
        self.document.committed = None;
        self.document.generation += 1;
        let reply = reply::step_reply(direction.verb(), &step.label, changes, &self.document.scene);
        if back {
            self.history.steps.push_undone(step.inverse());
        } else if let Some(oldest) = self.history.steps.push_redone(step) {
            self.history.keep_older(&oldest);
        }
        reply
    }
}

/// Undo or redo of a stored step.
#[derive(Debug)]
struct StoredRun(Direction);

impl Purpose for StoredRun {
    fn finish(self: Box<Self>, session: &mut Session, mut ran: Ran) -> Reply {
        if let Err(reply) = ran.resume(session) {
            return *reply;
        }
        let Drawn { scene, run } = ran.drawing(session);
        let mut reply = session.finish_stored(self.0, scene, run);
        session.document.warn_of_broken(&mut reply.warnings);
        ran.add_facts(session, &mut reply);
        reply
    }
}
