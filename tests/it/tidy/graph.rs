//! Dependencies between files, resolved to the files that define the used items.
//!
//! * A file depends on the files that define the items it names. Re-exports are followed, so
//!   `use crate::shapes::Path` is a dependency on `shapes/path.rs`.
//! * A file depends on the modules that it declares.
//! * A name that cannot be resolved further, such as one that a macro defines, belongs to the last module of its path.
//! * Naming a module is not a dependency on the module; using an item in the module is.

use super::syntax::{self, Module, Segments};
use std::collections::{BTreeMap, BTreeSet};

/// Names that were looked up for one path: module, name, and whether the name ends the path. A repeated lookup
/// means a circular import, or one of several paths through `*` imports to the same module.
type Seen = BTreeSet<(usize, String, bool)>;

/// All files with their modules.
pub(super) struct Graph {
    /// Paths of the files below `src`.
    pub(super) files: Vec<String>,
    modules: Vec<Placed>,
    by_path: BTreeMap<Segments, usize>,
}

/// Dependencies of one file: the index of each used file with the names used from the file.
pub(super) type Dependencies = BTreeMap<usize, BTreeSet<String>>;

/// A module with its path from the crate root and its file.
struct Placed {
    path: Segments,
    file: usize,
    module: Module,
    /// Whether the module is the whole file.
    is_file: bool,
}

#[derive(Clone, Copy)]
enum Target {
    Module(usize),
    /// An item, with the file that defines it.
    Item(usize),
}

impl Graph {
    /// Reads the files that `lib.rs`, or `main.rs` without it, declares directly or indirectly, except tests.
    ///
    /// `texts` maps paths below `src` to contents.
    pub(super) fn new(texts: &BTreeMap<String, String>) -> Graph {
        let mut graph = Graph {
            files: Vec::new(),
            modules: Vec::new(),
            by_path: BTreeMap::new(),
        };
        let root = if texts.contains_key("lib.rs") {
            "lib.rs"
        } else {
            "main.rs"
        };
        graph.add_file(texts, root, &[]);
        graph
    }

    fn add_file(&mut self, texts: &BTreeMap<String, String>, name: &str, path: &[String]) {
        let Some(text) = texts.get(name) else {
            panic!("no file defines the module `{}`", path.join("::"));
        };
        let modules = syntax::read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let file = self.files.len();
        self.files.push(name.to_owned());
        let mut declared = Vec::new();
        for module in modules {
            let path = [path, &module.inline].concat();
            for (child, places) in &module.files {
                declared.push((
                    [path.as_slice(), std::slice::from_ref(child)].concat(),
                    places.clone(),
                ));
            }
            // Two files may define the same module for two platforms; names resolve to the first one.
            self.by_path.entry(path.clone()).or_insert(self.modules.len());
            let is_file = module.inline.is_empty();
            self.modules.push(Placed {
                path,
                file,
                module,
                is_file,
            });
        }
        let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
        for (path, places) in declared {
            let base = path.join("/");
            let flat = format!("{base}.rs");
            let usual = if texts.contains_key(&flat) {
                flat
            } else {
                format!("{base}/mod.rs")
            };
            let named = places.iter().map(|place| format!("{folder}/{place}"));
            let mut files: Vec<String> = named.collect();
            if files.is_empty() {
                files.push(usual);
            }
            for file in files {
                self.add_file(texts, file.trim_start_matches('/'), &path);
            }
        }
    }

    /// Returns the dependencies of each file, in the order of `files`.
    pub(super) fn dependencies(&self) -> Vec<Dependencies> {
        let mut all = vec![Dependencies::new(); self.files.len()];
        for (at, placed) in self.modules.iter().enumerate() {
            let from = &mut all[placed.file];
            let mut add = |file: usize, name: String| {
                if file != placed.file {
                    from.entry(file).or_default().insert(name);
                }
            };
            for path in &placed.module.paths {
                if let Some(Target::Item(file)) = self.resolve(at, path, &mut Seen::new()) {
                    add(file, path.join("::"));
                }
            }
            for path in &placed.module.globs {
                if let Some(target) = self.resolve(at, path, &mut Seen::new()) {
                    add(self.file_of(target), format!("{}::*", path.join("::")));
                }
            }
            for name in &placed.module.macros_called {
                if let Some(file) = self.macro_file(at, name) {
                    add(file, format!("{name}!"));
                }
            }
        }
        for placed in self.modules.iter().filter(|placed| placed.is_file) {
            if let Some((name, parent)) = placed.path.split_last()
                && let Some(parent) = self.by_path.get(parent)
            {
                let parent = self.modules[*parent].file;
                all[parent]
                    .entry(placed.file)
                    .or_default()
                    .insert(format!("mod {name}"));
            }
        }
        all
    }

    fn file_of(&self, target: Target) -> usize {
        match target {
            Target::Module(module) => self.modules[module].file,
            Target::Item(file) => file,
        }
    }

    /// Resolves a path that a module names; returns `None` for other crates, local names, and the standard library.
    fn resolve(&self, from: usize, path: &[String], seen: &mut Seen) -> Option<Target> {
        let mut target = None;
        for (at, segment) in path.iter().enumerate() {
            let is_last = at + 1 == path.len();
            target = Some(match (target, segment.as_str()) {
                (None, "crate") => Target::Module(*self.by_path.get(&Segments::new())?),
                (None, "self") => Target::Module(from),
                (None, "super") => Target::Module(self.parent(from)?),
                (None, name) => self.lookup(from, name, is_last, seen)??,
                (Some(Target::Module(module)), "super") => Target::Module(self.parent(module)?),
                (Some(Target::Module(module)), name) => match self.lookup(module, name, is_last, seen) {
                    Some(found) => found?,
                    None => Target::Item(self.modules[module].file),
                },
                (Some(item), _) => return Some(item),
            });
        }
        target
    }

    fn parent(&self, module: usize) -> Option<usize> {
        let (_, parent) = self.modules[module].path.split_last()?;
        self.by_path.get(parent).copied()
    }

    /// Finds a name in a module: `None` if the module does not have the name, `Some(None)` if the name belongs
    /// to another crate.
    fn lookup(&self, at: usize, name: &str, is_last: bool, seen: &mut Seen) -> Option<Option<Target>> {
        let Placed {
            path, file, module, ..
        } = &self.modules[at];
        let child = self.by_path.get(&[path.as_slice(), &[name.to_owned()]].concat());
        let child = child.map(|child| Target::Module(*child));
        if let Some(child) = child
            && !is_last
        {
            return Some(Some(child));
        }
        if module.items.contains(name) {
            return Some(Some(Target::Item(*file)));
        }
        if !seen.insert((at, name.to_owned(), is_last)) {
            return None;
        }
        if let Some(alias) = module.aliases.get(name) {
            return Some(self.resolve(at, alias, seen));
        }
        if child.is_some() {
            return Some(child);
        }
        module.globs.iter().find_map(|glob| {
            let Some(Target::Module(source)) = self.resolve(at, glob, seen) else {
                return None;
            };
            self.lookup(source, name, is_last, seen)
        })
    }

    /// Finds the file of a macro that is called without a path. The macros of the module and of its parents are
    /// in scope.
    fn macro_file(&self, at: usize, name: &str) -> Option<usize> {
        let mut module = Some(at);
        while let Some(at) = module {
            if self.modules[at].module.items.contains(name) {
                return Some(self.modules[at].file);
            }
            module = self.parent(at);
        }
        None
    }
}
