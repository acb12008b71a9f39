//! `cargo xtask bench`: benchmarks of the kernel (`kernel.rs`, from `benches/`), of a run of 10,000
//! `drawCircle` calls including the engine, natively and in the browser, of the canvas and of typing, and of scripts
//! compared with the QuickJS engine.

mod divan;
mod kernel;

pub use kernel::quick_ratios;

use crate::install;
use crate::process::{command, output, root, run, run_and_read, say, target_dir};
use crate::serve;
use std::path::PathBuf;

const RUNS: usize = 11;
const NATIVE_BAR_MS: f64 = 40.0;

/// Runs the chosen benchmarks and prints their results. A native or browser run over its bar is an error. With
/// `--write` at the end, the tables of the kernel go into `docs/performance.md`.
pub fn bench(rest: &[&str]) -> Result<(), String> {
    let (write, rest) = match rest {
        [rest @ .., "--write"] => (true, rest),
        _ => (false, rest),
    };
    let chosen = crate::only(rest, &["kernel", "native", "browser", "canvas", "engines"])?;
    let wanted = |part: &str| chosen.as_ref().is_none_or(|chosen| chosen.contains(&part));
    if wanted("kernel") {
        kernel::kernel(write)?;
    }
    let native = if wanted("native") { native() } else { Ok(()) };
    let page = |part, script| {
        if wanted(part) { in_browser(script) } else { Ok(()) }
    };
    let browser = page("browser", "tests/e2e/bench.mjs");
    let canvas = page("canvas", "tests/e2e/canvas-bench.mjs");
    let engines = if wanted("engines") { engines() } else { Ok(()) };
    native.and(browser).and(canvas).and(engines)
}

/// Builds the program for release and returns its path.
fn program() -> Result<PathBuf, String> {
    say("cargo build --release --bin trammel");
    run(command(
        "cargo",
        &["build", "--locked", "--release", "--bin", "trammel"],
    ))?;
    Ok(target_dir().join("release/trammel"))
}

/// Builds the app for release in a separate folder, so that the development build in dist/ is unchanged.
fn app() -> Result<PathBuf, String> {
    install::for_building()?;
    let dist = target_dir().join("bench-dist");
    if serve::trunk_build(&dist, true)? {
        Ok(dist)
    } else {
        Err("the release build failed".to_owned())
    }
}

/// Compares scripts of several kinds with QuickJS. Only the ratio of calls to those of a CAD program has a bar.
fn engines() -> Result<(), String> {
    install::node()?;
    install::npm("tests/e2e")?;
    install::npm("tests/bench")?;
    let chromium = install::browser()?.chromium;
    let (program, dist) = (program()?, app()?);
    let (program, dist) = (program.to_string_lossy(), dist.to_string_lossy());
    let mut bench = command(
        "node",
        &["tests/bench/engines.mjs", "--bin", &program, "--dist", &dist],
    );
    bench.env("CHROMIUM", chromium);
    run(bench)
}

fn native() -> Result<(), String> {
    let program = program()?;
    let script = root().join("tests/e2e/circles.js");
    let program = program.to_string_lossy();
    let script = script.to_string_lossy();
    let mut times = Vec::new();
    for _ in 0..RUNS {
        let answer =
            output(&program, &["run", &script]).ok_or("`trammel run` failed on tests/e2e/circles.js")?;
        if number_after(&answer, "\"entities\":") != Some(10_000.0) {
            return Err(format!(
                "the script should draw 10,000 circles; `trammel run` answered: {answer:.300}"
            ));
        }
        times.push(number_after(&answer, "\"elapsed_ms\":").ok_or("`trammel run` reports no elapsed_ms")?);
    }
    report("native", &mut times, NATIVE_BAR_MS)
}

/// Measures the release build of the app in Chromium with a script, which fails if a bar is missed.
fn in_browser(script: &str) -> Result<(), String> {
    install::node()?;
    install::npm("tests/e2e")?;
    let chromium = install::browser()?.chromium;
    let dist = app()?;
    let mut bench = command("node", &[script]);
    bench.env("CHROMIUM", chromium).env("DIST", dist);
    let (met, _) = run_and_read(bench)?;
    if met {
        Ok(())
    } else {
        Err(format!("{script} missed a bar, or could not measure"))
    }
}

fn report(what: &str, times: &mut [f64], bar: f64) -> Result<(), String> {
    times.sort_by(f64::total_cmp);
    let (min, median, max) = (times[0], times[times.len() / 2], times[times.len() - 1]);
    println!(
        "bench {what}: 10,000 drawCircle calls, {} runs: min {min:.1} median {median:.1} max {max:.1} ms; \
         {:.2} of the bar of {bar} ms",
        times.len(),
        median / bar
    );
    if median <= bar {
        Ok(())
    } else {
        Err(format!("the {what} run missed its bar of {bar} ms"))
    }
}

/// Returns the number that follows a key in a JSON text.
fn number_after(json: &str, key: &str) -> Option<f64> {
    let rest = json[json.find(key)? + key.len()..].trim_start();
    let end = rest
        .find(|c: char| !matches!(c, '0'..='9' | '.' | '-' | '+' | 'e' | 'E'))
        .unwrap_or(rest.len());
    rest[..end].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::number_after;

    #[test]
    fn numbers_are_read_from_json_text() {
        let json = r#"{"entities": 10000,"elapsed_ms":31.25}"#;
        assert_eq!(number_after(json, "\"entities\":"), Some(10_000.0));
        assert_eq!(number_after(json, "\"elapsed_ms\":"), Some(31.25));
        assert_eq!(number_after(json, "\"missing\":"), None);
    }
}
