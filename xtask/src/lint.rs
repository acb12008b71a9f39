//! Lints of clippy while compiling.
//!
//! `cargo clippy` type-checks each crate, and a build type-checks it again. [`compile`] runs clippy's compiler in place of rustc
//! for the packages of this workspace, so a single compilation gives the lints and the programs. Its programs run slower than
//! those of rustc, so only the native tests use them. The compiled dependencies are the same with both.

use crate::process::{command, find, run_and_read};
use std::process::Command;
use std::sync::OnceLock;

/// Program that Cargo starts instead of rustc for the packages of this workspace.
const WRAPPER: &str = "RUSTC_WORKSPACE_WRAPPER";

/// Arguments of the lints, separated as `cargo clippy` separates them.
const ARGUMENTS: (&str, &str) = ("CLIPPY_ARGS", "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__");

/// Path of clippy's compiler, if it compiled the workspace without a warning.
static COMPILED_BY: OnceLock<String> = OnceLock::new();

/// Lints the workspace, and returns whether there was no warning.
///
/// # Errors
/// Returns an error if Cargo cannot be started.
pub fn check() -> Result<bool, String> {
    let arguments = ["clippy", "--locked", "--workspace", "--all-targets"];
    let check = command("cargo", &[&arguments[..], &["--", "-D", "warnings"]].concat());
    Ok(run_and_read(check)?.0)
}

/// Lints and compiles the workspace and its tests, and returns whether there was no warning. The commands of [`native`] then
/// use the compiled programs. If a lint fails, they compile the workspace with rustc.
///
/// # Errors
/// Returns an error if Cargo cannot be started.
pub fn compile() -> Result<bool, String> {
    let Some(driver) = find(&["clippy-driver"]) else {
        return check();
    };
    let driver = driver.to_string_lossy();
    let mut build = command("cargo", &["build", "--locked", "--workspace", "--all-targets"]);
    build.env(WRAPPER, &*driver).env(ARGUMENTS.0, ARGUMENTS.1);
    let succeeded = run_and_read(build)?.0;
    if succeeded {
        COMPILED_BY.get_or_init(|| driver.into_owned());
    }
    Ok(succeeded)
}

/// Creates a command of Cargo that compiles or runs packages of this workspace for this computer.
pub fn native(arguments: &[&str]) -> Command {
    let mut cargo = command("cargo", arguments);
    if let Some(driver) = COMPILED_BY.get() {
        cargo.env(WRAPPER, driver).env(ARGUMENTS.0, ARGUMENTS.1);
    }
    cargo
}
