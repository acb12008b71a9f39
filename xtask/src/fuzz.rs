//! `cargo xtask fuzz`: random calls and random programs for a chosen time.
//!
//! Each name in [`FUZZERS`] is a program of the package `fuzz`. It takes a number of seconds and a seed, prints
//! its progress, and fails with the information needed to reproduce the failure.

use crate::lint;
use crate::process::{command, run as run_command, say, target_dir};
use std::thread;

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

/// Runs all fuzzers at the same time, and returns the number of fuzzers, all of which found nothing.
///
/// # Errors
/// Returns an error if a fuzzer does not build or finds a failure.
pub fn run(seconds: u32, seed: u32) -> Result<u32, String> {
    let mut build = lint::native(&["build", "--locked", "--workspace"]);
    build.args(FUZZERS.iter().flat_map(|name| ["--bin", name]));
    run_command(build)?;
    say(&format!("{} for {seconds} seconds", FUZZERS.join(" and ")));
    let fuzz = |name: &&str| {
        let program = target_dir().join("debug").join(name);
        run_command(command(
            &program.to_string_lossy(),
            &[&seconds.to_string(), &seed.to_string()],
        ))
        .map_err(|_| format!("{name} found something; see above"))
    };
    thread::scope(|scope| {
        let fuzzers: Vec<_> = FUZZERS
            .iter()
            .map(|name| scope.spawn(move || fuzz(name)))
            .collect();
        let panicked = |_| Err("a thread panicked".to_owned());
        fuzzers
            .into_iter()
            .map(|fuzzer| fuzzer.join().unwrap_or_else(panicked))
            .collect::<Result<Vec<()>, String>>()
    })?;
    Ok(FUZZERS.len() as u32)
}
