//! Check for import cycles between the files of a package.

use super::graph::{Dependencies, Graph};
use super::source::{Package, packages};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write as _;

#[test]
fn files_do_not_import_each_other_in_cycles() {
    let mut found = Vec::new();
    for package in packages() {
        let graph = Graph::new(&texts(&package));
        let dependencies = graph.dependencies();
        let all = cycles(&dependencies);
        let described = all
            .iter()
            .map(|cycle| describe(&graph.files, &dependencies, cycle));
        found.extend(described.map(|cycle| format!("{}: {cycle}", package.name)));
    }
    assert!(
        found.is_empty(),
        "{} import cycles. Move what both sides use to a file of its own.\n\n{}\n",
        found.len(),
        found.join("\n\n")
    );
}

/// Returns the files of a package by their paths below its `src`.
pub(super) fn texts(package: &Package) -> BTreeMap<String, String> {
    let folder = format!("{}src/", package.folder);
    let below = |path: &str| path.trim_start_matches(&folder).to_owned();
    let files = package.sources().into_iter();
    files.map(|source| (below(&source.path), source.text)).collect()
}

/// Returns the shortest cycle through each file, without repetitions.
fn cycles(dependencies: &[Dependencies]) -> BTreeSet<Vec<usize>> {
    let all = (0..dependencies.len()).filter_map(|file| shortest_cycle(dependencies, file));
    all.map(|mut cycle| {
        let first = cycle.iter().enumerate().min_by_key(|(_, file)| **file);
        let first = first.map_or(0, |(at, _)| at);
        cycle.rotate_left(first);
        cycle
    })
    .collect()
}

/// Searches breadth first for the shortest cycle through a file.
fn shortest_cycle(dependencies: &[Dependencies], start: usize) -> Option<Vec<usize>> {
    let mut came_from: BTreeMap<usize, usize> = BTreeMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(file) = queue.pop_front() {
        for next in dependencies[file].keys() {
            if *next == start {
                let mut cycle = vec![file];
                while let Some(before) = came_from.get(&cycle[cycle.len() - 1]) {
                    cycle.push(*before);
                }
                cycle.reverse();
                return Some(cycle);
            }
            if !came_from.contains_key(next) {
                came_from.insert(*next, file);
                queue.push_back(*next);
            }
        }
    }
    None
}

/// Writes a cycle as a path of files, with the names that each file uses from the next.
fn describe(files: &[String], dependencies: &[Dependencies], cycle: &[usize]) -> String {
    let mut text = files[cycle[0]].clone();
    for (at, file) in cycle.iter().enumerate() {
        let next = cycle[(at + 1) % cycle.len()];
        let names: Vec<&str> = dependencies[*file][&next].iter().map(String::as_str).collect();
        let _ = write!(text, "\n  -> {} ({})", files[next], names.join(", "));
    }
    text
}

/// Describes the cycles of a small crate.
fn found(files: &[(&str, &str)]) -> Vec<String> {
    let texts = files
        .iter()
        .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
    let graph = Graph::new(&texts.collect());
    let dependencies = graph.dependencies();
    let all = cycles(&dependencies);
    let lines = all
        .iter()
        .map(|cycle| describe(&graph.files, &dependencies, cycle));
    lines.collect()
}

#[test]
fn an_import_from_the_file_that_declares_the_module_is_a_cycle() {
    let cycle = "a/mod.rs\n  -> a/b.rs (mod b)\n  -> a/mod.rs (super::Shared)";
    assert_eq!(
        found(&[
            ("lib.rs", "mod a;"),
            ("a/mod.rs", "mod b; pub struct Shared;"),
            ("a/b.rs", "use super::Shared;"),
        ]),
        [cycle]
    );
    assert_eq!(
        found(&[
            ("lib.rs", "mod a;"),
            ("a/mod.rs", "mod b; struct Shared;"),
            ("a/b.rs", "fn f() -> super::Shared { todo(stringify!(x)) }"),
        ]),
        [cycle],
        "a path without `use`"
    );
}

#[test]
fn a_re_export_is_a_dependency_on_the_defining_file() {
    let files = |shared: &'static str| {
        [
            ("lib.rs", "mod a;"),
            (
                "a/mod.rs",
                "mod b; mod shared; pub use b::B; pub use shared::Shared as Known;",
            ),
            (
                "a/b.rs",
                "use crate::a::Known; pub struct B; fn f(known: &super::Known) {}",
            ),
            ("a/shared.rs", shared),
        ]
    };
    assert!(found(&files("pub struct Shared;")).is_empty());
    assert_eq!(
        found(&files("use super::B; pub struct Shared;")),
        ["a/b.rs\n  -> a/shared.rs (crate::a::Known, super::Known)\n  -> a/b.rs (super::B)"]
    );
}

