//! `cargo xtask serve` and `cargo xtask build`: Trunk with all its requirements installed.

use crate::install;
use crate::page_split;
use crate::process::{command, root, run, run_and_read, say};
use crate::wasm_env;
use std::path::Path;
use std::process::Command;

/// Serves the app and rebuilds it on change.
pub fn serve(rest: &[&str]) -> Result<(), String> {
    let mut release = false;
    let mut port = "8080".to_owned();
    let mut words = rest.iter();
    while let Some(word) = words.next() {
        match *word {
            "--release" => release = true,
            "--port" => port = words.next().copied().unwrap_or_default().to_owned(),
            _ => {
                return Err(format!(
                    "serve does not know {word:?}; it takes --release and --port N"
                ));
            }
        }
    }
    if port.parse::<u16>().is_err() {
        return Err(format!("--port needs a number up to 65535, got {port:?}"));
    }
    install::for_building()?;
    install::step(6);
    say(&format!(
        "building and serving the app on http://127.0.0.1:{port}/ (Ctrl+C ends it; reload after a change)"
    ));
    let mut arguments = vec!["--offline", "--skip-version-check", "serve", "--port", &port];
    if release {
        arguments.push("--release");
    }
    run(trunk(&arguments)?)
}

/// Builds the app into `dist/`. The page of a release build is split (`page_split.rs`), by the given profile if there is one.
pub fn build(rest: &[&str]) -> Result<(), String> {
    let (release, profile) = match rest {
        [] => (false, None),
        ["--release"] => (true, None),
        ["--release", "--profile", file] => (true, Some(Path::new(file))),
        _ => return Err("build takes only --release and --profile FILE".to_owned()),
    };
    if let Some(profile) = profile.filter(|profile| !profile.is_file()) {
        return Err(format!("--profile {}: there is no such file", profile.display()));
    }
    // Building replaces the folder of the app, in which the profile may be.
    let profile = profile.map(page_split::copy_of_profile).transpose()?;
    install::for_building()?;
    let dist = root().join("dist");
    if !trunk_build(&dist, release)? {
        return Err("the build failed".to_owned());
    }
    if release {
        page_split::split(&dist, profile.as_deref())
    } else {
        Ok(())
    }
}

/// Runs a Trunk build into a folder and returns whether it succeeded.
pub fn trunk_build(dist: &Path, release: bool) -> Result<bool, String> {
    let dist = dist.to_string_lossy();
    install::step(6);
    let how = if release {
        "release build: some minutes"
    } else {
        "quick build"
    };
    say(&format!("trunk build into {dist} ({how})"));
    let mut arguments = vec!["--offline", "--skip-version-check", "build", "--dist", &dist];
    if release {
        arguments.push("--release");
    }
    Ok(run_and_read(trunk(&arguments)?)?.0)
}

/// Returns a command of Trunk that builds the present sources.
fn trunk(arguments: &[&str]) -> Result<Command, String> {
    let mut trunk = command("trunk", arguments);
    wasm_env::set(&mut trunk)?;
    Ok(trunk)
}
