//! Installation of missing tools on a new machine. Every tool is looked up first, so a second start takes seconds.

use crate::debian;
use crate::process::{command, find, output, root, run, say};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

const TRUNK: &str = "0.21.14";
const CARGO_DENY: &str = "0.20.2";
const WASM: &str = "wasm32-unknown-unknown";

/// Code editor of the built app.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Editor {
    CodeMirror,
    PlainTextArea,
}

/// Steps of a first start with their usual time on two cores. The last step is the build itself.
const STEPS: [(&str, &str); 6] = [
    ("the wasm target of rustc", "seconds"),
    ("wasm-bindgen", "2 minutes"),
    ("Trunk", "4 minutes"),
    ("the crates' sources", "a minute"),
    ("the code editor", "a minute"),
    ("the app", "6 minutes the first time"),
];

/// Announces a step of a start.
pub fn step(number: usize) {
    let (name, time) = STEPS[number - 1];
    say(&format!("step {number} of {}: {name} ({time})", STEPS.len()));
}

/// Installs everything that building the app needs: the wasm target, wasm-bindgen, Trunk, the crates, and the
/// code editor.
pub fn for_building() -> Result<Editor, String> {
    step(1);
    wasm_target()?;
    step(2);
    wasm_bindgen("wasm-bindgen")?;
    step(3);
    cargo_tool(&CargoTool {
        program: "trunk",
        package: "trunk",
        version: TRUNK,
        // Trunk encrypts connections only to download tools, which it never does here.
        options: &["--no-default-features"],
        opt_level: "0",
    })?;
    step(4);
    // Trunk runs offline later, so that it never downloads a tool.
    run(command("cargo", &["fetch", "--locked", "--quiet"]))?;
    step(5);
    editor()
}

/// Installs the wasm target of rustc.
pub fn wasm_target() -> Result<(), String> {
    let installed = || {
        let sysroot = output("rustc", &["--print", "sysroot"])?;
        Path::new(&sysroot)
            .join("lib/rustlib")
            .join(WASM)
            .is_dir()
            .then_some(())
    };
    if installed().is_some() {
        return Ok(());
    }
    say(&format!("rustup target add {WASM}"));
    run(command("rustup", &["target", "add", WASM]))
        .map_err(|error| format!("{error}; the Rust target {WASM} is needed to build the app"))
}

/// Installs `wasm-bindgen-test-runner`, which is a part of wasm-bindgen-cli.
pub fn wasm_test_runner() -> Result<(), String> {
    wasm_target()?;
    wasm_bindgen("wasm-bindgen-test-runner")
}

/// Installs wasm-bindgen-cli, which has this program, in the version of the crate.
fn wasm_bindgen(program: &str) -> Result<(), String> {
    cargo_tool(&CargoTool {
        program,
        package: "wasm-bindgen-cli",
        version: &locked_version("wasm-bindgen")?,
        options: &[],
        // It reads and writes modules of more than 10 MB.
        opt_level: "1",
    })
}

/// Installs cargo-deny, which checks licenses, sources, and known vulnerabilities of crates.
pub fn cargo_deny() -> Result<(), String> {
    cargo_tool(&CargoTool {
        program: "cargo-deny",
        package: "cargo-deny",
        version: CARGO_DENY,
        options: &[],
        opt_level: "0",
    })
}

/// Finds Chromium, or the browser in `CHROMIUM`.
pub fn chromium() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    named.or_else(|| find(&["chromium", "chromium-browser", "google-chrome"]))
}

/// Finds Chromium and its driver, and installs them with apt if they are missing.
pub fn browser() -> Result<Browser, String> {
    let look = || {
        let driver = std::env::var_os("CHROMEDRIVER").map(PathBuf::from);
        Some(Browser {
            chromium: chromium()?,
            driver: driver.or_else(|| find(&["chromedriver"]))?,
        })
    };
    if let Some(browser) = look() {
        return Ok(browser);
    }
    // Text measurement needs a font, which a minimal machine may lack.
    debian::install(&["chromium", "chromium-driver", "fonts-dejavu-core"])?;
    look().ok_or_else(|| {
        "Chromium or chromedriver was not found: install both, or name them in CHROMIUM and CHROMEDRIVER"
            .to_owned()
    })
}

