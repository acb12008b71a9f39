//! Check of the wording of comments in code, scripts, and settings, and of test names: openings, banned words, and
//! American spelling.

use super::source::{Source, files_of, report, root, sources_of};
use std::collections::BTreeSet;

/// Folders whose comments are checked.
const FOLDERS: &[&str] = &[
    "src", "crates", "tests", "xtask", "benches", "fuzz", "web", "examples", ".github",
];

/// Extensions of files whose comments stand on lines of their own, and the marks that begin such a line.
const SCRIPTS: &[(&str, &[&str])] = &[
    ("js", &["//", "/**", "/*", "* "]),
    ("mjs", &["//", "/**", "/*", "* "]),
    ("css", &["/*"]),
    ("py", &["#"]),
    ("toml", &["#"]),
    ("yml", &["#"]),
];

/// Interrogatives with which a comment must not open. A noun or a verb of the field says more.
const OPENINGS: &[&str] = &["What", "How", "Who", "Where", "Whoever", "Whatever"];

/// Maximum number of comments in all that open with an interrogative.
const MAX_OPENINGS: usize = 20;

/// Words and phrases with a plainer or more exact replacement.
const BANNED: &[&str] = &[
    "anew",
    "are said",
    "are told",
    "counter clockwise",
    "for ever",
    "is said",
    "is told",
    "nobody",
    "none of ours",
    "people",
    "person",
    "so many",
    "somebody",
    "whatever",
    "whoever",
];

/// Beginnings of British spellings.
const BRITISH: &[&str] = &[
    "afterwards",
    "behaviour",
    "cancelled",
    "cancelling",
    "catalogue",
    "centre",
    "colour",
    "favour",
    "grey",
    "honour",
    "labelled",
    "licence",
    "millimetre",
    "modelled",
    "neighbour",
    "organis",
    "recognis",
    "towards",
    "travelled",
];

