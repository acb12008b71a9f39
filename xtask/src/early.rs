//! Installation of the tools for the app while other steps run. On a new machine it takes minutes, in which the steps
//! before it leave a part of the processor unused.

use crate::browsers;
use crate::install;
use crate::process::{command, find, say, target_dir};
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Child;

/// Option of `cargo xtask setup` that also installs what the tests in three browsers need.
pub const BROWSERS: &str = "--browsers";

/// Installs the tools for the app, then the browsers and drivers. The step with their tests tries a failed installation
/// again, so it is no error here.
pub fn with_browsers() -> Result<(), String> {
    install::for_building()?;
    install::cargo_deny()?;
    if let Err(problem) = browsers::install() {
        println!("{problem}");
    }
    Ok(())
}

/// Installation in progress.
pub struct Early {
    child: Child,
    log: PathBuf,
}

impl Early {
    /// Starts `cargo xtask setup` with a low priority, for the app and on request for the tests in three browsers; its output
    /// goes to a file. The wasm target, which other steps need as well, is installed first.
    pub fn start(with_browsers: bool) -> Result<Early, String> {
        install::wasm_target()?;
        let log = target_dir().join("setup.log");
        let problem = |error: std::io::Error| format!("{}: {error}", log.display());
        fs::create_dir_all(target_dir()).map_err(problem)?;
        let file = File::create(&log).map_err(problem)?;
        let own = std::env::current_exe().map_err(|error| format!("the path of xtask: {error}"))?;
        let own = own.to_string_lossy();
        let mut setup = match find(&["nice"]) {
            Some(nice) => command(&nice.to_string_lossy(), &["-n", "10", &own, "setup"]),
            None => command(&own, &["setup"]),
        };
        if with_browsers {
            setup.arg(BROWSERS);
        }
        setup.stdout(file.try_clone().map_err(problem)?).stderr(file);
        let child = setup
            .spawn()
            .map_err(|error| format!("`cargo xtask setup` could not be started: {error}"))?;
        say(&format!(
            "the tools for the app are installed meanwhile ({})",
            log.display()
        ));
        Ok(Early { child, log })
    }

    /// Waits for the end, and prints the output.
    pub fn finish(mut self) -> Result<(), String> {
        let status = self
            .child
            .wait()
            .map_err(|error| format!("`cargo xtask setup`: {error}"))?;
        print!("{}", fs::read_to_string(&self.log).unwrap_or_default());
        if status.success() {
            Ok(())
        } else {
            Err(format!("`cargo xtask setup` failed ({status})"))
        }
    }
}
