//! Rules for the sources that the compiler does not check. A failure lists all offenses.
//!
//! `cycles.rs` forbids import cycles between files, `directions.rs` writes the dependencies between packages, `functions.rs`
//! checks the length and the parameters of functions, and `names.rs` their names. `graph.rs` resolves the names that
//! `syntax.rs` reads. `prose.rs` checks the wording of comments and of test names, and `reads.rs` the errors of
//! database reads.
#![allow(
    clippy::expect_used,
    reason = "a tidy test that cannot read the sources should stop"
)]

mod cycles;
mod directions;
mod functions;
mod graph;
mod names;
mod prose;
mod reads;
mod source;
mod syntax;

use source::{packages, report, root, sources, sources_of};
use std::collections::HashSet;
use std::fs;
use std::process::Command;

/// Maximum number of lines before the tests of a file.
const MAX_LINES: usize = 800;

/// Maximum length of `ARCHITECTURE.md` in bytes, so that a newcomer reads all of it.
const MAX_ARCHITECTURE: usize = 16_000;

/// Dependencies that only some packages may have: the JavaScript engine, the browser, and the command line are each
/// encapsulated, and the kernel is of use without the app.
const ONLY_IN: &[(&[&str], &[&str])] = &[
    (&["boa_engine"], &["engine"]),
    (
        &["trammel-engine", "trammel-exchange"],
        &["cli", "engine", "evaluation", "host", "worker"],
    ),
    (&["clap", "rmcp", "tokio"], &["cli"]),
    (&["wasm-bindgen"], &["trammel", "worker"]),
    (
        &["gloo-net", "gloo-timers", "js-sys", "leptos", "web-sys"],
        &["trammel"],
    ),
];

/// First line of a library that is documented by its README.
const README_DOCUMENTS: &str = "#![doc = include_str!(\"../README.md\")]";

/// Markers of unfinished or hidden work.
const BANNED: &[&str] = &["todo!", "unimplemented!", "dbg!", "FIXME", "#[ignore"];

#[test]
fn every_file_opens_with_a_module_comment() {
    report(&sources(), |source| {
        let first = source.text.lines().next().unwrap_or_default();
        (!first.starts_with("//! ") && first != README_DOCUMENTS)
            .then(|| "must open with `//!`: what it is, its invariants, where to start".to_owned())
    });
}

#[test]
fn every_library_is_documented_by_its_readme_with_an_example() {
    let packages = packages();
    let libraries = packages.iter().filter(|package| {
        // The page compiles for the browser only, and documentation tests are native.
        !package.folder.is_empty() && root().join(&package.folder).join("src/lib.rs").is_file()
    });
    let without: Vec<&str> = libraries
        .filter(|package| {
            let read =
                |file: &str| fs::read_to_string(root().join(&package.folder).join(file)).unwrap_or_default();
            !read("src/lib.rs").starts_with(README_DOCUMENTS)
                || !read("README.md").contains("\n## Example\n\n```rust\n")
        })
        .map(|package| package.name.as_str())
        .collect();
    assert!(
        without.is_empty(),
        "libraries without a README, or without an example in it: {without:?}"
    );
}

#[test]
fn files_are_short() {
    report(&sources(), |source| {
        let lines = source.code().lines().count();
        (lines > MAX_LINES)
            .then(|| format!("has {lines} lines before its tests; split it by type ({MAX_LINES} at most)"))
    });
}

#[test]
fn only_some_packages_link_the_engine_the_browser_and_the_command_line() {
    let mut offenses = Vec::new();
    for package in packages() {
        let dependencies = package.dependencies();
        let wrong = ONLY_IN
            .iter()
            .filter(|(_, packages)| !packages.contains(&package.name.as_str()))
            .flat_map(|(names, _)| *names)
            .filter(|name| dependencies.iter().any(|(dependency, _)| dependency == *name));
        offenses.extend(wrong.map(|name| format!("{} depends on {name}, see ONLY_IN", package.name)));
    }
    assert!(offenses.is_empty(), "\n{}\n", offenses.join("\n"));
}

#[test]
fn sources_contain_no_unfinished_markers() {
    report(&sources(), |source| {
        let found: Vec<&str> = BANNED
            .iter()
            .copied()
            .filter(|word| source.text.contains(word))
            .collect();
        (!found.is_empty()).then(|| format!("contains {}", found.join(", ")))
    });
}

