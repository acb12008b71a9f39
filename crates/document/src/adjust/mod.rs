//! Adjustments: changes of entities by direct manipulation or in a panel, as one undo step each.
//!
//! An adjustment is first tried with direct calls (`statements.rs`), which define the drawing that the user wants and
//! every refusal. Then the recorded calls of the entities are changed in the text (`in_place.rs`), `main` runs, and both
//! drawings are compared ([`comparison`]). If they differ, or if no call can be changed, the direct calls become
//! statements at the end of `main`. Start at [`Session::adjust`].

mod in_place;
mod planned;
mod rejecting;
mod statements;

pub use rejecting::{Baseline, Rejection};

use crate::contents::document::Document;
use crate::contents::run_state::RunState;
use crate::history::commit::Appended;
use crate::runs::code_runs::Snippet;
use crate::runs::pending::CallOutcome;
use crate::runs::purpose::{Drawn, Purpose, Ran};
use crate::runs::reply;
use crate::session::Session;
use crate::turns::user_edits::Actor;
use in_place::{Code, InPlace};
use planned::{NewTexts, Planned, Tried};
use serde_json::Value;
use statements::{StatementsText, Step};
use trammel_code::{Call, FileName};
use trammel_code::{Obstacle, Written};
use trammel_language::{Bilingual, bilingual};
use trammel_run::Failure;
use trammel_run::origins::{Touch, touched_entities};
use trammel_scene::{Adjustment, Edit, Name, Scene, comparison};
use trammel_tools::{Answer, Changes, Output, Reply, ToolCx, ToolError};

/// Largest number of entities whose deletion or transformation is tried before it runs. A trial takes about 20 µs for each
/// entity in the thread of the page; the sandbox runs more calls than this without stopping the page.
const MOST_TRIED: usize = 1_000;

impl Document {
    /// Returns the calls that carry out an adjustment, and their text.
    ///
    /// # Errors
    /// Returns an error if the code does not run, an entity does not exist, or the text is too long.
    fn write_calls(&self, adjustment: &Adjustment) -> Result<(Vec<Step>, StatementsText), Failure> {
        if let Some(why) = self.broken_warning() {
            return Err(Failure::new(bilingual!(
                "nothing was changed, because {why}",
                "아무것도 바뀌지 않았어요: {why:#}"
            )));
        }
        let calls = statements::statements(&self.scene, adjustment)?;
        let written = statements::text(&self.env.files, &calls).map_err(Failure::new)?;
        self.env
            .files
            .check_append(&written.text)
            .map_err(ToolError::from)?;
        Ok((calls, written))
    }

    fn try_call(
        &mut self,
        call: &Call,
        edit: &mut Edit,
        warnings: &mut Vec<Bilingual>,
    ) -> Result<Vec<(Name, Touch)>, Failure> {
        let Some(spec) = self.env.catalog.built_in(call.tool) else {
            return Err(Failure::new(bilingual!(
                "'{}' is not a tool of this document",
                "'{}'은(는) 이 문서의 도구가 아니에요",
                call.tool
            )));
        };
        edit.begin();
        let mut cx = ToolCx::new(edit, &mut self.env);
        let output = spec.call(Value::from(call.input.clone()).into(), &mut cx);
        warnings.append(&mut cx.notes.warnings);
        output?;
        Ok(touched_entities(spec, edit))
    }

    /// Returns the changed texts, with statements at the end of `main` for the entities whose calls stay as they are.
    ///
    /// # Errors
    /// Returns an error if no call can be changed.
    fn plan_in_place(&self, adjustment: &Adjustment) -> Result<(NewTexts, Written), Obstacle> {
        let adjustment = &outermost(&self.scene, adjustment);
        let names: Vec<Name> = match adjustment {
            Adjustment::Delete { names } => {
                let each = names.iter().flat_map(|name| self.scene.with_members(name));
                each.collect()
            }
            other => other.names(),
        };
        let code = Code::new(&self.scene, &self.env, &self.run.origins, &names);
        let InPlace { texts, rest, folds } = in_place::change_calls(&code, adjustment);
        let why = rest.first().map(|(_, why)| *why);
        if texts.is_empty() {
            return Err(why.unwrap_or(Obstacle::Unknown));
        }
        let mut texts = texts.changed_texts(&self.env.files);
        let names = rest.into_iter().map(|(name, _)| name).collect();
        let (Some(why), Some(rest)) = (why, adjustment.of(names)) else {
            let written = if folds { Written::Folded } else { Written::InPlace };
            return Ok((texts, written));
        };
        let calls = statements::statements(&self.scene, &rest).map_err(|_| why)?;
        let statements = statements::text(&self.env.files, &calls).map_err(|_| why)?.text;
        let main = texts
            .entry(FileName::main())
            .or_insert_with(|| self.env.files.main().to_owned());
        if !main.is_empty() && !main.ends_with('\n') {
            main.push('\n');
        }
        main.push_str(&statements);
        Ok((texts, Written::Appended { statements, why }))
    }

