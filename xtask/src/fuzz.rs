//! `cargo xtask fuzz`: random calls and random programs for a chosen time.
//!
//! Each name in [`FUZZERS`] is a program of the package `fuzz`. It takes a number of seconds and a seed, prints
//! its progress, and fails with the information needed to reproduce the failure.

use crate::process::{command, run as run_command, say, target_dir};

const FUZZERS: &[&str] = &["fuzz_kernel", "fuzz_scripts"];

/// Runs every fuzzer for the given number of seconds (60 by default) with the given seed (1 by default).
pub fn fuzz(rest: &[&str]) -> Result<(), String> {
    let (mut seconds, mut seed) = (60, 1);
    let mut words = rest.iter();
    while let Some(word) = words.next() {
        let value = words.next().and_then(|value| value.parse::<u32>().ok());
        match (*word, value) {
            ("--seconds", Some(value)) => seconds = value,
            ("--seed", Some(value)) => seed = value,
            _ => return Err("expected --seconds NUMBER and --seed NUMBER, or neither".to_owned()),
        }
    }
    run(seconds, seed).map(|_| ())
}

/// Runs every fuzzer and returns the number of fuzzers, all of which found nothing.
///
/// # Errors
/// Returns an error if a fuzzer does not build or finds a failure.
pub fn run(seconds: u32, seed: u32) -> Result<u32, String> {
    for name in FUZZERS {
        say(&format!("{name} for {seconds} seconds"));
        run_command(command(
            "cargo",
            &["build", "--locked", "--workspace", "--bin", name],
        ))?;
        let program = target_dir().join("debug").join(name);
        run_command(command(
            &program.to_string_lossy(),
            &[&seconds.to_string(), &seed.to_string()],
        ))
        .map_err(|_| format!("{name} found something; see above"))?;
    }
    Ok(FUZZERS.len() as u32)
}
