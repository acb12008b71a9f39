//! Execution of one case: a document with a drawing, the real program as the sandbox, and one outcome.

use super::Code;
use crate::support::worked;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use trammel_code::FileName;
use trammel_document::{Actor, CallOutcome, Session};
use trammel_engine::child::{Children, End};
use trammel_formats::json as scene_json;
use trammel_run::{Limits, RunOutcome, RunRequest};

/// Code of the drawing that exists before each case.
const KEPT: &str = "drawCircle('keep', 0, 0, 1);\n";

/// Limits with much time and few instructions, so that code that the engine can stop is stopped at the same
/// place on every machine.
fn small() -> Limits {
    Limits {
        timeout_ms: 60_000,
        instructions: 20_000_000,
        ..Limits::default()
    }
}

/// Limits with little time, for code that blocks the engine on every machine.
fn short() -> Limits {
    Limits {
        timeout_ms: 600,
        ..Limits::default()
    }
}

/// Time between the end of the code and its kill.
const GRACE: Duration = Duration::from_millis(200);

/// Time that the host may need beside the deadline of the code.
pub(super) const OF_HOST: Duration = Duration::from_secs(1);

pub(super) struct Runner {
    children: Children,
    /// Outcome of running [`KEPT`], with which each document is opened.
    kept: RunOutcome,
}

impl Runner {
    pub(super) fn new() -> Runner {
        let program = Path::new(env!("CARGO_BIN_EXE_trammel"));
        Runner {
            children: Children::of(program, GRACE),
            kept: super::outside::outcome(KEPT),
        }
    }

    /// Runs a request in a child process and describes the outcome.
    pub(super) fn run_request(&self, request: &RunRequest) -> String {
        let (outcome, end) = self.children.run(request);
        outcome_text(&outcome, end)
    }

    /// Runs the code as `main` of a document, and describes the outcome and the processor time of the host: all work outside the child
    /// process, and waiting for it beyond its deadline. A busy machine may need several attempts for the time.
    pub(super) fn run(&self, code: &Code) -> (String, Duration) {
        let mut limits = if code.stuck { short() } else { small() };
        if code.long {
            // The instructions end the code, so that the outcome does not depend on the speed of the machine.
            limits.instructions = Limits::default().instructions;
            limits.timeout_ms = 300_000;
        }
        limits.memory_bytes = code.memory.unwrap_or(limits.memory_bytes);
        let attempt = || self.timed(&code.main, &code.modules, limits);
        let mut fastest = attempt();
        for _ in 0..2 {
            if fastest.1 > OF_HOST {
                let again = attempt();
                fastest.1 = fastest.1.min(again.1);
            }
        }
        fastest
    }

    /// Runs code as `main` of a document with a drawing and describes the outcome. Unless it succeeds, files and drawing
    /// must be as before.
    pub(super) fn in_document(&self, main: &str, modules: &[(&str, String)], limits: Limits) -> String {
        self.timed(main, modules, limits).0
    }

    /// Runs code as `main` of a document with a drawing, and describes the outcome and the time of the host.
    fn timed(&self, main: &str, modules: &[(&str, String)], limits: Limits) -> (String, Duration) {
        let mut session = Session::new(limits);
        for (name, text) in modules {
            session
                .document_mut()
                .add_file(&FileName::new(name).unwrap(), text);
        }
        session.document_mut().add_file(&FileName::main(), KEPT);
        let opened = session.open();
        let reply = session.finish(opened, self.kept.clone(), 0.0).to_json();
        assert_eq!(reply["success"], true, "{reply}");
        let before = state(&session);

        let read = session.call(Actor::Agent, "read", json!({ "file": "main" }));
        assert!(matches!(read, CallOutcome::Done(_)));
        let started = worked();
        let mut late = Duration::ZERO;
        let deadline = Duration::from_millis(u64::from(limits.timeout_ms)) + GRACE;
        let (reply, ended) =
            match session.call(Actor::Agent, "write", json!({ "file": "main", "code": main })) {
                CallOutcome::Done(reply) => (reply.to_json(), None),
                CallOutcome::Run(pending) => {
                    let waits = now();
                    let (outcome, end) = self.children.run(pending.request());
                    late = waits.elapsed().saturating_sub(deadline);
                    let told = outcome_text(&outcome, end);
                    (session.finish(*pending, outcome, 0.0).to_json(), Some(told))
                }
            };
        let of_host = worked().saturating_sub(started) + late;
        let succeeded = reply["success"] == true;
        let after = state(&session);
        if !succeeded && after != before {
            return (format!("CHANGED although it failed: {reply}"), of_host);
        }
        let told = match ended {
            None => format!("ERR {}", short_text(&reply["error"])),
            Some(told) if told.starts_with("OK") && !succeeded => {
                format!("ERR {}", short_text(&reply["error"]))
            }
            Some(told) => told,
        };
        (told, of_host)
    }

