//! Runs in a child process of the same program, killed at the deadline: the native counterpart of the page's Web
//! Worker.
//!
//! The child is this program with one hidden argument; request and outcome are sent as bytes through its pipes. On
//! standard error the child announces uninterruptible work (lines that start with `__note`), so that a kill can
//! report a line. Invariants: every run yields exactly one outcome, and its child process is always terminated. The
//! child gets no environment variables and no directory of the user, and limits its own resources and system calls before
//! it runs code (`child/limits.rs`, `child/system_calls.rs`).

mod limits;
mod stop;
mod system_calls;

pub use stop::Stop;

use crate::execute_once;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use stop::Event;
use trammel_language::Bilingual;
use trammel_run::{
    self as protocol, Clock, CodePosition, Failure, MAX_MESSAGE_BYTES, RunOutcome, RunRequest,
    Uninterruptible, alloc, decode, encode,
};

/// Command-line argument that makes the program act as a sandbox child.
pub const CHILD_ARGUMENT: &str = "__sandbox";

/// Time between the limit inside the run and the kill from outside.
const GRACE: Duration = Duration::from_millis(700);

/// Memory cap of the child in bytes, engine and drawing included, beside the memory for the code of the run.
const MEMORY_WALL: usize = 192 << 20;

/// Prefix of the lines on the child's standard error that announce the start or end of uninterruptible work.
const NOTE: &str = "__note ";

/// Line on the child's standard error that says that its system calls are not restricted.
const UNRESTRICTED: &str = "__unrestricted";

/// Whether a child has said that its system calls are not restricted.
static IS_UNRESTRICTED: AtomicBool = AtomicBool::new(false);

/// Maximum size of the kept tail of the child's standard error, in bytes.
const MAX_ERRORS: usize = 64 << 10;

/// End of a child process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Answered.
    Answered,
    /// Missed the deadline and was killed.
    Killed,
    /// Was killed because its caller requested a stop.
    Stopped,
    /// Answered more than [`MAX_MESSAGE_BYTES`] and was killed.
    Flooded,
    /// Ended without an answer, or was not started.
    Died,
}

/// Executes a run in a child process, which is killed when a stop is requested. Problems with the child become failures in
/// the outcome.
pub fn run_in_child_until(request: &RunRequest, stop: &Stop) -> RunOutcome {
    let children = Children {
        stop: stop.clone(),
        ..Children::default()
    };
    children.run(request).0
}

/// Launcher of child processes: the program to start, the grace period, and the request to stop.
#[derive(Clone, Debug)]
pub struct Children {
    program: Option<PathBuf>,
    grace: Duration,
    stop: Stop,
}

impl Default for Children {
    /// Returns a launcher that starts this program.
    fn default() -> Children {
        Children {
            program: None,
            grace: GRACE,
            stop: Stop::default(),
        }
    }
}

impl Children {
    /// Returns a launcher that starts another program and kills it `grace` after the run's own deadline.
    pub fn of(program: &Path, grace: Duration) -> Children {
        Children {
            program: Some(program.to_owned()),
            grace,
            stop: Stop::default(),
        }
    }

    /// Executes a run and returns its outcome and the end of the child.
    pub fn run(&self, request: &RunRequest) -> (RunOutcome, End) {
        let clock = clock();
        let started = clock();
        let (mut outcome, end) = self.run_once(request);
        let elapsed_ms = clock() - started;
        outcome.result =
            outcome
                .result
                .map_err(|failure| match request.to_find_the_line(&failure, elapsed_ms) {
                    Some(again) => self.run_once(&again).0.locating(failure),
                    None => failure,
                });
        (outcome, end)
    }

    fn run_once(&self, request: &RunRequest) -> (RunOutcome, End) {
        let (outcome, end) = match encode_request(request).map(|bytes| self.converse(request, bytes)) {
            Err(failure) => (Err(failure), End::Died),
            Ok(Ok((answer, End::Answered))) => (decode(&answer).map_err(native_failure), End::Answered),
            Ok(Ok((errors, End::Killed))) => (
                Err(self.too_long(request, &String::from_utf8_lossy(&errors))),
                End::Killed,
            ),
            Ok(Ok((_, End::Stopped))) => (
                Err(native_failure("the call was canceled; nothing was changed")),
                End::Stopped,
            ),
            Ok(Ok((_, End::Flooded))) => (Err(protocol::result_too_large()), End::Flooded),
            Ok(Ok((errors, End::Died))) => (Err(crash_failure(&String::from_utf8_lossy(&errors))), End::Died),
            Ok(Err(trouble)) => (
                Err(native_failure(format!("the sandbox process failed: {trouble}"))),
                End::Died,
            ),
        };
        (outcome.unwrap_or_else(RunOutcome::of_failure), end)
    }

