//! `cargo xtask oracles`: our regions judged by another library; `cargo xtask bakeoff`: boolean engines compared.

use crate::process::{command, find, root, run, say, target_dir};

/// The version of shapely that judges; pinned, so that a new release cannot turn a build red.
const SHAPELY: &str = "shapely==2.1.2";

/// Compares areas and shapes of all boolean operations on random CAD pairs with those of shapely (GEOS), which is
/// installed into a folder of its own under the target directory.
///
/// # Errors
/// A region differs, or the judge cannot be installed: then nothing was compared, which counts as a failure.
pub fn oracles(rest: &[&str]) -> Result<(), String> {
    let pairs = count(rest, "1000")?;
    let python = shapely()?;
    say("cargo build --example regions");
    run(command("cargo", &["build", "--locked", "--example", "regions"]))?;
    let dump = target_dir().join("debug/examples/regions");
    say("tests/oracles/regions.py");
    run(command(
        &python,
        &["tests/oracles/regions.py", &dump.to_string_lossy(), &pairs],
    ))
}

/// Runs the comparison of engines; it prints a table.
///
/// # Errors
/// It does not build.
pub fn bakeoff(rest: &[&str]) -> Result<(), String> {
    let pairs = count(rest, "1000")?;
    let manifest = root().join("xtask/bakeoff/Cargo.toml");
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

/// A Python that has shapely.
fn shapely() -> Result<String, String> {
    let folder = target_dir().join("oracles");
    let python = folder.join(if cfg!(windows) {
        "Scripts/python.exe"
    } else {
        "bin/python"
    });
    let here = python.to_string_lossy().into_owned();
    let works = || {
        let mut probe = command(&here, &["-c", "import shapely"]);
        probe.output().is_ok_and(|output| output.status.success())
    };
    if works() {
        return Ok(here);
    }
    let system = find(&["python3", "python"])
        .ok_or("the oracles need Python 3 (python3 was not found), so nothing was compared")?;
    say("installing shapely into target/oracles");
    run(command(
        &system.to_string_lossy(),
        &["-m", "venv", &folder.to_string_lossy()],
    ))
    .map_err(|why| format!("python3 -m venv failed ({why}), so nothing was compared"))?;
    run(command(
        &here,
        &[
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            SHAPELY,
        ],
    ))
    .map_err(|why| format!("pip could not install {SHAPELY} ({why}), so nothing was compared"))?;
    if works() {
        Ok(here)
    } else {
        Err(format!(
            "{SHAPELY} is installed but cannot be imported, so nothing was compared"
        ))
    }
}