    /// Checks that a plain run in a new child process succeeds and takes less than a second. A busy machine may need
    /// several attempts for the time; each attempt must succeed.
    pub(super) fn next_run_works(&self) -> Result<(), String> {
        let mut slowest = Duration::ZERO;
        for _ in 0..3 {
            let mut session = Session::new(small());
            session.document_mut().add_file(&FileName::main(), KEPT);
            let pending = session.open();
            let started = now();
            let (outcome, end) = self.children.run(pending.request());
            let took = started.elapsed();
            if end != End::Answered || outcome != self.kept {
                return Err(format!("{end:?}: {outcome:?}"));
            }
            if took < Duration::from_secs(1) {
                return Ok(());
            }
            slowest = slowest.max(took);
        }
        Err(format!("it took up to {slowest:?}"))
    }
}

#[expect(clippy::disallowed_methods, reason = "a test is a host and owns the clock")]
pub(super) fn now() -> Instant {
    Instant::now()
}

/// Returns the drawing and all files.
fn state(session: &Session) -> (String, Vec<(String, String)>) {
    let files = session.files().files();
    (
        scene_json::write(session.scene()),
        files
            .map(|(name, text)| (name.to_string(), text.to_string()))
            .collect(),
    )
}

fn outcome_text(outcome: &RunOutcome, end: End) -> String {
    let failure = match &outcome.result {
        Ok(diff) if outcome.logs.is_empty() => return format!("OK {} drawn", diff.len()),
        Ok(_) => {
            let log = outcome.logs.join(" / ");
            return format!("OK {}", log.chars().take(150).collect::<String>());
        }
        Err(failure) => failure,
    };
    let kind = match (end, failure.limit) {
        (End::Answered, None) => "ERR".to_owned(),
        (End::Answered, Some(limit)) => format!("LIM {limit:?}").to_lowercase().replace("lim", "LIM"),
        (_, limit) => format!(
            "KILL {}",
            limit.map(|l| format!("{l:?}").to_lowercase()).unwrap_or_default()
        ),
    };
    let place = failure.place.as_ref();
    let place = place
        .map(|p| format!(" {}:{}:{}", p.file, p.line, p.column))
        .unwrap_or_default();
    let message: String = failure.message.english.chars().take(150).collect();
    format!("{kind}{place} {message}")
}

fn short_text(error: &Value) -> String {
    let text = error.as_str().map_or_else(|| error.to_string(), str::to_owned);
    text.chars().take(150).collect()
}

/// Returns the names of all end-to-end tests.
pub(super) fn e2e_tests() -> &'static [String] {
    static KNOWN: OnceLock<Vec<String>> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/e2e/tests");
        let mut names = Vec::new();
        for entry in fs::read_dir(folder).unwrap() {
            let text = fs::read_to_string(entry.unwrap().path()).unwrap();
            for part in text.split("test(").skip(1) {
                let name = part
                    .trim_start()
                    .strip_prefix('"')
                    .and_then(|rest| rest.split('"').next());
                names.extend(name.map(str::to_owned));
            }
        }
        names
    })
}
