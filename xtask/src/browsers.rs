//! The main job of a user in three browser engines: Chromium, Firefox, and WebKit. Each engine is controlled through the
//! driver of its vendor, so the browsers of the distribution are tested (`tests/browsers`).

use crate::debian;
use crate::install::{self, Browser, CargoTool};
use crate::process::{command, find, target_dir};
use std::env::var_os;
use std::path::PathBuf;
use std::process::Command;

const GECKODRIVER: &str = "0.37.0";

/// Programs of the engines besides Chromium.
pub struct Others {
    firefox: PathBuf,
    geckodriver: PathBuf,
    webkit_driver: PathBuf,
}

/// Finds Firefox, WebKit, their drivers, and the display server that WebKit needs, and installs what is missing: with
/// apt, or for the driver of Firefox with cargo.
///
/// # Errors
/// Returns an error that names the missing programs.
pub fn install() -> Result<Others, String> {
    let named =
        |variable: &str, programs: &[&str]| var_os(variable).map(PathBuf::from).or_else(|| find(programs));
    let firefox = || named("FIREFOX", &["firefox-esr", "firefox"]);
    let geckodriver = || named("GECKODRIVER", &["geckodriver"]);
    let webkit_driver = || named("WEBKIT_DRIVER", &["WebKitWebDriver"]);
    let mut packages = Vec::new();
    if firefox().is_none() {
        packages.push("firefox-esr");
    }
    if webkit_driver().is_none() {
        packages.push("webkit2gtk-driver");
    }
    if find(&["Xvfb"]).is_none() {
        packages.push("xvfb");
    }
    if !packages.is_empty() {
        debian::install(&packages)?;
    }
    if geckodriver().is_none() {
        install::cargo_tool(&CargoTool {
            program: "geckodriver",
            package: "geckodriver",
            version: GECKODRIVER,
            options: &[],
            opt_level: "0",
        })?;
    }
    let missing = |program: &str| format!("{program} was not found, and the tests in three browsers need it");
    if find(&["Xvfb"]).is_none() {
        return Err(missing("Xvfb"));
    }
    Ok(Others {
        firefox: firefox().ok_or_else(|| missing("Firefox"))?,
        geckodriver: geckodriver().ok_or_else(|| missing("geckodriver"))?,
        webkit_driver: webkit_driver().ok_or_else(|| missing("WebKitWebDriver"))?,
    })
}

/// Returns the command that runs the main job in all engines.
pub fn tests(chromium: &Browser, others: &Others) -> Command {
    let mut command = command("node", &["tests/browsers/main.mjs"]);
    command
        .env("CHROMIUM", &chromium.chromium)
        .env("CHROMEDRIVER", &chromium.driver)
        .env("FIREFOX", &others.firefox)
        .env("GECKODRIVER", &others.geckodriver)
        .env("WEBKIT_DRIVER", &others.webkit_driver)
        .env("DIST", target_dir().join("e2e-dist"));
    command
}
