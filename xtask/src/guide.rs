//! `cargo xtask guide`: the pictures of the user guide and of `README.md`, taken from the running app.

use crate::install;
use crate::process::{command, run, target_dir};
use crate::serve;

/// Builds the app and takes the pictures with these names, or all.
pub fn guide(names: &[&str]) -> Result<(), String> {
    install::node()?;
    install::for_building()?;
    let dist = target_dir().join("e2e-dist");
    if !serve::trunk_build(&dist, false)? {
        return Err("the build failed".to_owned());
    }
    install::npm("tests/e2e")?;
    let browser = install::browser()?;
    let mut pictures = command("node", &[&["tests/e2e/guide/main.mjs"], names].concat());
    pictures.env("CHROMIUM", &browser.chromium).env("DIST", dist);
    run(pictures)
}
