//! How long the kernel's operations take, one line each, against their bars: `cargo xtask bench --only kernel`.
//!
//! Each line is the median of several timed rounds on one core; the bar is a target for this kind of machine, and the
//! ratio is what to compare between versions. Start reading at [`ROWS`].

#![allow(clippy::disallowed_methods, reason = "this program measures time")]
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a benchmark that cannot run should stop"
)]

mod calls;
mod curves;
mod data;
mod drawing;
mod heap;

use std::hint::black_box;
use std::time::Instant;

/// One line of the table.
pub(crate) struct Row {
    /// What is done.
    pub(crate) what: &'static str,
    /// What it may take at most, in the unit of the line.
    pub(crate) bar: f64,
    /// The unit, with the factor from seconds to it; bytes have the factor 1.
    pub(crate) unit: Unit,
    /// Measures it, in seconds (or bytes).
    pub(crate) measure: fn() -> f64,
}

/// One line.
pub(crate) const fn row(what: &'static str, bar: f64, unit: Unit, measure: fn() -> f64) -> Row {
    Row {
        what,
        bar,
        unit,
        measure,
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Unit {
    Nanoseconds,
    Microseconds,
    Milliseconds,
    Bytes,
}

impl Unit {
    fn of(self, value: f64) -> (f64, &'static str) {
        match self {
            Unit::Nanoseconds => (value * 1e9, "ns"),
            Unit::Microseconds => (value * 1e6, "us"),
            Unit::Milliseconds => (value * 1e3, "ms"),
            Unit::Bytes => (value, "B"),
        }
    }
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    println!("CPU: {}", cpu());
    println!(
        "{:<58} {:>12} {:>10} {:>7}",
        "operation", "median", "bar", "ratio"
    );
    let mut over = 0;
    for row in curves::ROWS.iter().chain(drawing::ROWS) {
        if !wanted.is_empty() && !wanted.iter().any(|word| row.what.contains(word.as_str())) {
            continue;
        }
        let (median, unit) = row.unit.of((row.measure)());
        let ratio = median / row.bar;
        over += u32::from(ratio > 1.0);
        println!(
            "{:<58} {median:>9.3} {unit} {:>7} {unit} {ratio:>7.2}{}",
            row.what,
            row.bar,
            if ratio > 1.0 { "  over" } else { "" }
        );
    }
    let asked = |word: &str| wanted.is_empty() || wanted.iter().any(|wanted| wanted == word);
    if asked("growth") {
        drawing::growth();
    }
    if asked("calls") {
        calls::growth();
    }
    println!("{over} over their bars");
}

/// The median of several rounds, in seconds for one call; a round repeats a quick operation until it can be timed.
pub(crate) fn time<R>(mut work: impl FnMut() -> R) -> f64 {
    let started = Instant::now();
    black_box(work());
    let once = started.elapsed().as_secs_f64().max(1e-9);
    let repeats = ((0.004 / once) as usize).clamp(1, 200_000);
    let rounds = if once > 0.2 { 5 } else { 15 };
    let mut times: Vec<f64> = (0..rounds)
        .map(|_| {
            let started = Instant::now();
            for _ in 0..repeats {
                black_box(work());
            }
            started.elapsed().as_secs_f64() / repeats as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[rounds / 2]
}

fn cpu() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info
        .lines()
        .find_map(|line| line.strip_prefix("model name"))
        .map(|rest| rest.trim_start_matches([' ', '\t', ':']).to_owned());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!(
        "{}, {cores} cores, {}",
        model.unwrap_or_else(|| "unknown".to_owned()),
        std::env::consts::ARCH
    )
}
