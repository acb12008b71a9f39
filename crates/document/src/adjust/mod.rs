//! Adjustments: changes of entities by direct manipulation or in a panel, as one undo step each.
//!
//! An adjustment is first tried with direct calls (`statements.rs`), which define the drawing that the user wants and
//! every refusal. Then the recorded calls of the entities are changed in the text (`in_place.rs`), `main` runs, and both
//! drawings are compared (`compare.rs`). If they differ, or if no call can be changed, the direct calls become
//! statements at the end of `main`. Start at [`Session::adjust`].

mod compare;
mod in_place;
mod statements;

use super::commit::Appended;
use super::document::Session;
use super::pending::{CallOutcome, RunIntent};
use super::planned::{NewTexts, Planned, Tried};
use super::reply;
use super::step::RunState;
use super::user_edits::Actor;
use in_place::{Code, InPlace};
use statements::Statement;
use trammel_code::FileName;
use trammel_language::{Bilingual, bilingual};
use trammel_run::Failure;
use trammel_run::origins::{Touch, touched};
use trammel_scene::{Adjustment, Edit, Name, Obstacle, Scene, Written};
use trammel_tools::{Answer, Changes, Output, Reply, ToolCx, ToolError};

impl Session {
    /// Adjusts entities on behalf of `actor`.
    pub fn adjust(&mut self, actor: Actor, adjustment: &Adjustment) -> CallOutcome {
        self.user_edits.begin(actor);
        let tried = match self.try_out(adjustment) {
            Ok(tried) if tried.diff.is_empty() => return CallOutcome::Done(unchanged()),
            Ok(tried) => tried,
            Err(error) => return CallOutcome::Done(Reply::refused(error)),
        };
        // Typed text that has not run yet has other positions than the recorded calls.
        let plan = if self.is_ahead() {
            Err(Obstacle::NotRun)
        } else {
            self.plan_in_place(adjustment)
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
    pub(super) fn finish_adjustment(
        &mut self,
        planned: Planned,
        scene: Result<Scene, Failure>,
        run: RunState,
    ) -> Reply {
        let accepted = scene.map_err(|_| Obstacle::Fails).and_then(|scene| {
            let difference = self.difference(&scene, &planned);
            difference.map_or(Ok(scene), Err)
        });
        let redrawn = accepted.and_then(|scene| self.redrawn(scene).map_err(|_| Obstacle::Fails));
        let diff = match redrawn {
            Ok(diff) => diff,
            Err(why) => return self.append(planned.tried, why),
        };
        self.commit_typing();
        self.keep_committed();
        for (file, text) in &planned.texts {
            self.env.files.set(file, Some(text));
        }
        let changes = self.commit_redrawn(planned.tried.label, diff, run);
        let effects = planned.tried.effects.iter();
        self.note_renames(effects.map(|(name, touch, _)| (name, touch)));
        let mut reply = reply::changed(Output::Done, changes, &self.scene, planned.tried.warnings);
        reply.result = Ok(Answer::Adjusted(planned.written));
        reply
    }

    /// Carries out the calls of an adjustment, and reverts them.
    fn try_out(&mut self, adjustment: &Adjustment) -> Result<Tried, Failure> {
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
        let mut edit = Edit::new(std::mem::take(&mut self.scene));
        let mut warnings = Vec::new();
        let mut effects = Vec::new();
        let called: Result<(), Failure> =
            calls.iter().zip(written.calls).try_for_each(|(call, execution)| {
                let touched = self.try_call(call, &mut edit, &mut warnings)?;
                let effect = |(name, touch): (Name, Touch)| (name, touch, execution.clone());
                effects.extend(touched.into_iter().map(effect));
                Ok(())
            });
        let (scene, diff) = edit.finish();
        self.scene = scene;
        self.scene.apply(&diff.inverse());
        called?;
        self.refuse_edited_by_user(&diff)?;
        Ok(Tried {
            diff,
            statements: written.text,
            effects,
            label: calls.first().map_or("translate", |call| call.tool),
            warnings,
        })
    }

    fn try_call(
        &mut self,
        call: &Statement,
        edit: &mut Edit,
        warnings: &mut Vec<Bilingual>,
    ) -> Result<Vec<(Name, Touch)>, Failure> {
        let Some(spec) = self.env.built_in(call.tool) else {
            return Err(Failure::new(bilingual!(
                "'{}' is not a tool of this document",
                "'{}'은(는) 이 문서의 도구가 아니에요",
                call.tool
            )));
        };
        edit.begin();
        let mut cx = ToolCx {
            edit,
            env: &mut self.env,
            in_sandbox: false,
            warnings: Vec::new(),
        };
        let output = spec.call(call.input.clone().into(), &mut cx);
        warnings.append(&mut cx.warnings);
        output?;
        Ok(touched(spec, edit))
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
        let InPlace { texts, rest, folds } = in_place::adjusted(&code, adjustment);
        let why = rest.first().map(|(_, why)| *why);
        if texts.is_empty() {
            return Err(why.unwrap_or(Obstacle::Unknown));
        }
        let mut texts = texts.applied(&self.env.files);
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

    /// Plans the run of changed texts.
    fn plan_run(&self, planned: Planned) -> CallOutcome {
        let mut files = self.env.files.clone();
        for (file, text) in &planned.texts {
            files.set(file, Some(text));
        }
        let intent = RunIntent::Adjust(Box::new(planned));
        CallOutcome::Run(Box::new(self.pending(&files, None, intent)))
    }

    /// Returns the reason why changed code does not draw what the user wants; `None` if it does.
    fn difference(&self, scene: &Scene, planned: &Planned) -> Option<Obstacle> {
        let changed = &planned.tried.diff;
        let mut wanted = self.scene.clone();
        wanted.apply(changed);
        let drawn = self.with_locks_of_present(scene.clone());
        if compare::same_drawing(&drawn, &wanted, planned.tolerance) {
            return None;
        }
        let mut is_transformed = false;
        for name in compare::differing(&drawn, &wanted, planned.tolerance) {
            if changed.get(name).is_none() {
                return Some(Obstacle::Others);
            }
            is_transformed |= in_place::is_transformed(&self.run.origins, name);
        }
        Some(if is_transformed {
            Obstacle::Transformed
        } else {
            Obstacle::Differs
        })
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
        self.scene.apply(&diff);
        self.commit_statement(
            label,
            diff,
            self.run.clone(),
            Appended {
                statement: &statements,
                calls: effects,
                declared: Vec::new(),
            },
        );
        let mut reply = reply::changed(Output::Done, changes, &self.scene, warnings);
        reply.result = Ok(Answer::Adjusted(Written::Appended { statements, why }));
        reply
    }
}

/// Returns the adjustment without entities that change with their group.
fn outermost(scene: &Scene, adjustment: &Adjustment) -> Adjustment {
    let (Adjustment::Move { names, .. } | Adjustment::Delete { names }) = adjustment else {
        return adjustment.clone();
    };
    let names = statements::outermost(scene, names).unwrap_or_default();
    adjustment.of(names).unwrap_or_else(|| adjustment.clone())
}

/// Returns the difference of coordinates that the user cannot see.
fn tolerance(adjustment: &Adjustment) -> f64 {
    match adjustment {
        Adjustment::Set { pixel, .. } => pixel.abs(),
        _ => 0.0,
    }
}

/// Returns the reply to an adjustment that changes nothing.
fn unchanged() -> Reply {
    let mut reply = Reply::done(Answer::Done);
    reply.changes = Some(Changes::default());
    reply
}
