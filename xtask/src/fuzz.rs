//! `cargo xtask fuzz`: random calls and random programs for as long as one likes.
//!
//! One name in [`FUZZERS`] is one program of the package `fuzz`, which takes seconds and a seed, prints what it did, and fails with what
//! is needed to see the failure again.

use crate::process::{command, run as run_command, say, target_dir};

const FUZZERS: &[&str] = &["fuzz_kernel", "fuzz_scripts"];

/// Runs every fuzzer for the seconds given (60 by default), from a seed (1 by default).
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

/// Runs every fuzzer; how many found nothing, which is all of them.
///
/// # Errors
/// One does not build or found something.
pub fn run(seconds: u32, seed: u32) -> Result<u32, String> {
    for name in FUZZERS {
        say(&format!("{name} for {seconds} seconds"));
        run_command(command(
            "cargo",
            &["build", "--locked", "--package", "fuzz", "--bin", name],
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
