//! The list of packages and their dependencies in `ARCHITECTURE.md`, drawn from the manifests. Cargo itself refuses a cycle.

use super::source::{Package, packages, root};
use std::fmt::Write as _;
use std::fs;

/// First line of the list in `ARCHITECTURE.md`.
const BEGIN: &str = "<!-- dependencies: written by tests/it/tidy.rs; run with UPDATE_EXPECT=1 to update -->";

/// Last line of the list.
const END: &str = "<!-- end of dependencies -->";

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

/// Name of a package and the packages that it uses.
type Row = (String, Vec<String>);

/// Writes one line for each package, after the packages that it uses: `kernel -> base`. A package that another one brings along
/// is left out.
fn dependency_list() -> String {
    let mut rest: Vec<Row> = packages().iter().flat_map(rows_of).collect();
    let mut rows: Vec<Row> = Vec::new();
    while !rest.is_empty() {
        let is_placed = |name: &String| rows.iter().any(|(placed, _)| placed == name);
        let next = rest.iter().position(|(_, uses)| uses.iter().all(is_placed));
        rows.push(rest.remove(next.expect("Cargo refuses cycles")));
    }
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let mut list = String::new();
    for (name, uses) in &rows {
        let is_brought = |used: &str| {
            let mut others = uses.iter().filter(|other| *other != used);
            others.any(|other| reaches(&rows, other, used))
        };
        let direct: Vec<&str> = uses
            .iter()
            .map(String::as_str)
            .filter(|used| !is_brought(used))
            .collect();
        let line = format!("{name:width$} -> {}", direct.join(", "));
        let _ = writeln!(list, "{}", if direct.is_empty() { name } else { &line });
    }
    list
}

/// Returns the rows of a package. The root package has two: the page, which is compiled for WebAssembly, and the program.
fn rows_of(package: &Package) -> Vec<Row> {
    let all = package.dependencies();
    let uses = |is_in_part: &dyn Fn(bool) -> bool| -> Vec<String> {
        let part = all.iter().filter(|(_, is_wasm)| is_in_part(*is_wasm));
        part.filter_map(|(name, _)| name.strip_prefix("trammel-").map(str::to_owned))
            .collect()
    };
    match package.folder.as_str() {
        "" => vec![
            ("page".to_owned(), uses(&|is_wasm| is_wasm)),
            ("trammel".to_owned(), uses(&|is_wasm| !is_wasm)),
        ],
        _ => vec![(package.name.clone(), uses(&|_| true))],
    }
}

/// Whether a package uses another one, directly or through others.
fn reaches(rows: &[Row], from: &str, to: &str) -> bool {
    let row = rows.iter().find(|(name, _)| name == from);
    row.is_some_and(|(_, uses)| uses.iter().any(|used| used == to || reaches(rows, used, to)))
}
