//! Property tests and fuzzers with a new seed in each run of the tests.
//!
//! The other steps use fixed seeds, so that a change does not fail for an unrelated bug. A failure with the new seed
//! is reported with the command that reproduces it, and does not fail the run. The output of the property tests is
//! kept in `target/fresh.log` instead of the output of the run, whose readers look there for the tests that failed it.

use crate::fuzz;
use crate::lint;
use crate::process::{root, target_dir};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Duration of each fuzzer in seconds.
const FUZZ_SECONDS: u32 = 5;

/// Kinds of tests with the arguments of `cargo test` that select them. All packages are selected, so that their dependencies have
/// the same features as in the other steps and are not compiled again.
const PROPERTY_TESTS: [&[&str]; 2] = [&["--workspace", "--lib"], &["--workspace", "--test", "it"]];

/// Runs the property tests and the fuzzers with a new seed and returns one line for each failure.
///
/// # Errors
/// Returns an error if the sources of the property tests cannot be read.
pub fn run() -> Result<(u32, Vec<String>), String> {
    let seed = seed();
    let mut failures = Vec::new();
    let mut log = Vec::new();
    for target in PROPERTY_TESTS {
        let folder = if target.contains(&"--lib") {
            "src"
        } else {
            "tests/it"
        };
        let mut modules = Vec::new();
        for package in packages()? {
            let folder = package.join(folder);
            if folder.is_dir() {
                modules.extend(modules_with_properties(&folder, "")?);
            }
        }
        let modules: Vec<&str> = modules.iter().map(String::as_str).collect();
        let arguments = [&["test", "--locked"], target, &["--"], &modules].concat();
        let mut tests = lint::native(&arguments);
        tests.env("PROPTEST_RNG_SEED", seed.to_string());
        let finished = tests.output().map_err(|error| format!("cargo test: {error}"))?;
        log.extend_from_slice(&finished.stdout);
        log.extend_from_slice(&finished.stderr);
        if !finished.status.success() {
            let names = failed_tests(&String::from_utf8_lossy(&finished.stdout)).join(", ");
            failures.push(format!(
                "a property test fails ({names}): PROPTEST_RNG_SEED={seed} cargo {}",
                arguments.join(" ")
            ));
        }
    }
    let path = target_dir().join("fresh.log");
    fs::write(&path, log).map_err(|error| format!("{}: {error}", path.display()))?;
    if fuzz::run(FUZZ_SECONDS, seed).is_err() {
        failures.push(format!("a fuzzer fails: cargo xtask fuzz --seed {seed}"));
    }
    Ok((seed, failures))
}

/// Returns the folders of the packages of the product.
fn packages() -> Result<Vec<PathBuf>, String> {
    let crates = root().join("crates");
    let entries = fs::read_dir(&crates).map_err(|error| format!("{}: {error}", crates.display()))?;
    let mut folders: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    folders.sort();
    folders.push(root().to_owned());
    Ok(folders)
}

/// Returns the names of the failed tests in the output of `cargo test`.
fn failed_tests(output: &str) -> Vec<&str> {
    output
        .lines()
        .filter_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... FAILED"))
        .collect()
}

/// Returns a seed from the clock.
fn seed() -> u32 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // The low bits of a time in nanoseconds may all be zero.
    (now.as_micros() % u128::from(u32::MAX)) as u32
}

/// Returns the paths of the modules below a folder whose files contain property tests, each with `::` at its end.
fn modules_with_properties(folder: &Path, module: &str) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries {
        let path = entry
            .map_err(|error| format!("{}: {error}", folder.display()))?
            .path();
        let stem = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if path.is_dir() {
            found.extend(modules_with_properties(&path, &format!("{module}{stem}::"))?);
        } else if fs::read_to_string(&path).is_ok_and(|text| text.contains("proptest! {")) {
            found.push(if stem == "mod" {
                module.to_owned()
            } else {
                format!("{module}{stem}::")
            });
        }
    }
    found.sort();
    Ok(found)
}
