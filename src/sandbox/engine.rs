//! The JavaScript engine: Boa. This file and the folder beside it are the only ones that name it.
//!
//! `main` runs as a script: its imports are carried out first and their bindings made global, then the imports are
//! blanked. A script can be stepped, so the clock is watched from outside the interpreter and a time-out knows its line;
//! a module body cannot. Modules run as modules, and files without exports as scripts in the same global scope.
//! One context serves one run.

mod args;
mod bindings;
mod bounded_builtins;
mod custom;
mod globals;
mod inspect;
mod jobs;
mod json;
mod math;
mod modules;
mod prelude;
mod report;
mod sort;

use super::run_context::{CallError, RunContext};
use super::{Clock, Failure, Limit, Notes, RunOutcome, RunRequest, ScriptEngine};
use crate::tools::CustomTool;
use crate::workspace::FileName;
use crate::workspace::source::{self, TooDeep};
use boa_engine::builtins::promise::PromiseState;
use boa_engine::context::time::FixedClock;
use boa_engine::error::PanicError;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsError, JsNativeError, JsValue, Script, Source};
use std::cell::RefCell;
use std::future::Future;
use std::path::Path;
use std::pin::pin;
use std::rc::Rc;
use std::task::{Poll, Waker};

/// The file that is run.
const MAIN: &str = FileName::MAIN;

/// The deepest nesting of brackets that reaches the parser, which has no guard of its own.
const MAX_NESTING: usize = 64;

/// The longest chain of operators that reaches the parser.
const MAX_CHAIN: usize = 500;

/// Interpreter cost between two looks at the clock and the memory: a tenth of a millisecond or so.
const SLICE: u32 = 20_000;

/// The same for a careful run: a few turns of a loop, in which a text can double a few times only.
const CAREFUL_SLICE: u32 = 16;

/// What a loop takes at least, in instructions: so many turns in one call are as good as endless. This limit knows its
/// line wherever it strikes, also where nothing can be stepped: in a module, after an `await`, in a generator.
const LEAST_LOOP: u64 = 10;

const NEVER_SETTLES: &str = "a promise never settles, so the code that waits for it did not run: there are no timers and \
    nothing to wait for; draw without await";

thread_local! {
    /// The run in progress on this thread: native functions find it here without a lookup in the engine.
    static RUN: RefCell<Option<Run>> = const { RefCell::new(None) };
}

/// A run in progress.
struct Run {
    cad: RunContext,
    /// The limit that ended the script, with its message: the engine's own error carries only text.
    limit: Option<(Limit, String)>,
    /// The last tool error, whose suggestions the engine's error cannot carry.
    last_error: Option<(String, Vec<String>)>,
    /// Tools made from functions, as the request gave them.
    tools: Vec<CustomTool>,
    /// Lists that are being made a text, outermost first.
    joining: Vec<JsObject>,
    /// Who is told of what cannot be interrupted, and how often that was done.
    notes: Option<Notes>,
    noted: u32,
    /// Whether the jobs that run are those of a module that is loaded.
    loading: bool,
    /// Interpreter cost between two looks at the clock and the memory.
    slice: u32,
}

/// Boa behind the engine trait.
#[derive(Default)]
pub(super) struct Boa {
    /// Who is told of what cannot be interrupted. Only a process or worker that ends after the run has somebody: then
    /// the engine's memory is not given back.
    notes: Option<Notes>,
}

impl Boa {
    /// An engine for one run, whose process or worker ends after it.
    pub(super) fn one_shot(notes: Notes) -> Boa {
        Boa { notes: Some(notes) }
    }
}

/// Builds a context once, so that code and tables are in place when the first run comes.
pub(super) fn warm_up() {
    let request = RunRequest {
        files: Vec::new(),
        must_parse: None,
        tools: Vec::new(),
        want_value: false,
        title: String::new(),
        units: crate::scene::Units::default(),
        seed: 0,
        limits: super::Limits::default(),
    };
    Boa::default().run(&request, &(Rc::new(|| 0.0) as Clock));
}

impl ScriptEngine for Boa {
    fn run(&mut self, request: &RunRequest, clock: &Clock) -> RunOutcome {
        let run = Run {
            cad: RunContext::new(request, clock),
            limit: None,
            last_error: None,
            tools: request.tools.clone(),
            joining: Vec::new(),
            notes: self.notes.clone(),
            noted: 0,
            loading: false,
            slice: if request.limits.diagnostic {
                CAREFUL_SLICE
            } else {
                SLICE
            },
        };
        RUN.set(Some(run));
        let result = run_entry(request, self.notes.is_some());
        match RUN.take() {
            Some(run) => run.cad.finish(result),
            None => RunOutcome::failed(Failure::new("the run lost its drawing")),
        }
    }
}

/// Calls `f` with the run in progress.
fn with_run<T>(f: impl FnOnce(&mut Run) -> T) -> Option<T> {
    RUN.with(|cell| cell.try_borrow_mut().ok()?.as_mut().map(f))
}

