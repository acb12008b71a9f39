//! `cargo xtask test`: all steps of CI. A failing step does not stop the steps that do not depend on it, and
//! the last line is always `N passed, M failed`. Only tests are counted as passed.
//!
//! In a complete run, the steps that compile for WebAssembly run beside the native steps (`background.rs`). The steps share
//! their builds: the native steps use the `dev` profile and the others the `quick` profile, so each dependency is compiled
//! once per target. A complete run lints while compiling (`lint.rs`).

use crate::background::{self, Background};
use crate::browsers;
use crate::count::{self, Count};
use crate::fresh;
use crate::fuzz;
use crate::install::{self, Browser};
use crate::lint;
use crate::oracles;
use crate::page_split;
use crate::process::{command, output, run_and_read, say, target_dir};
use crate::serve;
use crate::supply;
use crate::wasm_env;
use std::process::Command;
use std::time::Instant;

/// Names of the steps in their order.
pub const STEPS: [&str; 13] = [
    "fmt",
    "clippy",
    "native",
    "doc",
    "oracles",
    "fuzz",
    "fresh",
    "clippy-wasm",
    "build",
    "supply",
    "web",
    "e2e",
    "browsers",
];

/// Seed of the property tests.
const PROPERTY_SEED: &str = "20261122";

/// Projects of `tests/e2e/playwright.config.mjs`, run one after the other: tests with time limits run while no
/// other test can slow them down.
const E2E_PROJECTS: [&str; 2] = ["parallel", "timed"];

/// Duration of each fuzzer within the tests in seconds; `cargo xtask fuzz` takes any duration.
const SHORT_FUZZ: u32 = 15;

/// Runs the chosen steps, or all steps.
pub fn test(rest: &[&str]) -> Result<(), String> {
    let chosen = crate::only(rest, &STEPS)?;
    let wanted = |step: &str| chosen.as_ref().is_none_or(|chosen| chosen.contains(&step));
    // The tests of the built app need the build step, so it is added if necessary.
    let needs_app = wanted("build") || wanted("e2e") || wanted("browsers");
    let steps = STEPS
        .into_iter()
        .filter(|step| wanted(step) || (*step == "build" && needs_app));

    let mut suite = Suite {
        complete: chosen.is_none(),
        count: Count::default(),
        failures: Vec::new(),
        reports: Vec::new(),
        background: None,
        app_built: false,
    };
    if suite.complete {
        // Without the background, its steps run when their turn comes, and report what is missing.
        suite.background = Background::start().map_err(|problem| println!("{problem}")).ok();
    }
    for step in steps {
        let started = Instant::now();
        say(&format!("test step: {step}"));
        let count = suite.step(step).unwrap_or_else(|problem| {
            println!("{problem}");
            suite.failures.push(format!("{step}: {problem}"));
            Count { passed: 0, failed: 1 }
        });
        let result = match count {
            Count { passed: 0, failed: 0 } => "ok".to_owned(),
            Count { passed, failed } => format!("{passed} passed, {failed} failed"),
        };
        say(&format!("{step}: {result} in {:.0?}", started.elapsed()));
        if count.failed > 0 && !suite.failures.iter().any(|line| line.starts_with(step)) {
            suite.failures.push(format!("{step}: {} failed", count.failed));
        }
        suite.count.add(count);
    }
    for report in &suite.reports {
        println!("NOTE {report}");
    }
    for failure in &suite.failures {
        println!("FAILED {failure}");
    }
    println!("{} passed, {} failed", suite.count.passed, suite.count.failed);
    if suite.count.failed == 0 {
        Ok(())
    } else {
        Err(String::new())
    }
}

struct Suite {
    /// Whether all steps run.
    complete: bool,
    count: Count,
    failures: Vec<String>,
    /// Lines to print at the end that do not fail the run.
    reports: Vec<String>,
    /// Jobs beside the steps, in a complete run.
    background: Option<Background>,
    app_built: bool,
}

