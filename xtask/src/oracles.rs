//! `cargo xtask oracles`: asks other people's programs for the right answer and compares ours.
//!
//! Not part of `test`: the programs come from a package registry and take a while. One row in [`ORACLES`] is one script
//! in `tests/oracles/`, which is given the built program and fails when the answers differ.

use crate::install;
use crate::process::{command, run, say, target_dir};

/// Name, and how to run it on the program at that path.
type Oracle = (&'static str, fn(&str) -> Result<(), String>);

const ORACLES: &[Oracle] = &[("constraints", constraints)];

/// Runs the oracles; every one is run before a failure is reported.
pub fn oracles(rest: &[&str]) -> Result<(), String> {
    let names: Vec<&str> = ORACLES.iter().map(|(name, _)| *name).collect();
    let chosen = crate::only(rest, &names)?;
    say("cargo build --bin trammel");
    run(command("cargo", &["build", "--locked", "--bin", "trammel"]))?;
    let program = target_dir().join("debug/trammel");
    let program = program.to_string_lossy();
    let wanted = |name: &str| chosen.as_ref().is_none_or(|chosen| chosen.contains(&name));
    let mut outcome = Ok(());
    for (_, oracle) in ORACLES.iter().filter(|(name, _)| wanted(name)) {
        outcome = outcome.and(oracle(&program));
    }
    outcome
}

/// The constraint solver against planegcs, which is FreeCAD's.
fn constraints(program: &str) -> Result<(), String> {
    install::node()?;
    install::npm("tests/oracles")?;
    say("constraints against planegcs");
    run(command(
        "node",
        &["tests/oracles/constraints.mjs", "--bin", program],
    ))
}