/// Programs that the browser tests use.
pub struct Browser {
    pub chromium: PathBuf,
    pub driver: PathBuf,
}

/// Finds Chromium without a window, which needs less time for a test, or installs it with apt. Without it, and if `CHROMIUM`
/// names a browser, Chromium itself is returned.
pub fn headless_shell(browser: &Browser) -> PathBuf {
    const NAME: &str = "chromium-headless-shell";
    if std::env::var_os("CHROMIUM").is_some() {
        return browser.chromium.clone();
    }
    find(&[NAME]).unwrap_or_else(|| {
        if let Err(problem) = debian::install(&[NAME]) {
            println!("{problem}; Chromium itself runs the tests, which takes longer");
        }
        find(&[NAME]).unwrap_or_else(|| browser.chromium.clone())
    })
}

/// Finds LibreCAD, and installs it with apt if it is missing.
pub fn librecad() -> Result<PathBuf, String> {
    if find(&["librecad"]).is_none() {
        debian::install(&["librecad"])?;
    }
    find(&["librecad"]).ok_or_else(|| "LibreCAD is needed to open DXF files".to_owned())
}

/// Installs Node and npm with apt if they are missing. The tests require both.
pub fn node() -> Result<(), String> {
    if has_node() {
        return Ok(());
    }
    debian::install(&["nodejs", "npm"])?;
    if has_node() {
        Ok(())
    } else {
        Err("Node and npm are needed for the end-to-end tests".to_owned())
    }
}

/// Installs Poppler and qpdf, which measure and check PDF files, with apt if they are missing.
pub fn pdf_tools() -> Result<(), String> {
    let has_all = || {
        ["pdftoppm", "pdfinfo", "qpdf"]
            .iter()
            .all(|tool| find(&[tool]).is_some())
    };
    if !has_all() {
        debian::install(&["poppler-utils", "qpdf"])?;
    }
    if has_all() {
        Ok(())
    } else {
        Err("pdftoppm, pdfinfo, and qpdf are needed to check PDF files".to_owned())
    }
}

/// Runs `npm ci` in a folder of the project unless its packages are up to date.
pub fn npm(folder: &str) -> Result<(), String> {
    let folder = root().join(folder);
    let modified = |name: &str| {
        fs::metadata(folder.join(name))
            .and_then(|file| file.modified())
            .ok()
    };
    let done = modified("node_modules/.package-lock.json");
    if done.is_some() && done >= modified("package-lock.json") {
        return Ok(());
    }
    say(&format!(
        "npm ci in {}",
        folder.strip_prefix(root()).unwrap_or(&folder).display()
    ));
    let mut npm = command(
        "npm",
        &[
            "ci",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            "--loglevel=error",
        ],
    );
    npm.current_dir(&folder);
    run(npm)
}

/// Returns the version of a crate in Cargo.lock.
pub fn locked_version(name: &str) -> Result<String, String> {
    let lock =
        fs::read_to_string(root().join("Cargo.lock")).map_err(|error| format!("Cargo.lock: {error}"))?;
    version_in_lock(&lock, name).ok_or_else(|| format!("Cargo.lock does not name {name}"))
}

fn version_in_lock(lock: &str, name: &str) -> Option<String> {
    let entry = lock
        .split("[[package]]")
        .find(|entry| entry.contains(&format!("\nname = \"{name}\"\n")))?;
    let version = entry.lines().find_map(|line| line.strip_prefix("version = \""))?;
    Some(version.trim_end_matches('"').to_owned())
}

