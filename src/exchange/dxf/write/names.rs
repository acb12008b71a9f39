//! Names and texts in the form that DXF files permit.
//!
//! Invariant: the result is one line of printable ASCII characters. `\U+XXXX` stands for another character.

use crate::visible::visible_text;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Maximum length of a name in DXF R12.
const MAX_R12: usize = 31;

/// Maximum length of a name, in characters. Longer names are valid in AutoCAD but not in other programs.
const MAX_NAME: usize = 100;

/// Names of one table of the file, which are unique without regard to case.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    taken: BTreeSet<String>,
}

impl Names {
    /// Reserves a name.
    pub(super) fn reserve(&mut self, name: &str) {
        self.taken.insert(name.to_lowercase());
    }

    /// Returns a valid, unique name that resembles `wanted`; `spare` replaces a name without valid characters.
    pub(super) fn unique(&mut self, wanted: &str, spare: &str, is_r12: bool) -> String {
        let base = if is_r12 { r12_name(wanted) } else { name(wanted) };
        let is_blank = base.chars().all(|c| c == '_');
        let base = if is_blank { spare.to_owned() } else { base };
        let mut unique = base.clone();
        let mut number = 2;
        while !self.taken.insert(unique.to_lowercase()) {
            unique = format!("{base}_{number}");
            number += 1;
        }
        unique
    }
}

/// Returns a name without characters that DXF forbids, and without spaces and dots, which some machines reject.
fn name(wanted: &str) -> String {
    let forbidden = |c: char| c.is_control() || c.is_whitespace() || "<>/\\\":;?*|=`,.".contains(c);
    visible_text(wanted)
        .chars()
        .take(MAX_NAME)
        .map(|c| if forbidden(c) { '_' } else { c })
        .collect()
}

/// Returns a name of the characters that DXF R12 permits.
fn r12_name(wanted: &str) -> String {
    let permitted = |c: char| c.is_ascii_alphanumeric() || "$-_".contains(c);
    wanted
        .chars()
        .take(MAX_R12 - 4)
        .map(|c| if permitted(c) { c.to_ascii_uppercase() } else { '_' })
        .collect()
}

/// Returns a text or a name as ASCII characters.
pub(super) fn ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in visible_text(text).chars() {
        match c {
            ' '..='~' => out.push(c),
            '\t' => out.push_str("    "),
            c if c.is_control() => {}
            c => {
                let _ = write!(out, "\\U+{:04X}", u32::from(c));
            }
        }
    }
    out
}

/// Returns a text with formatting codes, as in MTEXT and DIMENSION: characters with a meaning there are written so that they
/// have none. Braces, which some programs take as codes even then, become bars.
pub(super) fn formatted(text: &str) -> String {
    let plain = without_codes(text).replace('\\', "\\\\").replace(['{', '}'], "|");
    ascii(&plain.replace('\n', "\\P"))
}

/// Returns the content of a TEXT entity: characters with a meaning in TEXT are written so that they have none.
pub(super) fn content(line: &str) -> String {
    let plain = without_codes(line);
    let mut out = String::with_capacity(plain.len());
    let mut chars = plain.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if matches!(chars.peek(), Some('U' | 'u' | 'M' | 'm')) => out.push_str("\\U+005C"),
            _ => out.push(c),
        }
    }
    ascii(&out)
}

/// Writes two percent signs and a caret, which have a meaning in every text, so that they have none.
fn without_codes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '%' if before == Some('%') || chars.peek() == Some(&'%') => out.push_str("%%%"),
            '^' => out.push_str("^ "),
            _ => out.push(c),
        }
        before = Some(c);
    }
    out
}

/// Whether every character can be written as `\U+XXXX`.
pub(super) fn is_writable(text: &str) -> bool {
    text.chars().all(|c| u32::from(c) <= 0xffff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_valid_and_unique() {
        let mut names = Names::default();
        names.reserve("0");
        assert_eq!(names.unique("Outer cut.1", "LAYER", false), "Outer_cut_1");
        assert_eq!(names.unique("outer_cut 1", "LAYER", false), "outer_cut_1_2");
        assert_eq!(names.unique("0", "LAYER", false), "0_2");
        assert_eq!(names.unique("외곽", "LAYER", false), "외곽");
        assert_eq!(names.unique("외곽", "LAYER", true), "LAYER");
        assert_eq!(names.unique("벽", "LAYER", true), "LAYER_2");
        assert_eq!(names.unique("walls a", "LAYER", true), "WALLS_A");
        assert_eq!(
            names.unique("b\u{202e}a\u{3164}se\u{e0041}", "LAYER", false),
            "base"
        );
        assert_eq!(ascii("b\u{202e}a\u{ad}se\u{e0101}"), "base");
    }

    #[test]
    fn texts_are_ascii_and_keep_their_meaning() {
        assert_eq!(ascii("높이 5"), "\\U+B192\\U+C774 5");
        assert_eq!(content("50%"), "50%");
        assert_eq!(content("%%c"), "%%%%%%c");
        assert_eq!(content("2^3"), "2^ 3");
        assert_eq!(content("\\U+0041"), "\\U+005CU+0041");
        assert_eq!(formatted("a\nb \\P {x} ^J %%c"), "a\\Pb \\\\P |x| ^ J %%%%%%c");
        assert!(is_writable("⌀ 높이") && !is_writable("🙂"));
    }
}
