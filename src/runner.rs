//! Page side of the sandbox: starts a worker for each run, terminates it afterward, and converts every error to an
//! outcome.
//!
//! Invariants: each run has its own worker, which is never reused and always terminated. At most one spare worker
//! waits for the next run, so at most two workers are alive. Runs execute one at a time, in the order of their
//! requests. The engine is fetched and compiled once. Dropping a future cancels its run, so a stop, a deadline and an
//! abandoned run end in the same way.
//!
//! A run that turns out to need the Hangul font is repeated after the font has loaded, so its outcome is the same as
//! natively, where the font is part of the program.
//!
//! Start at [`Runner::run`]. `frame.rs` has the sandboxed frame that starts workers, `worker.rs` one worker, `program.rs`
//! the engine in its frame, `shim.js` the script that runs in a worker, `message.rs` the messages of a worker, `hangul.rs`
//! the font.

mod frame;
mod hangul;
mod js_error;
pub mod message;
mod program;
mod worker;

use futures_channel::oneshot;
use futures_util::future::{self, Either, FutureExt, LocalBoxFuture, Shared};
use futures_util::lock::Mutex;
use gloo_timers::future::TimeoutFuture;
use hangul::HangulFont;
use message::{FromWorker, crash_failure};
use program::Program;
use std::cell::{Cell, RefCell};
use std::pin::pin;
use std::rc::Rc;
use trammel_language::{Bilingual, bilingual};
use trammel_run::{self as protocol, MAX_MESSAGE_BYTES, RunOutcome, RunRequest};
use trammel_text as text;
use trammel_tools::{Failure, Limit};
use worker::WorkerHandle;

/// Delay in milliseconds between the run's own deadline and the termination of the worker. The engine stops first if
/// it can, because only the engine can report the line.
const KILL_AFTER_MS: u32 = 1_500;

/// Size of a result that takes tens of milliseconds to decode.
const LARGE_RESULT_BYTES: usize = 1 << 18;

/// Maximum time for a worker to become ready, in milliseconds.
const READY_WITHIN_MS: u32 = 15_000;

/// Maximum time that a run waits for the engine's files, in milliseconds. A slow download continues for the next run.
const LOADED_WITHIN_MS: u32 = 60_000;

/// Maximum number of notes about uninterruptible work that are accepted from a worker during one run.
const MAX_NOTES: u32 = 1_000;

/// Maximum delay of a browser timer, in milliseconds.
const LONGEST_DELAY_MS: u32 = i32::MAX as u32;

/// Returns the identifier of the build of the page, which is also part of the URLs of the worker's files.
pub fn build_id() -> String {
    trammel_run::build_id(option_env!("TRAMMEL_BUILD"))
}

/// Runs code in workers. Cloning is cheap; all clones share one state.
#[derive(Clone)]
pub struct Runner(Rc<Inner>);

type Loading = Shared<LocalBoxFuture<'static, Result<Rc<Program>, Rc<Bilingual>>>>;

struct Inner {
    /// URL of the folder that contains the page.
    base: String,
    /// Whether a spare worker waits for the next run.
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
    /// Creates a runner whose engine files are next to the page. Nothing is loaded yet.
    pub fn new() -> Runner {
        Runner::at(&beside_the_page())
    }

    /// Creates a runner without a spare worker, for runs in parallel with another runner that keeps one.
    pub fn without_spare() -> Runner {
        Runner::with_base(&beside_the_page(), false)
    }

    /// Creates a runner that loads the engine (`sandbox.js`, `sandbox_bg.wasm`) from this base URL.
    pub fn at(base: &str) -> Runner {
        Runner::with_base(base, true)
    }

