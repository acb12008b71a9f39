//! The report `docs/attack-suite.md`: an introduction, and one section for each group. The test of a group checks its
//! section, or writes it if `BLESS` is set. Tests run in parallel processes, so a lock guards the writes.

use super::{GROUPS, Item, Row};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

const INTRODUCTION: &str = "# Attack suite

Written by `BLESS=1 cargo test --test it attacks`; do not edit. All code ran in a child process of the real
program with small limits. After it, files and drawing were as before unless it says OK. After each run and each check, a
plain run succeeded within a second; the fastest of up to three such runs counts, and each of them must succeed. Beside the
deadline of the code, the host took at most a second. A row in words checks data, in the process of the test unless it names another process. A row with an end-to-end test states
only that the test exists: `cargo xtask test --only e2e` runs it.

OK: it ran. ERR: an error of the language, with its place. LIM: a limit that cannot be caught. KILL: ended from
outside, or died, and was reported as one failure. After LIM and KILL comes the limit. The outcome begins with the
expected one. N s is a measured duration.
";

/// Compares the section of a group with the report, or writes the section if `BLESS` is set.
pub(super) fn check_section(group: char, rows: &[(Item, Vec<Row>)]) {
    let section = section(group, rows);
    if std::env::var_os("BLESS").is_some() {
        bless(|sections| {
            sections.insert(group, section);
        });
        return;
    }
    let stored = stored_sections().remove(&group).unwrap_or_default();
    let lines = stored.lines().zip(section.lines());
    let same = lines.take_while(|(stored, now)| stored == now).count();
    assert!(
        stored == section,
        "group {group} of docs/attack-suite.md differs:\n  stored: {}\n  now:    {}\nIf the change is meant, `BLESS=1 cargo test --test it` accepts it.",
        stored.lines().nth(same).unwrap_or("(end of the section)"),
        section.lines().nth(same).unwrap_or("(end of the section)"),
    );
}

/// Checks that the report consists of the introduction and one section for each group, with every item of the list in
/// order.
pub(super) fn check_report(items: &[Item]) {
    if std::env::var_os("BLESS").is_some() {
        bless(|_| ());
    }
    let text = stored();
    assert!(
        text == whole(&stored_sections()),
        "the introduction or the order of the sections of docs/attack-suite.md differs"
    );
    let numbers = text
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split(" | ").next()?.parse::<u32>().ok());
    let wanted: Vec<u32> = items.iter().map(|item| item.number).collect();
    // While all sections are being written, some of them are not written yet.
    if std::env::var_os("BLESS").is_none() {
        assert_eq!(numbers.collect::<Vec<_>>(), wanted, "the items of the report");
    }
}

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/attack-suite.md")
}

fn stored() -> String {
    let text = fs::read_to_string(file()).unwrap_or_default();
    text.replace("\r\n", "\n")
}

/// Returns the stored sections by group.
fn stored_sections() -> BTreeMap<char, String> {
    let text = stored();
    let sections = text.split("\n## ").skip(1);
    sections
        .filter_map(|section| Some((section.chars().next()?, format!("\n## {}\n", section.trim_end()))))
        .collect()
}

fn whole(sections: &BTreeMap<char, String>) -> String {
    let known = GROUPS.iter().filter_map(|(group, _)| sections.get(group));
    let sections = known.map(String::as_str);
    [INTRODUCTION].into_iter().chain(sections).collect()
}

/// Changes sections of the stored report.
fn bless(change: impl FnOnce(&mut BTreeMap<char, String>)) {
    let lock = Path::new(env!("CARGO_TARGET_TMPDIR")).join("attack-suite.lock");
    let lock = File::create(lock).unwrap();
    lock.lock().unwrap();
    let mut sections = stored_sections();
    change(&mut sections);
    fs::write(file(), whole(&sections)).unwrap();
}

fn section(group: char, rows: &[(Item, Vec<Row>)]) -> String {
    let title = GROUPS.iter().find(|(known, _)| *known == group).unwrap().1;
    let mut out = format!("\n## {group}. {title}\n\n| # | tried | expected | got |\n|---|---|---|---|\n");
    for (item, rows) in rows {
        for (at, row) in rows.iter().enumerate() {
            let (number, what) = match at {
                0 => (item.number.to_string(), format!("{}: {}", item.what, row.what)),
                _ => (String::new(), row.what.clone()),
            };
            let _ = writeln!(
                out,
                "| {number} | {what} | {} | {} |",
                row.expected.replace('|', "\\|"),
                plain(&row.got).chars().take(180).collect::<String>()
            );
        }
    }
    out
}

/// Formats code for one line of a table.
pub(super) fn shown(code: &str) -> String {
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
