//! Execution of a tool call: direct for tools that need only the drawing or the files, as a planned run for tools that
//! need code.

use crate::contents::calls::Execution;
use crate::history::commit::Appended;
use crate::runs::code_runs::{CustomCall, Diagnostics, Snippet, Write};
use crate::runs::pending::{CallOutcome, Pending};
use crate::runs::purpose::Purpose;
use crate::runs::querying::Query;
use crate::runs::reply;
use crate::session::Session;
use crate::turns::user_edits::Actor;
use serde_json::Value;
use trammel_code::{ComposedMain, FileName, Workspace, write};
use trammel_language::Bilingual;
use trammel_run::origins::touched_entities;
use trammel_run::{Failure, RunRequest};
use trammel_scene::Edit;
use trammel_tools::{AnyTool, Changes, Kind, Output, Plan, Reply, ToolCx, ToolError, ToolSpec};

/// Seed of `Math.random`, the same for every run, so that the same code yields the same drawing.
const SEED: u64 = 0x7261_6d6d_656c;

impl Session {
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
        self.document.env.conversation = conversation.map(str::to_owned);
        self.parties.user_edits.begin(actor);
        match actor {
            Actor::BrowserAgent => self.begin_review(actor),
            Actor::Agent => self.know_authors(),
            Actor::User => {}
        }
        match self.call_tool(tool, input) {
            CallOutcome::Done(reply) => {
                let reply = self.document.with_checks(reply);
                CallOutcome::Done(self.with_impact(actor, reply))
            }
            run @ CallOutcome::Run(_) => run,
        }
    }

    /// Executes a call of a built-in or custom tool, or plans the run that it needs.
    pub(crate) fn call_tool(&mut self, tool: &str, input: Value) -> CallOutcome {
        let found = match self.document.env.catalog.called_tool(tool) {
            Some(spec) => Ok(AnyTool::Ours(spec)),
            None => self.document.env.find(tool),
        };
        let planned = match found {
            Err(error) => Err(error),
            Ok(AnyTool::Ours(spec)) => {
                return self.call_spec(spec, input);
            }
            Ok(AnyTool::Custom(custom)) => custom.snippet(input).map(|code| (custom.name.clone(), code)),
        };
        match planned {
            Err(error) => CallOutcome::Done(Reply::of_failure(error)),
            Ok((tool, code)) => self.plan_snippet(&code, |composed| CustomCall { tool, composed }),
        }
    }

    /// Executes a call, or plans the run that the call needs.
    fn call_spec(&mut self, spec: &ToolSpec, input: Value) -> CallOutcome {
        // Only an action is recorded as a statement of `main`.
        let (name, present) = spec.present_call(&input);
        let statement: Option<Result<String, Bilingual>> = (spec.kind == Kind::Action).then(|| {
            let function = self.document.env.files.spelling(name)?;
            let arguments = present.as_object().map(write::literals).unwrap_or_default();
            Ok(write::call(&function, &arguments))
        });
        let mut edit = Edit::new(std::mem::take(&mut self.document.scene));
        let mut cx = ToolCx::new(&mut edit, &mut self.document.env);
        let output = spec.call(input.into(), &mut cx);
        let mut notes = cx.notes;
        let mut warnings = notes.sentences();
        let output = match output {
            Err(error) => {
                self.document.scene = edit.abort();
                return CallOutcome::Done(Reply::of_failure(self.explain_taken(error.into())));
            }
            Ok(output) => output,
        };
        let Some(statement) = statement else {
            self.document.scene = edit.abort();
            return match output {
                Output::Run(plan) => self.plan(plan),
                Output::Session(command) => self.command(command),
                Output::Call { tool, input } => self.call_tool(&tool, input),
                output => {
                    let mut reply = reply::call_reply(output, warnings);
                    reply.written = notes.written;
                    CallOutcome::Done(reply)
                }
            };
        };
        let statement = statement.map_err(ToolError::new).and_then(|statement| {
            self.document.env.files.check_append(&statement)?;
            Ok(statement)
        });
        let statement = match statement {
            Ok(statement) => statement,
            Err(error) => {
                self.document.scene = edit.abort();
                return CallOutcome::Done(Reply::of_failure(error));
            }
        };
        let open = statement.find('(').unwrap_or_default();
        let call = Execution::once(name, open);
        let touched = touched_entities(spec, &edit).into_iter();
        let calls = touched.map(|(name, touch)| (name, touch, call.clone())).collect();
        let (scene, diff) = edit.finish();
        let (scene, diff) = self.document.with_layer_flags(scene, diff);
        self.document.scene = scene;
        if let Err(held) = self.parties.refuse_edited_by_user(&diff) {
            self.document.scene.apply(&diff.inverse());
            return CallOutcome::Done(Reply::of_failure(held));
        }
        let changes = Changes::of(&diff);
        let mut run = self.document.run.clone();
        if let Some(drawn) = &mut run.drawn {
            // The present files do not run, so the statement is also appended to the files that draw the drawing.
            drawn.append(&statement);
        }
        let statement = &statement;
        let appended = Appended {
            statement,
            calls,
            declared: notes.declared,
        };
        self.commit_statement(name, diff, run, appended);
        self.document.warn_of_broken(&mut warnings);
        CallOutcome::Done(reply::change_reply(
            output,
            changes,
            &self.document.scene,
            warnings,
        ))
    }

    pub(crate) fn plan(&self, plan: Plan) -> CallOutcome {
        let mut files = self.document.env.files.clone();
        let pending = match plan {
            Plan::Write { file, code, whole } => {
                files.set(&file, Some(&code));
                self.pending(&files, Some(file.clone()), Write { file, code, whole })
            }
            Plan::Check { file } => self.pending(&files, Some(file.clone()), Diagnostics { file }),
            Plan::Import {
                format,
                bytes,
                options,
            } => return self.plan_import(format, bytes, options),
            Plan::Export { format, options } => return self.plan_export(format, options),
            Plan::Snippet { code } => {
                let label = "run_cad_code";
                return self.plan_snippet(&code, |composed| Snippet { composed, label });
            }
            Plan::Query { code } => return self.plan_snippet(&code, Query),
        };
        CallOutcome::Run(Box::new(pending))
    }

    /// Plans a run of `main` with `code` appended.
    pub(crate) fn plan_snippet<P: Purpose + 'static>(
        &self,
        code: &str,
        purpose: impl FnOnce(ComposedMain) -> P,
    ) -> CallOutcome {
        let catalog = self.document.env.catalog;
        let is_function = |name: &str| catalog.called_tool(name).is_some();
        let composed =
            ComposedMain::new(self.document.env.files.main(), code, is_function).and_then(|composed| {
                let size = trammel_code::check_size("main", &composed.main);
                size.map(|()| composed).map_err(Bilingual::from)
            });
        match composed {
            Ok(composed) => {
                let mut files = self.document.env.files.clone();
                files.set(&FileName::main(), Some(&composed.main));
                CallOutcome::Run(Box::new(self.pending(&files, None, purpose(composed))))
            }
            Err(problem) => {
                let failure = Err(Failure::new(problem));
                let run = reply::run_facts(&self.document.scene, 0.0);
                CallOutcome::Done(reply::run_reply(
                    failure,
                    &self.document.scene,
                    Vec::new(),
                    Vec::new(),
                    run,
                ))
            }
        }
    }

    /// Creates a pending run of `main` in `files`.
    pub(crate) fn pending(
        &self,
        files: &Workspace,
        must_parse: Option<FileName>,
        purpose: impl Purpose + 'static,
    ) -> Pending {
        let tools = self.document.env.custom.all().iter();
        let request = RunRequest {
            tools: tools.filter(|tool| tool.exists_in(files)).cloned().collect(),
            files: files
                .files()
                .map(|(name, text)| (name.clone(), text.clone()))
                .collect(),
            must_parse,
            want_value: purpose.wants_value(),
            title: self.document.scene.default_name().to_owned(),
            units: self.document.scene.default_units(),
            seed: SEED,
            limits: self.limits,
            conversion: None,
        };
        Pending {
            request,
            purpose: Box::new(purpose),
            generation: self.document.generation,
            actor: self.parties.user_edits.actor(),
            turn: self.parties.user_edits.turns(),
            is_from_outside: self.parties.user_edits.is_from_outside,
            examines: true,
        }
    }
}