    /// Returns the reason why changed code does not draw what the user wants; `None` if it does.
    fn difference(&self, scene: &Scene, planned: &Planned) -> Option<Obstacle> {
        let changed = &planned.tried.diff;
        let mut wanted = self.scene.clone();
        wanted.apply(changed);
        let drawn = self.with_locks_of_present(scene.clone());
        if comparison::same_drawing(&drawn, &wanted, planned.tolerance) {
            return None;
        }
        let mut is_transformed = false;
        for name in comparison::differing(&drawn, &wanted, planned.tolerance) {
            if changed.get(name).is_none() {
                return Some(Obstacle::Others);
            }
            is_transformed |= in_place::is_transformed(&self.env, &self.run.origins, name);
        }
        Some(if is_transformed {
            Obstacle::Transformed
        } else {
            Obstacle::Differs
        })
    }
}

impl Session {
    /// Adjusts entities on behalf of `actor`.
    pub fn adjust(&mut self, actor: Actor, adjustment: &Adjustment) -> CallOutcome {
        self.parties.user_edits.begin(actor);
        if is_run_untried(adjustment) {
            return self.run_statements(adjustment);
        }
        let tried = match self.try_out(adjustment) {
            Ok(tried) if tried.diff.is_empty() => return CallOutcome::Done(no_change()),
            Ok(tried) => tried,
            Err(error) => return CallOutcome::Done(Reply::of_failure(error)),
        };
        // Typed text that has not run yet has other positions than the recorded calls.
        let plan = if self.document.is_ahead() {
            Err(Obstacle::NotRun)
        } else {
            self.document.plan_in_place(adjustment)
        };
        match plan {
            Ok((texts, written)) => self.plan_run(Planned {
                tolerance: tolerance(adjustment),
                tried,
                texts,
                written,
            }),
            Err(why) => CallOutcome::Done(self.append(tried, why)),
        }
    }

    /// Completes an adjustment whose changed code ran.
    fn finish_adjustment(&mut self, planned: Planned, scene: Result<Scene, Failure>, run: RunState) -> Reply {
        let accepted = scene.map_err(|_| Obstacle::Fails).and_then(|scene| {
            let difference = self.document.difference(&scene, &planned);
            difference.map_or(Ok(scene), Err)
        });
        let redrawn = accepted.and_then(|scene| self.redrawn(scene).map_err(|_| Obstacle::Fails));
        let diff = match redrawn {
            Ok(diff) => diff,
            Err(why) => return self.append(planned.tried, why),
        };
        self.commit_typing();
        self.document.keep_committed();
        for (file, text) in &planned.texts {
            self.document.env.files.set(file, Some(text));
        }
        let changes = self.commit_redrawn(planned.tried.label, diff, run);
        let effects = planned.tried.effects.iter();
        self.history
            .note_renames(effects.map(|(name, touch, _)| (name, touch)));
        let mut reply = reply::change_reply(
            Output::Done,
            changes,
            &self.document.scene,
            planned.tried.warnings,
        );
        reply.result = Ok(Answer::Adjusted(planned.written));
        reply
    }

    /// Plans a run of `main` with the calls of an adjustment at its end.
    fn run_statements(&self, adjustment: &Adjustment) -> CallOutcome {
        match self.document.write_calls(adjustment) {
            Ok((calls, written)) => {
                let label = label_of(&calls);
                self.plan_snippet(&written.text, |composed| Snippet { composed, label })
            }
            Err(failure) => CallOutcome::Done(Reply::of_failure(failure)),
        }
    }

