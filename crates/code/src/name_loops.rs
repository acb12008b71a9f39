//! Loops over names: the same call for many entities, such as a deletion, in a few statements for any number of them.
//!
//! Names that end in consecutive numbers (`hole_0`, `hole_1`, ...) become a counting loop, all others a list, so that
//! the deletion of thousands of entities adds only a few lines to `main`. Start at [`loops`].

use super::write::{for_each, quote};
use std::collections::BTreeMap;

/// Minimum count of consecutive numbers that are written as a loop.
const MIN_RUN: u64 = 4;

/// Change of an entity in the text of the statements: the offset of the call's parenthesis, and the position of this
/// execution among those of the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looped {
    /// Offset of the parenthesis.
    pub open: usize,
    /// Position of this execution among those of the call, from 0.
    pub occurrence: u32,
    /// Number of executions of the call.
    pub runs: u32,
}

impl Looped {
    /// Returns a call that is executed once.
    pub fn once(open: usize) -> Looped {
        Looped {
            open,
            occurrence: 0,
            runs: 1,
        }
    }
}

/// Returns the names in the order in which the statements change them.
pub fn order_of_changes<N: AsRef<str> + Clone>(names: &[N]) -> Vec<N> {
    let groups = groups(names).into_iter();
    groups.flat_map(|group| group.names).cloned().collect()
}

/// Returns statements that change these entities, with the executions in the order of [`order_of_changes`]. `statement` returns
/// the statement of the call, given the expression of the entity. `key` is the variable of a loop over a list.
pub fn loops(
    names: &[impl AsRef<str>],
    key: &str,
    statement: &dyn Fn(&str) -> String,
) -> (String, Vec<Looped>) {
    let mut out = String::new();
    let mut calls = Vec::with_capacity(names.len());
    for Group { names, range } in groups(names) {
        let (start, call) = (out.len(), |expression: &str| {
            let statement = statement(expression);
            let paren = statement.find('(').unwrap_or_default();
            (statement, paren)
        });
        let (text, paren) = match (range, names.as_slice()) {
            (Some((stem, first, last)), _) => {
                let head = format!("for (let i = {first}; i <= {last}; i++) ");
                let (statement, paren) = call(&format!("`{}${{i}}`", template_text(stem)));
                (format!("{head}{statement}"), head.len() + paren)
            }
            (None, [name]) => call(&quote(name.as_ref())),
            (None, several) => {
                let (statement, paren) = call(key);
                let items = several.iter().map(|name| quote(name.as_ref()));
                let text = for_each(key, items, &statement);
                let paren = text.len() - statement.len() + paren;
                (text, paren)
            }
        };
        out.push_str(&text);
        let runs = u32::try_from(names.len()).unwrap_or(u32::MAX);
        calls.extend((0..runs).map(|occurrence| Looped {
            open: start + paren,
            occurrence,
            runs,
        }));
    }
    (out, calls)
}

/// Entities that one statement changes, at least one.
struct Group<'n, N> {
    names: Vec<&'n N>,
    /// Stem with the first and the last number, if the names have consecutive numbers.
    range: Option<(&'n str, u64, u64)>,
}

/// Groups names: those with consecutive numbers, then all others.
fn groups<N: AsRef<str>>(names: &[N]) -> Vec<Group<'_, N>> {
    let mut numbered: BTreeMap<&str, Vec<(u64, &N)>> = BTreeMap::new();
    let mut listed = Vec::new();
    for name in names {
        match numbered_name(name.as_ref()) {
            Some((stem, number)) => numbered.entry(stem).or_default().push((number, name)),
            None => listed.push(name),
        }
    }
    let mut found = Vec::new();
    for (stem, mut numbers) in numbered {
        numbers.sort_unstable_by_key(|(number, _)| *number);
        for run in numbers.chunk_by(|(a, _), (b, _)| a + 1 == *b) {
            let names = run.iter().map(|(_, name)| *name);
            match run {
                [(first, _), .., (last, _)] if last - first + 1 >= MIN_RUN => found.push(Group {
                    names: names.collect(),
                    range: Some((stem, *first, *last)),
                }),
                _ => listed.extend(names),
            }
        }
    }
    if !listed.is_empty() {
        let (names, range) = (listed, None);
        found.push(Group { names, range });
    }
    found
}

/// Splits a name into a stem and a number that prints as the same digits (no leading zero, at most 15 digits).
fn numbered_name(name: &str) -> Option<(&str, u64)> {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &name[stem.len()..];
    let canonical = digits == "0" || !digits.starts_with('0');
    (canonical && (1..=15).contains(&digits.len())).then_some(())?;
    Some((stem, digits.parse().ok()?))
}

/// Escapes `text` for use inside a template literal.
fn template_text(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('`', "\\`")
        .replace("${", "\\${")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::call;

    /// Returns statements that delete these entities.
    fn of(names: &[&str]) -> String {
        let delete = |name: &str| call("delete_entity", &[("name", name.to_owned())]);
        loops(names, "name", &delete).0
    }

    #[test]
    fn deletions_list_few_names_and_loop_over_numbered_names() {
        assert_eq!(of(&["plate"]), "delete_entity({ name: \"plate\" });\n");
        assert_eq!(
            of(&["b", "a\"1\"", "h_1", "h_2"]),
            "for (const name of [\"b\", \"a\\\"1\\\"\", \"h_1\", \"h_2\"]) delete_entity({ name });\n"
        );
        assert_eq!(
            of(&["h_3", "h_1", "h_0", "h_2", "h_9", "plate"]),
            "for (let i = 0; i <= 3; i++) delete_entity({ name: `h_${i}` });\n\
             for (const name of [\"plate\", \"h_9\"]) delete_entity({ name });\n"
        );
    }

    #[test]
    fn name_stems_are_escaped_in_template_literals() {
        assert_eq!(
            of(&["`${x}\\1", "`${x}\\2", "`${x}\\3", "`${x}\\4"]),
            "for (let i = 1; i <= 4; i++) delete_entity({ name: `\\`\\${x}\\\\${i}` });\n"
        );
        let padded = of(&["a01", "a02", "a03", "a04", "99999999999999999999"]);
        assert!(!padded.contains("let i"), "{padded}");
    }
}