    /// Sends the encoded request to a child and returns its answer, or the tail of its standard error if no answer came.
    fn converse(&self, request: &RunRequest, bytes: Vec<u8>) -> io::Result<(Vec<u8>, End)> {
        let program = match &self.program {
            // A relative path would be resolved in the child's directory.
            Some(program) => std::path::absolute(program)?,
            None => std::env::current_exe()?,
        };
        let mut child = bare(&program)
            .arg(CHILD_ARGUMENT)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (mut stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        // Writing and reading run in parallel: a large request and a large outcome would block each other otherwise.
        std::thread::spawn(move || stdin.as_mut().map(|pipe| pipe.write_all(&bytes)));
        let (sender, receiver) = mpsc::channel();
        self.stop.notify(sender.clone());
        std::thread::spawn(move || {
            // After a time-out the receiver is dropped and the answer is discarded.
            let _ = sender.send(Event::Answer(answer_of(stdout)));
        });
        let errors = std::thread::spawn(move || tail_of(stderr, MAX_ERRORS));
        let event = receiver.recv_timeout(self.kills_after(request));
        end(child, !matches!(event, Ok(Event::Answer(Some(_)))));
        let errors = errors.join().unwrap_or_default();
        if errors
            .split(|byte| *byte == b'\n')
            .any(|line| line == UNRESTRICTED.as_bytes())
        {
            IS_UNRESTRICTED.store(true, Ordering::Relaxed);
        }
        Ok(match event {
            Err(_) => (errors, End::Killed),
            Ok(Event::Stop) => (errors, End::Stopped),
            Ok(Event::Answer(None)) => (errors, End::Flooded),
            Ok(Event::Answer(Some(bytes))) if bytes.is_empty() => (errors, End::Died),
            Ok(Event::Answer(Some(bytes))) => (bytes, End::Answered),
        })
    }

    /// Returns the time after which the child is killed.
    fn kills_after(&self, request: &RunRequest) -> Duration {
        Duration::from_millis(u64::from(request.limits.timeout_ms)) + self.grace
    }

    fn too_long(&self, request: &RunRequest, errors: &str) -> Failure {
        let ms = self.kills_after(request).as_secs_f64() * 1000.0;
        match last_note(errors) {
            Some(note) => note.failure(request, ms),
            None => request.timed_out(ms),
        }
    }
}

/// Creates a failure in English only: the command line and MCP, whose texts are English, are the only hosts of a child
/// process.
fn native_failure(message: impl Into<String>) -> Failure {
    Failure::new(Bilingual::english_only(message))
}

/// Encodes a request; an error if the request cannot be sent.
fn encode_request(request: &RunRequest) -> Result<Vec<u8>, Failure> {
    let bytes =
        encode(request).map_err(|why| native_failure(format!("the code could not be encoded: {why}")))?;
    match bytes.len() <= MAX_MESSAGE_BYTES {
        true => Ok(bytes),
        false => Err(protocol::request_too_large(bytes.len())),
    }
}

/// Returns a command with an empty environment and `/` as its directory. On Windows `SystemRoot` is kept, because no
/// program starts without it.
fn bare(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.env_clear().current_dir("/");
    if let Some(root) = std::env::var_os("SystemRoot").filter(|_| cfg!(windows)) {
        command.env("SystemRoot", root);
    }
    command
}

/// Reads the whole answer of the child; `None` if it exceeds [`MAX_MESSAGE_BYTES`].
fn answer_of(pipe: Option<impl Read>) -> Option<Vec<u8>> {
    let mut all = Vec::new();
    if let Some(pipe) = pipe {
        // A broken pipe ends the answer; decoding then judges the bytes received.
        let _ = pipe.take(MAX_MESSAGE_BYTES as u64 + 1).read_to_end(&mut all);
    }
    (all.len() <= MAX_MESSAGE_BYTES).then_some(all)
}

/// Reads a pipe until it closes or breaks and returns about the last `most` bytes.
fn tail_of(pipe: Option<impl Read>, most: usize) -> Vec<u8> {
    let mut all = Vec::new();
    let Some(mut pipe) = pipe else { return all };
    let mut chunk = [0; 8192];
    while let Ok(size @ 1..) = pipe.read(&mut chunk) {
        all.extend_from_slice(&chunk[..size]);
        if all.len() / 2 > most {
            all.drain(..all.len() - most);
        }
    }
    all
}

/// Runs the child process: reads a request, executes it, writes the outcome.
///
/// # Errors
/// Returns an error if a pipe breaks, the request cannot be decoded, or a resource limit cannot be set. The parent
/// reports the error.
pub fn child_main() -> io::Result<()> {
    alloc::set_wall(MEMORY_WALL);
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    let request: RunRequest = decode(&bytes).map_err(io::Error::other)?;
    drop(bytes);
    let extra = usize::try_from(request.extra_memory()).unwrap_or(usize::MAX);
    limits::set(request.limits.timeout_ms, MEMORY_WALL.saturating_add(extra))?;
    if !system_calls::restrict()? {
        let _ = writeln!(io::stderr().lock(), "{UNRESTRICTED}");
    }
    let note = |place: Option<&Uninterruptible>| {
        // The parent may have closed the pipe; the run continues regardless.
        let _ = writeln!(
            io::stderr().lock(),
            "{NOTE}{}",
            place.map(to_line).unwrap_or_default()
        );
    };
    let outcome = execute_once(&request, &clock(), Rc::new(note));
    let bytes = encode(&outcome).map_err(io::Error::other)?;
    // The process ends here while the parent waits, so freeing the outcome would only cost time.
    std::mem::forget(outcome);
    io::stdout().lock().write_all(&bytes)
}

/// Returns a warning if the kernel cannot restrict the system calls of a child that has run; only the first call after the
/// run returns it.
pub fn warning() -> Option<&'static str> {
    IS_UNRESTRICTED.swap(false, Ordering::Relaxed).then_some(
        "this kernel cannot restrict system calls (seccomp), so a flaw of the JavaScript engine could reach your files. Use a \
         kernel with seccomp for code of others.",
    )
}

