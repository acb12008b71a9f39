//! Lints of clippy, by themselves or while compiling.
//!
//! `cargo clippy` type-checks each crate, and a build type-checks it again. In a complete run of the tests, clippy's compiler
//! takes the place of rustc for the packages of this workspace, so a single compilation gives the lints and the programs
//! ([`compile_native`], [`compile_wasm`]). Only tests use these programs, because clippy's compiler optimizes less. If a lint
//! fails, the tests are compiled by rustc. The compiled dependencies are the same with both.

use crate::install;
use crate::process::{command, find, run_and_read};
use crate::wasm_env;
use std::process::Command;
use std::sync::OnceLock;

/// Variable of the environment with which `cargo xtask test --only clippy-wasm,build` lints while compiling.
pub const WASM_LINTS: &str = "TRAMMEL_LINT_WHILE_COMPILING";

/// Variable of Cargo: the program that it starts instead of rustc for the packages of this workspace.
const WRAPPER: &str = "RUSTC_WORKSPACE_WRAPPER";

/// Variable with the arguments of the lints, separated as `cargo clippy` separates them.
const ARGUMENTS: (&str, &str) = ("CLIPPY_ARGS", "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__");

/// Packages for WebAssembly, with their targets. Each is compiled by itself, as the build of the app does, because the packages
/// together would have other features of their dependencies, and all would be compiled once more.
pub const WASM_PACKAGES: [(&str, &[&str]); 2] = [
    ("trammel", &["--lib", "--bin=app", "--test=web"]),
    ("trammel-worker", &["--bin=sandbox", "--test=web"]),
];

/// Whether the native programs have been compiled with lints.
static NATIVE: OnceLock<()> = OnceLock::new();

/// Whether the programs for WebAssembly have been compiled with lints.
static WASM: OnceLock<()> = OnceLock::new();

/// Lints the workspace, and returns whether there was no warning.
///
/// # Errors
/// Returns an error if Cargo cannot be started.
pub fn check_native() -> Result<bool, String> {
    let arguments = ["clippy", "--locked", "--workspace", "--all-targets"];
    let check = command("cargo", &[&arguments[..], &["--", "-D", "warnings"]].concat());
    Ok(run_and_read(check)?.0)
}

/// Lints and compiles the workspace and its tests, and returns whether there was no warning. The commands of [`native`] then
/// use the compiled programs.
///
/// # Errors
/// Returns an error if Cargo cannot be started.
pub fn compile_native() -> Result<bool, String> {
    if driver().is_none() {
        return check_native();
    }
    let mut build = command("cargo", &["build", "--locked", "--workspace", "--all-targets"]);
    add(&mut build);
    let succeeded = run_and_read(build)?.0;
    if succeeded {
        NATIVE.get_or_init(|| ());
    }
    Ok(succeeded)
}

/// Creates a command of Cargo that compiles or runs packages of this workspace for this computer.
pub fn native(arguments: &[&str]) -> Command {
    let mut cargo = command("cargo", arguments);
    // In the background of the tests, the native steps have compiled the same programs.
    if NATIVE.get().is_some() || is_in_background() {
        add(&mut cargo);
    }
    cargo
}

/// Lints the sources for WebAssembly, and returns whether there was no warning.
///
/// # Errors
/// Returns an error if a tool cannot be installed, or Cargo cannot be started.
pub fn check_wasm() -> Result<bool, String> {
    install::wasm_target()?;
    for_wasm("clippy", &["--", "-D", "warnings"], |_| Ok(()))
}

/// Lints and compiles the app and its browser tests, and returns whether there was no warning. The next builds for WebAssembly
/// then use the compiled programs.
///
/// # Errors
/// Returns an error if a tool cannot be installed, Cargo cannot be started, or the sources cannot be read.
pub fn compile_wasm() -> Result<bool, String> {
    if driver().is_none() {
        return check_wasm();
    }
    install::wasm_target()?;
    for_wasm("build", &[], wasm_env::set)
}

/// Runs a command of Cargo for each package for WebAssembly, and returns whether all succeeded.
fn for_wasm(
    name: &str,
    last: &[&str],
    prepare: impl Fn(&mut Command) -> Result<(), String>,
) -> Result<bool, String> {
    // With the profile of the app, all steps use the same compiled macros and build scripts.
    let target = ["--profile", "quick", "--target", "wasm32-unknown-unknown"];
    for (package, targets) in WASM_PACKAGES {
        let arguments = [
            &[name, "--locked", "--package", package],
            &target[..],
            targets,
            last,
        ]
        .concat();
        let mut cargo = command("cargo", &arguments);
        prepare(&mut cargo)?;
        if !run_and_read(cargo)?.0 {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Notes that [`compile_wasm`] has succeeded.
pub fn wasm_is_compiled() {
    WASM.get_or_init(|| ());
}

/// Whether builds for WebAssembly lint while compiling.
pub fn is_linting_wasm() -> bool {
    WASM.get().is_some() || is_in_background()
}

fn is_in_background() -> bool {
    std::env::var_os(WASM_LINTS).is_some()
}

/// Lets a build lint while compiling, if clippy's compiler is installed.
pub fn add(build: &mut Command) {
    if let Some(driver) = driver() {
        build.env(WRAPPER, driver).env(ARGUMENTS.0, ARGUMENTS.1);
    }
}

/// Returns the path of clippy's compiler.
fn driver() -> Option<&'static str> {
    static DRIVER: OnceLock<Option<String>> = OnceLock::new();
    let found = || find(&["clippy-driver"]).map(|path| path.to_string_lossy().into_owned());
    DRIVER.get_or_init(found).as_deref()
}
