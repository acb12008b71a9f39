//! The house rules that the compiler does not know: what each folder may import, that every module says what it is,
//! and that files stay short. A failure lists every offence at once.
#![allow(
    clippy::expect_used,
    reason = "a tidy test that cannot read the sources should stop"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Lines before the tests of a file; more needs an entry in `LONG_FILES` with its reason.
const MAX_LINES: usize = 400;

/// Lines of a function, its signature included.
const MAX_FUNCTION_LINES: usize = 100;

/// Files that are longer on purpose: path and reason.
const LONG_FILES: &[(&str, &str)] = &[(
    "src/ui/i18n.rs",
    "a catalogue: one line a text, both languages side by side",
)];

/// What each top-level module of `src` may use of ours, in the order of the house. Binaries and `lib.rs` may use everything.
const MAY_USE: &[(&str, &[&str])] = &[
    ("suggest", &[]),
    ("random", &[]),
    ("geometry", &[]),
    ("text", &["geometry"]),
    ("annotate", &["geometry", "text"]),
    ("scene", &["geometry", "text", "annotate", "suggest"]),
    ("workspace", &["suggest"]),
    ("knowledge", &["workspace", "suggest"]),
    (
        "formats",
        &["scene", "geometry", "text", "annotate", "workspace", "knowledge"],
    ),
    (
        "tools",
        &[
            "geometry",
            "text",
            "annotate",
            "scene",
            "formats",
            "workspace",
            "knowledge",
            "suggest",
        ],
    ),
    (
        "sandbox",
        &[
            "tools",
            "scene",
            "workspace",
            "geometry",
            "text",
            "random",
            "suggest",
        ],
    ),
    (
        "session",
        &[
            "sandbox",
            "tools",
            "knowledge",
            "workspace",
            "formats",
            "scene",
            "geometry",
            "suggest",
        ],
    ),
    ("llm", &[]),
    ("agent", &["llm", "tools", "random", "suggest"]),
    (
        "cli",
        &[
            "session",
            "sandbox",
            "agent",
            "llm",
            "tools",
            "workspace",
            "formats",
            "scene",
            "suggest",
        ],
    ),
    ("editor", &["scene", "geometry"]),
    (
        "ui",
        &[
            "editor",
            "agent",
            "llm",
            "session",
            "sandbox",
            "tools",
            "knowledge",
            "workspace",
            "formats",
            "scene",
            "geometry",
            "text",
            "suggest",
        ],
    ),
];

/// Words that only some files may use: the JavaScript engine and the browser are each behind one wall.
const ONLY_IN: &[(&[&str], &[&str])] = &[
    (
        &["boa_engine", "boa_gc", "boa_ast", "boa_parser", "boa_interner"],
        &["src/sandbox/engine"],
    ),
    (
        &[
            "leptos",
            "web_sys",
            "js_sys",
            "wasm_bindgen",
            "gloo_net",
            "gloo_timers",
            "wasm_streams",
        ],
        &[
            "src/ui/",
            "src/sandbox/browser",
            "src/bin/app.rs",
            "src/bin/sandbox.rs",
        ],
    ),
];

/// Unfinished or hidden work.
const BANNED: &[&str] = &["todo!", "unimplemented!", "dbg!", "FIXME", "#[ignore"];

struct Source {
    /// Path from the root of the project, with `/`.
    path: String,
    text: String,
}

impl Source {
    /// The text without its tests, which follow the code.
    fn code(&self) -> &str {
        let is_test_file = self.path.ends_with("/tests.rs") || self.path.contains("/tests/");
        match self.text.find("\n#[cfg(test)]") {
            _ if is_test_file => "",
            Some(at) => &self.text[..at],
            None => &self.text,
        }
    }

    /// The top-level module the file belongs to: `scene` for `src/scene/edit.rs` and `src/scene.rs`.
    fn module(&self) -> &str {
        let below = self.path.trim_start_matches("src/");
        below.split('/').next().unwrap_or(below).trim_end_matches(".rs")
    }
}

