//! Code generation for the same change of many entities, such as a deletion: a few statements for any number of them.
//!
//! Names that end in consecutive numbers (`hole_0`, `hole_1`, ...) become a counting loop, all others a list, so that
//! the deletion of thousands of entities adds only a few lines to `main`. Start at [`statements`].

use serde_json::Value;
use std::collections::BTreeMap;
use trammel_scene::Name;

/// Minimum count of consecutive numbers that are written as a loop.
const MIN_RUN: u64 = 4;

/// Change of an entity in the text of the statements: the offset of the call's parenthesis, and the position of this
/// execution among those of the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Looped {
    pub(super) open: usize,
    pub(super) occurrence: u32,
    pub(super) runs: u32,
}

impl Looped {
    /// Returns a call that is executed once.
    pub(super) fn once(open: usize) -> Looped {
        Looped {
            open,
            occurrence: 0,
            runs: 1,
        }
    }
}

/// Returns statements that delete these entities, one per line. The names must exist and be distinct, and no entity may
/// contain another.
pub fn statements(names: &[Name]) -> String {
    loops(names, "name", &|argument| {
        format!("delete_entity({{ {argument} }});\n")
    })
    .0
}

/// Returns the names in the order in which the statements change them.
pub(super) fn ordered(names: &[Name]) -> Vec<Name> {
    let group = |group: Group| match group {
        Group::Numbered(stem, first, last) => {
            (first..=last).map(|number| format!("{stem}{number}")).collect()
        }
        Group::Listed(names) => names,
    };
    let texts = groups(names).into_iter().flat_map(group);
    texts.filter_map(|text| Name::new(&text).ok()).collect()
}

/// Returns statements that change these entities, with the executions in the order of [`ordered`]. `call` returns the
/// statement of the call with the argument `key` as given.
pub(super) fn loops(names: &[Name], key: &str, call: &dyn Fn(&str) -> String) -> (String, Vec<Looped>) {
    let mut out = String::new();
    let mut calls = Vec::with_capacity(names.len());
    for group in groups(names) {
        let (head, argument, runs) = match &group {
            Group::Numbered(stem, first, last) => (
                format!("for (let i = {first}; i <= {last}; i++) "),
                format!("{key}: `{}${{i}}`", template_text(stem)),
                last - first + 1,
            ),
            Group::Listed(names) => match names.as_slice() {
                [name] => (String::new(), format!("{key}: {}", Value::from(name.as_str())), 1),
                several => {
                    let list: Vec<String> = several
                        .iter()
                        .map(|name| Value::from(name.as_str()).to_string())
                        .collect();
                    let head = format!("for (const {key} of [{}]) ", list.join(", "));
                    (head, key.to_owned(), several.len() as u64)
                }
            },
        };
        let call = call(&argument);
        let open = out.len() + head.len() + call.find('(').unwrap_or_default();
        out.push_str(&head);
        out.push_str(&call);
        let runs = u32::try_from(runs).unwrap_or(u32::MAX);
        calls.extend((0..runs).map(|occurrence| Looped {
            open,
            occurrence,
            runs,
        }));
    }
    (out, calls)
}

/// Entities that one statement changes.
enum Group {
    /// A stem with consecutive numbers: the first and the last.
    Numbered(String, u64, u64),
    /// Names, at least one.
    Listed(Vec<String>),
}

/// Groups names: those with consecutive numbers, then all others.
fn groups(names: &[Name]) -> Vec<Group> {
    let mut numbered: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    let mut listed: Vec<String> = Vec::new();
    for name in names {
        match numbered_name(name) {
            Some((stem, number)) => numbered.entry(stem).or_default().push(number),
            None => listed.push(name.to_string()),
        }
    }
    let mut found = Vec::new();
    for (stem, mut numbers) in numbered {
        numbers.sort_unstable();
        for run in numbers.chunk_by(|a, b| a + 1 == *b) {
            match run {
                [first, .., last] if last - first + 1 >= MIN_RUN => {
                    found.push(Group::Numbered(stem.to_owned(), *first, *last));
                }
                _ => listed.extend(run.iter().map(|number| format!("{stem}{number}"))),
            }
        }
    }
    if !listed.is_empty() {
        found.push(Group::Listed(listed));
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
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn of(names: &[&str]) -> String {
        let names: Vec<Name> = names.iter().map(|name| Name::new(name).unwrap()).collect();
        statements(&names)
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