    /// Carries out the calls of an adjustment, and reverts them.
    fn try_out(&mut self, adjustment: &Adjustment) -> Result<Tried, Failure> {
        let (calls, written) = self.document.write_calls(adjustment)?;
        let mut edit = Edit::new(std::mem::take(&mut self.document.scene));
        let mut warnings = Vec::new();
        let mut effects = Vec::new();
        let called: Result<(), Failure> =
            calls.iter().zip(written.calls).try_for_each(|(step, execution)| {
                let touched = self.document.try_call(&step.call, &mut edit, &mut warnings)?;
                let effect = |(name, touch): (Name, Touch)| (name, touch, execution.clone());
                effects.extend(touched.into_iter().map(effect));
                Ok(())
            });
        let (scene, diff) = edit.finish();
        self.document.scene = scene;
        self.document.scene.apply(&diff.inverse());
        called?;
        self.parties.refuse_edited_by_user(&diff)?;
        Ok(Tried {
            diff,
            statements: written.text,
            effects,
            label: label_of(&calls),
            warnings,
        })
    }

    /// Plans the run of changed texts.
    fn plan_run(&self, planned: Planned) -> CallOutcome {
        let mut files = self.document.env.files.clone();
        for (file, text) in &planned.texts {
            files.set(file, Some(text));
        }
        CallOutcome::Run(Box::new(self.pending(&files, None, planned)))
    }

    /// Commits an adjustment as statements at the end of `main`.
    fn append(&mut self, tried: Tried, why: Obstacle) -> Reply {
        let Tried {
            diff,
            statements,
            effects,
            label,
            warnings,
        } = tried;
        let changes = Changes::of(&diff);
        self.document.scene.apply(&diff);
        self.commit_statement(
            label,
            diff,
            self.document.run.clone(),
            Appended {
                statement: &statements,
                calls: effects,
                declared: Vec::new(),
            },
        );
        let mut reply = reply::change_reply(Output::Done, changes, &self.document.scene, warnings);
        reply.result = Ok(Answer::Adjusted(Written::Appended { statements, why }));
        reply
    }
}

impl Purpose for Planned {
    fn finish(self: Box<Self>, session: &mut Session, mut ran: Ran) -> Reply {
        if let Err(reply) = ran.resume(session) {
            return *reply;
        }
        let Drawn { scene, run } = ran.drawing(session);
        let mut reply = session.finish_adjustment(*self, scene, run);
        ran.add_facts(session, &mut reply);
        reply
    }
}

/// Whether the calls of an adjustment run at the end of `main` without a trial. A move and a value can be one literal in a
/// loop for any number of entities, so they are always tried.
fn is_run_untried(adjustment: &Adjustment) -> bool {
    match adjustment {
        Adjustment::Delete { names }
        | Adjustment::Rotate { names, .. }
        | Adjustment::Scale { names, .. }
        | Adjustment::Mirror { names, .. } => names.len() > MOST_TRIED,
        Adjustment::Move { .. } | Adjustment::Set { .. } | Adjustment::Rename { .. } => false,
    }
}

/// Returns the label of the step that the calls of an adjustment make.
fn label_of(calls: &[Step]) -> &'static str {
    calls.first().map_or("translate", |step| step.call.tool)
}

/// Returns the adjustment without entities that change with their group.
fn outermost(scene: &Scene, adjustment: &Adjustment) -> Adjustment {
    let each = match adjustment {
        // Each listed entity gets its own arguments or name.
        Adjustment::Set { .. } | Adjustment::Rename { .. } => None,
        other => other.of(scene.outermost(&other.names())),
    };
    each.unwrap_or_else(|| adjustment.clone())
}

/// Returns the difference of coordinates that the user cannot see.
fn tolerance(adjustment: &Adjustment) -> f64 {
    match adjustment {
        Adjustment::Set { pixel, .. } => pixel.abs(),
        _ => 0.0,
    }
}

/// Returns the reply to an adjustment that changes nothing.
fn no_change() -> Reply {
    let mut reply = Reply::of_answer(Answer::Done);
    reply.changes = Some(Changes::default());
    reply
}
