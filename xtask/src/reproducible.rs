//! `cargo xtask reproducible`: builds the present commit in two folders and compares the built files byte by byte.
//!
//! Each build has its own clone, target folder, and packages of npm. The clones have paths of different lengths. Both use
//! the tools and the crates of this machine.

use crate::page_split;
use crate::process::{command, run, say, target_dir};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders of the two clones, below the target folder.
const CLONES: [&str; 2] = ["first", "folder-with-another-name/second"];

/// Builds twice, for release or with `--quick` without optimization, and compares.
///
/// # Errors
/// Returns an error if a build fails, or with the names of the files that differ.
pub fn reproducible(rest: &[&str]) -> Result<(), String> {
    let release = match rest {
        [] => true,
        ["--quick"] => false,
        _ => return Err("reproducible takes only --quick".to_owned()),
    };
    let folder = target_dir().join("reproducible");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let [first, second] = CLONES.map(|name| folder.join(name));
    build(&first, release, None)?;
    build(&second, release, Some(&page_split::profile_of(&first)))?;
    let (first, second) = (read(&first.join("dist"))?, read(&second.join("dist"))?);
    let differences = differences(&first, &second);
    if differences.is_empty() {
        say(&format!("both builds have the same {} files", first.len()));
        Ok(())
    } else {
        Err(format!("the builds differ: {}", differences.join(", ")))
    }
}

/// Clones the present commit into a folder and builds it there. A release build splits its page by the given profile.
fn build(folder: &Path, release: bool, profile: Option<&Path>) -> Result<(), String> {
    let path = folder.to_string_lossy();
    run(command(
        "git",
        &["clone", "--quiet", "--no-hardlinks", ".", &path],
    ))?;
    let mut cargo = command("cargo", &["xtask", "build"]);
    if release {
        cargo.arg("--release");
        // Without Chromium, the first page is whole and has no profile.
        if let Some(profile) = profile.filter(|profile| profile.is_file()) {
            cargo.arg("--profile").arg(profile);
        }
    }
    // An incremental build depends on the builds before it.
    cargo
        .current_dir(folder)
        .env_remove("CARGO_TARGET_DIR")
        .env("CARGO_INCREMENTAL", "0");
    if !release {
        cargo.env("CARGO_PROFILE_QUICK_OPT_LEVEL", "0");
    }
    run(cargo)
}

/// Contents of files, by their paths below a folder.
type Files = BTreeMap<PathBuf, Vec<u8>>;

/// Reads all files below a folder.
fn read(folder: &Path) -> Result<Files, String> {
    let problem = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut files = Files::new();
    for entry in fs::read_dir(folder).map_err(problem)? {
        let path = entry.map_err(problem)?.path();
        let name = PathBuf::from(path.file_name().unwrap_or_default());
        if path.is_dir() {
            files.extend(
                read(&path)?
                    .into_iter()
                    .map(|(below, bytes)| (name.join(below), bytes)),
            );
        } else {
            files.insert(name, fs::read(&path).map_err(problem)?);
        }
    }
    Ok(files)
}

/// Returns the files that only one build has, or whose contents differ.
fn differences(first: &Files, second: &Files) -> Vec<String> {
    let mut names: Vec<&PathBuf> = first.keys().chain(second.keys()).collect();
    names.sort();
    names.dedup();
    names.retain(|name| first.get(*name) != second.get(*name));
    names.iter().map(|name| name.display().to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::{Files, differences};

    #[test]
    fn other_contents_and_missing_files_are_differences() {
        let files = |list: &[(&str, &str)]| -> Files {
            let entries = list.iter().map(|(name, text)| ((*name).into(), (*text).into()));
            entries.collect()
        };
        let first = files(&[("a", "1"), ("b", "2"), ("c", "3")]);
        let second = files(&[("a", "1"), ("b", "x"), ("d", "3")]);
        assert_eq!(differences(&first, &second), ["b", "c", "d"]);
        assert!(differences(&first, &first).is_empty());
    }
}
