//! The page's side of the sandbox: starts a worker for each run, kills it afterwards, and turns every trouble into an
//! outcome that says what happened.
//!
//! Invariants: one worker per run, never used twice, always terminated; at most one more waits armed, so never more
//! than two are alive; runs take turns in the order in which they were asked for. The engine is fetched and compiled
//! once. Everything is given up by being dropped: a stop, a deadline and a run nobody waits for end the same way.
//!
//! A run that turns out to need the Hangul font is done once more when the font is there, so its outcome is the same as
//! natively, where the font is part of the program.
//!
//! Start reading at [`Runner::run`]; `worker.rs` is one worker, `program.rs` what workers are made of, `shim.js` what
//! runs in them, `message.rs` what they may say, `hangul.rs` the font.

mod hangul;
pub mod message;
mod program;
mod worker;

use super::protocol::{self, MAX_MESSAGE_BYTES, RunOutcome, RunRequest};
use crate::text;
use crate::tools::{Failure, Limit};
use futures_channel::oneshot;
use futures_util::future::{self, Either, FutureExt, LocalBoxFuture, Shared};
use futures_util::lock::Mutex;
use gloo_timers::future::TimeoutFuture;
use hangul::HangulFont;
use message::FromWorker;
use program::Program;
use std::cell::{Cell, RefCell};
use std::pin::pin;
use std::rc::Rc;
use worker::WorkerHandle;

/// How much later than the run's own deadline the worker is killed, in milliseconds: the engine stops by itself
/// first whenever it can, since only it knows the line.
const KILL_AFTER_MS: u32 = 1_500;

/// How long a worker may take to get ready, in milliseconds.
const READY_WITHIN_MS: u32 = 15_000;

/// How long a run waits for the engine's files, in milliseconds. A slow download goes on for the next run.
const LOADED_WITHIN_MS: u32 = 60_000;

/// How often a worker may say that it is stuck before it is not believed to be ours.
const MAX_NOTES: u32 = 1_000;

/// The longest delay a browser's timer takes.
const LONGEST_DELAY_MS: u32 = i32::MAX as u32;

/// The build page and worker must share; also what their files are asked for with.
pub fn build_id() -> String {
    match option_env!("TRAMMEL_BUILD") {
        Some(build) => format!("{}+{build}", env!("CARGO_PKG_VERSION")),
        None => env!("CARGO_PKG_VERSION").to_owned(),
    }
}

/// Runs code in workers. Cheap to clone; all clones are one.
#[derive(Clone)]
pub struct Runner(Rc<Inner>);

type Loading = Shared<LocalBoxFuture<'static, Result<Rc<Program>, Rc<str>>>>;

struct Inner {
    /// The address of the folder the page is in.
    base: String,
    /// Whether a worker waits armed for the next run.
    keeps_spare: bool,
    program: RefCell<Option<Loading>>,
    hangul: HangulFont,
    spare: RefCell<Option<WorkerHandle>>,
    turn: Mutex<()>,
    stops: RefCell<Vec<oneshot::Sender<()>>>,
    last_id: Cell<u32>,
}

impl Default for Runner {
    fn default() -> Runner {
        Runner::new()
    }
}

impl Runner {
    /// A runner whose engine lies beside the page. Nothing is loaded yet.
    pub fn new() -> Runner {
        Runner::at(&beside_the_page())
    }

    /// A runner that keeps no worker waiting: for a run beside those of another runner, which does.
    pub fn without_spare() -> Runner {
        Runner::built(&beside_the_page(), false)
    }

    /// A runner whose engine (`sandbox.js`, `sandbox_bg.wasm`) lies at this address.
    pub fn at(base: &str) -> Runner {
        Runner::built(base, true)
    }

    fn built(base: &str, keeps_spare: bool) -> Runner {
        Runner(Rc::new(Inner {
            base: base.to_owned(),
            keeps_spare,
            program: RefCell::default(),
            hangul: HangulFont::default(),
            spare: RefCell::default(),
            turn: Mutex::new(()),
            stops: RefCell::default(),
            last_id: Cell::new(0),
        }))
    }

    /// Starts loading the engine and arming a worker, so that the first run need not wait. Trouble shows up in the
    /// run that needs the engine.
    pub fn prepare(&self) {
        let runner = self.clone();
        wasm_bindgen_futures::spawn_local(async move {
            if let Ok(program) = runner.program().await {
                runner.arm_spare(&program);
            }
        });
    }

