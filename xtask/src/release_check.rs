//! `cargo xtask release-check`: the main job in the release build, and its sizes and ratios compared with the
//! recorded ones.

use crate::bench;
use crate::install;
use crate::process::{command, root, run, say};
use crate::record::{self, Numbers};
use crate::serve;
use crate::size;

/// Maximum growth of a download size over the recorded size, as a factor.
const MAX_GROWTH: f64 = 1.05;

/// Maximum growth of a benchmark ratio over the recorded ratio, as a factor. Machines differ, so smaller
/// differences are only reported.
const MAX_SLOWDOWN: f64 = 2.0;

/// Tag of the end-to-end tests of the main job: draw, stop an endless loop, chat, share, reload.
const MAIN_JOB: &str = "@main";

/// Builds the app for release, runs the main job on it, and compares sizes and ratios.
///
/// # Errors
/// Returns an error if the build or a test fails, or with one line for each size and ratio beyond its limit.
pub fn release_check() -> Result<(), String> {
    install::node()?;
    install::npm("tests/e2e")?;
    let browser = install::browser()?;
    serve::build(&["--release"])?;
    say("the main job in the release build");
    let runner = "tests/e2e/node_modules/@playwright/test/cli.js";
    let mut tests = command(
        "node",
        &[
            runner,
            "test",
            "--config",
            "tests/e2e",
            "--workers",
            "1",
            "--grep",
            MAIN_JOB,
        ],
    );
    tests
        .env("CHROMIUM", &browser.chromium)
        .env("HEADLESS_SHELL", install::headless_shell(&browser))
        .env("DIST", root().join("dist"));
    run(tests)?;
    let mut beyond = compare("size", &size::sums()?, &record::read("size"), MAX_GROWTH);
    let ratios = bench::quick_ratios()?;
    beyond.extend(compare("ratio", &ratios, &record::read("ratio"), MAX_SLOWDOWN));
    if beyond.is_empty() {
        Ok(())
    } else {
        Err(beyond.join("\n"))
    }
}

/// Prints each number beside the recorded one, and returns a line for each that is beyond the limit, and for each name that is
/// only measured or only recorded: without a comparison, the check could not fail.
fn compare(kind: &str, measured: &Numbers, recorded: &Numbers, limit: f64) -> Vec<String> {
    let mut beyond = Vec::new();
    println!(
        "\n{kind:<58} {:>10} {:>10} {:>7}",
        "measured", "recorded", "factor"
    );
    for (name, number) in measured {
        let Some((_, before)) = recorded.iter().find(|(known, _)| known == name) else {
            println!("{name:<58} {number:>10.3} {:>10} {:>7}", "-", "-");
            beyond.push(format!("{kind} {name}: not in benches/recorded.tsv; record it"));
            continue;
        };
        let factor = number / before;
        println!("{name:<58} {number:>10.3} {before:>10.3} {factor:>7.2}");
        if factor > limit {
            beyond.push(format!(
                "{kind} {name}: {number:.3} is {factor:.2} times the recorded {before:.3}; the limit is {limit}"
            ));
        }
    }
    let is_measured = |name: &String| measured.iter().any(|(known, _)| known == name);
    let missing = recorded.iter().filter(|(name, _)| !is_measured(name));
    beyond.extend(missing.map(|(name, _)| format!("{kind} {name}: recorded, but not measured")));
    beyond
}

#[cfg(test)]
mod tests {
    use super::compare;

    #[test]
    fn a_number_beyond_the_limit_or_without_a_partner_is_reported() {
        let numbers = |list: &[(&str, f64)]| list.iter().map(|(name, n)| ((*name).to_owned(), *n)).collect();
        let recorded = numbers(&[("page", 100.0), ("worker", 10.0)]);
        let beyond = |measured: &[(&str, f64)]| compare("size", &numbers(measured), &recorded, 1.05);
        assert_eq!(beyond(&[("page", 104.9), ("worker", 9.0)]), [""; 0]);
        assert_eq!(
            beyond(&[("page", 106.0), ("worker", 10.0)]),
            ["size page: 106.000 is 1.06 times the recorded 100.000; the limit is 1.05"]
        );
        assert_eq!(
            beyond(&[("page", 100.0), ("font", 1.0)]),
            [
                "size font: not in benches/recorded.tsv; record it",
                "size worker: recorded, but not measured"
            ]
        );
    }
}