impl Suite {
    /// Runs one step. An error means that the step could not run.
    fn step(&mut self, step: &str) -> Result<Count, String> {
        match step {
            "fmt" => check(command(
                "cargo",
                &["fmt", "--all", "--check", "--", "--color=never"],
            )),
            "clippy" => {
                // In a complete run, the next steps need the programs as well.
                let succeeded = if self.complete {
                    lint::compile_native()?
                } else {
                    lint::check_native()?
                };
                Ok(judge(succeeded, Count::default()))
            }
            "clippy-wasm" => {
                let run = if lint::is_linting_wasm() {
                    lint::compile_wasm
                } else {
                    lint::check_wasm
                };
                let succeeded = self.in_background(step, run)?;
                if succeeded && self.background.is_some() {
                    lint::wasm_is_compiled();
                }
                Ok(judge(succeeded, Count::default()))
            }
            "native" => self.tests(step, native_tests()),
            "doc" => {
                let (succeeded, output) =
                    run_and_read(lint::native(&["test", "--locked", "--workspace", "--doc"]))?;
                Ok(judge(succeeded, count::tests(&output)))
            }
            "oracles" => {
                let (passed, failures) = oracles::ask(|_| true)?;
                for failure in &failures {
                    println!("{failure}");
                }
                Ok(Count {
                    passed,
                    failed: failures.len() as u32,
                })
            }
            "fuzz" => {
                let passed = fuzz::run(SHORT_FUZZ, 1)?;
                Ok(Count { passed, failed: 0 })
            }
            "fresh" => {
                let (seed, failures) = fresh::run()?;
                self.reports
                    .push(format!("fresh seed {seed}: {} failures", failures.len()));
                self.reports.extend(failures);
                Ok(Count::default())
            }
            "build" => {
                self.app_built = self.in_background(step, build_for_tests)?;
                Ok(judge(self.app_built, Count::default()))
            }
            "supply" => {
                if let Some(background) = self.background.take() {
                    background.finish(background::TOOLS)?;
                }
                let supply::Outcome {
                    reports, failures, ..
                } = supply::check()?;
                self.reports.extend(reports);
                let failed = failures.len() as u32;
                self.failures
                    .extend(failures.iter().map(|failure| format!("{step}: {failure}")));
                Ok(Count { passed: 0, failed })
            }
            "web" => {
                install::wasm_test_runner()?;
                let browser = install::browser()?;
                let mut count = Count::default();
                for package in lint::WASM_PACKAGES {
                    count.add(self.tests(step, web_tests(&browser, package.0)?)?);
                }
                Ok(count)
            }
            "e2e" | "browsers" if !self.app_built => {
                Err("not run, since the app could not be built".to_owned())
            }
            "e2e" => {
                install::node()?;
                install::npm("tests/e2e")?;
                let browser = install::browser()?;
                let mut count = Count::default();
                for project in E2E_PROJECTS {
                    count.add(self.tests(step, e2e_tests(&browser, project))?);
                }
                Ok(count)
            }
            "browsers" => {
                install::node()?;
                let others = browsers::install()?;
                self.tests(step, browsers::tests(&install::browser()?, &others))
            }
            _ => Err("there is no such step".to_owned()),
        }
    }

    /// Waits for the result of a step that runs in the background, or runs it. Returns whether it succeeded.
    fn in_background(&self, step: &str, run: impl FnOnce() -> Result<bool, String>) -> Result<bool, String> {
        match &self.background {
            Some(background) => background.finish(step),
            None => run(),
        }
    }

    /// Runs a step with tests, records the failed tests by name, and returns the number of tests. A step without tests
    /// is an error.
    fn tests(&mut self, step: &str, command: Command) -> Result<Count, String> {
        let (succeeded, output) = run_and_read(command)?;
        let named = count::failed_tests(&output);
        self.failures
            .extend(named.iter().map(|test| format!("{step}: {test}")));
        let count = judge(succeeded, count::tests(&output));
        if count == Count::default() {
            Err("no test was run".to_owned())
        } else {
            Ok(count)
        }
    }
}

/// Builds the app for the end-to-end tests, and returns whether the build succeeded. The tests run in the split page, like
/// the user of a release build.
fn build_for_tests() -> Result<bool, String> {
    install::node()?;
    install::for_building()?;
    let dist = target_dir().join("e2e-dist");
    let built = serve::trunk_build(&dist, false)?;
    if built {
        install::browser()?;
        page_split::split(&dist, None)?;
    }
    Ok(built)
}

fn native_tests() -> Command {
    let arguments: &[&str] = if output("cargo", &["nextest", "--version"]).is_some() {
        &["nextest", "run"]
    } else {
        &["test", "--lib", "--bins", "--tests"]
    };
    let all = ["--locked", "--workspace", "--no-fail-fast"];
    let mut tests = lint::native(&[arguments, &all].concat());
    // A fixed seed makes the property tests draw the same cases in every run, so that a change does not fail
    // for an unrelated bug. A direct `cargo test` draws new cases.
    tests.env("PROPTEST_RNG_SEED", PROPERTY_SEED);
    tests
}

/// Returns the command of the browser tests of one package. The packages are tested one after the other, with the features that
/// their programs have, so that nothing is compiled twice.
fn web_tests(browser: &Browser, package: &str) -> Result<Command, String> {
    let arguments = [
        "test",
        "--locked",
        "--package",
        package,
        "--profile",
        "quick",
        "--target",
        "wasm32-unknown-unknown",
        "--test",
        "web",
    ];
    let mut command = command("cargo", &arguments);
    command
        .env("CHROMEDRIVER", &browser.driver)
        .env("WASM_BINDGEN_TEST_TIMEOUT", "120");
    // With the environment of the app, the tests use its compiled library.
    wasm_env::set(&mut command)?;
    Ok(command)
}

fn e2e_tests(browser: &Browser, project: &str) -> Command {
    let runner = "tests/e2e/node_modules/@playwright/test/cli.js";
    let arguments = [runner, "test", "--config", "tests/e2e", "--project", project];
    let mut command = command("node", &arguments);
    command
        .env("CHROMIUM", &browser.chromium)
        .env("HEADLESS_SHELL", install::headless_shell(browser))
        .env("DIST", target_dir().join("e2e-dist"));
    command
}

/// Runs a step without tests, which can fail the run but adds nothing to the number of passed tests.
fn check(command: Command) -> Result<Count, String> {
    let (succeeded, _) = run_and_read(command)?;
    Ok(judge(succeeded, Count::default()))
}

/// Counts a program that failed without naming a failed test (for example, it did not compile or crashed) as
/// one failure.
fn judge(succeeded: bool, count: Count) -> Count {
    let unnamed = !succeeded && count.failed == 0;
    Count {
        failed: count.failed + u32::from(unnamed),
        ..count
    }
}
