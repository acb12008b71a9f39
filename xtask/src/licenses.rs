//! `cargo xtask licenses`: the licenses of all works in the built app. Trunk runs it after each build (`Trunk.toml`), and
//! it writes `licenses.txt` into the built folder.
//!
//! Crates: exactly those that Cargo compiles into the page and the worker, without procedural macros and build scripts,
//! with the texts in their packages. Packages of the code editor: those that esbuild put into the bundle
//! (`web/editor/build.mjs`). Invariant: the same packages give the same file. Start with [`document`].

use crate::process::{output, root};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Name of the file in the built folder. The page links it (`src/ui/help/about.rs`).
const FILE: &str = "licenses.txt";

/// Environment variable in which Trunk passes the folder of a build in progress to its hooks.
const STAGING: &str = "TRUNK_STAGING_DIR";

/// Own package, which is listed apart from the others.
const OWN: &str = "trammel";

/// Name of the package of the worker.
const WORKER: &str = "trammel-worker";

/// Beginnings of the names of files with license texts, in lower case.
const TEXT_FILES: [&str; 6] = [
    "license",
    "licence",
    "copying",
    "copyright",
    "notice",
    "unlicense",
];

/// Writes the file into the folder of Trunk's build, or to standard output if this program is not run by Trunk.
///
/// # Errors
/// Returns an error if a crate has no license text and none can be supplied.
pub fn licenses() -> Result<(), String> {
    let text = document()?;
    match std::env::var_os(STAGING) {
        Some(folder) => {
            let file = PathBuf::from(folder).join(FILE);
            // Hosts serve the file without its encoding, and browsers recognize UTF-8 by this mark.
            let bytes = format!("\u{feff}{text}");
            fs::write(&file, bytes).map_err(|error| format!("{}: {error}", file.display()))
        }
        None => {
            print!("{text}");
            Ok(())
        }
    }
}

/// A crate of the app.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Crate {
    name: String,
    version: String,
    license: String,
    repository: String,
}

impl Crate {
    /// Whether the crate is a part of this project.
    fn is_own(&self) -> bool {
        self.name
            .strip_prefix(OWN)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    }
}

/// Returns the content of the file.
fn document() -> Result<String, String> {
    let crates = crates()?;
    let folders = folders()?;
    let version = crates.iter().find(|one| one.name == OWN).map(|own| &own.version);
    let mut out = format!(
        "Licenses of Trammel {} and of the works in it\n\n\
        Trammel may be used under the MIT License or the Apache License 2.0, at your choice.\n\
        The other works keep their own licenses, which follow.\n",
        version.map_or("", String::as_str),
    );
    let own = [file("LICENSE-MIT")?, file("LICENSE-APACHE")?];
    let mut texts = Texts::default();
    for text in &own {
        texts.add("Trammel", text);
    }
    let mut without_text = vec![standard_library()?];
    out += &heading("Crates of the page and of its worker (Rust)");
    for one in crates.iter().filter(|one| !one.is_own()) {
        let id = format!("{} {}", one.name, one.version);
        let line = format!("{id} ({}) {}", one.license, one.repository);
        out += &format!("{}\n", line.trim_end());
        let folder = folders
            .get(&format!("{}-{}", one.name, one.version))
            .ok_or_else(|| format!("the folder of the crate {id} was not found"))?;
        let found = texts_in(folder, &one.license)?;
        for text in &found {
            texts.add(&id, text);
        }
        if found.is_empty() {
            without_text.push(no_text(one, folder)?);
        }
    }
    out += &heading("Crates whose packages have no license text");
    out += "Used under the MIT License, whose text is below (Trammel), with these copyright lines:\n";
    out += &without_text.concat();
    // Written with the bundle; without Node, the app has no bundle.
    if let Ok(packages) = file("web/editor/licenses.txt") {
        out += &packages;
    }
    out += &heading("Fonts");
    out += "Noto Sans KR, as outlines in the page (Latin) and in fonts/hangul.ttf (OFL-1.1)\n";
    texts.add("Noto Sans KR", &file("web/fonts/LICENSE-OFL.txt")?);
    out += &texts.written();
    Ok(out)
}

