//! Attack suite: attempts of hostile code, links, files, and workers, and the required outcome of each.
//!
//! Each case runs in a child process of the real program under small limits, through a document that already
//! contains a drawing. After each case there is exactly one outcome, and files and drawing are unchanged unless
//! the code succeeded. After each item, the next run works within a second. `docs/attack-suite.md` is the
//! report. Items that need a browser name their end-to-end test, which reads its input from
//! `tests/golden/attacks.json`.
//!
//! Outcomes: `OK`; `ERR`, an error of the language; `LIM`, a limit that cannot be caught; `KILL`, killed from
//! outside or crashed. `LIM` and `KILL` name the limit: time, memory, recursion, or entities. A row expects exactly
//! one outcome.

mod callbacks;
mod errors;
mod files;
mod memory;
mod modules;
mod outside;
mod pollution;
mod run;
mod time;
mod values;

use crate::support::check_golden;
use run::{Runner, e2e_tests};
use serde_json::json;
use std::fmt::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// An item of the attack list.
pub(super) struct Item {
    number: u32,
    group: char,
    what: &'static str,
    cases: Vec<Case>,
}

/// A case of an item.
pub(super) enum Case {
    /// Code that is run as `main`.
    Run(Code),
    /// A check of data, with its expected result.
    Check {
        what: &'static str,
        expected: &'static str,
        check: fn() -> String,
    },
    /// Covered in the browser by the end-to-end test with this name.
    Browser(&'static str),
    /// Not testable here, for this reason.
    Not(&'static str),
}

/// Code and its expected outcome.
pub(super) struct Code {
    main: String,
    modules: Vec<(&'static str, String)>,
    /// Expected beginning of the outcome.
    expected: &'static str,
    /// Whether only a kill from outside ends the code, which then gets a short timeout.
    stuck: bool,
    /// Whether the code needs many instructions to reach the expected end.
    long: bool,
    /// Memory limit in bytes, if it differs from the small default.
    memory: Option<u64>,
    /// Expected outcome in the browser, if the code also runs there.
    browser: Option<&'static str>,
}

pub(super) fn item(number: u32, group: char, what: &'static str) -> Item {
    Item {
        number,
        group,
        what,
        cases: Vec::new(),
    }
}

impl Item {
    /// Adds code with its expected outcome.
    fn run(self, main: impl Into<String>, expected: &'static str) -> Item {
        self.with(main, &[], expected)
    }

    /// Adds code with modules and its expected outcome.
    fn with(
        mut self,
        main: impl Into<String>,
        modules: &[(&'static str, &str)],
        expected: &'static str,
    ) -> Item {
        self.cases.push(Case::Run(Code {
            main: main.into(),
            modules: modules
                .iter()
                .map(|(name, text)| (*name, (*text).to_owned()))
                .collect(),
            expected,
            stuck: false,
            long: false,
            memory: None,
            browser: None,
        }));
        self
    }

    /// Marks the last code as endable only from outside.
    fn stuck(mut self) -> Item {
        if let Some(Case::Run(code)) = self.cases.last_mut() {
            code.stuck = true;
        }
        self
    }

    /// Gives the last code the default number of instructions.
    fn long(mut self) -> Item {
        if let Some(Case::Run(code)) = self.cases.last_mut() {
            code.long = true;
        }
        self
    }

    /// Sets the memory limit of the last code.
    fn memory(mut self, bytes: u64) -> Item {
        if let Some(Case::Run(code)) = self.cases.last_mut() {
            code.memory = Some(bytes);
        }
        self
    }

    /// Adds a run of the last code in the browser, with its expected outcome there.
    fn in_browser(mut self, outcome: &'static str) -> Item {
        if let Some(Case::Run(code)) = self.cases.last_mut() {
            code.browser = Some(outcome);
        }
        self
    }

    fn check(mut self, what: &'static str, expected: &'static str, check: fn() -> String) -> Item {
        self.cases.push(Case::Check {
            what,
            expected,
            check,
        });
        self
    }

    fn browser(mut self, test: &'static str) -> Item {
        self.cases.push(Case::Browser(test));
        self
    }

    fn not(mut self, why: &'static str) -> Item {
        self.cases.push(Case::Not(why));
        self
    }
}

/// A row of the report.
struct Row {
    what: String,
    expected: String,
    got: String,
    right: bool,
}

/// The whole list.
fn list() -> Vec<Item> {
    [
        time::items(),
        memory::items(),
        callbacks::items(),
        pollution::items(),
        errors::items(),
        values::items(),
        modules::items(),
        outside::items(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[test]
fn every_attack_has_its_stated_outcome() {
    let items = list();
    let numbers: Vec<u32> = items.iter().map(|item| item.number).collect();
    assert_eq!(
        numbers,
        (1..=104).collect::<Vec<_>>(),
        "the list is whole and in order"
    );

    let (next, rows) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut runner = Runner::new();
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = carried_out(item, &mut runner);
                    rows.lock().unwrap().push((item.number, result));
                }
            });
        }
    });
    let mut rows = rows.into_inner().unwrap();
    rows.sort_by_key(|(number, _)| *number);

    check_golden("tests/golden/attacks.json", &for_the_browser(&items));
    let wrong: Vec<String> = rows
        .iter()
        .flat_map(|(number, rows)| rows.iter().map(move |row| (number, row)))
        .filter(|(_, row)| !row.right)
        .map(|(number, row)| {
            format!(
                "{number}: {} | expected {} | got {}",
                row.what, row.expected, row.got
            )
        })
        .collect();
    println!("{}", report(&items, &rows));
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
    check_golden("docs/attack-suite.md", &report(&items, &rows));
}

fn carried_out(item: &Item, runner: &mut Runner) -> Vec<Row> {
    let mut rows = Vec::new();
    for case in &item.cases {
        let (what, expected, got) = match case {
            Case::Run(code) => (
                shown(&code.main),
                code.expected.to_owned(),
                without_times(&runner.run(code)),
            ),
            Case::Check {
                what,
                expected,
                check,
            } => ((*what).to_owned(), (*expected).to_owned(), check()),
            Case::Browser(test) => {
                let there = e2e_tests().iter().any(|known| known == test);
                let got = if there { "exists" } else { "no such test" };
                (
                    format!("end-to-end test \"{test}\""),
                    "exists".to_owned(),
                    got.to_owned(),
                )
            }
            Case::Not(why) => ((*why).to_owned(), "-".to_owned(), "-".to_owned()),
        };
        let right = begins_with(&got, &expected);
        rows.push(Row {
            what,
            expected,
            got,
            right,
        });
    }
    if let Err(why) = runner.next_run_works() {
        rows.push(Row {
            what: "the next run".to_owned(),
            expected: "OK within a second".to_owned(),
            got: why,
            right: false,
        });
    }
    rows
}

/// Whether an outcome begins with the expected words: `main:1:14` does not begin with `main:1:1`.
fn begins_with(got: &str, expected: &str) -> bool {
    let of_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let rest = got.strip_prefix(expected);
    rest.is_some_and(|rest| !(of_word(expected.chars().last()) && of_word(rest.chars().next())))
}

#[test]
fn every_attack_expects_exactly_one_outcome() {
    assert!(begins_with("LIM time main:1:1 stopped", "LIM time main:1:1"));
    assert!(begins_with("LIM time main:1:14 stopped", "LIM time main:"));
    assert!(!begins_with("LIM time main:1:14 stopped", "LIM time main:1:1"));
    assert!(!begins_with("OK 10 drawn", "OK 1"));
    let ends = [
        "OK ",
        "ERR ",
        "LIM time",
        "LIM memory",
        "LIM recursion",
        "LIM entities",
        "KILL time",
        "KILL memory",
        "KILL recursion",
    ];
    for item in list() {
        for case in &item.cases {
            if let Case::Run(Code { expected, main, .. }) = case {
                let named = ends.iter().any(|end| expected.starts_with(end));
                assert!(named, "{}: {expected:?} is no outcome of {main}", item.number);
            }
        }
    }
}

/// Replaces measured durations such as `after 2.3 s` by `after N s`.
fn without_times(text: &str) -> String {
    let mut parts = text.split(" after ");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(" after ");
        let end = part.trim_start_matches("less than ");
        let end = end.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let timed = end.len() < part.len() && end.starts_with(" s");
        out.push_str(if timed { "N" } else { "" });
        out.push_str(if timed { end } else { part });
    }
    out
}

/// Formats code for one line of a table.
fn shown(code: &str) -> String {
    let mut line: String = code.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() > 90 {
        line = line.chars().take(80).chain(" ...".chars()).collect();
    }
    format!("`{}`", plain(&line).replace('`', "'"))
}

/// Replaces characters that could break a table row.
fn plain(text: &str) -> String {
    let safe = |c: char| {
        if c.is_control() || !c.is_ascii() && !c.is_alphanumeric() {
            '\u{fffd}'
        } else {
            c
        }
    };
    text.chars().map(safe).collect::<String>().replace('|', "\\|")
}

fn report(items: &[Item], rows: &[(u32, Vec<Row>)]) -> String {
    let mut out = String::from(
        "# Attack suite\n\nWritten by `BLESS=1 cargo test --test it attacks`; do not edit. All code ran in a child process of the real\n\
         program with small limits. After it files and drawing were as before unless it says OK, and the next run\n\
         worked within a second. A row in words checks data, in the process of the test. A row with an end-to-end test states\n\
         only that the test exists: `cargo xtask test --only e2e` runs it.\n\nOK: it ran. ERR: an error of the language, with its place. LIM: a limit that cannot be caught. KILL: ended from\n\
         outside, or died, and was reported as one failure. After LIM and KILL comes the limit. The outcome begins with the\n\
         expected one. N s is a measured duration.\n",
    );
    let mut group = ' ';
    for (item, (_, rows)) in items.iter().zip(rows) {
        if item.group != group {
            group = item.group;
            let _ = write!(
                out,
                "\n## {group}. {}\n\n| # | tried | expected | got |\n|---|---|---|---|\n",
                title(group)
            );
        }
        for (at, row) in rows.iter().enumerate() {
            let number = if at == 0 {
                format!("{} {}:", item.number, item.what)
            } else {
                String::new()
            };
            let what = [number.as_str(), row.what.as_str()].join(" ");
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} |",
                if at == 0 {
                    item.number.to_string()
                } else {
                    String::new()
                },
                what.trim_start_matches(&format!("{} ", item.number)).trim(),
                row.expected.replace('|', "\\|"),
                plain(&row.got).chars().take(180).collect::<String>()
            );
        }
    }
    out
}

fn title(group: char) -> &'static str {
    match group {
        'A' => "Time",
        'B' => "Memory and stack",
        'C' => "Sorting, callbacks, re-entrancy",
        'D' => "Prototypes and globals",
        'E' => "Errors",
        'F' => "Values of calls",
        'G' => "Modules",
        'H' => "Output",
        'I' => "The page and exports",
        'J' => "Links, files, storage",
        _ => "The worker",
    }
}

/// Returns the code that the end-to-end test types, with the expected outcomes.
fn for_the_browser(items: &[Item]) -> String {
    let mut out = Vec::new();
    for item in items {
        for case in &item.cases {
            if let Case::Run(code) = case
                && let Some(outcome) = code.browser
            {
                out.push(json!({ "item": item.number, "code": code.main, "outcome": outcome }));
            }
        }
    }
    serde_json::to_string_pretty(&out).unwrap() + "\n"
}