#[test]
fn every_module_says_what_it_is() {
    report(&sources(), |source| {
        let first = source.text.lines().next().unwrap_or_default();
        (!first.starts_with("//! "))
            .then(|| "must open with `//!`: what it is, its invariants, where to start".to_owned())
    });
}

#[test]
fn files_are_short() {
    report(&sources(), |source| {
        let lines = source.code().lines().count();
        let excused = LONG_FILES.iter().any(|(path, _)| *path == source.path);
        match (lines > MAX_LINES, excused) {
            (true, false) => Some(format!(
                "has {lines} lines before its tests; split it by idea ({MAX_LINES} at most)"
            )),
            (false, true) => Some("is short enough: take it out of LONG_FILES".to_owned()),
            _ => None,
        }
    });
}

#[test]
fn functions_are_short() {
    report(&sources(), |source| {
        let long = functions(source.code()).filter(|(_, lines)| *lines > MAX_FUNCTION_LINES);
        let list: Vec<String> = long
            .map(|(name, lines)| format!("`{name}` has {lines} lines"))
            .collect();
        (!list.is_empty()).then(|| {
            format!(
                "{}; split by idea ({MAX_FUNCTION_LINES} at most)",
                list.join(", ")
            )
        })
    });
}

#[test]
fn the_length_of_a_function_is_that_of_its_lines() {
    let code = "impl A {\n    pub(super) async fn long<T>(\n        a: T,\n    ) {\n        b();\n    }\n\n    fn one() {}\n}\n";
    let found: Vec<(&str, usize)> = functions(code).collect();
    assert_eq!(found, [("long", 5), ("one", 1)]);
}

#[test]
fn imports_go_one_way() {
    report(&sources(), |source| {
        if source.path.starts_with("src/bin/") || source.path == "src/lib.rs" {
            return None;
        }
        let Some((_, allowed)) = MAY_USE.iter().find(|(module, _)| *module == source.module()) else {
            return Some(format!(
                "belongs to `{}`, which MAY_USE in tests/it/tidy.rs does not list",
                source.module()
            ));
        };
        let used = modules_named(source.code());
        let wrong: Vec<&str> = used
            .into_iter()
            .filter(|used| *used != source.module() && !allowed.contains(used))
            .collect();
        (!wrong.is_empty()).then(|| format!("`{}` may not use {}", source.module(), wrong.join(", ")))
    });
}

#[test]
fn the_engine_and_the_browser_stay_behind_their_walls() {
    report(&sources(), |source| {
        let text = without_comments(source.code());
        let named = ONLY_IN
            .iter()
            .filter(|(_, places)| !places.iter().any(|place| source.path.starts_with(place)));
        let words: Vec<&str> = named
            .flat_map(|(words, _)| words.iter().copied())
            .filter(|word| names(&text, word))
            .collect();
        (!words.is_empty()).then(|| format!("names {}, see ONLY_IN in tests/it/tidy.rs", words.join(", ")))
    });
}

#[test]
fn nothing_is_left_unfinished() {
    report(&sources(), |source| {
        let found: Vec<&str> = BANNED
            .iter()
            .copied()
            .filter(|word| source.text.contains(word))
            .collect();
        (!found.is_empty()).then(|| format!("contains {}", found.join(", ")))
    });
}