/// Returns the crates that are compiled into the page and the worker, in alphabetical order.
fn crates() -> Result<BTreeSet<Crate>, String> {
    let arguments = [
        "tree",
        "--locked",
        "--offline",
        "--package",
        OWN,
        "--package",
        WORKER,
        "--target",
        "wasm32-unknown-unknown",
        "--edges",
        "normal,no-proc-macro",
        "--prefix",
        "none",
        "--format",
        "{p}\t{l}\t{r}",
    ];
    let lines = output("cargo", &arguments).ok_or("`cargo tree` failed")?;
    Ok(lines.lines().filter_map(crate_of).collect())
}

/// Parses a line such as `kurbo v0.13.1\tMIT OR Apache-2.0\thttps://example.org (*)`.
fn crate_of(line: &str) -> Option<Crate> {
    let line = line.trim_end_matches(" (*)");
    let mut columns = line.split('\t');
    let mut package = columns.next()?.split(' ');
    Some(Crate {
        name: package.next().filter(|name| !name.is_empty())?.to_owned(),
        version: package.next()?.trim_start_matches('v').to_owned(),
        license: columns.next()?.to_owned(),
        repository: columns.next()?.to_owned(),
    })
}

/// Returns the folders of all packages by their names, which are `NAME-VERSION` for crates.
fn folders() -> Result<BTreeMap<String, PathBuf>, String> {
    let arguments = ["metadata", "--locked", "--offline", "--format-version", "1"];
    let platform = ["--filter-platform", "wasm32-unknown-unknown"];
    let metadata = output("cargo", &[&arguments[..], &platform].concat()).ok_or("`cargo metadata` failed")?;
    let manifests = metadata.split("\"manifest_path\":\"").skip(1);
    let paths = manifests.filter_map(|rest| Some(rest.split_once('"')?.0.replace("\\\\", "\\")));
    let folders = paths.filter_map(|manifest| {
        let folder = Path::new(&manifest).parent()?;
        Some((
            folder.file_name()?.to_string_lossy().into_owned(),
            folder.to_owned(),
        ))
    });
    Ok(folders.collect())
}

/// Returns the license texts in the folder of a package, in the order of their files' names. Of a choice between the MIT
/// License and the Apache License, the shorter text is enough.
fn texts_in(folder: &Path, license: &str) -> Result<Vec<String>, String> {
    let problem = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut names: Vec<String> = Vec::new();
    for entry in fs::read_dir(folder).map_err(problem)? {
        let entry = entry.map_err(problem)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let lower = name.to_lowercase();
        if entry.path().is_file() && TEXT_FILES.iter().any(|start| lower.starts_with(start)) {
            names.push(name);
        }
    }
    names.sort();
    let has = |names: &[String], word: &str| names.iter().any(|name| name.to_uppercase().contains(word));
    if !license.contains("AND") && has(&names, "MIT") {
        names.retain(|name| !name.to_uppercase().contains("APACHE"));
    }
    let read = |name: &String| fs::read(folder.join(name)).map_err(problem);
    let texts: Result<Vec<_>, _> = names.iter().map(read).collect();
    Ok(texts?
        .iter()
        .map(|bytes| String::from_utf8_lossy(bytes).into_owned())
        .collect())
}

/// Returns the entry of a crate whose package has no license text.
fn no_text(one: &Crate, folder: &Path) -> Result<String, String> {
    let Crate { name, version, .. } = one;
    let choices: Vec<&str> = one.license.split([' ', '/']).collect();
    if !choices.contains(&"MIT") || choices.contains(&"AND") {
        return Err(format!(
            "the package of {name} {version} has no license text, and its license is {}: xtask/src/licenses.rs needs the text",
            one.license
        ));
    }
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    let authors = authors(&manifest).unwrap_or_else(|| format!("the authors of {name}"));
    Ok(format!("{name} {version}: Copyright (c) {authors}\n"))
}