    fn with_base(base: &str, keeps_spare: bool) -> Runner {
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

    /// Starts loading the engine and a spare worker, so that the first run does not wait. A failure is reported by
    /// the next run.
    pub fn prepare(&self) {
        let runner = self.clone();
        wasm_bindgen_futures::spawn_local(async move {
            if let Ok(program) = runner.program().await {
                runner.arm_spare(&program);
            }
        });
    }

    /// Executes a run after all runs requested earlier. Always yields an outcome, which is not validated.
    pub fn run(&self, request: &RunRequest) -> impl Future<Output = RunOutcome> {
        // The signal is created here rather than at the first poll, so that no stop is missed.
        let stopped = self.stop_signal();
        async move {
            let outcome = match future::select(stopped, pin!(self.run_with_fonts(request))).await {
                Either::Left(_) => Err(Failure::new(bilingual!(
                    "Stopped by the user",
                    "사용자가 멈췄어요"
                ))),
                Either::Right((outcome, _)) => outcome,
            };
            outcome.unwrap_or_else(RunOutcome::of_failure)
        }
    }

    /// Stops the current run and all waiting runs immediately.
    pub fn stop(&self) {
        for stop in self.0.stops.take() {
            // The receiver of a finished run is gone, so sending fails.
            let _ = stop.send(());
        }
    }

    /// Whether the engine is loaded, so that a run starts without a wait for its files.
    pub fn is_loaded(&self) -> bool {
        let program = self.0.program.borrow();
        let loaded = program.as_ref().and_then(|loading| loading.peek());
        matches!(loaded, Some(Ok(_)))
    }

    /// Loads the Hangul font if necessary.
    ///
    /// # Errors
    /// Returns the reason if the font cannot be loaded; boxes are drawn in place of Hangul until then.
    pub async fn load_hangul(&self) -> Result<(), Bilingual> {
        let loaded = self.0.hangul.load(&self.0.base, &build_id()).await;
        loaded.map_err(|why| {
            bilingual!(
                "the Korean font could not be loaded, so Korean text is drawn as boxes: {why}",
                "한글 글꼴을 불러오지 못해서 한글을 네모로 그려요: {why:#}"
            )
        })
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
        let started = (request, js_sys::Date::now());
        let outcome = match self.run_once(request, hangul_in_code).await {
            Err(failure) => return Err(self.with_line(started, hangul_in_code, failure).await),
            Ok(outcome) => outcome,
        };
        if !outcome.needs_hangul {
            return Ok(outcome);
        }
        match self.load_hangul().await {
            Ok(()) => self.run_once(request, true).await,
            Err(why) => {
                let mut outcome = outcome;
                outcome.warnings.push(why);
                Ok(outcome)
            }
        }
    }

    /// Returns the failure of a worker that died, with a line if a diagnostic run finds one.
    async fn with_line(
        &self,
        (request, started_ms): (&RunRequest, f64),
        hangul: bool,
        failure: Failure,
    ) -> Failure {
        let Some(again) = request.to_find_the_line(&failure, js_sys::Date::now() - started_ms) else {
            return failure;
        };
        match self.run_once(&again, hangul).await {
            Ok(outcome) => outcome.locating(failure),
            Err(_) => failure,
        }
    }

    /// Executes a run in a fresh worker, which receives the Hangul font if `hangul` is set and the font is loaded.
    async fn run_once(&self, request: &RunRequest, hangul: bool) -> Result<RunOutcome, Failure> {
        let bytes = protocol::encode(request).map_err(|why| {
            crash_failure(bilingual!(
                "the code could not be encoded: {why}",
                "코드를 보낼 수 있게 바꾸지 못했어요: {why}"
            ))
        })?;
        if bytes.len() > MAX_MESSAGE_BYTES {
            return Err(protocol::request_too_large(bytes.len()));
        }
        let worker = self.ready_worker().await.map_err(|why| not_loaded(&why))?;
        let id = self.0.last_id.get().wrapping_add(1).max(1);
        self.0.last_id.set(id);
        if let Some(font) = text::provided_hangul().filter(|_| hangul) {
            worker.send_hangul(font).map_err(|why| not_loaded(&why))?;
        }
        worker.send(id, &bytes).map_err(|why| not_loaded(&why))?;
        drop(bytes);
        // The spare worker starts only now, so that its start does not delay this run.
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

    /// Returns a worker that is ready. The browser may have terminated the spare worker, so a second one is started
    /// if the spare does not respond.
    async fn ready_worker(&self) -> Result<WorkerHandle, Bilingual> {
        let program = pin!(self.program());
        let loaded = future::select(program, TimeoutFuture::new(LOADED_WITHIN_MS)).await;
        let Either::Left((program, _)) = loaded else {
            return Err(bilingual!(
                "timed out after {} s",
                "{}초가 지나 시간이 초과됐어요",
                LOADED_WITHIN_MS / 1000
            ));
        };
        let program = program?;
        let spare = self.0.spare.take();
        if let Some(mut worker) = spare
            && worker
                .wait_until_ready(READY_WITHIN_MS, &build_id())
                .await
                .is_ok()
        {
            return Ok(worker);
        }
        let started = match WorkerHandle::start(&program) {
            Ok(mut worker) => worker
                .wait_until_ready(READY_WITHIN_MS, &build_id())
                .await
                .map(|()| worker),
            Err(why) => Err(why),
        };
        if started.is_err() {
            // The loaded files are unusable, so the next run loads them again.
            self.0.program.take();
        }
        started
    }

    /// Returns the engine, which is loaded once. After a failure, the next call tries again.
    async fn program(&self) -> Result<Rc<Program>, Bilingual> {
        let loading = self
            .0
            .program
            .borrow_mut()
            .get_or_insert_with(|| self.0.load())
            .clone();
        let program = loading.await;
        if program.is_err() {
            let mut kept = self.0.program.borrow_mut();
            // Another caller may have started a new load already.
            if kept
                .as_ref()
                .is_some_and(|loading| matches!(loading.peek(), Some(Err(_))))
            {
                *kept = None;
            }
        }
        program.map_err(|why| why.as_ref().clone())
    }

    fn arm_spare(&self, program: &Rc<Program>) {
        let mut spare = self.0.spare.borrow_mut();
        if self.0.keeps_spare && spare.is_none() {
            // The next run reports the error if no worker can start.
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
        let load = async move { Program::load(&base, &build_id()).await.map_err(Rc::new) };
        load.boxed_local().shared()
    }
}

/// Waits for the answer and terminates the worker.
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
                // A worker may send notes before its answer; their number is bounded here and in the engine.
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
        Some(FromWorker::Done { id: theirs, bytes }) if theirs == id => {
            let outcome = protocol::decode(&bytes).map_err(|why| message::undecodable(&why));
            if bytes.len() > LARGE_RESULT_BYTES {
                // What follows becomes another task of the page.
                TimeoutFuture::new(0).await;
            }
            outcome
        }
        Some(FromWorker::TooLarge { id: theirs }) if theirs == id => Err(protocol::result_too_large()),
        Some(FromWorker::Crash {
            id: theirs,
            text,
            panic,
        }) if theirs == id => Err(message::crash(&text, &panic)),
        Some(FromWorker::Lost(text)) => Err(message::crash(&text, "")),
        // Each worker gets one request, so any other message is a protocol error.
        Some(_) => Err(crash_failure(bilingual!(
            "the script engine sent an unexpected message",
            "스크립트 엔진이 예상하지 못한 메시지를 보냈어요"
        ))),
        None => Err(match stuck {
            Some(what) => what.failure(request, f64::from(limit_ms)),
            None => too_long(request, limit_ms),
        }),
    }
}

fn too_long(request: &RunRequest, ms: u32) -> Failure {
    request.timed_out(f64::from(ms))
}

fn not_loaded(why: &Bilingual) -> Failure {
    Failure {
        limit: Some(Limit::Engine),
        ..Failure::new(bilingual!(
            "the script engine could not be loaded: {why}. Nothing was changed; reload the page, and check that nothing \
             blocks its files.",
            "스크립트 엔진을 불러오지 못했고({why:#}) 아무것도 바뀌지 않았어요. 페이지를 새로 고치고 파일을 막는 것이 있는지 확인하세요."
        ))
    }
}
