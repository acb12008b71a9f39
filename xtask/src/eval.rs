//! `cargo xtask eval`: plays drawing tasks with a chosen model; a wrapper of `trammel eval`.

use crate::process::{command, say};
use std::process::Command;

/// Builds the program and plays the tasks; `rest` contains the arguments of the program.
pub fn eval(rest: &[&str]) -> Result<(), String> {
    say("cargo build --bin trammel");
    let status = played(rest)
        .status()
        .map_err(|error| format!("cargo could not be started: {error}"))?;
    // The program has already printed the error.
    if status.success() {
        Ok(())
    } else {
        Err(String::new())
    }
}

fn played(arguments: &[&str]) -> Command {
    // Uses the profile of the native tests, so that nothing is built twice.
    let run = ["run", "--locked", "--quiet", "--bin", "trammel", "--", "eval"];
    command("cargo", &[&run, arguments].concat())
}
