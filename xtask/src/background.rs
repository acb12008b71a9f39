//! Jobs that run beside the steps of `cargo xtask test`: the installation of the tools, and the steps that compile for
//! WebAssembly, which lint while compiling (`lint.rs`). With a low priority, they slow down the other steps little. The lowest one
//! would let them end much later than the others, because long parts of a compilation use one processor.

use crate::browsers;
use crate::install;
use crate::lint;
use crate::process::{command, find, say, target_dir};
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

/// Option of `cargo xtask setup` that also installs what the tests in three browsers need.
pub const BROWSERS: &str = "--browsers";

/// Name of the job that installs the tools for the last steps.
pub const TOOLS: &str = "tools";

/// Priority of the jobs: the steps beside them get three times as much of a processor.
const NICENESS: &str = "5";

/// Jobs in the order in which they run, with the arguments of `cargo xtask`.
const JOBS: [(&str, &[&str]); 3] = [
    ("clippy-wasm", &["test", "--only", "clippy-wasm"]),
    ("build", &["test", "--only", "build"]),
    (TOOLS, &["setup", BROWSERS]),
];

/// Installs the tools for the app, then the browsers and drivers. The step with their tests tries a failed installation
/// again, so it is no error here.
pub fn with_browsers() -> Result<(), String> {
    install::for_building()?;
    install::cargo_deny()?;
    if let Err(problem) = browsers::install() {
        println!("{problem}");
    }
    Ok(())
}

/// Jobs in progress.
pub struct Background {
    /// Ended jobs, and whether each succeeded.
    ended: Receiver<(&'static str, Result<bool, String>)>,
}

impl Background {
    /// Starts the jobs, one after the other. Their output goes to files.
    pub fn start() -> Result<Background, String> {
        let own = std::env::current_exe().map_err(|error| format!("the path of xtask: {error}"))?;
        let (sender, ended) = mpsc::channel();
        say(&format!(
            "meanwhile in the background: {} (output in {})",
            JOBS.map(|(name, _)| name).join(", "),
            log_of("*")
        ));
        thread::spawn(move || run_jobs(&own, &sender));
        Ok(Background { ended })
    }

    /// Waits for the end of a job and of those before it, prints its output, and returns whether it succeeded.
    ///
    /// # Errors
    /// Returns an error if the job could not be started.
    pub fn finish(&self, job: &str) -> Result<bool, String> {
        let mut ended = self.ended.iter();
        let (_, outcome) = ended
            .find(|(name, _)| *name == job)
            .ok_or_else(|| format!("the background ended without {job}"))?;
        print!("{}", fs::read_to_string(log_of(job)).unwrap_or_default());
        outcome
    }
}

fn run_jobs(own: &Path, ended: &Sender<(&'static str, Result<bool, String>)>) {
    let mut lints = true;
    for (name, arguments) in JOBS {
        let outcome = run_job(own, name, arguments, lints);
        // After a failed lint, the app is compiled without lints, so that its tests can run.
        lints &= outcome == Ok(true);
        // The receiver is gone when the tests have ended.
        if ended.send((name, outcome)).is_err() {
            return;
        }
    }
}

fn run_job(own: &Path, name: &str, arguments: &[&str], lints: bool) -> Result<bool, String> {
    let log = log_of(name);
    let problem = |error: std::io::Error| format!("{log}: {error}");
    fs::create_dir_all(target_dir()).map_err(problem)?;
    let file = File::create(&log).map_err(problem)?;
    let mut job = with_low_priority(own, arguments);
    job.stdout(file.try_clone().map_err(problem)?).stderr(file);
    if lints {
        job.env(lint::WASM_LINTS, "1");
    }
    let status = job.status().map_err(|error| {
        format!(
            "`cargo xtask {}` could not be started: {error}",
            arguments.join(" ")
        )
    })?;
    Ok(status.success())
}

fn with_low_priority(program: &Path, arguments: &[&str]) -> Command {
    let program = program.to_string_lossy();
    match find(&["nice"]) {
        Some(nice) => command(
            &nice.to_string_lossy(),
            &[&["-n", NICENESS, &program], arguments].concat(),
        ),
        None => command(&program, arguments),
    }
}

/// Returns the path of the file with the output of a job.
fn log_of(name: &str) -> String {
    let file = target_dir().join(format!("background-{name}.log"));
    file.to_string_lossy().into_owned()
}
