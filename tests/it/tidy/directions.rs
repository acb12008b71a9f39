//! Check of the dependencies between the top-level modules of the root package, and the list of packages and modules in
//! `ARCHITECTURE.md`. Cargo itself holds the dependencies between packages.

use super::cycles::texts;
use super::graph::Graph;
use super::source::{packages, root};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

/// Modules that each top-level module of `src` may use. A module is listed after the modules that it uses.
/// `lib.rs` and the binaries may use all modules.
const MAY_USE: &[(&str, &[&str])] = &[
    ("text", &[]),
    ("annotate", &["text"]),
    ("scene", &["text", "annotate"]),
    ("workspace", &[]),
    ("knowledge", &["workspace"]),
    (
        "formats",
        &["scene", "text", "annotate", "workspace", "knowledge"],
    ),
    ("fabrication", &["scene", "text", "annotate"]),
    (
        "exchange",
        &["fabrication", "formats", "scene", "text", "annotate", "workspace"],
    ),
    (
        "tools",
        &[
            "fabrication",
            "text",
            "annotate",
            "scene",
            "formats",
            "workspace",
            "knowledge",
        ],
    ),
    (
        "sandbox",
        &["tools", "exchange", "formats", "scene", "workspace", "text"],
    ),
    (
        "session",
        &["sandbox", "tools", "knowledge", "workspace", "formats", "scene"],
    ),
    (
        "library",
        &["session", "sandbox", "formats", "workspace", "scene"],
    ),
    ("llm", &[]),
    ("agent", &["llm", "tools"]),
    (
        "cli",
        &[
            "session",
            "exchange",
            "sandbox",
            "agent",
            "llm",
            "tools",
            "workspace",
            "formats",
            "scene",
            "annotate",
        ],
    ),
    ("editor", &["scene"]),
    (
        "ui",
        &[
            "editor",
            "agent",
            "llm",
            "library",
            "session",
            "sandbox",
            "tools",
            "knowledge",
            "workspace",
            "fabrication",
            "formats",
            "scene",
            "text",
        ],
    ),
];

/// First line of the list in `ARCHITECTURE.md`.
const BEGIN: &str = "<!-- dependencies: written by tests/it/tidy.rs; run with UPDATE_EXPECT=1 to update -->";

/// Last line of the list.
const END: &str = "<!-- end of dependencies -->";

#[test]
fn the_allowed_directions_have_no_cycle() {
    for (at, (module, allowed)) in MAY_USE.iter().enumerate() {
        for used in *allowed {
            assert!(
                MAY_USE[..at].iter().any(|(earlier, _)| earlier == used),
                "`{module}` may use `{used}`, which MAY_USE does not list before it"
            );
        }
    }
}

#[test]
fn modules_use_only_the_allowed_modules() {
    let mut offenses = Vec::new();
    for (file, uses) in used_by_file() {
        let module = top_level(&file);
        match MAY_USE.iter().find(|(listed, _)| *listed == module) {
            None => offenses.push(format!("{file}: MAY_USE does not list `{module}`")),
            Some((_, allowed)) => {
                let wrong = uses.iter().filter(|used| !allowed.contains(&used.as_str()));
                offenses.extend(wrong.map(|used| format!("{file}: `{module}` may not use `{used}`")));
            }
        }
    }
    assert!(offenses.is_empty(), "\n{}\n", offenses.join("\n"));
}

#[test]
fn architecture_md_lists_the_dependencies() {
    let file = root().join("ARCHITECTURE.md");
    let text = fs::read_to_string(&file).expect("ARCHITECTURE.md can be read");
    let begin = text
        .find(BEGIN)
        .expect("ARCHITECTURE.md has the list of dependencies");
    let end = begin + text[begin..].find(END).expect("the list of dependencies ends");
    let now = format!("{BEGIN}\n```text\n{}```\n", dependency_list());
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let updated = format!("{}{now}{}", &text[..begin], &text[end..]);
        fs::write(&file, updated).expect("ARCHITECTURE.md can be written");
        return;
    }
    assert_eq!(
        &text[begin..end],
        now,
        "The list of dependencies in ARCHITECTURE.md is out of date. Run this test with UPDATE_EXPECT=1 to update it."
    );
}

/// Writes one line for each library of `crates`: `kernel -> base`, as its manifest says, and then one line for each top-level
/// module of the root package: `scene -> text`, both sides in the order of `MAY_USE`.
fn dependency_list() -> String {
    let mut list = String::new();
    for package in packages().iter().filter(|package| !package.folder.is_empty()) {
        let manifest = package.manifest();
        let used: Vec<&str> = manifest
            .lines()
            .filter_map(|line| line.strip_prefix("trammel-")?.split_once('.'))
            .map(|(name, _)| name)
            .collect();
        let arrow = if used.is_empty() { "" } else { " -> " };
        let _ = writeln!(list, "crates/{}{arrow}{}", package.name, used.join(", "));
    }
    list.push('\n');
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (file, used) in used_by_file() {
        uses.entry(top_level(&file).to_owned()).or_default().extend(used);
    }
    let width = MAY_USE
        .iter()
        .map(|(module, _)| module.len())
        .max()
        .unwrap_or_default();
    for (module, _) in MAY_USE {
        let used = uses.get(*module);
        let names = MAY_USE.iter().map(|(name, _)| *name);
        let names = names.filter(|name| used.is_some_and(|used| used.contains(*name)));
        let names: Vec<&str> = names.collect();
        let line = format!("{module:width$} -> {}", names.join(", "));
        let line = if names.is_empty() { *module } else { line.as_str() };
        let _ = writeln!(list, "{line}");
    }
    list
}

/// Returns the files below `src`, except `lib.rs`, with the top-level modules that they name.
fn used_by_file() -> Vec<(String, BTreeSet<String>)> {
    let packages = packages();
    let package = packages.last().expect("the root package is the last one");
    let graph = Graph::new(&texts(package));
    let named = |file: usize| graph.top_level(file).into_iter().map(str::to_owned).collect();
    let files = graph.files.iter().enumerate();
    files
        .filter(|(_, path)| *path != "lib.rs")
        .map(|(file, path)| (path.clone(), named(file)))
        .collect()
}

/// Returns the top-level module of a file: `scene` for `scene/edit.rs`, `random` for `random.rs`.
fn top_level(file: &str) -> &str {
    file.split('/').next().unwrap_or(file).trim_end_matches(".rs")
}

#[test]
fn top_level_modules_are_read_from_every_form_of_a_path() {
    let files = [
        ("lib.rs", "mod a; mod b; mod c;"),
        (
            "a.rs",
            "use crate::{b::{X, Y}, VERSION}; mod inner { fn f() { super::super::c::g(); } }",
        ),
        ("b.rs", "/// See [`crate::a`].\nfn f() { crate::b::g(); }"),
        ("c.rs", "fn f() { print!(\"{}\", crate::a::f()); }"),
    ];
    let texts = files.map(|(path, text)| (path.to_owned(), text.to_owned()));
    let graph = Graph::new(&BTreeMap::from(texts));
    let used = |path: &str| {
        let file = graph
            .files
            .iter()
            .position(|file| file == path)
            .expect("the file was read");
        graph.top_level(file).into_iter().collect::<Vec<_>>()
    };
    assert_eq!(used("a.rs"), ["b", "c"]);
    assert!(used("b.rs").is_empty());
    assert_eq!(used("c.rs"), ["a"]);
}
