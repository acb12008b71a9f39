//! Execution of a tool call: direct for tools that need only the drawing or the files, as a planned run for tools that
//! need code.

use super::calls::Execution;
use super::codegen::ComposedMain;
use super::commit::Appended;
use super::document::Session;
use super::pending::{CallOutcome, Pending, RunIntent};
use super::{codegen, reply};
use serde_json::Value;
use trammel_code::{FileName, Workspace};
use trammel_language::Bilingual;
use trammel_run::origins::touched;
use trammel_run::{Failure, RunRequest};
use trammel_scene::Edit;
use trammel_tools::{AnyTool, Changes, Kind, Output, Plan, Reply, ToolCx, ToolError, ToolSpec, present_call};

/// Seed of `Math.random`, the same for every run, so that the same code yields the same drawing.
const SEED: u64 = 0x7261_6d6d_656c;

impl Session {
    /// Executes a call of a built-in or custom tool, or plans the run that it needs.
    pub(super) fn call_tool(&mut self, tool: &str, input: Value) -> CallOutcome {
        let found = match self.env.called(tool) {
            Some(spec) => Ok(AnyTool::Ours(spec)),
            None => self.env.find(tool),
        };
        let planned = match found {
            Err(error) => Err(error),
            Ok(AnyTool::Ours(spec)) => {
                return self.call_spec(spec, input);
            }
            Ok(AnyTool::Custom(custom)) => custom.snippet(input).map(|code| (custom.name.clone(), code)),
        };
        match planned {
            Err(error) => CallOutcome::Done(Reply::refused(error)),
            Ok((tool, code)) => self.plan_snippet(&code, |composed| RunIntent::Custom { tool, composed }),
        }
    }

    /// Executes a call, or plans the run that the call needs.
    fn call_spec(&mut self, spec: &ToolSpec, input: Value) -> CallOutcome {
        // Only an action is recorded as a statement of `main`.
        let (name, present) = present_call(spec.name, &input);
        let statement =
            (spec.kind == Kind::Action).then(|| codegen::statement(&self.env.files, name, &present));
        let mut edit = Edit::new(std::mem::take(&mut self.scene));
        let mut cx = ToolCx {
            edit: &mut edit,
            env: &mut self.env,
            in_sandbox: false,
            warnings: Vec::new(),
        };
        cx.env.declared.clear();
        cx.env.hints.clear();
        cx.env.written.clear();
        let output = spec.call(input.into(), &mut cx);
        let mut warnings = std::mem::take(&mut cx.warnings);
        warnings.extend(std::mem::take(&mut cx.env.hints));
        let output = match output {
            Err(error) => {
                self.scene = edit.abort();
                return CallOutcome::Done(Reply::refused(error));
            }
            Ok(output) => output,
        };
        let Some(statement) = statement else {
            self.scene = edit.abort();
            return match output {
                Output::Run(plan) => self.plan(plan),
                Output::Session(command) => self.command(command),
                output => {
                    let mut reply = reply::done(output, warnings);
                    reply.written = std::mem::take(&mut self.env.written);
                    CallOutcome::Done(reply)
                }
            };
        };
        let statement = statement.map_err(ToolError::new).and_then(|statement| {
            self.env.files.check_append(&statement)?;
            Ok(statement)
        });
        let statement = match statement {
            Ok(statement) => statement,
            Err(error) => {
                self.scene = edit.abort();
                return CallOutcome::Done(Reply::refused(error));
            }
        };
        let open = statement.find('(').unwrap_or_default();
        let call = Execution::once(name, open);
        let touched = touched(spec, &edit).into_iter();
        let calls = touched.map(|(name, touch)| (name, touch, call.clone())).collect();
        let (scene, diff) = edit.finish();
        let (scene, diff) = self.with_layer_flags(scene, diff);
        self.scene = scene;
        if let Err(held) = self.refuse_edited_by_user(&diff) {
            self.scene.apply(&diff.inverse());
            return CallOutcome::Done(Reply::refused(held));
        }
        let changes = Changes::of(&diff);
        let mut run = self.run.clone();
        let declared = std::mem::take(&mut self.env.declared);
        if let Some(drawn) = &mut run.drawn {
            // The present files do not run, so the statement is also appended to the files that draw the drawing.
            drawn.append(&statement);
        }
        let statement = &statement;
        let appended = Appended {
            statement,
            calls,
            declared,
        };
        self.commit_statement(name, diff, run, appended);
        self.warn_of_broken(&mut warnings);
        CallOutcome::Done(reply::changed(output, changes, &self.scene, warnings))
    }

    pub(super) fn plan(&self, plan: Plan) -> CallOutcome {
        let mut files = self.env.files.clone();
        let pending = match plan {
            Plan::Write { file, code, whole } => {
                files.set(&file, Some(&code));
                self.pending(&files, Some(file.clone()), RunIntent::Write { file, code, whole })
            }
            Plan::Check { file } => self.pending(&files, Some(file.clone()), RunIntent::Check { file }),
            Plan::Import {
                format,
                bytes,
                options,
            } => return self.plan_import(format, bytes, options),
            Plan::Export { format, options } => return self.plan_export(format, options),
            Plan::Snippet { code } => return self.plan_snippet(&code, RunIntent::Snippet),
            Plan::Query { code } => return self.plan_snippet(&code, RunIntent::Query),
        };
        CallOutcome::Run(Box::new(pending))
    }

    /// Plans a run of `main` with `code` appended.
    pub(super) fn plan_snippet(
        &self,
        code: &str,
        purpose: impl FnOnce(ComposedMain) -> RunIntent,
    ) -> CallOutcome {
        let composed = codegen::snippet(self.env.files.main(), code).and_then(|composed| {
            let size = trammel_code::check_size("main", &composed.main);
            size.map(|()| composed).map_err(Bilingual::from)
        });
        match composed {
            Ok(composed) => {
                let mut files = self.env.files.clone();
                files.set(&FileName::main(), Some(&composed.main));
                CallOutcome::Run(Box::new(self.pending(&files, None, purpose(composed))))
            }
            Err(problem) => {
                let failure = Err(Failure::new(problem));
                let run = reply::run_facts(&self.scene, 0.0);
                CallOutcome::Done(reply::ran(failure, &self.scene, Vec::new(), Vec::new(), run))
            }
        }
    }

    /// Creates a pending run of `main` in `files`.
    pub(super) fn pending(
        &self,
        files: &Workspace,
        must_parse: Option<FileName>,
        purpose: RunIntent,
    ) -> Pending {
        let tools = self.env.custom.all().iter();
        let request = RunRequest {
            tools: tools.filter(|tool| tool.exists_in(files)).cloned().collect(),
            files: files
                .files()
                .map(|(name, text)| (name.clone(), text.clone()))
                .collect(),
            must_parse,
            want_value: matches!(purpose, RunIntent::Custom { .. } | RunIntent::Query(_)),
            title: self.scene.default_name().to_owned(),
            units: self.scene.default_units(),
            seed: SEED,
            limits: self.limits,
            conversion: None,
        };
        Pending {
            request,
            purpose,
            generation: self.generation,
            actor: self.user_edits.actor(),
            turn: self.user_edits.turns(),
            examines: true,
        }
    }
}
