//! Shared helpers of the tests: temporary folders, the program as a child process, documents with in-process
//! runs, and golden files.

use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use trammel_code::FileName;
use trammel_document::{Actor, CallOutcome, Pending, Session};
use trammel_engine::execute;
use trammel_run::{Clock, Limits, RunRequest};

/// A separate folder for one test, removed when dropped.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!(
            "trammel-it-{}-{}",
            std::process::id(),
            NEXT.fetch_add(1, Ordering::Relaxed)
        );
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.0.join(file)
    }

    pub(crate) fn write(&self, file: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    pub(crate) fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap()
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Result of a run of the program.
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ended {
    /// Parses standard output as one JSON value.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out)
            .unwrap_or_else(|e| panic!("{e}\nstdout: {}\nstderr: {}", self.out, self.err))
    }

    /// Parses each line of standard output as a JSON value.
    #[track_caller]
    pub(crate) fn lines(&self) -> Vec<Value> {
        let read = |line: &str| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        self.out.lines().map(read).collect()
    }
}

/// Runs the program with these arguments and this standard input.
#[track_caller]
pub(crate) fn trammel(arguments: &[&str], input: &str) -> Ended {
    let mut child = Command::new(env!("CARGO_BIN_EXE_trammel"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let input = input.to_owned();
    // A program that ends before it has read all its input is not an error here.
    let writer = std::thread::spawn(move || drop(pipe.write_all(input.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Ended {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Runs code with `trammel run -`.
#[track_caller]
pub(crate) fn run_code(code: &str, arguments: &[&str]) -> Ended {
    trammel(&[&["run", "-"], arguments].concat(), code)
}

/// Runs `trammel exec --dir folder` with these lines as input.
#[track_caller]
pub(crate) fn exec(folder: &Folder, lines: &[String]) -> Ended {
    let dir = folder.as_ref().to_str().unwrap();
    trammel(&["exec", "--dir", dir], &(lines.join("\n") + "\n"))
}

/// Returns a line for `trammel exec`.
pub(crate) fn line(tool: &str, input: &Value) -> String {
    serde_json::json!({ "tool": tool, "input": input }).to_string()
}

/// Limits that end a runaway program quickly.
pub(crate) fn limits() -> Limits {
    Limits {
        instructions: 20_000_000,
        ..Limits::default()
    }
}

/// Returns a clock that stands still.
pub(crate) fn standing_clock() -> Clock {
    Rc::new(|| 0.0)
}

/// Returns the request to run these files within [`limits`].
pub(crate) fn request(files: Vec<(FileName, Arc<str>)>) -> RunRequest {
    RunRequest {
        files,
        title: "test".to_owned(),
        seed: 1,
        limits: limits(),
        ..RunRequest::default()
    }
}

/// Performs a run in this process and completes its call.
pub(crate) fn complete(session: &mut Session, pending: Pending) -> Value {
    let outcome = execute(pending.request(), &standing_clock());
    session.finish(pending, outcome, 0.0).to_json()
}

/// Calls a tool and waits for its result.
pub(crate) fn call(session: &mut Session, tool: &str, input: Value) -> Value {
    match session.call(Actor::Agent, tool, input) {
        CallOutcome::Done(reply) => reply.to_json(),
        CallOutcome::Run(pending) => complete(session, *pending),
    }
}

/// Calls a tool that must succeed.
#[track_caller]
pub(crate) fn ok(session: &mut Session, tool: &str, input: Value) -> Value {
    let shown = input.to_string();
    let reply = call(session, tool, input);
    assert_eq!(reply["success"], true, "{tool} {shown}: {reply}");
    reply
}

/// Opens a new document with the files of `session` and returns the result of running its code.
pub(crate) fn reopened(session: &Session) -> (Session, Value) {
    let mut again = Session::new(limits());
    for (file, text) in session.files().files() {
        again.document_mut().add_file(file, text);
    }
    let pending = again.open();
    let reply = complete(&mut again, pending);
    (again, reply)
}

/// Opens a document whose `main` is this code.
pub(crate) fn drawn(code: &str) -> (Session, Value) {
    let mut session = Session::new(limits());
    session.document_mut().add_file(&FileName::main(), code);
    let pending = session.open();
    let reply = complete(&mut session, pending);
    (session, reply)
}

/// Compares a file of the project with its expected content, or writes the file if `BLESS` is set.
#[track_caller]
pub(crate) fn check_golden(file: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        return;
    }
    let stored = fs::read_to_string(&path)
        .unwrap_or_default()
        .replace("\r\n", "\n");
    if stored == text {
        return;
    }
    let same = stored
        .lines()
        .zip(text.lines())
        .take_while(|(a, b)| a == b)
        .count();
    panic!(
        "{file} differs from line {}:\n  stored: {}\n  now:    {}\nIf the change is meant, `BLESS=1 cargo test --test it` accepts it.",
        same + 1,
        stored.lines().nth(same).unwrap_or("(end of file)"),
        text.lines().nth(same).unwrap_or("(end of file)"),
    );
}

/// Waits until a running program has a sandbox process, and returns the id of that process.
#[cfg(target_os = "linux")]
#[track_caller]
pub(crate) fn sandbox_child_of(parent: &mut Child) -> u32 {
    let id = parent.id();
    loop {
        let found = fs::read_dir("/proc").unwrap().flatten().find_map(|entry| {
            let child: u32 = entry.file_name().to_str()?.parse().ok()?;
            let status = fs::read_to_string(entry.path().join("stat")).ok()?;
            let parent: u32 = status.rsplit_once(") ")?.1.split(' ').nth(1)?.parse().ok()?;
            // Between fork and exec, a child still has the arguments of its parent.
            let arguments = fs::read(entry.path().join("cmdline")).ok()?;
            (parent == id && arguments.ends_with(b"\0__sandbox\0")).then_some(child)
        });
        if let Some(child) = found {
            return child;
        }
        assert!(
            parent.try_wait().unwrap().is_none(),
            "it ended without a sandbox process"
        );
        std::thread::yield_now();
    }
}

/// Stops the sandbox process of a running program until the returned value is dropped, so that a test can act during
/// a call.
#[cfg(target_os = "linux")]
#[track_caller]
pub(crate) fn pause_sandbox_of(parent: &mut Child) -> Paused {
    let child = sandbox_child_of(parent);
    signal(child, "STOP");
    Paused(child)
}

/// A stopped process, which goes on when this value is dropped.
#[cfg(target_os = "linux")]
#[must_use]
pub(crate) struct Paused(u32);

#[cfg(target_os = "linux")]
impl Drop for Paused {
    fn drop(&mut self) {
        signal(self.0, "CONT");
    }
}

/// Sends a signal, such as `STOP`, to a process.
#[cfg(target_os = "linux")]
#[track_caller]
pub(crate) fn signal(id: u32, name: &str) {
    let sent = Command::new("kill")
        .args([format!("-{name}"), id.to_string()])
        .status()
        .unwrap();
    assert!(sent.success(), "signal {name} for process {id}");
}

/// Returns the time for which this thread has had a processor, which other programs on the machine do not change; the time
/// of a clock where the system does not count it.
#[expect(clippy::disallowed_methods, reason = "a test is a host and owns the clock")]
pub(crate) fn worked() -> std::time::Duration {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    let counts = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    match counts.split(' ').next().and_then(|first| first.parse().ok()) {
        Some(nanoseconds) => std::time::Duration::from_nanos(nanoseconds),
        None => START.elapsed(),
    }
}
