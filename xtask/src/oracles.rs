//! `cargo xtask oracles`: comparison of results with those of other programs. `cargo xtask bakeoff`: comparison
//! of boolean engines.
//!
//! Each row in [`ORACLES`] is a script in `tests/oracles/`, which receives the built program and fails if the
//! results differ. The other programs come from package registries; `test` runs all oracles and reports those
//! that cannot be installed. (`faults` checks the agent's handling of provider failures, not geometry.)

use crate::install;
use crate::process::{command, find, root, run, say, target_dir};

/// Python packages used as oracles: module name and package version. Versions are pinned so that a new release
/// cannot break a build.
const SHAPELY: (&str, &str) = ("shapely", "shapely==2.1.2");
const LLMOCK: (&str, &str) = ("llmock", "llmock==0.2.2");

/// Number of random pairs of regions to compare.
const PAIRS: &str = "1000";

/// Name of an oracle, and a function that runs it on the program at a path.
type Oracle = (&'static str, fn(&str) -> Result<(), String>);

const ORACLES: &[Oracle] = &[
    ("constraints", constraints),
    ("faults", faults),
    ("lengths", lengths),
    ("regions", regions),
];

/// Runs the chosen oracles; a failure is reported after all of them have run.
pub fn oracles(rest: &[&str]) -> Result<(), String> {
    let names: Vec<&str> = ORACLES.iter().map(|(name, _)| *name).collect();
    let chosen = crate::only(rest, &names)?;
    let (_, failures) = ask(|name| chosen.as_ref().is_none_or(|chosen| chosen.contains(&name)))?;
    if failures.is_empty() {
        Ok(())
    } else {
        Err(failures.join("\n"))
    }
}

/// Runs the wanted oracles and returns the number that agreed and the messages of the others.
///
/// # Errors
/// Returns an error if the program does not build.
pub fn ask(wanted: impl Fn(&str) -> bool) -> Result<(u32, Vec<String>), String> {
    say("cargo build --bin trammel");
    run(command(
        "cargo",
        &["build", "--locked", "--workspace", "--bin", "trammel"],
    ))?;
    let program = target_dir().join("debug/trammel");
    let program = program.to_string_lossy();
    let (mut agreed, mut failures) = (0, Vec::new());
    for (name, oracle) in ORACLES.iter().filter(|(name, _)| wanted(name)) {
        match oracle(&program) {
            Ok(()) => agreed += 1,
            Err(why) => failures.push(format!("oracle {name}: {why}")),
        }
    }
    Ok((agreed, failures))
}

/// Compares lengths along SVG paths with an exact integration.
fn lengths(program: &str) -> Result<(), String> {
    install::node()?;
    say("lengths against an exact integration");
    run(command("node", &["tests/oracles/lengths.mjs", "--bin", program]))
}

/// Compares the constraint solver with planegcs, the solver of FreeCAD.
fn constraints(program: &str) -> Result<(), String> {
    install::node()?;
    install::npm("tests/oracles")?;
    say("constraints against planegcs");
    run(command(
        "node",
        &["tests/oracles/constraints.mjs", "--bin", program],
    ))
}

/// Compares areas and shapes of all boolean operations on random CAD pairs with shapely (GEOS).
fn regions(_: &str) -> Result<(), String> {
    let python = python_with(SHAPELY)?;
    say("cargo build --example regions");
    run(command(
        "cargo",
        &["build", "--locked", "--workspace", "--example", "regions"],
    ))?;
    let dump = target_dir().join("debug/examples/regions");
    say("regions against shapely");
    run(command(
        &python,
        &["tests/oracles/regions.py", &dump.to_string_lossy(), PAIRS],
    ))
}

/// Tests the agent's retries against a server that fails on demand and checks the requests.
fn faults(program: &str) -> Result<(), String> {
    let python = python_with(LLMOCK)?;
    say("retries against llmock");
    run(command(&python, &["tests/oracles/faults.py", "--bin", program]))
}

/// Runs the comparison of engines, which prints a table.
///
/// # Errors
/// Returns an error if the comparison does not build.
pub fn bakeoff(rest: &[&str]) -> Result<(), String> {
    let pairs = count(rest, "1000")?;
    let manifest = root().join("benches/bakeoff/Cargo.toml");
    let manifest = manifest.to_string_lossy();
    let target = target_dir().join("bakeoff");
    let arguments = [
        "run",
        "--locked",
        "--release",
        "--manifest-path",
        &manifest,
        "--",
        &pairs,
    ];
    let mut program = command("cargo", &arguments);
    program.env("CARGO_TARGET_DIR", target);
    run(program)
}

fn count(rest: &[&str], default: &str) -> Result<String, String> {
    match rest {
        [] => Ok(default.to_owned()),
        [n] if n.parse::<u32>().is_ok_and(|n| n > 0) => Ok((*n).to_owned()),
        _ => Err("expected nothing or a number of pairs".to_owned()),
    }
}

/// Returns a Python interpreter that has this package.
fn python_with((name, package): (&str, &str)) -> Result<String, String> {
    let folder = target_dir().join("oracles");
    let python = folder.join(if cfg!(windows) {
        "Scripts/python.exe"
    } else {
        "bin/python"
    });
    let here = python.to_string_lossy().into_owned();
    let import = format!("import {name}");
    let works = || {
        let mut probe = command(&here, &["-c", &import]);
        probe.output().is_ok_and(|output| output.status.success())
    };
    if works() {
        return Ok(here);
    }
    if !python.is_file() {
        let system = find(&["python3", "python"])
            .ok_or("the oracles need Python 3 (python3 was not found), so nothing was compared")?;
        run(command(
            &system.to_string_lossy(),
            &["-m", "venv", &folder.to_string_lossy()],
        ))
        .map_err(|why| format!("python3 -m venv failed ({why}), so nothing was compared"))?;
    }
    say(&format!("installing {package} into target/oracles"));
    let quiet = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    run(command(&here, &[&quiet[..], &[package]].concat()))
        .map_err(|why| format!("pip could not install {package} ({why}), so nothing was compared"))?;
    if works() {
        Ok(here)
    } else {
        Err(format!(
            "{package} is installed but cannot be imported, so nothing was compared"
        ))
    }
}