#[test]
fn every_form_of_a_path_is_read() {
    let cases = [
        "use crate::{b::{self, One}, c::C};",
        "use super::b::One as _;",
        "use crate::b; fn f() { b::one(); }",
        "use crate::b as other; fn f() { other::one(); }",
        "fn f() { println!(\"{}\", crate::b::one()); }",
        "macro_rules! m { () => { $crate::b::one() } }",
        "#[serde(with = \"super::b::one\")] struct S;",
        "mod inner { fn f(x: super::super::b::One) {} }",
        "use crate::b::*;",
        "use crate::middle::One;",
        "fn f() { crate::middle::nested::one(); }",
        "fn f<T: super::b::One>() {}",
        "impl crate::b::One for u8 {}",
    ];
    for case in cases {
        let cycles = found(&[
            ("lib.rs", "mod a; mod b; mod c; mod middle;"),
            ("a.rs", case),
            ("b.rs", "use super::a; pub trait One {} pub fn one() { a::f(); }"),
            ("c.rs", "pub struct C;"),
            ("middle.rs", "pub use crate::b::*; pub use crate::b as nested;"),
        ]);
        assert_eq!(cycles.len(), 1, "{case}: {cycles:?}");
        assert!(cycles[0].starts_with("a.rs\n  -> b.rs ("), "{case}: {cycles:?}");
    }
}

#[test]
fn test_code_and_other_crates_are_no_dependencies() {
    let cases = [
        "#[cfg(test)] mod tests { use super::super::b::one; }",
        "#[cfg(all(test, unix))] mod tests { use super::super::b::one; }",
        "#[test] fn t() { crate::b::one(); }",
        "#[cfg(test)] mod tests;",
        "/// See [`crate::b::one`].\nfn f() {}",
        "use b::one; fn f() { ::b::one(); }",
        "use crate::Outside;",
        "fn f<b>() { b::one(); }",
        "use crate::b;",
    ];
    for case in cases {
        let cycles = found(&[
            ("lib.rs", "mod a; mod b; pub use serde::Outside;"),
            ("a.rs", case),
            ("b.rs", "pub fn one() { crate::a::f(); }"),
            ("a/tests.rs", "use crate::b::one;"),
        ]);
        assert!(cycles.is_empty(), "{case}: {cycles:?}");
    }
}

#[test]
fn a_module_may_have_one_file_for_each_system() {
    let files = |unix: &'static str, module: &'static str| {
        [
            ("lib.rs", "mod a;"),
            ("a/mod.rs", module),
            ("a/unix.rs", unix),
            ("a/other.rs", "pub fn f() {}"),
            ("a/kind.rs", "pub struct Kind;"),
        ]
    };
    let plain = "mod kind; use kind::Kind; #[cfg(unix)] #[path = \"unix.rs\"] mod system; \
                 #[cfg(not(unix))] #[path = \"other.rs\"] mod system; pub fn own() {}";
    let conditional = "mod kind; use kind::Kind; pub fn own() {} #[cfg_attr(unix, path = \"unix.rs\")] \
                       #[cfg_attr(not(unix), path = \"other.rs\")] mod system;";
    for module in [plain, conditional] {
        assert!(found(&files("use super::Kind;", module)).is_empty());
        assert_eq!(
            found(&files("use super::own;", module)),
            ["a/mod.rs\n  -> a/unix.rs (mod system)\n  -> a/mod.rs (super::own)"]
        );
    }
}

#[test]
fn mutual_and_external_star_imports_are_resolved() {
    let stars: String = (0..20)
        .map(|n| format!("use outside_{n}::prelude::*; "))
        .collect();
    let child = format!("{stars} use super::*; fn f() {{ unknown::g(); crate::a::unknown::g(); }}");
    let cycles = found(&[
        ("lib.rs", "mod a;"),
        ("a/mod.rs", "mod b; mod c; pub use b::*; pub use c::*;"),
        ("a/b.rs", child.as_str()),
        ("a/c.rs", child.as_str()),
    ]);
    assert_eq!(cycles.len(), 2, "{cycles:?}");
}

#[test]
fn a_longer_cycle_is_reported_once() {
    let cycles = found(&[
        ("lib.rs", "mod a; mod b; mod c; mod d;"),
        ("a.rs", "use crate::b::B; pub struct A;"),
        ("b.rs", "use crate::c::C; pub struct B;"),
        ("c.rs", "use crate::{a::A, d::D}; pub struct C;"),
        ("d.rs", "pub struct D;"),
    ]);
    let cycle = "a.rs\n  -> b.rs (crate::b::B)\n  -> c.rs (crate::c::C)\n  -> a.rs (crate::a::A)";
    assert_eq!(cycles, [cycle]);
}

#[test]
fn a_macro_in_scope_without_a_path_is_a_dependency_on_its_file() {
    let cycles = found(&[
        ("lib.rs", "mod a;"),
        ("a/mod.rs", "macro_rules! each { () => {} } mod b;"),
        ("a/b.rs", "each!();"),
    ]);
    assert_eq!(cycles, ["a/mod.rs\n  -> a/b.rs (mod b)\n  -> a/mod.rs (each!)"]);
}
