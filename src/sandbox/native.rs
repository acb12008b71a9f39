//! Runs in a child process of the same program, killed at the deadline: what a Web Worker is for the page.
//!
//! The child is this program with one hidden argument; request and outcome travel as bytes through its pipes.

use super::{Clock, Failure, Limit, RunOutcome, RunRequest, decode, encode, execute_once, memory};
use std::io::{self, Read, Write};
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// The argument that turns the program into a sandbox.
pub const CHILD_ARGUMENT: &str = "__sandbox";

/// Time between the limit inside the run and the kill from outside.
const GRACE: Duration = Duration::from_millis(1_500);

/// The child never gets more memory than this, engine and drawing included.
const MEMORY_WALL: usize = 192 << 20;

/// Carries out a run in a child process. Never fails: trouble with the child is an outcome as well.
pub fn run_in_child(request: &RunRequest) -> RunOutcome {
    let limit = Duration::from_millis(u64::from(request.limits.timeout_ms)) + GRACE;
    match converse(request, limit) {
        Ok(outcome) => outcome,
        Err(failure) => RunOutcome::failed(failure),
    }
}

/// The child's whole life: read a request, run it, write the outcome.
///
/// # Errors
/// A pipe broke or the request cannot be read; the parent reports that.
pub fn child_main() -> io::Result<()> {
    memory::set_wall(MEMORY_WALL);
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    let request: RunRequest = decode(&bytes).map_err(io::Error::other)?;
    drop(bytes);
    let outcome = execute_once(&request, &clock());
    let bytes = encode(&outcome).map_err(io::Error::other)?;
    // The process ends here, and the parent waits for it.
    std::mem::forget(outcome);
    io::stdout().lock().write_all(&bytes)
}

/// The clock of this machine.
pub fn clock() -> Clock {
    let start = now();
    Rc::new(move || start.elapsed().as_secs_f64() * 1000.0)
}

#[expect(clippy::disallowed_methods, reason = "a native host owns the clock")]
fn now() -> Instant {
    Instant::now()
}

fn converse(request: &RunRequest, limit: Duration) -> Result<RunOutcome, Failure> {
    let started = |e: io::Error| Failure::new(format!("the sandbox process could not be started: {e}"));
    let bytes = encode(request).map_err(Failure::new)?;
    let program = std::env::current_exe().map_err(started)?;
    let mut child = Command::new(program)
        .arg(CHILD_ARGUMENT)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(started)?;
    let (mut stdin, mut stdout) = (child.stdin.take(), child.stdout.take());
    // Writing and reading at once, or a large request and a large outcome block each other.
    std::thread::spawn(move || stdin.as_mut().map(|pipe| pipe.write_all(&bytes)));
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = stdout.as_mut().map(|pipe| pipe.read_to_end(&mut bytes));
        // The receiver is gone after a time-out; then nobody wants the answer.
        let _ = sender.send(read.map(|result| result.map(|_| bytes)));
    });
    let answer = receiver.recv_timeout(limit);
    let trouble = end(child, answer.is_err());
    match answer {
        Err(_) => {
            let seconds = f64::from(request.limits.timeout_ms) / 1000.0;
            let message = format!(
                "the code ran longer than {seconds} s and was stopped: is there an endless loop or a regular expression that never ends?"
            );
            Err(Failure {
                limit: Some(Limit::Time),
                ..Failure::new(message)
            })
        }
        Ok(Some(Ok(bytes))) if !bytes.is_empty() => decode(&bytes).map_err(Failure::new),
        Ok(_) => Err(crashed(&trouble)),
    }
}

/// Waits for the child, killing it first when it is late; what it said on its error output.
fn end(mut child: Child, late: bool) -> String {
    if late {
        // It may have ended by itself a moment ago.
        let _ = child.kill();
    }
    let mut text = String::new();
    if let Some(mut pipe) = child.stderr.take().filter(|_| !late) {
        let _ = pipe.read_to_string(&mut text);
    }
    let _ = child.wait();
    text
}

fn crashed(trouble: &str) -> Failure {
    let (limit, message) = if trouble.contains("memory allocation") {
        (
            Limit::Memory,
            "the code needed more memory than a drawing may use and was stopped",
        )
    } else if trouble.contains("overflowed its stack") {
        (
            Limit::Recursion,
            "the code nests too deeply for the engine: simplify the expression or the recursion",
        )
    } else {
        (
            Limit::Crash,
            "the script engine gave up on this code; nothing was changed. Try to write it in a simpler way",
        )
    };
    Failure {
        limit: Some(limit),
        ..Failure::new(message)
    }
}
