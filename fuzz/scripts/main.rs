//! Fuzzer of scripts in the sandbox: `cargo run -p fuzz --bin fuzz_scripts -- SECONDS SEED`.
//!
//! A child process runs the seeds in order and prints each seed. If the child dies, hangs or finds a violation, the
//! parent prints the seed with its script and exits with code 1. `... -- one SEED` runs a single seed in this
//! process.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a program for developers")]

mod case;
mod generate;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

#[global_allocator]
static ALLOCATOR: trammel_run::alloc::CountingAllocator = trammel_run::alloc::CountingAllocator;

/// Time limit of a single script, above the duration of any script on any machine.
const HANGS_AFTER: Duration = Duration::from_secs(60);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| arguments.get(at).and_then(|text| text.parse::<u64>().ok());
    match arguments.first().map(String::as_str) {
        Some("one") => {
            let seed = number(1).unwrap_or_default();
            println!("{}", case::code(seed));
            match case::check_seed(seed) {
                Ok(()) => ExitCode::SUCCESS,
                Err(why) => {
                    println!("seed {seed}: {why}");
                    ExitCode::FAILURE
                }
            }
        }
        Some("child") => child(number(1).unwrap_or_default()),
        _ => match number(0) {
            Some(seconds) => parent(Duration::from_secs(seconds), number(1).unwrap_or(1)),
            None => {
                eprintln!("usage: fuzz_scripts SECONDS [SEED] | one SEED");
                ExitCode::from(2)
            }
        },
    }
}

/// Runs consecutive seeds until a violation occurs or the parent kills this process.
fn child(mut seed: u64) -> ExitCode {
    let mut out = std::io::stdout();
    loop {
        // The seed is printed before its script runs, so that the parent knows the seed of a script that hangs.
        writeln!(out, "{seed}").unwrap();
        out.flush().unwrap();
        if let Err(why) = case::check_seed(seed) {
            writeln!(out, "wrong {why}").unwrap();
            return ExitCode::FAILURE;
        }
        seed += 1;
    }
}

#[expect(clippy::disallowed_methods, reason = "a native host owns the clock")]
fn now() -> Instant {
    Instant::now()
}

fn parent(time: Duration, first: u64) -> ExitCode {
    let started = now();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["child", &first.to_string()])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (sender, lines) = mpsc::channel();
    let out = child.stdout.take().unwrap();
    std::thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    let mut seed = first;
    let problem = loop {
        match lines.recv_timeout(HANGS_AFTER) {
            Ok(line) => match line.strip_prefix("wrong ") {
                Some(why) => break Some(why.to_owned()),
                None => seed = line.parse().unwrap_or(seed),
            },
            Err(mpsc::RecvTimeoutError::Timeout) => {
                break Some(format!("it hangs for {} s", HANGS_AFTER.as_secs()));
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => break Some("the process died".to_owned()),
        }
        if started.elapsed() > time {
            break None;
        }
    };
    // The child may already have ended.
    let _ = child.kill();
    let status = child.wait().unwrap();
    let (count, seconds) = (seed - first, started.elapsed().as_secs_f64());
    match problem {
        None if count == 0 => {
            println!("no script ended in {seconds:.0} s, so nothing was tested");
            ExitCode::FAILURE
        }
        None => {
            println!(
                "{count} scripts in {seconds:.0} s ({:.0} a second), nothing wrong",
                count as f64 / seconds
            );
            ExitCode::SUCCESS
        }
        Some(why) => {
            println!("{}\nseed {seed}: {why} ({status})", case::code(seed));
            println!("again: cargo run -p fuzz --bin fuzz_scripts -- one {seed}");
            ExitCode::FAILURE
        }
    }
}