/// Program that `cargo install` compiles.
pub struct CargoTool<'a> {
    pub program: &'a str,
    pub package: &'a str,
    pub version: &'a str,
    /// Options of `cargo install`.
    pub options: &'a [&'a str],
    /// Optimization level. The tools run for seconds, so a fast build matters more than their speed.
    pub opt_level: &'a str,
}

/// Installs a program with `cargo install`, unless this version of it is on the PATH. The tools write the app, so they are
/// compiled from the sources of crates.io with the checksums of their lock files, and not downloaded as programs.
pub fn cargo_tool(tool: &CargoTool<'_>) -> Result<(), String> {
    let CargoTool {
        program,
        package,
        version,
        options,
        opt_level,
    } = *tool;
    let present = output(program, &["--version"]);
    if present
        .as_ref()
        .is_some_and(|line| line.split_whitespace().any(|word| word == version))
    {
        return Ok(());
    }
    say(&format!("cargo install {package} {version} (once)"));
    let mut install = command("cargo", &["install", "--locked", package, "--version", version]);
    install
        .args(options)
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", opt_level)
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .env("CARGO_PROFILE_RELEASE_DEBUG", "false");
    run(install)?;
    match output(program, &["--version"]) {
        Some(_) => Ok(()),
        None => Err(format!(
            "{program} was installed but is not on the PATH: add cargo's bin folder to it"
        )),
    }
}

/// Builds the code editor if its sources are newer than the bundle. Without Node, the app has a plain text area.
fn editor() -> Result<Editor, String> {
    let bundle = root().join("web/static/editor/editor.js");
    let licenses = root().join("web/editor/licenses.txt");
    let sources: Vec<PathBuf> = fs::read_dir(root().join("web/editor"))
        .map_err(|error| format!("web/editor: {error}"))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.is_file() && *path != licenses)
        .collect();
    let modified = |file: &PathBuf| {
        fs::metadata(file)
            .and_then(|file| file.modified())
            .unwrap_or(SystemTime::UNIX_EPOCH)
    };
    let is_stand_in = || fs::read_to_string(&bundle).is_ok_and(|text| text == STAND_IN);
    let is_complete = bundle.is_file() && licenses.is_file();
    let fresh = is_complete && sources.iter().all(|source| modified(source) <= modified(&bundle));
    if fresh && !is_stand_in() {
        return Ok(Editor::CodeMirror);
    }
    if has_node() {
        npm("web/editor")?;
        say("bundling the code editor");
        let mut build = command("npm", &["run", "--silent", "build"]);
        build.current_dir(root().join("web/editor"));
        run(build)?;
        return Ok(Editor::CodeMirror);
    }
    if !bundle.is_file() {
        fs::create_dir_all(root().join("web/static/editor"))
            .and_then(|()| fs::write(&bundle, STAND_IN))
            .map_err(|error| format!("web/static/editor/editor.js: {error}"))?;
    }
    if is_stand_in() {
        println!("Node was not found: the app is built with a plain text area in place of the code editor.");
        println!("Install nodejs and npm (18 or newer) and start again to get the code editor.");
        return Ok(Editor::PlainTextArea);
    }
    Ok(Editor::CodeMirror)
}

/// Replacement for the code editor bundle: the page's `import` succeeds, and the page keeps its text area.
const STAND_IN: &str =
    "export const mountEditor = null; // built without Node: the page keeps its text area\n";

fn has_node() -> bool {
    output("node", &["--version"]).is_some() && output("npm", &["--version"]).is_some()
}

#[cfg(test)]
mod tests {
    use super::version_in_lock;

    #[test]
    fn a_version_is_read_from_the_lock_file() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"0.1.0\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.126\"\nsource = \"x\"\n";
        assert_eq!(version_in_lock(lock, "wasm-bindgen").as_deref(), Some("0.2.126"));
        assert_eq!(version_in_lock(lock, "bindgen"), None);
    }
}