fn run_entry(request: &RunRequest, one_shot: bool) -> Result<(), Failure> {
    let files = Rc::new(modules::Files::new(request));
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
    let mut context = built.map_err(|e| Failure::new(format!("the engine could not start: {e}")))?;
    let reporter = report::Reporter::new(files.clone(), &mut context);
    let loops = request.limits.instructions / LEAST_LOOP;
    let prepared = prepare(loops, request.limits.diagnostic, &mut context);
    let outcome = prepared.and_then(|()| {
        with_run(|run| run.cad.watch().start());
        custom::install(&request.tools, MAIN, &files, &loader, &mut context)?;
        let value = loader.run_file(MAIN, &mut context)?;
        if !request.want_value {
            settled(&value)?;
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

/// Why a script ended early.
enum Stop {
    /// It threw, or the engine refused it.
    Threw(JsError),
    /// It was stopped from outside the interpreter, here.
    Stopped(CallError, Option<report::Spot>),
}

impl From<JsError> for Stop {
    fn from(error: JsError) -> Stop {
        Stop::Threw(error)
    }
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

/// Runs a text as a script, step by step, watching time and memory between the steps. The value is that of its last
/// statement.
fn run_script(file: &str, text: &str, context: &mut Context) -> Result<JsValue, Stop> {
    check_nesting(file, text)?;
    let script = Script::parse(Source::from_bytes(text).with_path(Path::new(file)), None, context)
        .map_err(|error| report::in_file(&error, file, text))?;
    let ended = {
        let slice = with_run(|run| run.slice).unwrap_or(SLICE);
        let mut run = pin!(script.evaluate_async_with_budget(context, slice));
        let mut waker = std::task::Context::from_waker(Waker::noop());
        // Every instruction costs at least one unit, so this ends a script before the engine's own count would, which
        // knows no line.
        let most_slices = with_run(|run| run.cad.watch().instructions() / u64::from(slice)).unwrap_or(0);
        let mut slices = 0;
        loop {
            if let Poll::Ready(result) = run.as_mut().poll(&mut waker) {
                break Ok(result?);
            }
            slices += 1;
            let watched = if slices > most_slices {
                out_of_instructions()
            } else {
                step()
            };
            if let Err(stop) = watched {
                break Err(stop);
            }
        }
    };
    match ended {
        Ok(value) => {
            context.run_jobs()?;
            Ok(value)
        }
        // The frames are still in place, so the engine can say where it was.
        Err(stop) => Err(Stop::Stopped(stop, report::Spot::now(context))),
    }
}

/// There are no timers and nothing to wait for, so a promise that is open now stays open, and what waits for it was not
/// done.
fn settled(value: &JsValue) -> Result<(), Stop> {
    let promise = value.as_object().and_then(|o| JsPromise::from_object(o).ok());
    if promise.is_some_and(|promise| matches!(promise.state(), PromiseState::Pending)) {
        return Err(JsError::from(JsNativeError::error().with_message(NEVER_SETTLES)).into());
    }
    Ok(())
}

fn out_of_instructions() -> Result<(), CallError> {
    let message = with_run(|run| run.cad.watch().time_message()).unwrap_or_default();
    Err(CallError::Limit(Limit::Time, message))
}

/// What happens between two steps of a script.
fn step() -> Result<(), CallError> {
    with_run(|run| run.cad.watch().check()).unwrap_or(Ok(()))?;
    relieve()
}

/// Collects garbage if so much has come together that it is time, and judges what is left. The collector does not see
/// how large texts and lists are, so it has to be told.
fn relieve() -> Result<(), CallError> {
    if with_run(|run| run.cad.watch().wants_collection()) != Some(true) {
        return Ok(());
    }
    boa_engine::gc::force_collect();
    with_run(|run| run.cad.watch().collected()).unwrap_or(Ok(()))
}

/// What ends a script from inside of a native function. A limit cannot be caught.
fn stopped(error: CallError) -> JsError {
    match error {
        CallError::Limit(limit, message) => {
            with_run(|run| run.limit = Some((limit, message.clone())));
            PanicError::new(message).into()
        }
        CallError::Error(error) => JsNativeError::error().with_message(error.message).into(),
    }
}

/// Refuses what the parser, which has no guard of its own, could not survive. Called wherever a text is parsed.
fn check_nesting(file: &str, text: &str) -> Result<(), JsError> {
    let (at, message) = match source::too_deep(text, &source::tokens(text), MAX_NESTING, MAX_CHAIN) {
        None => return Ok(()),
        Some(TooDeep::Brackets(at)) => (
            at,
            format!("brackets are nested more than {MAX_NESTING} deep: split the expression"),
        ),
        Some(TooDeep::Chain(at)) => (
            at,
            format!("more than {MAX_CHAIN} operators hang together: split the expression"),
        ),
    };
    let (line, column) = source::line_column(text, at);
    Err(report::located(&message, file, line, column))
}