    /// Runs code, after the runs that were asked for before. Always gives an outcome; it is not validated.
    pub fn run(&self, request: &RunRequest) -> impl Future<Output = RunOutcome> {
        // Made here and not when it is first polled, so that no stop is missed.
        let stopped = self.stop_signal();
        async move {
            let outcome = match future::select(stopped, pin!(self.run_with_fonts(request))).await {
                Either::Left(_) => Err(Failure::new("Stopped by the user")),
                Either::Right((outcome, _)) => outcome,
            };
            outcome.unwrap_or_else(RunOutcome::failed)
        }
    }

    /// Ends the run that is going on, and those that wait for it, at once.
    pub fn stop(&self) {
        for stop in self.0.stops.take() {
            // A run that has ended by itself does not listen.
            let _ = stop.send(());
        }
    }

    /// Makes sure that Hangul can be drawn.
    ///
    /// # Errors
    /// Says why it cannot; boxes stand for it until it can.
    pub async fn load_hangul(&self) -> Result<(), String> {
        let loaded = self.0.hangul.load(&self.0.base, &build_id()).await;
        loaded
            .map_err(|why| format!("the Korean font could not be loaded, boxes stand for Korean text: {why}"))
    }

    fn stop_signal(&self) -> oneshot::Receiver<()> {
        let (stop, signal) = oneshot::channel();
        let mut stops = self.0.stops.borrow_mut();
        stops.retain(|stop| !stop.is_canceled());
        stops.push(stop);
        signal
    }

    async fn run_with_fonts(&self, request: &RunRequest) -> Result<RunOutcome, Failure> {
        let _turn = self.0.turn.lock().await;
        let hangul_in_code = request.files.iter().any(|(_, code)| text::has_hangul(code));
        let outcome = match self.run_once(request, hangul_in_code).await {
            Err(failure) => return Err(self.with_line(request, hangul_in_code, failure).await),
            Ok(outcome) => outcome,
        };
        if !outcome.needs_hangul {
            return Ok(outcome);
        }
        match self.load_hangul().await {
            Ok(()) => self.run_once(request, true).await,
            Err(why) => {
                let mut outcome = outcome;
                outcome.logs.push(format!("warning: {why}"));
                outcome.warnings.push(why);
                Ok(outcome)
            }
        }
    }

    /// The failure of a worker that died, with the line if a diagnostic run finds it.
    async fn with_line(&self, request: &RunRequest, hangul: bool, failure: Failure) -> Failure {
        let Some(again) = request.to_find_the_line(&failure) else {
            return failure;
        };
        match self.run_once(&again, hangul).await {
            Ok(outcome) => outcome.locating(failure),
            Err(_) => failure,
        }
    }

    /// Runs in a fresh worker, which gets the Hangul font if it is wanted and here.
    async fn run_once(&self, request: &RunRequest, hangul: bool) -> Result<RunOutcome, Failure> {
        let bytes =
            protocol::encode(request).map_err(|why| crashed(format!("the code could not be sent: {why}")))?;
        if bytes.len() > MAX_MESSAGE_BYTES {
            let size = bytes.len() >> 20;
            return Err(crashed(format!(
                "code and drawing are too large to run together ({size} MiB)"
            )));
        }
        let worker = self.ready_worker().await.map_err(|why| not_loaded(&why))?;
        let id = self.0.last_id.get().wrapping_add(1).max(1);
        self.0.last_id.set(id);
        if let Some(font) = text::provided_hangul().filter(|_| hangul) {
            worker.send_hangul(font).map_err(|why| not_loaded(&why))?;
        }
        worker.send(id, &bytes).map_err(|why| not_loaded(&why))?;
        drop(bytes);
        // Only now, so that the next worker's start does not delay this run.
        if let Some(Ok(program)) = self
            .0
            .program
            .borrow()
            .as_ref()
            .and_then(|loading| loading.peek().cloned())
        {
            self.arm_spare(&program);
        }
        outcome_of(worker, id, request).await
    }

    /// A worker that is ready. One that waited may have been ended by the browser, so there is a second try.
    async fn ready_worker(&self) -> Result<WorkerHandle, String> {
        let program = pin!(self.program());
        let loaded = future::select(program, TimeoutFuture::new(LOADED_WITHIN_MS)).await;
        let Either::Left((program, _)) = loaded else {
            return Err(format!("it did not arrive within {} s", LOADED_WITHIN_MS / 1000));
        };
        let program = program?;
        let spare = self.0.spare.take();
        if let Some(mut worker) = spare
            && worker.ready(READY_WITHIN_MS, &build_id()).await.is_ok()
        {
            return Ok(worker);
        }
        let started = match WorkerHandle::start(&program) {
            Ok(mut worker) => worker.ready(READY_WITHIN_MS, &build_id()).await.map(|()| worker),
            Err(why) => Err(why),
        };
        if started.is_err() {
            // What was loaded is of no use: the next run asks for it again.
            self.0.program.take();
        }
        started
    }