#[test]
fn the_map_in_architecture_md_is_complete() {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap_or_default();
    let missing: Vec<String> = fs::read_dir(root().join("src"))
        .expect("src can be read")
        .map(|entry| entry.expect("an entry of src can be read"))
        .filter(|entry| entry.path().is_dir())
        .map(|entry| format!("{}/", entry.file_name().to_string_lossy()))
        .filter(|folder| !map.contains(folder.as_str()))
        .collect();
    assert!(
        missing.is_empty(),
        "ARCHITECTURE.md does not mention these folders of src: {}",
        missing.join(", ")
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

/// The folders at the top of the repository, sorted, without `src` and what starts with a dot. Git tells them from what was left
/// behind by another branch; in a copy without git, all are meant that are not built.
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

/// The functions of formatted code with their numbers of lines: a function ends at the first closing brace that is
/// indented like its first line. Declarations without a body are left out.
fn functions(code: &str) -> impl Iterator<Item = (&str, usize)> {
    let lines: Vec<&str> = code.lines().collect();
    (0..lines.len()).filter_map(move |first| {
        let line = lines[first];
        let name = function_name(line)?;
        let signature = lines[first..]
            .iter()
            .find(|line| line.ends_with(['{', ';']) || line.ends_with("{}"))?;
        if signature.ends_with(';') {
            return None;
        }
        let indent = &line[..line.len() - line.trim_start().len()];
        let end = format!("{indent}}}");
        let length = match line.ends_with("{}") {
            true => 1,
            false => lines[first..].iter().position(|line| *line == end)? + 1,
        };
        Some((name, length))
    })
}

/// The name of the function that begins on this line.
fn function_name(line: &str) -> Option<&str> {
    let (before, rest) = line.split_once("fn ")?;
    let qualifiers = ["pub", "pub(crate)", "pub(super)", "const", "async", "unsafe"];
    let begins = before.split_whitespace().all(|word| qualifiers.contains(&word));
    let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    (begins && !name.is_empty()).then_some(name)
}

/// Fails with one line for each file that `offence` has something to say about.
#[track_caller]
fn report(sources: &[Source], offence: impl Fn(&Source) -> Option<String>) {
    assert!(!sources.is_empty(), "no source file was found");
    let lines: Vec<String> = sources
        .iter()
        .filter_map(|source| offence(source).map(|why| format!("{}: {why}", source.path)))
        .collect();
    assert!(lines.is_empty(), "\n{}\n", lines.join("\n"));
}

/// All Rust files of `src`, in a fixed order.
fn sources() -> Vec<Source> {
    let mut files = Vec::new();
    collect(&root().join("src"), &mut files);
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

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of src can be read") {
        let path = entry.expect("an entry of src can be read").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Top-level modules named after `crate::` (also in `use crate::{a, b::c}`), without doubles.
fn modules_named(code: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (at, prefix) in code.match_indices("crate::") {
        let line_start = code[..at].rfind('\n').map_or(0, |newline| newline + 1);
        if code[line_start..at].trim_start().starts_with("//") || code[..at].ends_with('$') {
            continue;
        }
        let rest = &code[at + prefix.len()..];
        match rest.strip_prefix('{') {
            Some(list) => found.extend(heads_of(list)),
            None => found.extend(word_at(rest)),
        }
    }
    found.sort_unstable();
    found.dedup();
    found.retain(|word| word.starts_with(|letter: char| letter.is_ascii_lowercase()));
    found
}

/// The first words of the entries of a use list: `a` and `b` for `a::{x, y}, b::z}`.
fn heads_of(list: &str) -> Vec<&str> {
    let mut heads = Vec::new();
    let mut depth = 0_usize;
    let mut expects_head = true;
    for (at, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => expects_head = true,
            _ if expects_head && !letter.is_whitespace() => {
                heads.extend(word_at(&list[at..]));
                expects_head = false;
            }
            _ => {}
        }
    }
    heads
}

fn word_at(text: &str) -> Option<&str> {
    let end = text
        .find(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .unwrap_or(text.len());
    (end > 0).then(|| &text[..end])
}

/// Whether the text has this identifier as a whole word.
fn names(text: &str, word: &str) -> bool {
    let part_of_a_word =
        |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    text.match_indices(word).any(|(at, _)| {
        !part_of_a_word(text[..at].chars().next_back())
            && !part_of_a_word(text[at + word.len()..].chars().next())
    })
}

fn without_comments(code: &str) -> String {
    code.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn imports_are_read_correctly() {
    let code = "use crate::scene::Edit;\nuse crate::{geometry::{Path, Seg}, tools};\n/// see crate::ui\nlet x = crate::VERSION;";
    assert_eq!(modules_named(code), ["geometry", "scene", "tools"]);
    assert!(names("use boa_engine::Context;", "boa_engine"));
    assert!(!names("let my_leptos_like = 1;", "leptos"));
}
