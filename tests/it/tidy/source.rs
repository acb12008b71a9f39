//! Source files of the project as text, and the report of a rule over all files.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders with files that a tool installed or generated.
const GENERATED: &[&str] = &["node_modules", "target", "web/static/editor"];

/// A file of the project.
pub(super) struct Source {
    /// Path from the root of the project, with `/` as the separator.
    pub(super) path: String,
    pub(super) text: String,
}

impl Source {
    /// Returns the text without its tests, which follow the code.
    pub(super) fn code(&self) -> &str {
        let is_test_file = self.path.ends_with("/tests.rs") || self.path.contains("/tests/");
        match self.text.find("\n#[cfg(test)]") {
            _ if is_test_file => "",
            Some(at) => &self.text[..at],
            None => &self.text,
        }
    }
}

/// Panics with one line for each file for which `offense` returns a message.
#[track_caller]
pub(super) fn report(sources: &[Source], offense: impl Fn(&Source) -> Option<String>) {
    assert!(!sources.is_empty(), "no source file was found");
    let lines: Vec<String> = sources
        .iter()
        .filter_map(|source| offense(source).map(|why| format!("{}: {why}", source.path)))
        .collect();
    assert!(lines.is_empty(), "\n{}\n", lines.join("\n"));
}

/// Returns all Rust files of the root package and of the libraries in `crates`, sorted by path within each package.
pub(super) fn sources() -> Vec<Source> {
    packages().iter().flat_map(Package::sources).collect()
}

/// A package of the product.
pub(super) struct Package {
    /// Name without `trammel-`; `trammel` for the root package.
    pub(super) name: String,
    /// Folder from the root of the project, with a final `/`; empty for the root package.
    pub(super) folder: String,
}

impl Package {
    /// Returns the Rust files of the package, sorted by path.
    pub(super) fn sources(&self) -> Vec<Source> {
        sources_of(&[&format!("{}src", self.folder)])
    }

    /// Returns the manifest.
    pub(super) fn manifest(&self) -> String {
        let file = root().join(&self.folder).join("Cargo.toml");
        fs::read_to_string(file).expect("a manifest can be read")
    }

    /// Returns the names of the dependencies of the manifest, except those of tests, each with whether it is a dependency
    /// in WebAssembly only.
    pub(super) fn dependencies(&self) -> Vec<(String, bool)> {
        let mut section = String::new();
        let mut names = Vec::new();
        for line in self.manifest().lines() {
            if line.starts_with('[') {
                line.clone_into(&mut section);
            } else if section.ends_with("dependencies]")
                && !section.contains("dev-dependencies")
                && !section.contains("workspace.")
                && line.starts_with(|letter: char| letter.is_ascii_lowercase())
                && let Some((name, _)) = line.split_once(['.', ' '])
            {
                names.push((
                    name.to_owned(),
                    section.contains("'cfg(target_arch = \"wasm32\")'"),
                ));
            }
        }
        names
    }
}

/// Returns the packages of the product: the libraries in `crates` by name, then the root package.
pub(super) fn packages() -> Vec<Package> {
    let mut names: Vec<String> = fs::read_dir(root().join("crates"))
        .expect("crates can be read")
        .map(|entry| entry.expect("an entry of crates can be read"))
        .filter(|entry| entry.path().join("Cargo.toml").is_file())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let libraries = names.into_iter().map(|name| Package {
        folder: format!("crates/{name}/"),
        name,
    });
    let root = Package {
        name: "trammel".to_owned(),
        folder: String::new(),
    };
    libraries.chain([root]).collect()
}

/// Returns all Rust files of folders of the project, sorted by path.
pub(super) fn sources_of(folders: &[&str]) -> Vec<Source> {
    files_of(folders, &["rs"])
}

/// Returns all files of folders of the project with one of these extensions, sorted by path. Installed packages and
/// generated files are left out.
pub(super) fn files_of(folders: &[&str], extensions: &[&str]) -> Vec<Source> {
    let mut files = Vec::new();
    for folder in folders {
        collect(&root().join(folder), extensions, &mut files);
    }
    files.sort();
    files.iter().map(|file| read(file)).collect()
}

fn read(file: &Path) -> Source {
    let path = file
        .strip_prefix(root())
        .unwrap_or(file)
        .to_string_lossy()
        .replace('\\', "/");
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{path}: {error}"));
    Source { path, text }
}

fn collect(folder: &Path, extensions: &[&str], files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources can be read") {
        let path = entry.expect("an entry of a folder can be read").path();
        if path.is_dir() {
            if !GENERATED.iter().any(|name| path.ends_with(name)) {
                collect(&path, extensions, files);
            }
        } else if path
            .extension()
            .is_some_and(|own| extensions.iter().any(|wanted| own == *wanted))
        {
            files.push(path);
        }
    }
}

pub(super) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
