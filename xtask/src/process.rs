//! Execution of other programs in the project's root, with their output passed on as it arrives.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{OnceLock, mpsc};
use std::thread;

/// Returns the root folder of the workspace, independent of the current directory.
///
/// Uses the path that Cargo sets when it starts this program; the path at compile time may differ if target
/// folders are shared.
pub fn root() -> &'static Path {
    static ROOT: OnceLock<PathBuf> = OnceLock::new();
    ROOT.get_or_init(|| {
        let package = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        package
            .parent()
            .map_or_else(|| PathBuf::from("."), Path::to_path_buf)
    })
}

/// Returns the target folder of Cargo.
pub fn target_dir() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |dir| root().join(dir))
}

/// Announces an action on standard output.
pub fn say(what: &str) {
    println!("==> {what}");
    let _ = std::io::stdout().flush();
}

/// Creates a command that starts in the project's root and has no standard input.
pub fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    // Under `cargo xtask`, these variables describe xtask itself; builds that inherit them would be rebuilt needlessly.
    for name in [
        "CARGO_MANIFEST_DIR",
        "CARGO_MANIFEST_PATH",
        "CARGO_PKG_NAME",
        "CARGO_PKG_VERSION",
    ] {
        command.env_remove(name);
    }
    command.args(arguments).current_dir(root()).stdin(Stdio::null());
    command
}

/// Runs a command to its end; its output goes directly to the output of this program.
pub fn run(mut command: Command) -> Result<(), String> {
    let name = shown(&command);
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{name}` failed ({status})")),
        Err(error) => Err(format!("`{name}` could not be started: {error}")),
    }
}

/// Runs a command to its end, passes its output on line by line, and returns whether the command succeeded and
/// its output.
pub fn run_and_read(mut command: Command) -> Result<(bool, String), String> {
    let name = shown(&command);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("`{name}` could not be started: {error}"))?;
    let (sender, lines) = mpsc::channel();
    let streams: [Option<Box<dyn Read + Send>>; 2] = [
        child
            .stdout
            .take()
            .map(|stream| Box::new(stream) as Box<dyn Read + Send>),
        child
            .stderr
            .take()
            .map(|stream| Box::new(stream) as Box<dyn Read + Send>),
    ];
    for stream in streams.into_iter().flatten() {
        let sender = sender.clone();
        thread::spawn(move || {
            for line in BufReader::new(stream).split(b'\n').map_while(Result::ok) {
                if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    break;
                }
            }
        });
    }
    drop(sender);
    let mut text = String::new();
    for line in lines {
        println!("{line}");
        text.push_str(&line);
        text.push('\n');
    }
    let status = child.wait().map_err(|error| format!("`{name}`: {error}"))?;
    Ok((status.success(), text))
}

/// Returns the standard output of a command, or `None` if the command cannot be started or fails.
pub fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = command(program, arguments).stderr(Stdio::null()).output().ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Returns the first of these programs that is on the PATH.
pub fn find(programs: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let found = |program: &&str| {
        std::env::split_paths(&path)
            .map(|dir| dir.join(program))
            .find(|file| file.is_file())
    };
    programs.iter().find_map(found)
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words
        .map(|word| word.to_string_lossy().into_owned())
        .collect::<Vec<_>>()
        .join(" ")
}
