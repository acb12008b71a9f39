//! Code generation for deletions: a few statements for any number of entities.
//!
//! Names that end in consecutive numbers (`hole_0`, `hole_1`, ...) become a counting loop, all others a list, so that
//! the deletion of thousands of entities adds only a few lines to `main`. Start at [`statements`].

use crate::scene::Name;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Minimum count of consecutive numbers that are written as a loop.
const MIN_RUN: u64 = 4;

/// Returns statements that delete these entities, one per line. The names must exist and be distinct, and no entity may
/// contain another.
pub fn statements(names: &[Name]) -> String {
    let mut numbered: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    let mut single: Vec<&str> = Vec::new();
    for name in names {
        match numbered_name(name) {
            Some((stem, number)) => numbered.entry(stem).or_default().push(number),
            None => single.push(name),
        }
    }
    let mut listed: Vec<String> = single.into_iter().map(str::to_owned).collect();
    let mut out = String::new();
    for (stem, mut numbers) in numbered {
        numbers.sort_unstable();
        for run in numbers.chunk_by(|a, b| a + 1 == *b) {
            match run {
                [first, .., last] if last - first + 1 >= MIN_RUN => {
                    let stem = template_text(stem);
                    let _ = writeln!(
                        out,
                        "for (let i = {first}; i <= {last}; i++) delete_entity({{ name: `{stem}${{i}}` }});"
                    );
                }
                _ => listed.extend(run.iter().map(|number| format!("{stem}{number}"))),
            }
        }
    }
    match listed.as_slice() {
        [] => {}
        [name] => {
            let _ = writeln!(out, "delete_entity({{ name: {} }});", Value::from(name.as_str()));
        }
        several => {
            let list: Vec<String> = several
                .iter()
                .map(|name| Value::from(name.as_str()).to_string())
                .collect();
            let _ = writeln!(
                out,
                "for (const name of [{}]) delete_entity({{ name }});",
                list.join(", ")
            );
        }
    }
    out
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
