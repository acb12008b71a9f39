//! Split of the page into the part that its start needs, and a part that loads in the background (package `split`).
//!
//! The parts depend on a profile: the functions that run while Chromium visits the page. Two profiles of one page can differ
//! by a few functions, so [`PROFILE`] can name one to be used again.

use crate::install;
use crate::lint;
use crate::process::{command, run, say, target_dir};
use std::path::{Path, PathBuf};

/// Environment variable with the path of the profile of an earlier split.
pub const PROFILE: &str = "TRAMMEL_PROFILE";

/// Splits the page in a built folder. Without Chromium, the page stays whole.
///
/// # Errors
/// Returns an error if the program cannot be built, or the page cannot be split.
pub fn split(dist: &Path) -> Result<(), String> {
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
    if let Some(profile) = std::env::var_os(PROFILE) {
        node.arg(profile);
    }
    run(node)
}

/// Returns the profile that the last split in a folder of the project has used.
pub fn profile_of(project: &Path) -> PathBuf {
    project.join("target/split/ran")
}