    /// The engine's files, loaded once. After a failure, the next call tries again.
    async fn program(&self) -> Result<Rc<Program>, String> {
        let loading = self
            .0
            .program
            .borrow_mut()
            .get_or_insert_with(|| self.0.load())
            .clone();
        let program = loading.await;
        if program.is_err() {
            let mut kept = self.0.program.borrow_mut();
            // Another caller may have begun anew already.
            if kept
                .as_ref()
                .is_some_and(|loading| matches!(loading.peek(), Some(Err(_))))
            {
                *kept = None;
            }
        }
        program.map_err(|why| why.to_string())
    }

    fn arm_spare(&self, program: &Program) {
        let mut spare = self.0.spare.borrow_mut();
        if self.0.keeps_spare && spare.is_none() {
            // What keeps it from starting is said by the run that tries next.
            *spare = WorkerHandle::start(program).ok();
        }
    }
}

fn beside_the_page() -> String {
    let document = web_sys::window().and_then(|window| window.document());
    document
        .and_then(|document| document.base_uri().ok().flatten())
        .unwrap_or_default()
}

impl Inner {
    fn load(&self) -> Loading {
        let base = self.base.clone();
        let load = async move { Program::load(&base, &build_id()).await.map_err(Rc::from) };
        load.boxed_local().shared()
    }
}

/// Waits for the answer and ends the worker.
async fn outcome_of(mut worker: WorkerHandle, id: u32, request: &RunRequest) -> Result<RunOutcome, Failure> {
    let limit_ms = request
        .limits
        .timeout_ms
        .saturating_add(KILL_AFTER_MS)
        .min(LONGEST_DELAY_MS);
    let mut stuck = None;
    let answer = {
        let mut limit = pin!(TimeoutFuture::new(limit_ms));
        let mut notes = 0;
        loop {
            match future::select(pin!(worker.message()), limit.as_mut()).await {
                // A worker may say that it is stuck before it answers; how often it can is bounded there and here.
                Either::Left((Some(FromWorker::Stuck { id: theirs, what }), _))
                    if theirs == id && notes < MAX_NOTES =>
                {
                    stuck = what;
                    notes += 1;
                }
                Either::Left((answer, _)) => break answer,
                Either::Right(_) => break None,
            }
        }
    };
    match answer {
        Some(FromWorker::Done { id: theirs, bytes }) if theirs == id => protocol::decode(&bytes)
            .map_err(|why| crashed(format!("the script engine's answer could not be read: {why}"))),
        Some(FromWorker::TooLarge { id: theirs, bytes }) if theirs == id => {
            let size = bytes >> 20;
            Err(crashed(format!(
                "the result is too large ({size} MiB): draw less, or log less"
            )))
        }
        Some(FromWorker::Crash {
            id: theirs,
            text,
            panic,
        }) if theirs == id => Err(message::crash(&text, &panic)),
        Some(FromWorker::Lost(text)) => Err(message::crash(&text, "")),
        // A worker is asked once, so it has one answer to give.
        Some(_) => Err(crashed(
            "the script engine answered something else than it was asked".to_owned(),
        )),
        None => Err(match stuck {
            Some(what) => what.failure(request, f64::from(limit_ms) / 1000.0),
            None => too_long(request, limit_ms),
        }),
    }
}

fn too_long(request: &RunRequest, ms: u32) -> Failure {
    let seconds = f64::from(ms) / 1000.0;
    request.timed_out(format!(
        "the code ran for {seconds} s and was stopped. Nothing was changed. Look for a loop that does not end or a \
         regular expression that tries too much, or draw less in one run."
    ))
}

fn crashed(why: String) -> Failure {
    Failure {
        limit: Some(Limit::Crash),
        ..Failure::new(why)
    }
}

fn not_loaded(why: &str) -> Failure {
    crashed(format!(
        "the script engine could not be loaded: {why}. Nothing was changed. Reload the page; if that does not help, \
         look whether something blocks its files."
    ))
}
