//! Fuzzer of tool calls on random drawings: `cargo xtask fuzz`, or
//! `cargo run -p fuzz --bin fuzz_kernel -- SECONDS SEED`.
//!
//! Every round draws a few shapes and calls tools on them with arguments made from the schemas of the tools:
//! edge-case numbers, and references to existing and missing entities. After each call the invariants of the
//! drawing must hold, a failed call must have changed nothing, and no call may panic or exceed the time limit. At
//! the end of a round the drawing must survive writing and reading as well as an undo.

#![allow(clippy::disallowed_methods, reason = "this program measures time")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a fuzzer that cannot run should stop"
)]

mod arguments;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use arguments::{Maker, Random};
use serde_json::Value;
use trammel_formats::json;
use trammel_scene::{Edit, Scene, check_invariants};
use trammel_tools::{Kind, TOOLS, ToolCx, ToolEnv, ToolSpec};

/// Time limit of a call. A slower call is reported as hanging, and the program ends.
const HANGING: Duration = Duration::from_secs(60);

/// Least share of accepted calls, in percent. Below it, the calls hardly reach the kernel.
const LEAST_ACCEPTED: u64 = 20;

/// Number of calls that a round makes after its shapes are drawn.
const CALLS: usize = 14;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let seconds: u64 = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(10);
    let first: u64 = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(1);
    let tools: Vec<Drawing> = TOOLS
        .iter()
        .filter(|tool| tool.in_sandbox())
        .map(Drawing::of)
        .collect();
    let watch = Arc::new(Watch::default());
    watch.start();
    // The report prints the panic message together with the preceding calls, so the default hook is disabled.
    std::panic::set_hook(Box::new(|_| {}));
    let end = Instant::now() + Duration::from_secs(seconds);
    let started = Instant::now();
    let (mut rounds, mut calls, mut accepted) = (0_u64, 0_u64, 0_u64);
    let mut slowest = (Duration::ZERO, String::new());
    // With a third argument, only the round of the given seed runs.
    let only = arguments.next().is_some();
    while Instant::now() < end && (!only || rounds == 0) {
        let seed = first + rounds;
        let mut round = Round {
            log: Vec::new(),
            accepted: 0,
            slowest: Duration::ZERO,
            slow_call: String::new(),
            watch: watch.clone(),
        };
        let outcome = catch_unwind(AssertUnwindSafe(|| round.play(seed, &tools)));
        let problem = match outcome {
            Ok(Ok(())) => None,
            Ok(Err(problem)) => Some(problem),
            Err(panic) => Some(format!("panic: {}", text_of(panic.as_ref()))),
        };
        if let Some(problem) = problem {
            println!("FAILED round {seed}: {problem}\ncalls:");
            for call in &round.log {
                println!("  {call}");
            }
            println!("again: cargo run -p fuzz --bin fuzz_kernel -- 60 {seed} once");
            return ExitCode::FAILURE;
        }
        rounds += 1;
        calls += round.log.len() as u64;
        accepted += round.accepted;
        if round.slowest > slowest.0 {
            slowest = (round.slowest, format!("round {seed}: {:.160}", round.slow_call));
        }
    }
    let share = 100 * accepted / calls.max(1);
    println!(
        "fuzz_kernel: seeds {first} to {}: {rounds} rounds, {calls} calls, {} % accepted, {:.0} calls a second, slowest call {:.0?} ({})",
        first + rounds.max(1) - 1,
        share,
        calls as f64 / started.elapsed().as_secs_f64(),
        slowest.0,
        slowest.1
    );
    if !only && share < LEAST_ACCEPTED {
        println!("FAILED only {share} % of the calls were accepted; expected at least {LEAST_ACCEPTED} %");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Tool with its schema, which is read once.
struct Drawing {
    tool: &'static ToolSpec,
    parameters: Value,
}

impl Drawing {
    fn of(tool: &'static ToolSpec) -> Drawing {
        Drawing {
            tool,
            parameters: tool.canonical()["parameters"].take(),
        }
    }

    fn draws(&self) -> bool {
        self.tool.name.starts_with("draw_") && self.parameters["properties"]["name"].is_object()
    }
}

struct Round {
    log: Vec<String>,
    accepted: u64,
    slowest: Duration,
    slow_call: String,
    watch: Arc<Watch>,
}

impl Round {
    fn play(&mut self, seed: u64, tools: &[Drawing]) -> Result<(), String> {
        let mut maker = Maker::new(Random::new(seed));
        let mut edit = Edit::new(Scene::default());
        let mut env = ToolEnv::default();
        let drawing: Vec<&Drawing> = tools.iter().filter(|tool| tool.draws()).collect();
        for step in 0..CALLS + 4 {
            // The first four steps only draw, so that the later calls have entities to work on.
            let tool = if step < 4 {
                maker.pick(&drawing)
            } else {
                maker.pick(&tools.iter().collect::<Vec<_>>())
            };
            maker.names = edit
                .scene()
                .walk()
                .map(|entity| entity.name.to_string())
                .collect();
            let input = maker.arguments(&tool.parameters, tool.tool.name.starts_with("draw_"));
            self.call(tool, &input, &mut edit, &mut env)?;
        }
        let (scene, diff) = edit.finish();
        let text = json::write(&scene);
        let read = json::read(&text).map_err(|why| format!("its own JSON is refused: {why}"))?;
        if json::write(&read) != text {
            return Err("writing and reading changes the drawing".to_owned());
        }
        let mut back = scene;
        back.apply(&diff.inverse());
        if back.is_empty() {
            Ok(())
        } else {
            Err("taking everything back leaves something".to_owned())
        }
    }

    fn call(
        &mut self,
        tool: &Drawing,
        input: &Value,
        edit: &mut Edit,
        env: &mut ToolEnv,
    ) -> Result<(), String> {
        let before = json::write(edit.scene());
        self.log.push(format!("{} {input}", tool.tool.name));
        *self.watch.last.lock().unwrap() = self.log.clone();
        edit.begin();
        let started = Instant::now();
        self.watch.begin();
        let result = tool.tool.call(
            input.clone().into(),
            &mut ToolCx {
                in_sandbox: true,
                ..ToolCx::new(edit, env)
            },
        );
        self.watch.end();
        if started.elapsed() > self.slowest {
            self.slowest = started.elapsed();
            self.slow_call = self.log.last().cloned().unwrap_or_default();
        }
        match &result {
            Ok(_) => self.accepted += 1,
            Err(error) => {
                edit.roll_back();
                let text = &error.message.english;
                if text.is_empty() || text.contains("NaN") || text.len() > 4000 {
                    return Err(format!("a poor error: {text:.300}"));
                }
            }
        }
        let accepted = result.is_ok() && tool.tool.kind != Kind::Query;
        if !accepted && json::write(edit.scene()) != before {
            return Err("a query or a refused call changed the drawing".to_owned());
        }
        let wrong = check_invariants(edit.scene());
        if !wrong.is_empty() {
            return Err(format!("the drawing is out of order: {}", wrong.join("; ")));
        }
        let bounds = edit.scene().bounds();
        if bounds.is_some_and(|bounds| !(bounds.min.is_finite() && bounds.max.is_finite())) {
            return Err("the drawing has no finite bounds".to_owned());
        }
        Ok(())
    }
}

/// Watchdog that ends the program if a call hangs, because a thread cannot be stopped from outside.
#[derive(Default)]
struct Watch {
    /// Start of the current call, in milliseconds since the start of the program; 0 between calls.
    since: AtomicU64,
    last: Mutex<Vec<String>>,
}

impl Watch {
    fn start(self: &Arc<Watch>) {
        let watch = self.clone();
        let _ = now();
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(Duration::from_millis(500));
                let since = watch.since.load(Ordering::Relaxed);
                if since > 0 && now() - since > HANGING.as_millis() as u64 {
                    println!("FAILED: the last of these calls hangs:");
                    for call in watch.last.lock().unwrap().iter() {
                        println!("  {call}");
                    }
                    std::process::exit(1);
                }
            }
        });
    }

    fn begin(&self) {
        self.since.store(now().max(1), Ordering::Relaxed);
    }

    fn end(&self) {
        self.since.store(0, Ordering::Relaxed);
    }
}

fn now() -> u64 {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_millis() as u64
}

fn text_of(panic: &(dyn std::any::Any + Send)) -> &str {
    panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("without a message")
}
