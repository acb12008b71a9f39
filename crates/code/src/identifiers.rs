//! Identifiers of modules and functions of imported code.
//!
//! Invariant: an identifier is valid in JavaScript and as the name of a file, and is given once.

use std::collections::BTreeSet;

/// Maximum length of an identifier, in characters.
const MAX_IDENTIFIER_CHARS: usize = 40;

/// Words that JavaScript reserves, functions and values of its environment with names of this form, and names of devices
/// on Windows (numbered ones are not identifiers that a file is likely to suggest).
const RESERVED: &[&str] = &[
    "arguments",
    "async",
    "aux",
    "await",
    "break",
    "case",
    "catch",
    "class",
    "column",
    "con",
    "console",
    "const",
    "continue",
    "copies",
    "copy",
    "debugger",
    "default",
    "delete",
    "do",
    "else",
    "enum",
    "escape",
    "eval",
    "export",
    "extends",
    "false",
    "finally",
    "for",
    "function",
    "get",
    "if",
    "implements",
    "import",
    "in",
    "instanceof",
    "interface",
    "let",
    "main",
    "name",
    "new",
    "nul",
    "null",
    "of",
    "package",
    "private",
    "prn",
    "protected",
    "public",
    "return",
    "row",
    "set",
    "static",
    "super",
    "switch",
    "this",
    "throw",
    "true",
    "try",
    "typeof",
    "undefined",
    "unescape",
    "var",
    "void",
    "while",
    "with",
    "yield",
];

/// Returns a text in lowercase letters, digits and underscores, such as `bolt_m6` for `BOLT-M6 `; empty if nothing
/// remains.
pub fn snake(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars().flat_map(char::to_lowercase) {
        if is_letter(c) || c.is_ascii_digit() {
            out.push(c);
        } else if !out.is_empty() && !out.ends_with('_') {
            out.push('_');
        }
    }
    let short: String = out.chars().take(MAX_IDENTIFIER_CHARS).collect();
    short.trim_end_matches('_').to_owned()
}

/// Whether a character can begin an identifier of JavaScript. Letters of rare scripts are left out.
fn is_letter(c: char) -> bool {
    c.is_ascii_lowercase()
        || matches!(c, 'à'..='ö' | 'ø'..='ÿ' | 'α'..='ω' | 'а'..='я' | 'ぁ'..='ゖ' | 'ァ'..='ヺ' | '一'..='鿿' | '가'..='힣')
}

/// Identifiers of modules and functions.
#[derive(Clone, Debug)]
pub struct Identifiers(BTreeSet<String>);

impl Identifiers {
    /// Creates the set of identifiers that are in use.
    pub fn new<'a>(used: impl Iterator<Item = &'a str>) -> Identifiers {
        let reserved = RESERVED.iter().copied();
        Identifiers(used.chain(reserved).map(str::to_owned).collect())
    }

    /// Marks an identifier as used.
    pub fn reserve(&mut self, name: &str) {
        self.0.insert(name.to_owned());
    }

    /// Returns a new identifier for a text.
    pub fn new_name(&mut self, text: &str, fallback: &str) -> String {
        let mut base = snake(text);
        if base.is_empty() {
            base = fallback.to_owned();
        }
        if base.starts_with(|c: char| c.is_ascii_digit()) {
            base = format!("{fallback}_{base}");
        }
        let mut name = base.clone();
        let mut number = 2;
        while !self.0.insert(name.clone()) {
            name = format!("{base}_{number}");
            number += 1;
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_valid_and_unique() {
        let mut names = Identifiers::new(["hatch", "plate"].into_iter());
        let given = [
            "BOLT-M6 ", "bolt m6", "*U12", "3d", "class", "판 1", "hatch", "²", "plate",
        ];
        let given: Vec<String> = given.iter().map(|text| names.new_name(text, "block")).collect();
        assert_eq!(
            given,
            [
                "bolt_m6",
                "bolt_m6_2",
                "u12",
                "block_3d",
                "class_2",
                "판_1",
                "hatch_2",
                "block",
                "plate_2"
            ]
        );
    }
}
