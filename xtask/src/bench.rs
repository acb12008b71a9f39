//! `cargo xtask bench`: the kernel's operations one by one, and a run of 10,000 `drawCircle` calls, engine included,
//! natively and in the browser.

use crate::install;
use crate::process::{command, output, root, run, run_and_read, say, target_dir};
use crate::serve;

const RUNS: usize = 11;
const NATIVE_BAR_MS: f64 = 55.0;

/// Runs the benchmarks. They print numbers; being over a bar is an error.
pub fn bench(rest: &[&str]) -> Result<(), String> {
    let chosen = crate::only(rest, &["kernel", "native", "browser"])?;
    let wanted = |part: &str| chosen.as_ref().is_none_or(|chosen| chosen.contains(&part));
    if wanted("kernel") {
        kernel()?;
    }
    let native = if wanted("native") { native() } else { Ok(()) };
    let browser = if wanted("browser") { browser() } else { Ok(()) };
    native.and(browser)
}

/// The table of `examples/kernel`; it prints what is over its bar, which is for a reader to judge.
fn kernel() -> Result<(), String> {
    say("cargo run --release --example kernel");
    run(command(
        "cargo",
        &["run", "--locked", "--release", "--example", "kernel"],
    ))
}

fn native() -> Result<(), String> {
    say("cargo build --release --bin trammel");
    run(command(
        "cargo",
        &["build", "--locked", "--release", "--bin", "trammel"],
    ))?;
    let program = target_dir().join("release/trammel");
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

fn browser() -> Result<(), String> {
    install::node()?;
    install::npm("tests/e2e")?;
    let chromium = install::browser()?.chromium;
    install::for_building()?;
    // A folder of its own: the development build in dist/ is left alone.
    let dist = target_dir().join("bench-dist");
    if !serve::trunk_build(&dist, true)? {
        return Err("the release build failed".to_owned());
    }
    let mut bench = command("node", &["tests/e2e/bench.mjs"]);
    bench.env("CHROMIUM", chromium).env("DIST", dist);
    let (met, _) = run_and_read(bench)?;
    if met {
        Ok(())
    } else {
        Err("the browser run missed its bar, or could not be measured".to_owned())
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

/// The number that follows a key in JSON text.
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