/// Everything that the command line prints is escaped in one place, and every file has one writer.
#[test]
fn only_two_files_of_the_command_line_print_and_write() {
    let rules = [
        (
            "crates/host/src/streams.rs",
            &[
                "println!",
                "print!",
                "io::stdout",
                "io::stderr",
                ".print()",
                "Stdio::inherit",
            ][..],
        ),
        (
            "crates/cli/src/files.rs",
            &[
                "fs::write",
                "File::create",
                "create_new",
                "OpenOptions",
                "rename(",
            ][..],
        ),
    ];
    report(
        &sources_of(&["crates/cli/src", "crates/evaluation/src", "crates/host/src"]),
        |source| {
            let text = without_comments(source.code());
            let found: Vec<&str> = rules
                .iter()
                .filter(|(place, _)| *place != source.path)
                .flat_map(|(_, words)| words.iter().copied())
                .filter(|word| text.contains(word))
                .collect();
            (!found.is_empty()).then(|| format!("contains {}", found.join(", ")))
        },
    );
}

/// A file without a `mod` line is not compiled, and its tests never run.
#[test]
fn every_file_is_declared_as_a_module() {
    let all = sources_of(&["src", "crates", "tests", "xtask", "benches", "fuzz"]);
    let folders = packages().into_iter().map(|package| package.folder);
    let manifests: Vec<String> = folders
        .chain(["benches/", "fuzz/", "xtask/"].map(str::to_owned))
        .map(|folder| {
            fs::read_to_string(root().join(folder).join("Cargo.toml")).expect("a manifest can be read")
        })
        .collect();
    // Pairs of a file and the name of a module that it declares; attributes with the path of a module.
    let mut declared = HashSet::new();
    let mut paths = String::new();
    for source in &all {
        for line in source.text.lines().map(str::trim) {
            if let Some(name) = line.strip_suffix(';').and_then(|line| line.rsplit_once("mod ")) {
                declared.insert((source.path.as_str(), name.1));
            } else if line.starts_with("#[") && line.contains("path = ") {
                paths.push_str(line);
            }
        }
    }
    report(&all, |source| {
        let (folder, file) = source.path.rsplit_once('/')?;
        let is_root = matches!(file, "main.rs" | "lib.rs" | "build.rs")
            || folder.ends_with("/examples")
            || manifests
                .iter()
                .any(|manifest| manifest.contains(&format!("/{file}\"")));
        let (folder, name) = match file {
            "mod.rs" => folder.rsplit_once('/')?,
            _ => (folder, file.strip_suffix(".rs")?),
        };
        let parents = ["/mod.rs", "/main.rs", "/lib.rs", ".rs"].map(|end| format!("{folder}{end}"));
        let is_declared = parents
            .iter()
            .any(|parent| declared.contains(&(parent.as_str(), name)))
            || paths.contains(&format!("/{file}\""));
        (!is_root && !is_declared).then(|| format!("no `mod {name};` declares it, so it is not compiled"))
    });
}

#[test]
fn the_map_in_architecture_md_is_complete() {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap_or_default();
    let missing: Vec<String> = packages()
        .into_iter()
        .filter(|package| !package.folder.is_empty())
        .map(|package| format!("**`{}`", package.name))
        .filter(|opening| !map.contains(opening.as_str()))
        .collect();
    assert!(
        missing.is_empty(),
        "ARCHITECTURE.md does not describe these packages: {}",
        missing.join(", ")
    );
}

#[test]
fn architecture_md_is_short() {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md can be read");
    assert!(
        map.len() <= MAX_ARCHITECTURE,
        "ARCHITECTURE.md has {} bytes, at most {MAX_ARCHITECTURE}: shorten it, or move reasons to docs/decisions.md",
        map.len()
    );
}

#[test]
fn the_table_of_top_level_folders_is_complete() {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap_or_default();
    let mut listed: Vec<String> = map
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once("/` |"))
        .map(|(folder, _)| folder.to_owned())
        .collect();
    listed.sort();
    assert_eq!(
        folders(),
        listed,
        "the folders of the repository, and those in the table of ARCHITECTURE.md"
    );
}

/// Returns the top-level folders of the repository, sorted, without `src` and folders whose name starts with a
/// dot. Git distinguishes them from leftovers of another branch; in a copy without Git, all folders count
/// except build output.
fn folders() -> Vec<String> {
    let git = Command::new("git")
        .args(["ls-files", "--cached"])
        .current_dir(root())
        .output();
    let mut folders: Vec<String> = match git {
        Ok(files) if files.status.success() => String::from_utf8_lossy(&files.stdout)
            .lines()
            .filter_map(|path| Some(path.split_once('/')?.0.to_owned()))
            .collect(),
        _ => fs::read_dir(root())
            .expect("the root can be read")
            .map(|entry| entry.expect("an entry of the root can be read"))
            .filter(|entry| entry.path().is_dir())
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .filter(|folder| !["target", "dist"].contains(&folder.as_str()))
            .collect(),
    };
    folders.retain(|folder| !folder.starts_with('.') && folder != "src");
    folders.sort();
    folders.dedup();
    folders
}

fn without_comments(code: &str) -> String {
    code.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}
