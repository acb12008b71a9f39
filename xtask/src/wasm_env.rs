//! Environment of every build for WebAssembly: the identifier of the build, and flags that keep folders of this machine
//! out of the files.
//!
//! Invariant: the same commit gives the same bytes in every folder (`reproducible.rs` compares two builds). All builds for
//! WebAssembly take their environment from [`set`], because Cargo compiles everything again for other flags.

use crate::build_id;
use crate::lint;
use crate::process::{root, say};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Environment variable whose flags Cargo adds to those of `.cargo/config.toml`.
const FLAGS: &str = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS";

/// Sets the environment of a build for WebAssembly.
///
/// # Errors
/// Returns an error if the sources cannot be read.
pub fn set(command: &mut Command) -> Result<(), String> {
    command.env(build_id::VARIABLE, build_id::of_sources()?);
    if lint::is_linting_wasm() {
        lint::add(command);
    }
    match flags(root(), &cargo_home()) {
        Some(flags) => {
            command.env(FLAGS, flags);
        }
        None => say("a path with a space: the built files contain folders of this machine"),
    }
    Ok(())
}

/// Returns flags that replace these folders by fixed names in messages of the compiled program, or `None` if a folder has a
/// space, at which Cargo would split the flags.
fn flags(root: &Path, cargo_home: &Path) -> Option<String> {
    let renamed = [(cargo_home, "/cargo"), (root, "/trammel")];
    let flags = renamed.map(|(folder, name)| format!("--remap-path-prefix={}={name}", folder.display()));
    let has_space = flags.iter().any(|flag| flag.contains(char::is_whitespace));
    (!has_space).then(|| flags.join(" "))
}

/// Returns the folder of Cargo with the sources of the crates.
fn cargo_home() -> PathBuf {
    let home = || std::env::home_dir().unwrap_or_default().join(".cargo");
    std::env::var_os("CARGO_HOME").map_or_else(home, |folder| root().join(folder))
}

#[cfg(test)]
mod tests {
    use super::flags;
    use std::path::Path;

    #[test]
    fn both_folders_are_renamed() {
        let flags = flags(Path::new("/home/a/trammel"), Path::new("/home/a/.cargo"));
        let expected =
            "--remap-path-prefix=/home/a/.cargo=/cargo --remap-path-prefix=/home/a/trammel=/trammel";
        assert_eq!(flags.as_deref(), Some(expected));
    }

    #[test]
    fn a_folder_with_a_space_gives_no_flags() {
        assert_eq!(flags(Path::new("/home/a b"), Path::new("/cargo")), None);
    }
}