/// Returns a clock that starts now.
pub fn clock() -> Clock {
    let start = now();
    Rc::new(move || start.elapsed().as_secs_f64() * 1000.0)
}

#[expect(clippy::disallowed_methods, reason = "a native host owns the clock")]
fn now() -> Instant {
    Instant::now()
}

/// Waits for the child to end, after killing it if it is late.
fn end(mut child: Child, late: bool) {
    if late {
        // The kill fails if the child has just ended, which is fine.
        let _ = child.kill();
    }
    let _ = child.wait();
}

/// Formats a note as one line.
fn to_line(note: &Uninterruptible) -> String {
    let CodePosition { file, line, column } = &note.place;
    format!("{file}:{line}:{column}")
}

/// Returns the last note on standard error, unless its work has ended.
fn last_note(errors: &str) -> Option<Uninterruptible> {
    let line = errors.lines().rev().find_map(|line| line.strip_prefix(NOTE))?;
    let place = CodePosition::of_frame(&format!("({line})"))?;
    Some(Uninterruptible { place })
}

/// Returns the failure of a child that ended without an answer and left this text on standard error.
fn crash_failure(errors: &str) -> Failure {
    if errors.contains("memory allocation") {
        protocol::out_of_memory()
    } else if errors.contains("overflowed its stack") {
        protocol::stack_overflow()
    } else {
        // The line after the place of a panic is its message.
        let panic = errors.split_once(" panicked at ").map(|(_, panic)| panic);
        let lines = panic.map_or(errors, |panic| {
            panic.split_once('\n').map_or(panic, |(_, rest)| rest)
        });
        let why = lines
            .lines()
            .map(str::trim)
            .find(|line| !line.is_empty() && !line.starts_with(NOTE.trim_end()));
        protocol::engine_crashed(why.unwrap_or_default())
    }
}

#[cfg(all(test, unix))]
mod tests;
