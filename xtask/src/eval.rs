//! `cargo xtask eval`: drawing tasks played with a model of one's choice; all of it is in `trammel eval`.

use crate::process::{command, say};
use std::process::Command;

/// Builds the program and plays the tasks; `rest` are the program's own arguments.
pub fn eval(rest: &[&str]) -> Result<(), String> {
    say("cargo build --bin trammel");
    let status = played(rest)
        .status()
        .map_err(|error| format!("cargo could not be started: {error}"))?;
    // The program has said what is wrong.
    if status.success() {
        Ok(())
    } else {
        Err(String::new())
    }
}

/// The tasks with their reference solutions: no key, no network.
pub fn references() -> Command {
    played(&["--provider", "demo"])
}

fn played(arguments: &[&str]) -> Command {
    // The profile of the native tests, so that nothing is built twice.
    let run = ["run", "--locked", "--quiet", "--bin", "trammel", "--", "eval"];
    command("cargo", &[&run, arguments].concat())
}
