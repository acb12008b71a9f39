//! Comparison of boolean engines on random CAD pairs with fixed seeds: `cargo xtask bakeoff [PAIRS]`.
//!
//! Each engine processes every pair in its original and in a transformed position, for all four operations. All
//! engines pass through the same recovery of exact curves and the same check. A result that fails the check counts
//! as unproven.

#![allow(
    clippy::disallowed_methods,
    reason = "a measuring program needs a clock and is not part of the product"
)]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use icurve::Icurve;
use sweep::Sweep;
use trammel::geometry::boolean::{Arrange, Engine, Op, boolean_with};
use trammel::geometry::{self, Path, Seg};

mod icurve;
#[path = "../../../tests/data/pairs.rs"]
mod pairs;
mod sweep;

use pairs::{Pair, pair};

const OPS: [(Op, &str); 4] = [
    (Op::Union, "union"),
    (Op::Intersect, "intersect"),
    (Op::Difference, "difference"),
    (Op::Xor, "xor"),
];

fn main() {
    let pairs = std::env::args().nth(1).and_then(|n| n.parse().ok());
    bakeoff(pairs.unwrap_or(1000_u64).max(1));
}

#[derive(Default)]
struct Score {
    runs: u32,
    panics: u32,
    timeouts: u32,
    unproven: u32,
    outvoted: u32,
    segments: usize,
    arcs: usize,
    time: Duration,
    worst: Duration,
    first_problem: Option<String>,
}

/// Outcome of one engine on one pair.
enum Outcome {
    /// No result within the time limit.
    Timeout,
    /// Panic of the engine.
    Panic,
    /// Error, with the elapsed time.
    Unproven(String, Duration),
    /// Resulting region, with the elapsed time.
    Done(Vec<Path>, Duration),
}

type Make = fn() -> Box<dyn Engine>;

fn bakeoff(half: u64) {
    std::panic::set_hook(Box::new(|_| {}));
    let engines: [(&str, Make); 4] = [
        ("cutting (ours)", || Box::new(Arrange::FINE)),
        ("i_curve i64", || Box::new(Icurve)),
        ("linesweeper 1e-6", || Box::new(Sweep { eps: 1e-6 })),
        ("linesweeper 1e-9", || Box::new(Sweep { eps: 1e-9 })),
    ];
    let mut scores: Vec<Score> = engines.iter().map(|_| Score::default()).collect();
    for number in 0..2 * half {
        for (op, name) in OPS {
            let outcomes: Vec<Outcome> = engines
                .iter()
                .map(|(_, make)| attempt(number, half, op, *make))
                .collect();
            let Pair { kind, a, b } = pair(number, half);
            let slack = 1e-6 * a.iter().chain(&b).map(Path::length).sum::<f64>();
            let areas: Vec<f64> = outcomes
                .iter()
                .filter_map(|outcome| match outcome {
                    Outcome::Done(paths, _) => Some(geometry::region_area(paths)),
                    _ => None,
                })
                .collect();
            for ((outcome, score), (title, _)) in outcomes.iter().zip(&mut scores).zip(&engines) {
                if let Some(problem) = score.add(outcome, &areas, slack) {
                    let text = format!("{title}: pair {number} ({kind}), {name}: {problem}");
                    if std::env::var_os("VERBOSE").is_some() {
                        eprintln!("{text}");
                    }
                    score.first_problem.get_or_insert(text);
                }
            }
        }
    }
    println!(
        "| engine | runs | panics | time-outs | unproven | outvoted | segments | arcs | mean | worst |\n\
         |---|---|---|---|---|---|---|---|---|---|"
    );
    for (score, (title, _)) in scores.iter().zip(&engines) {
        let mean = score.time.as_secs_f64() / f64::from(score.runs.max(1)) * 1e3;
        println!(
            "| {title} | {} | {} | {} | {} | {} | {} | {} | {mean:.3} ms | {:.1} ms |",
            score.runs,
            score.panics,
            score.timeouts,
            score.unproven,
            score.outvoted,
            score.segments,
            score.arcs,
            score.worst.as_secs_f64() * 1e3,
        );
    }
    for problem in scores.iter().filter_map(|score| score.first_problem.as_ref()) {
        println!("first problem of {problem}");
    }
}

impl Score {
    /// Counts an outcome and returns its problem, if any. `areas` has the areas of all engines that returned a
    /// region.
    fn add(&mut self, outcome: &Outcome, areas: &[f64], slack: f64) -> Option<String> {
        self.runs += 1;
        match outcome {
            Outcome::Timeout => {
                self.timeouts += 1;
                Some("no answer within 5 s".to_owned())
            }
            Outcome::Panic => {
                self.panics += 1;
                Some("panic".to_owned())
            }
            Outcome::Unproven(error, time) => {
                self.unproven += 1;
                self.time += *time;
                Some(error.clone())
            }
            Outcome::Done(paths, time) => {
                self.time += *time;
                self.worst = self.worst.max(*time);
                let segs = paths.iter().flat_map(|path| &path.segs);
                self.segments += segs.clone().count();
                self.arcs += segs.filter(|seg| matches!(seg, Seg::Conic(_))).count();
                let area = geometry::region_area(paths);
                let same = |x: f64| areas.iter().filter(|&&y| (x - y).abs() <= slack).count();
                let best = areas.iter().copied().max_by_key(|&x| same(x))?;
                ((area - best).abs() > slack).then(|| {
                    self.outvoted += 1;
                    format!("area {area} where others have {best}")
                })
            }
        }
    }
}

/// Runs one engine in a separate thread, so that an endless loop blocks only that thread and not the comparison.
fn attempt(number: u64, half: u64, op: Op, make: Make) -> Outcome {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let Pair { a, b, .. } = pair(number, half);
        let engine = make();
        let start = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| boolean_with(&[engine.as_ref()], &a, &b, op)));
        let _ = send.send((result, start.elapsed()));
    });
    match receive.recv_timeout(Duration::from_secs(5)) {
        Err(_) => Outcome::Timeout,
        Ok((Err(_), _)) => Outcome::Panic,
        Ok((Ok(Err(error)), time)) => Outcome::Unproven(error.to_string(), time),
        Ok((Ok(Ok(paths)), time)) => Outcome::Done(paths, time),
    }
}