#[test]
fn few_comments_open_with_an_interrogative() {
    let found: Vec<String> = commented()
        .iter()
        .flat_map(|source| {
            let blocks = first_lines(&comments_of(source));
            let open = blocks
                .into_iter()
                .filter(|(_, text)| OPENINGS.contains(&first_word(text)));
            open.map(|(line, text)| format!("{}:{line}: {text}", source.path))
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(
        found.len() <= MAX_OPENINGS,
        "\n{} comments open with one of {OPENINGS:?}; {MAX_OPENINGS} are allowed:\n{}\n",
        found.len(),
        found.join("\n")
    );
}

#[test]
fn comments_have_no_banned_words() {
    report(&commented(), |source| offenses(source, banned));
}

#[test]
fn comments_have_american_spelling() {
    report(&commented(), |source| offenses(source, british));
}

#[test]
fn names_of_tests_have_no_banned_words_and_american_spelling() {
    let mut files = sources_of(FOLDERS);
    files.extend(files_of(&["tests/e2e/tests"], &["mjs"]));
    report(&files, |source| {
        let named = test_names(source).into_iter();
        let found: Vec<String> = named
            .filter_map(|(line, name)| {
                let word = banned(&name).or_else(|| british(&name))?;
                Some(format!("line {line}: \"{word}\""))
            })
            .collect();
        (!found.is_empty()).then(|| found.join(", "))
    });
}

#[test]
fn names_of_tests_are_found() {
    let code = "#[test]\n#[ignore]\nfn what_is_said() {}\nfn no_test() {}";
    assert_eq!(
        test_names(&source("a.rs", code)),
        [(3, "what is said".to_owned())]
    );
    let script = "test(\"a: b\", f);\n  test(`c: ${d}`, f);\n    test.skip(\"no\");\n  text(\"no\");";
    assert_eq!(
        test_names(&source("a.mjs", script)),
        [(1, "a: b".to_owned()), (2, "c: ${d}".to_owned())]
    );
}

#[test]
fn comments_of_scripts_are_found() {
    let text = "// One\nf(\"// no\");\n  /** Two */\n#private = 1;";
    assert_eq!(
        comments_of(&source("a.mjs", text)),
        [(1, " One".to_owned()), (3, " Two */".to_owned())]
    );
    assert_eq!(
        comments_of(&source("a.toml", "# One\nkey = 1")),
        [(1, " One".to_owned())]
    );
}

#[test]
fn comments_are_found_outside_of_strings() {
    let code =
        "//! One\nfn f() { g(\"// no\", '\"', r#\"\n// no \"#); } // two\n/* three\nfour */\n///  five `six`";
    let lines = comments(code);
    assert_eq!(
        lines,
        [
            (1, " One".to_owned()),
            (3, " two".to_owned()),
            (4, " three\nfour ".to_owned()),
            (6, "  five `six`".to_owned())
        ]
    );
    assert_eq!(
        offenses(&source("a.rs", "// Is told\n// the `colour`"), banned).as_deref(),
        Some("line 1: \"is told\"")
    );
    assert_eq!(
        offenses(&source("a.rs", "// a `colour`; personal"), british),
        None
    );
    assert_eq!(offenses(&source("a.rs", "// personal, peoples"), banned), None);
    assert_eq!(
        offenses(&source("a.rs", "//\n// Colours"), british).as_deref(),
        Some("line 2: \"Colours\"")
    );
}

fn source(path: &str, text: &str) -> Source {
    Source {
        path: path.to_owned(),
        text: text.to_owned(),
    }
}

/// Returns all files whose comments are checked, those in the root included.
fn commented() -> Vec<Source> {
    let extensions: Vec<&str> = SCRIPTS.iter().map(|(extension, _)| *extension).collect();
    let mut files = sources_of(FOLDERS);
    files.extend(files_of(FOLDERS, &extensions));
    files.extend(
        ["Cargo.toml", "Trunk.toml", "clippy.toml", ".cargo/config.toml"].map(|path| {
            let text = std::fs::read_to_string(root().join(path));
            source(path, &text.unwrap_or_else(|error| panic!("{path}: {error}")))
        }),
    );
    files
}

/// Returns the comments of a file with the numbers of their first lines, without the comment marks.
fn comments_of(source: &Source) -> Vec<(usize, String)> {
    let extension = source.path.rsplit('.').next().unwrap_or_default();
    let Some((_, marks)) = SCRIPTS.iter().find(|(known, _)| *known == extension) else {
        return comments(&source.text);
    };
    let lines = (1..).zip(source.text.lines());
    lines
        .filter_map(|(number, line)| {
            let line = line.trim_start();
            let text = marks.iter().find_map(|mark| line.strip_prefix(mark))?;
            Some((number, text.to_owned()))
        })
        .collect()
}

/// Returns the names of the tests of a file as text, with the numbers of their lines.
fn test_names(source: &Source) -> Vec<(usize, String)> {
    let is_script = source.path.ends_with(".mjs");
    let (mut names, mut is_test) = (Vec::new(), false);
    for (number, line) in (1..).zip(source.text.lines()) {
        let line = line.trim_start();
        let name = if is_script {
            let title = line.strip_prefix("test(").unwrap_or_default();
            title.split(['"', '`']).nth(1).map(str::to_owned)
        } else {
            let declared = line.strip_prefix("fn ").filter(|_| is_test);
            declared.and_then(|rest| Some(rest.split_once('(')?.0.replace('_', " ")))
        };
        names.extend(name.map(|name| (number, name)));
        is_test = line.ends_with("test]") || is_test && line.starts_with("#[");
    }
    names
}

/// Returns the findings of a rule in the comments of a file, with line numbers.
fn offenses(source: &Source, rule: fn(&str) -> Option<String>) -> Option<String> {
    let found: BTreeSet<String> = comments_of(source)
        .iter()
        .filter_map(|(line, text)| rule(&without_code(text)).map(|word| format!("line {line}: \"{word}\"")))
        .collect();
    (!found.is_empty()).then(|| found.into_iter().collect::<Vec<_>>().join(", "))
}

fn banned(text: &str) -> Option<String> {
    let text = format!(" {} ", words(text).join(" ").to_lowercase());
    let found = BANNED.iter().find(|phrase| text.contains(&format!(" {phrase} ")));
    found.map(|phrase| (*phrase).to_owned())
}

fn british(text: &str) -> Option<String> {
    let found = words(text).into_iter().find(|word| {
        let word = word.to_lowercase();
        BRITISH.iter().any(|beginning| word.starts_with(beginning))
    });
    found.map(str::to_owned)
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|word| !word.is_empty())
        .collect()
}

fn first_word(text: &str) -> &str {
    words(text).first().copied().unwrap_or_default()
}

/// Returns a comment without its inline code.
fn without_code(text: &str) -> String {
    text.split('`').step_by(2).collect::<Vec<_>>().join(" ")
}

/// Returns the first lines of blocks of line comments.
fn first_lines(comments: &[(usize, String)]) -> Vec<(usize, String)> {
    let follows = |at: usize| at > 0 && comments[at - 1].0 + 1 == comments[at].0;
    let first = comments.iter().enumerate().filter(|(at, _)| !follows(*at));
    first.map(|(_, comment)| comment.clone()).collect()
}

/// Returns the comments of Rust code with the numbers of their first lines, without the comment marks.
fn comments(code: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let (mut at, mut line) = (0, 1);
    while at < code.len() {
        let rest = &code[at..];
        let (len, comment) = token(rest);
        if comment {
            let text = rest[..len].trim_start_matches('/').trim_start_matches('*');
            let text = text.trim_start_matches('!').trim_end_matches("*/");
            found.push((line, text.to_owned()));
        }
        line += rest[..len].matches('\n').count();
        at += len;
    }
    found
}

/// Returns the length of the first comment, literal, or other character of the code, and whether it is a comment.
fn token(rest: &str) -> (usize, bool) {
    let until = |from: usize, end: &str| rest[from..].find(end).map_or(rest.len(), |at| from + at);
    if rest.starts_with("//") {
        return (until(0, "\n"), true);
    }
    if rest.starts_with("/*") {
        return ((until(2, "*/") + 2).min(rest.len()), true);
    }
    let hashes = rest
        .strip_prefix('r')
        .map(|raw| raw.len() - raw.trim_start_matches('#').len());
    if let Some(hashes) = hashes.filter(|hashes| rest[1 + hashes..].starts_with('"')) {
        let end = format!("\"{}", "#".repeat(hashes));
        return ((until(2 + hashes, &end) + end.len()).min(rest.len()), false);
    }
    let mut chars = rest.char_indices();
    let (_, first) = chars.next().unwrap_or_default();
    match first {
        '"' => (quoted(rest), false),
        '\'' if rest.starts_with("'\\") => (until(3, "'") + 1, false),
        // A lifetime has no second quote.
        '\'' => match (chars.next(), chars.next()) {
            (Some(_), Some((at, '\''))) => (at + 1, false),
            _ => (1, false),
        },
        // The `r` of an identifier does not begin a raw string.
        c if c.is_alphanumeric() || c == '_' => {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            let word = end.unwrap_or(rest.len());
            (
                if matches!(&rest[..word], "b" | "br" | "c" | "cr") {
                    1
                } else {
                    word
                },
                false,
            )
        }
        _ => (first.len_utf8(), false),
    }
}

/// Returns the length of the string literal at the start of the code.
fn quoted(rest: &str) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}
