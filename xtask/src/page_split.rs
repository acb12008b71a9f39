//! Split of the page into the part that its start needs, and a part that loads in the background (package `split`).
//!
//! The parts depend on a profile: the functions that run while Chromium visits the page. Two profiles of one page can differ
//! by a few functions, so each split page contains its profile ([`NAME`]), by which anyone can split it again.

use crate::install;
use crate::lint;
use crate::process::{command, run, say, target_dir};
use std::fs;
use std::path::{Path, PathBuf};

/// Name of the profile in the folder of a split page.
const NAME: &str = "split.profile";

/// Splits the page in a built folder, by this profile of an earlier split if there is one. Without Chromium, the page stays
/// whole.
///
/// # Errors
/// Returns an error if the program cannot be built, or the page cannot be split.
pub fn split(dist: &Path, profile: Option<&Path>) -> Result<(), String> {
    let Some(chromium) = install::chromium() else {
        say(
            "the page stays one file, because Chromium was not found, which finds out what the start needs: install it, or \
             name it in CHROMIUM",
        );
        return Ok(());
    };
    run(lint::native(&[
        "build",
        "--locked",
        "--quiet",
        "--workspace",
        "--bin",
        "split",
    ]))?;
    let program = target_dir()
        .join("debug/split")
        .with_extension(std::env::consts::EXE_EXTENSION);
    say("splitting the page by the functions that its start needs");
    let mut node = command("node", &["split/page.mjs"]);
    node.arg(dist).arg(program).env("CHROMIUM", chromium);
    if let Some(profile) = profile {
        node.arg(profile);
    }
    run(node)
}

/// Copies a profile to a place that no build changes, and returns the path of the copy.
///
/// # Errors
/// Returns an error if the file cannot be copied.
pub fn copy_of_profile(profile: &Path) -> Result<PathBuf, String> {
    let copy = target_dir().join("given.profile");
    let made = fs::create_dir_all(target_dir()).and_then(|()| fs::copy(profile, &copy));
    made.map_err(|error| format!("{}: {error}", profile.display()))?;
    Ok(copy)
}

/// Returns the profile of the page that was built in a folder of the project.
pub fn profile_of(project: &Path) -> PathBuf {
    project.join("dist").join(NAME)
}
