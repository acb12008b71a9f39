//! Tests of error messages for common mistakes: `tests/golden/errors.txt` contains code followed by the exact
//! error output.
//!
//! A case begins with `== title`; `-- name` begins a file; lines with `>>` are the output: place and message,
//! suggestions, source line, and call stack. `BLESS=1 cargo test --test it errors` rewrites the output.
//! Characters that a text file cannot contain are written as `<CR>`, `<LS>`, `<PS>`, `<NUL>`, `<ESC>`, and
//! `<FULL-WIDTH SPACE>`.

use crate::support::{check_golden, request, standing_clock};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use trammel_code::FileName;
use trammel_engine::execute;
use trammel_language::Language;
use trammel_run::{Failure, RunOutcome};

const FILE: &str = "tests/golden/errors.txt";

const LETTERS: [(&str, &str); 6] = [
    ("<CR>", "\r"),
    ("<LS>", "\u{2028}"),
    ("<PS>", "\u{2029}"),
    ("<NUL>", "\0"),
    ("<ESC>", "\u{1b}"),
    ("<FULL-WIDTH SPACE>", "\u{3000}"),
];

#[test]
fn every_error_message_matches_the_golden_file() {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE)).unwrap();
    let mut parts = text.split("\n== ");
    let mut out = parts.next().unwrap_or_default().trim_end().to_owned() + "\n";
    let mut cases = 0;
    for part in parts {
        let (title, rest) = part.split_once('\n').unwrap();
        let mut files: Vec<(String, String)> = Vec::new();
        for line in rest.lines().filter(|line| !line.starts_with(">>")) {
            match (line.strip_prefix("-- "), files.last_mut()) {
                (Some(name), _) => files.push((name.to_owned(), String::new())),
                (None, Some((_, text))) => {
                    text.push_str(line);
                    text.push('\n');
                }
                (None, None) => {}
            }
        }
        let _ = write!(out, "\n== {title}\n");
        for (name, text) in &files {
            let _ = write!(out, "-- {name}\n{}\n", text.trim_end());
        }
        out.push_str(&reported(&files));
        cases += 1;
    }
    assert!(cases > 60, "only {cases} cases");
    check_golden(FILE, &out);
}

fn reported(files: &[(String, String)]) -> String {
    let read = |text: &str| {
        LETTERS
            .iter()
            .fold(text.trim_end().to_owned(), |text, (name, letter)| {
                text.replace(name, letter)
            })
    };
    let files = files
        .iter()
        .map(|(name, text)| (FileName::new(name).unwrap(), read(text).into()));
    let outcome = outcome_of(files.collect());
    let Err(failure) = outcome.result else {
        return format!(">> it runs: {}\n", outcome.logs.join(" / "));
    };
    let mut lines = Vec::new();
    let place = failure.place.as_ref();
    let place = place.map_or("?".to_owned(), |p| format!("{}:{}:{}", p.file, p.line, p.column));
    lines.push(format!("{place}: {}", failure.message.english));
    if !failure.suggestions.is_empty() {
        lines.push(format!("meant: {}", failure.suggestions.join(", ")));
    }
    if let Some(line) = &failure.source_line {
        lines.push(format!("| {line}"));
    }
    lines.extend(failure.stack.clone());
    let mut out = String::new();
    for line in lines {
        let line = LETTERS
            .iter()
            .fold(line, |line, (name, letter)| line.replace(letter, name));
        let line: String = line.chars().take(300).collect();
        let _ = writeln!(out, ">> {}", line.replace('\n', " / "));
    }
    out
}

fn outcome_of(files: Vec<(FileName, Arc<str>)>) -> RunOutcome {
    execute(&request(files), &standing_clock())
}

/// Returns the failure of a run of `main` beside a module `lib` that exports `dot`.
fn failure_of(main: &str) -> Failure {
    let file = |name: &str, text: &str| (FileName::new(name).unwrap(), text.into());
    let files = vec![file("main", main), file("lib", "export const dot = 1;")];
    outcome_of(files).result.unwrap_err()
}

#[test]
fn a_suggestion_appears_once_in_the_spelling_of_the_code() {
    for (main, suggestions) in [
        ("drawCirle('a', 0, 0, 1);", ["drawCircle"]),
        (
            "draw_cirle({ name: 'a', x: 0, y: 0, radius: 1 });",
            ["draw_circle"],
        ),
        (
            "drawCircle('a', 0, 0, 1);\ndrawcircl('b', 0, 0, 1);",
            ["drawCircle"],
        ),
        ("draw_circle({ name: 'a', x: 0, y: 0, radios: 1 });", ["radius"]),
        ("const width = 5;\nconsole.log(widht);", ["width"]),
        ("[1].foreach(x => x);", ["forEach"]),
        ("import { dot } from 'lbi';", ["lib"]),
        ("import { dto } from 'lib';", ["dot"]),
        ("drawCircle('head', 0, 0, 1);\nsetFill('haed', '#f00');", ["head"]),
    ] {
        let failure = failure_of(main);
        assert_eq!(failure.suggestions, suggestions, "{main}: {failure:?}");
        let words = failure
            .message
            .english
            .split(|c: char| !c.is_alphanumeric() && c != '_');
        let repeated: Vec<&str> = words.filter(|word| suggestions.contains(word)).collect();
        assert!(repeated.is_empty(), "{main}: {}", failure.message.english);
        assert_eq!(
            failure.text(Language::English).matches(suggestions[0]).count(),
            1,
            "{main}: {}",
            failure.text(Language::English)
        );
    }
}

#[test]
fn engine_messages_have_at_most_two_sentences() {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE)).unwrap();
    let answers = text.split("\n== ").skip(1).filter_map(|case| {
        let line = case.lines().find_map(|line| line.strip_prefix(">> "))?;
        Some(line.split_once(": ").map_or(line, |(_, message)| message))
    });
    let mut count = 0;
    for message in answers {
        let sentences = message.split(". ").count();
        assert!(sentences <= 2, "more than two sentences: {message}");
        for word in [
            "Did you mean",
            "is no ",
            "anew",
            "person",
            "somebody",
            "takes about as long",
        ] {
            assert!(!message.contains(word), "'{word}': {message}");
        }
        count += 1;
    }
    assert!(count > 60, "only {count} messages");
}
