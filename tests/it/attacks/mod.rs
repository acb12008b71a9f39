//! The attack list: what hostile code, links, files and workers try, and what must come of it.
//!
//! Each item runs as often as it has cases, in a child process of the real program under small limits, through a document
//! that already holds a drawing. After each case there is exactly one outcome, files and drawing are what they were unless
//! the code succeeded, and after each item the next run works within a second. `docs/attack-suite.md` is the report; the
//! items that only a browser can show name their end-to-end test, and `tests/golden/attacks.json` tells that test what to
//! type.
//!
//! Outcomes: `OK`; `ERR` an error of the language; `LIM` a limit that cannot be caught; `KILL` ended from outside, or died.

mod callbacks;
mod errors;
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

/// One line of the list.
pub(super) struct Item {
    number: u32,
    group: char,
    what: &'static str,
    cases: Vec<Case>,
}

/// One thing that is tried.
pub(super) enum Case {
    /// Code that is run as `main`.
    Run(Code),
    /// Something about data, with what came of it.
    Check {
        what: &'static str,
        expected: &'static str,
        check: fn() -> String,
    },
    /// Shown in the browser by this end-to-end test.
    Browser(&'static str),
    /// Not testable here, with the reason.
    Not(&'static str),
}

/// Code and what must come of it.
pub(super) struct Code {
    main: String,
    modules: Vec<(&'static str, String)>,
    /// What the outcome begins with; alternatives are separated by ` | `.
    expected: &'static str,
    /// Only a kill from outside ends it: it gets little time.
    stuck: bool,
    /// Also run in the browser, with the outcome there.
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
    /// Code that must end like this.
    fn run(self, main: impl Into<String>, expected: &'static str) -> Item {
        self.with(main, &[], expected)
    }

    /// Code with modules that must end like this.
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
            browser: None,
        }));
        self
    }

    /// The last code can only be ended from outside.
    fn stuck(mut self) -> Item {
        if let Some(Case::Run(code)) = self.cases.last_mut() {
            code.stuck = true;
        }
        self
    }

    /// The last code also runs in the browser, where it must end like this.
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

#[test]
fn every_attack_ends_as_stated() {
    let items: Vec<Item> = [
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
    .collect();
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
                let got = if there { "in the browser" } else { "no such test" };
                (
                    format!("end-to-end test \"{test}\""),
                    "in the browser".to_owned(),
                    got.to_owned(),
                )
            }
            Case::Not(why) => ((*why).to_owned(), "-".to_owned(), "-".to_owned()),
        };
        let right = expected.split(" | ").any(|option| got.starts_with(option));
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

/// Code on one line of a table.
fn shown(code: &str) -> String {
    let mut line: String = code.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() > 90 {
        line = line.chars().take(80).chain(" ...".chars()).collect();
    }
    format!("`{}`", plain(&line).replace('`', "'"))
}

/// Text that changes nothing in a table.
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
        "# Attack suite\n\nWritten by `BLESS=1 cargo test --test it attacks`; do not edit. Every case ran in a child process of the real\n\
         program with small limits. After each case files and drawing were as before unless it says OK, and the next run\n\
         worked within a second.\n\nOK: it ran. ERR: an error of the language, with its place. LIM: a limit that cannot be caught. KILL: ended from\n\
         outside, or died, and was reported as one failure. In a column of expected outcomes, any of several is right.\n\
         N s is a measured duration.\n",
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
                row.expected.replace('|', "or"),
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

/// What the end-to-end test types, and how each must end there.
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