/// Returns the names in the field `authors` of a normalized manifest, without their addresses.
fn authors(manifest: &str) -> Option<String> {
    let (_, list) = manifest.split_once("\nauthors = [")?;
    let (list, _) = list.split_once(']')?;
    let names = list.split('"').skip(1).step_by(2);
    let names: Vec<&str> = names
        .filter_map(|author| author.split(" <").next())
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// Returns the entry of the standard library, which is compiled into every program.
fn standard_library() -> Result<String, String> {
    let version = output("rustc", &["--version"]).ok_or("rustc was not found")?;
    let release = version.split(' ').nth(1).unwrap_or_default();
    Ok(format!(
        "standard library of Rust {release} (MIT OR Apache-2.0): Copyright (c) The Rust Project Contributors. \
        The file COPYRIGHT-library.html of each Rust installation names the works in it.\n"
    ))
}

/// License texts with the works that have them. Texts that differ only in spaces and line breaks are one text.
#[derive(Default)]
struct Texts(BTreeMap<String, (String, BTreeSet<String>)>);

impl Texts {
    fn add(&mut self, work: &str, text: &str) {
        let words: Vec<&str> = text.split_whitespace().collect();
        let entry = self.0.entry(words.join(" "));
        let (_, works) = entry.or_insert_with(|| (text.replace('\r', ""), BTreeSet::new()));
        works.insert(work.to_owned());
    }

    /// Returns all texts, in the order of the first work of each.
    fn written(&self) -> String {
        let mut texts: Vec<_> = self.0.values().collect();
        texts.sort_by_key(|(text, works)| (works.first(), text));
        let section = |(text, works): &(String, BTreeSet<String>)| {
            let works: Vec<&str> = works.iter().map(String::as_str).collect();
            let name = format!("License text of {}", works.join(", "));
            format!("{}{}\n", heading(&name), text.trim_matches('\n'))
        };
        texts.into_iter().map(section).collect()
    }
}

/// Returns a heading with the line above it.
fn heading(name: &str) -> String {
    format!("\n{}\n{name}\n\n", "-".repeat(80))
}

/// Reads a file of the project.
fn file(path: &str) -> Result<String, String> {
    fs::read_to_string(root().join(path)).map_err(|error| format!("{path}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::{Crate, Texts, authors, crate_of, texts_in};
    use std::fs;

    #[test]
    fn lines_of_cargo_tree_are_read() {
        let expected = Crate {
            name: "kurbo".to_owned(),
            version: "0.13.1".to_owned(),
            license: "MIT OR Apache-2.0".to_owned(),
            repository: "https://example.org".to_owned(),
        };
        let line = "kurbo v0.13.1\tMIT OR Apache-2.0\thttps://example.org";
        assert_eq!(crate_of(line), Some(expected.clone()));
        assert_eq!(crate_of(&format!("{line} (*)")), Some(expected));
        let own = crate_of("trammel v0.2.0 (/home/a b/trammel)\tMIT\t (*)").unwrap();
        assert_eq!((own.version.as_str(), own.repository.as_str()), ("0.2.0", ""));
        assert_eq!(crate_of(""), None);
    }

    #[test]
    fn authors_are_named_without_addresses() {
        let manifest = "name = \"a\"\nauthors = [\n    \"A B <a@example.org>\",\n    \"C\",\n]\n";
        assert_eq!(authors(manifest).as_deref(), Some("A B, C"));
        assert_eq!(authors("name = \"a\"\nauthors = []\n"), None);
        assert_eq!(authors("name = \"a\"\n"), None);
    }

    #[test]
    fn equal_texts_are_written_once_in_a_fixed_order() {
        let mut texts = Texts::default();
        texts.add("c", "Other\n");
        texts.add("b", "One\r\ntext\n");
        texts.add("a", "One text");
        let written = texts.written();
        assert!(
            written.contains("License text of a, b\n\nOne\ntext\n"),
            "{written}"
        );
        assert!(written.find("of a, b") < written.find("of c"), "{written}");
    }

    #[test]
    fn a_choice_needs_one_text() {
        let folder = std::env::temp_dir().join(format!("trammel-licenses-{}", std::process::id()));
        fs::create_dir_all(folder.join("licenses")).unwrap();
        for name in ["LICENSE-MIT", "LICENSE-APACHE", "NOTICE", "Cargo.toml"] {
            fs::write(folder.join(name), name).unwrap();
        }
        let texts = |license| texts_in(&folder, license).unwrap();
        assert_eq!(texts("MIT OR Apache-2.0"), ["LICENSE-MIT", "NOTICE"]);
        assert_eq!(
            texts("MIT AND Apache-2.0"),
            ["LICENSE-APACHE", "LICENSE-MIT", "NOTICE"]
        );
        fs::remove_dir_all(&folder).unwrap();
    }
}
