//! Adapter for the JavaScript engine Boa. Only this file and the folder beside it name the engine.
//!
//! `main` runs as a script: its imports are executed first and their bindings become globals, then the import
//! statements are blanked. A script can be stepped, so the clock is checked between steps and a time-out reports its
//! line; a module body cannot be stepped. Files with exports run as ES modules, files without exports as scripts in
//! the same global scope. One context serves one run.

mod args;
mod bindings;
mod bounded_builtins;
mod custom;
mod files;
mod globals;
mod inspect;
mod jobs;
mod json;
mod known_errors;
mod math;
mod method;
mod modules;
mod prelude;
mod report;
mod run_state;
mod script;
mod settled;
mod sort;
mod stop;

use boa_engine::context::time::FixedClock;
use boa_engine::{Context, JsError};
use files::{Files, MAIN};
use known_errors::KnownErrors;
use run_state::{DIAGNOSTIC_SLICE, RUN, Run, SLICE, with_run};
use settled::check_settled;
use std::rc::Rc;
use stop::Stop;
use trammel_code::FileName;
use trammel_language::bilingual;
use trammel_run::run_context::RunContext;
use trammel_run::{Clock, Failure, Notes, RunOutcome, RunRequest, ScriptEngine};
use trammel_tools::{TOOLS, ToolSpec};

/// Minimum cost of a loop iteration, in instructions. The instruction limit divided by this cost is the iteration
/// limit of the loops of one call. The iteration limit reports a line also where code cannot be stepped, as in a
/// module or a generator; promise jobs of a script run without this limit (`jobs.rs`).
const LEAST_LOOP: u64 = 10;

/// Boa as a [`ScriptEngine`].
pub(super) struct Boa {
    /// Tools that scripts can call.
    list: &'static [ToolSpec],
    /// Callback for uninterruptible work. Present only if the process or worker ends after the run; the engine's
    /// memory is then not freed.
    notes: Option<Notes>,
}

impl Boa {
    /// Creates an engine whose scripts can call the tools of `list`.
    pub(super) fn with_tools(list: &'static [ToolSpec]) -> Boa {
        Boa { list, notes: None }
    }

    /// Creates an engine for a process or worker that ends after one run.
    pub(super) fn one_shot(notes: Notes) -> Boa {
        Boa {
            notes: Some(notes),
            ..Boa::with_tools(TOOLS)
        }
    }
}

/// Builds a context and runs an empty request, so that code and tables are initialized before the first run.
pub(super) fn warm_up() {
    Boa::with_tools(TOOLS).run(&RunRequest::default(), &(Rc::new(|| 0.0) as Clock));
}

impl ScriptEngine for Boa {
    fn run(&mut self, request: &RunRequest, clock: &Clock) -> RunOutcome {
        let run = Run {
            cad: RunContext::new(request, clock, self.list),
            limit: None,
            known: KnownErrors::default(),
            tools: request.tools.clone(),
            joining: Vec::new(),
            notes: self.notes.clone(),
            noted: 0,
            loading: false,
            slice: if request.limits.diagnostic {
                DIAGNOSTIC_SLICE
            } else {
                SLICE
            },
        };
        RUN.set(Some(run));
        let result = run_entry(request, self.notes.is_some());
        match RUN.take() {
            Some(run) => run.cad.finish(result),
            None => RunOutcome::of_failure(Failure::new(bilingual!(
                "internal error: the state of the run is missing",
                "내부 오류: 실행 상태가 없어요"
            ))),
        }
    }
}

fn run_entry(request: &RunRequest, one_shot: bool) -> Result<(), Failure> {
    let files = Rc::new(Files::new(request));
    let jobs = Rc::new(jobs::BoundedJobs::default());
    let rejections = Rc::new(globals::Hooks::default());
    let loader = Rc::new(modules::Loader::new(files.clone()));
    let built = Context::builder()
        .host_hooks(rejections.clone())
        .clock(Rc::new(FixedClock::from_millis(0)))
        .job_executor(jobs)
        .module_loader(loader.clone())
        .instructions_remaining(usize::try_from(request.limits.instructions).unwrap_or(usize::MAX))
        .build();
    let mut context = built.map_err(|e| {
        Failure::new(bilingual!(
            "the engine could not start: {e}",
            "엔진을 시작하지 못했어요: {e}"
        ))
    })?;
    let reporter = report::Reporter::new(files.clone(), &mut context);
    let loops = request.limits.instructions / LEAST_LOOP;
    let prepared = prepare(loops, request.limits.diagnostic, &mut context);
    let outcome = prepared.and_then(|()| {
        with_run(|run| run.cad.watch().start());
        custom::install(&request.tools, MAIN, &files, &loader, &mut context)?;
        let value = loader.run_file(MAIN, &mut context)?;
        if !request.want_value {
            check_settled(&value)?;
        } else {
            let value = args::answer(&value, &mut context);
            with_run(|run| run.cad.answer(value));
        }
        loader.parse_only(request.must_parse.as_ref().map(FileName::as_str), &mut context)?;
        rejections
            .first_unhandled()
            .map_or(Ok(()), |reason| Err(JsError::from_opaque(reason).into()))
    });
    let outcome = outcome.map_err(|stop| reporter.failure(stop, &mut context));
    if one_shot {
        std::mem::forget(context);
    }
    outcome
}

fn prepare(loops: u64, diagnostic: bool, context: &mut Context) -> Result<(), Stop> {
    context.strict(true);
    let limits = context.runtime_limits_mut();
    limits.set_recursion_limit(400);
    limits.set_stack_size_limit(100_000);
    limits.set_backtrace_limit(12);
    limits.set_loop_iteration_limit(loops);
    globals::install(context)?;
    bounded_builtins::install(context)?;
    json::install(context)?;
    sort::install(context)?;
    if diagnostic {
        prelude::install(context)?;
    }
    bindings::install(context)?;
    Ok(())
}
