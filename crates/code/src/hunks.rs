//! Differences between two versions of a text as parts that can be reverted one by one.
//!
//! A part is a range of whole lines. Lines that were only added, or changed line by line, are divided where no bracket is
//! open, so that statements are parts of their own; comments and empty lines belong to the statement below them.
//! Invariant: with every part reverted the text is the version before, with none the version after.
//!
//! # Example
//!
//! ```
//! use trammel_code::hunks::{hunks, revert};
//!
//! let (before, after) = ("a();\n", "a();\nb();\nc();\n");
//! let found = hunks(before, after);
//! assert_eq!(found.len(), 2);
//! assert_eq!(revert(before, after, &found, |at| at == 0), "a();\nc();\n");
//! ```

use super::common_sequence;
use std::collections::BTreeMap;
use std::ops::Range;

/// Part of two versions of a text that differs, as byte ranges of whole lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk {
    /// Range in the version before.
    pub before: Range<usize>,
    /// Range in the version after.
    pub after: Range<usize>,
}

/// Returns the differences between two versions of a text, in order.
pub fn hunks(before: &str, after: &str) -> Vec<Hunk> {
    let (old, new) = (lines(before), lines(after));
    let mut numbers = BTreeMap::new();
    let mut keys = |lines: &[&str]| -> Vec<u32> {
        let key = |line: &&str| {
            let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
            *numbers.entry((*line).to_owned()).or_insert(next)
        };
        lines.iter().map(key).collect()
    };
    let (old_keys, new_keys) = (keys(&old), keys(&new));
    let (old_ends, new_ends) = (ends(&old), ends(&new));
    let start = |ends: &[usize], at: usize| if at == 0 { 0 } else { ends[at - 1] };
    let mut found = Vec::new();
    let (mut from, mut to) = (0, 0);
    let partners = common_sequence(&old_keys, &new_keys);
    let pairs = partners
        .into_iter()
        .enumerate()
        .filter_map(|(at, partner)| Some((at, partner?)));
    for (at, partner) in pairs.chain([(old.len(), new.len())]) {
        for (olds, news) in divide(&old[from..at], &new[to..partner]) {
            found.push(Hunk {
                before: start(&old_ends, from + olds.start)..start(&old_ends, from + olds.end),
                after: start(&new_ends, to + news.start)..start(&new_ends, to + news.end),
            });
        }
        (from, to) = (at + 1, partner + 1);
    }
    found
}

/// Returns the version after with the hunks reverted for which `is_reverted` holds; it gets their positions.
pub fn revert(before: &str, after: &str, hunks: &[Hunk], is_reverted: impl Fn(usize) -> bool) -> String {
    let reverted: Vec<bool> = (0..hunks.len()).map(is_reverted).collect();
    if reverted.iter().all(|is_reverted| *is_reverted) {
        return before.to_owned();
    }
    let mut text = String::with_capacity(after.len());
    let mut done = 0;
    for (hunk, is_reverted) in hunks.iter().zip(reverted) {
        add_lines(&mut text, &after[done..hunk.after.start]);
        add_lines(
            &mut text,
            if is_reverted {
                &before[hunk.before.clone()]
            } else {
                &after[hunk.after.clone()]
            },
        );
        done = hunk.after.end;
    }
    add_lines(&mut text, &after[done..]);
    text
}

/// Adds lines to a text whose last line may be without its end.
fn add_lines(text: &mut String, lines: &str) {
    if !lines.is_empty() && !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(lines);
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// Returns the byte offset of the end of each line.
fn ends(lines: &[&str]) -> Vec<usize> {
    let mut end = 0;
    let each = lines.iter().map(|line| {
        end += line.len();
        end
    });
    each.collect()
}

/// Divides different lines into parts, as ranges of both lists.
fn divide(old: &[&str], new: &[&str]) -> Vec<(Range<usize>, Range<usize>)> {
    if old.is_empty() && new.is_empty() {
        return Vec::new();
    }
    if old.is_empty() || new.is_empty() || old.len() == new.len() {
        let count = old.len().max(new.len());
        let part = |lines: &[&str], range: &Range<usize>| if lines.is_empty() { 0..0 } else { range.clone() };
        let mut parts = Vec::new();
        let (mut start, mut depths) = (0, [0_i64; 2]);
        for at in 0..count {
            let mut is_leading = true;
            for (depth, lines) in depths.iter_mut().zip([old, new]) {
                let line = lines.get(at).copied().unwrap_or_default().trim();
                *depth += bracket_balance(line);
                is_leading &= line.is_empty() || line.starts_with("//");
            }
            if (depths == [0, 0] && !is_leading) || at + 1 == count {
                let range = start..at + 1;
                parts.push((part(old, &range), part(new, &range)));
                start = at + 1;
            }
        }
        return parts;
    }
    vec![(0..old.len(), 0..new.len())]
}

/// Returns the number of opening brackets without those that close. Brackets in texts count as well: a part that is divided at
/// a wrong place does not run, and the caller finds that out.
fn bracket_balance(line: &str) -> i64 {
    line.chars()
        .map(|c| match c {
            '(' | '[' | '{' => 1,
            ')' | ']' | '}' => -1,
            _ => 0,
        })
        .sum()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns each part as its text before and after.
    fn texts<'a>(before: &'a str, after: &'a str) -> Vec<(&'a str, &'a str)> {
        let each = hunks(before, after).into_iter();
        each.map(|hunk| (&before[hunk.before], &after[hunk.after]))
            .collect()
    }

    #[test]
    fn statements_are_parts_of_their_own() {
        type Case<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)]);
        let cases: [Case<'_>; 5] = [
            ("a\n", "a\n", &[]),
            (
                "a\n",
                "a\n// b\nb({\n  x: 1,\n});\nc\n",
                &[("", "// b\nb({\n  x: 1,\n});\n"), ("", "c\n")],
            ),
            (
                "a(1);\nb(1);\nc\n",
                "a(2);\nb(2);\nc\n",
                &[("a(1);\n", "a(2);\n"), ("b(1);\n", "b(2);\n")],
            ),
            ("a\nb\nc\n", "a\nc\n", &[("b\n", "")]),
            ("a\nb\nc\n", "a\nx\ny\nz\nc\n", &[("b\n", "x\ny\nz\n")]),
        ];
        for (before, after, expected) in cases {
            assert_eq!(texts(before, after), expected, "{after}");
        }
    }

    proptest! {
        #[test]
        fn every_part_reverted_gives_the_version_before_and_none_that_after(
            before in "([abc({})]{0,3}\n){0,6}[ab]{0,1}",
            after in "([abc({})]{0,3}\n){0,6}[ab]{0,1}",
        ) {
            let found = hunks(&before, &after);
            prop_assert_eq!(revert(&before, &after, &found, |_| true), before.clone());
            if before != after {
                prop_assert_eq!(revert(&before, &after, &found, |_| false), after.clone());
            }
            // The text between the parts is equal.
            let (before, after) = (before + "\n", after + "\n");
            let mut text = after.clone();
            for hunk in hunks(&before, &after).iter().rev() {
                text.replace_range(hunk.after.clone(), &before[hunk.before.clone()]);
            }
            prop_assert_eq!(text, before);
        }
    }
}
