//! Carrying out one tool call: at once when it only needs the drawing or the files, as a planned run when it needs code.

use super::append::Composed;
use super::reply::{self, Changes};
use super::{Answer, Pending, Purpose, SEED, Session, append};
use crate::sandbox::{Failure, RunRequest};
use crate::scene::Edit;
use crate::tools::{Kind, Output, Plan, ToolCx, ToolError, ToolSpec};
use crate::workspace::{FileName, Workspace};
use serde_json::Value;

impl Session {
    /// Carries a call out, or plans the run it needs.
    pub(super) fn call_spec(&mut self, spec: &ToolSpec, input: Value) -> Answer {
        // Only an action leaves a statement.
        let statement =
            (spec.kind == Kind::Action).then(|| append::statement(&self.desk.files, spec.name, &input));
        let mut edit = Edit::new(std::mem::take(&mut self.scene));
        let mut cx = ToolCx {
            edit: &mut edit,
            desk: &mut self.desk,
            in_sandbox: false,
            warnings: Vec::new(),
        };
        let output = spec.call(input.into(), &mut cx);
        let mut warnings = std::mem::take(&mut cx.warnings);
        let output = match output {
            Err(error) => {
                self.scene = edit.abort();
                return Answer::Done(reply::refused(&error));
            }
            Ok(output) => output,
        };
        let Some(statement) = statement else {
            self.scene = edit.abort();
            return match output {
                Output::Run(plan) => self.plan(plan),
                Output::Session(command) => Answer::Done(self.command(command)),
                Output::Picture { svg } => Answer::Done(reply::picture(&svg)),
                output => Answer::Done(reply::done(&output, None, &warnings)),
            };
        };
        let statement = statement.map_err(ToolError::new).and_then(|statement| {
            self.desk.files.check_append(&statement)?;
            Ok(statement)
        });
        let statement = match statement {
            Ok(statement) => statement,
            Err(error) => {
                self.scene = edit.abort();
                return Answer::Done(reply::refused(&error));
            }
        };
        let (scene, diff) = edit.finish();
        self.scene = scene;
        if let Err(held) = self.refuse_in_hand(&diff) {
            self.scene.apply(&diff.inverse());
            return Answer::Done(reply::refused(&held.into()));
        }
        let changes = Changes::of(&diff);
        let mut run = self.run.clone();
        if let Some(drawn) = &mut run.drawn {
            // The present files do not run: the statement belongs to those that draw the drawing as well.
            drawn.append(&statement);
        }
        self.commit_statement(spec.name, diff, run, &statement);
        self.warn_of_broken(&mut warnings);
        Answer::Done(reply::done(&output, Some(&changes), &warnings))
    }

    pub(super) fn plan(&self, plan: Plan) -> Answer {
        let mut files = self.desk.files.clone();
        let pending = match plan {
            Plan::Write { file, code, whole } => {
                files.set(&file, Some(&code));
                self.pending(&files, Some(file.clone()), Purpose::Write { file, code, whole })
            }
            Plan::Check { file } => self.pending(&files, Some(file.clone()), Purpose::Check { file }),
            Plan::Snippet { code } => return self.plan_snippet(&code, Purpose::Snippet),
        };
        Answer::Run(Box::new(pending))
    }

    /// A run of `main` with this code at its end.
    pub(super) fn plan_snippet(&self, code: &str, purpose: impl FnOnce(Composed) -> Purpose) -> Answer {
        let composed = append::snippet(self.desk.files.main(), code).and_then(|composed| {
            let size = crate::workspace::check_size("main", &composed.main);
            size.map(|()| composed).map_err(|e| e.to_string())
        });
        match composed {
            Ok(composed) => {
                let mut files = self.desk.files.clone();
                files.set(&FileName::main(), Some(&composed.main));
                Answer::Run(Box::new(self.pending(&files, None, purpose(composed))))
            }
            Err(problem) => {
                let failure = Err(Failure::new(problem));
                Answer::Done(reply::ran(&failure, &self.scene, &[], &[], 0.0))
            }
        }
    }

    /// A run of `main` with these files.
    pub(super) fn pending(
        &self,
        files: &Workspace,
        must_parse: Option<FileName>,
        purpose: Purpose,
    ) -> Pending {
        let tools = self.desk.custom.all().iter();
        let request = RunRequest {
            tools: tools.filter(|tool| tool.exists_in(files)).cloned().collect(),
            files: files
                .files()
                .map(|(name, text)| (name.clone(), text.clone()))
                .collect(),
            must_parse,
            want_value: matches!(purpose, Purpose::Custom { .. }),
            title: self.scene.default_name().to_owned(),
            units: self.scene.default_units(),
            seed: SEED,
            limits: self.limits,
        };
        Pending {
            request,
            purpose,
            generation: self.generation,
            turn: self.hands.turns(),
        }
    }
}
