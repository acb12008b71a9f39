//! Attack suite: attempts of hostile code, links, files, and workers, and the required outcome of each.
//!
//! Code runs in a child process of the real program under small limits, through a document that already contains a
//! drawing. After it there is exactly one outcome, and files and drawing are unchanged unless the code succeeded. After
//! each run and each check, a plain run succeeds within a second. `docs/attack-suite.md` is the report; the test of a
//! group checks and writes its section. Items that need a browser name their end-to-end test, which reads its input
//! from `tests/golden/attacks.json`.
//!
//! Outcomes: `OK`; `ERR`, an error of the language; `LIM`, a limit that cannot be caught; `KILL`, killed from
//! outside or crashed. `LIM` and `KILL` name the limit: time, memory, recursion, or entities. A row expects exactly
//! one outcome.

mod callbacks;
mod check_values;
mod cost;
mod errors;
mod files;
mod memory;
mod models;
mod modules;
mod outside;
mod pollution;
mod reach;
mod report;
mod run;
mod time;
mod values;

use crate::support::check_golden;
use report::{check_report, check_section};
use run::{OF_HOST, Runner, e2e_tests};
use serde_json::{Value, json};
use std::time::Duration;

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
    /// Expected outcome in the browser, if a test of the browser compares it.
    browser: Option<&'static str>,
    /// Statement of which `main` is a repetition, and the number of repetitions; see [`Item::numbered`].
    numbered: Option<(&'static str, usize)>,
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
            numbered: None,
        }));
        self
    }

    /// Adds code that repeats a statement, with the number of the repetition in place of each `#`.
    fn numbered(self, statement: &'static str, times: usize, expected: &'static str) -> Item {
        let main: String = (0..times)
            .map(|at| statement.replace('#', &at.to_string()))
            .collect();
        let mut item = self.run(main, expected);
        if let Some(Case::Run(code)) = item.cases.last_mut() {
            code.numbered = Some((statement, times));
        }
        item
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

/// Declares the groups of the list, with a test for each.
macro_rules! groups {
    ($($test:ident: $group:literal $title:literal,)*) => {
        /// The groups in the order of the report, with their titles.
        const GROUPS: &[(char, &str)] = &[$(($group, $title)),*];

        $(#[test]
        fn $test() {
            check_group($group);
        })*
    };
}

groups! {
    group_a_time: 'A' "Time",
    group_b_memory_and_stack: 'B' "Memory and stack",
    group_c_callbacks: 'C' "Sorting, callbacks, re-entrancy",
    group_d_prototypes_and_globals: 'D' "Prototypes and globals",
    group_e_errors: 'E' "Errors",
    group_f_values_of_calls: 'F' "Values of calls",
    group_g_modules: 'G' "Modules",
    group_h_output: 'H' "Output",
    group_i_page_and_exports: 'I' "The page and exports",
    group_j_links_files_storage: 'J' "Links, files, storage",
    group_k_worker: 'K' "The worker",
}

/// Whether a message has 30 digits in a row, such as those of 1e308 without an exponent.
fn has_many_digits(message: &str) -> bool {
    message
        .split(|c: char| !c.is_ascii_digit())
        .any(|digits| digits.len() >= 30)
}

/// Executes the items of a group and compares the outcomes with the expected ones and with the report.
fn check_group(group: char) {
    let runner = Runner::new();
    let items = list().into_iter().filter(|item| item.group == group);
    let rows: Vec<(Item, Vec<Row>)> = items
        .map(|item| {
            let rows = carried_out(&item, &runner);
            (item, rows)
        })
        .collect();
    let wrong: Vec<String> = rows
        .iter()
        .flat_map(|(item, rows)| rows.iter().map(|row| (item.number, row)))
        .filter(|(_, row)| !row.right)
        .map(|(number, row)| {
            format!(
                "{number}: {} | expected {} | got {}",
                row.what, row.expected, row.got
            )
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
    check_section(group, &rows);
}

#[test]
fn the_list_is_complete_and_in_order() {
    let items = list();
    let numbers: Vec<u32> = items.iter().map(|item| item.number).collect();
    assert_eq!(numbers, (1..=104).collect::<Vec<_>>());
    let mut groups: Vec<char> = items.iter().map(|item| item.group).collect();
    groups.dedup();
    let tested: Vec<char> = GROUPS.iter().map(|(group, _)| *group).collect();
    assert_eq!(groups, tested, "each group has a test");
    check_golden("tests/golden/attacks.json", &for_the_browser(&items));
    check_golden("tests/golden/attack_inputs.json", &inputs(&items));
    check_report(&items);
}

fn carried_out(item: &Item, runner: &Runner) -> Vec<Row> {
    let mut rows = Vec::new();
    for case in &item.cases {
        let mut of_host = Duration::ZERO;
        let (what, expected, got) = match case {
            Case::Run(code) => {
                let (got, took) = runner.run(code);
                of_host = took;
                (
                    report::shown(&code.main),
                    code.expected.to_owned(),
                    without_times(&got),
                )
            }
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
        let next = match case {
            Case::Run(_) | Case::Check { .. } => runner.next_run_works(),
            Case::Browser(_) | Case::Not(_) => Ok(()),
        };
        if let Err(why) = next {
            rows.push(Row {
                what: format!("the next run after {what}"),
                expected: "OK within a second".to_owned(),
                got: why,
                right: false,
            });
        }
        if of_host > OF_HOST {
            rows.push(Row {
                what: format!("the host after {what}"),
                expected: format!("at most {OF_HOST:?} beside the deadline"),
                got: format!("{of_host:?}"),
                right: false,
            });
        }
        rows.push(Row {
            what,
            expected,
            got,
            right,
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

/// Returns the code of all items, with which the end-to-end tests measure the page.
fn inputs(items: &[Item]) -> String {
    let lines = items.iter().flat_map(|item| {
        item.cases.iter().filter_map(|case| {
            let Case::Run(code) = case else { return None };
            let modules: serde_json::Map<String, Value> = code
                .modules
                .iter()
                .map(|(name, text)| ((*name).to_owned(), packed(text)))
                .collect();
            let main = match code.numbered {
                Some((statement, times)) => json!([{ "numbered": statement, "times": times }]),
                None => packed(&code.main),
            };
            Some(json!({ "item": item.number, "main": main, "modules": modules }).to_string())
        })
    });
    format!("[\n{}\n]\n", lines.collect::<Vec<_>>().join(",\n"))
}

/// Returns a text as a list of its parts: other text as it is, and repetitions of at most 16 bytes with their number.
fn packed(text: &str) -> Value {
    const LONGEST: usize = 16;
    const MANY: usize = 50;
    let (mut parts, mut plain, mut rest) = (Vec::new(), String::new(), text);
    while let Some(first) = rest.chars().next() {
        let repeated = (1..=LONGEST).find_map(|length| {
            let unit = rest.get(..length)?;
            let times = rest
                .as_bytes()
                .chunks(length)
                .take_while(|part| *part == unit.as_bytes())
                .count();
            (times >= MANY).then_some((unit, times))
        });
        if let Some((unit, times)) = repeated {
            parts.extend((!plain.is_empty()).then(|| json!(std::mem::take(&mut plain))));
            parts.push(json!({ "repeated": unit, "times": times }));
            rest = &rest[unit.len() * times..];
        } else {
            plain.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    parts.extend((!plain.is_empty()).then(|| json!(plain)));
    json!(parts)
}
