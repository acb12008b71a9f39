//! Provenance of entries: the user's own, or imported from a file, a link or a folder.
//!
//! An entry without a mark is the user's own: the user or the user's model created the entry in this document.
//! Other entries have an [`Imported`] mark. Invariants: an imported entry is off until the user turns the entry on,
//! and no tool can do so; an entry that is off is never sent to a model; the text of an imported entry never
//! becomes part of a tool's description.

use serde::{Deserialize, Serialize};

/// Maximum length of a source name, in characters.
const MAX_SOURCE: usize = 60;

/// Maximum length of a message that quotes imported text, in characters.
const MAX_BRIEF: usize = 160;

/// Mark of an imported entry.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Imported {
    /// Name of the source drawing or folder, shown to the user; empty if the source has no name.
    pub from: String,
    /// Whether the user has turned the entry on.
    pub on: bool,
}

impl Imported {
    /// Creates the mark of a newly imported entry, which is off.
    pub fn off(from: &str) -> Imported {
        Imported {
            from: one_line(from).chars().take(MAX_SOURCE).collect(),
            on: false,
        }
    }
}

/// Entry with provenance.
pub trait Sourced {
    /// Returns the import mark; `None` for the user's own entries.
    fn imported(&self) -> Option<&Imported>;

    /// Sets or removes the import mark.
    fn set_imported(&mut self, imported: Option<Imported>);

    /// Whether the entry is the user's own.
    fn is_own(&self) -> bool {
        self.imported().is_none()
    }

    /// Whether a model may see the entry: the entry is the user's own or turned on.
    fn is_on(&self) -> bool {
        self.imported().is_none_or(|imported| imported.on)
    }

    /// Turns an imported entry on or off. The user's own entries are unchanged.
    fn turn(&mut self, on: bool) {
        if let Some(imported) = self.imported().cloned() {
            self.set_imported(Some(Imported { on, ..imported }));
        }
    }
}

/// Returns the text on one line, without control characters and without characters that are invisible or change the
/// reading direction.
pub fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut line = words.join(" ");
    line.retain(|c| !is_hidden(c));
    line.trim().to_owned()
}

/// Returns the beginning of a message that may quote imported text, on one line.
pub fn brief(text: &str) -> String {
    let line = one_line(text);
    let mut shown: String = line.chars().take(MAX_BRIEF).collect();
    if shown.len() < line.len() {
        shown.push('…');
    }
    shown
}

/// Returns whether a character is hidden: control characters, direction marks, and invisible characters that could
/// encode hidden text. The joiners that scripts and emoji require are not hidden.
pub(super) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2028}' | '\u{2029}'
            | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_removes_control_and_invisible_characters() {
        assert_eq!(one_line(" a\n\tb\u{0} c\u{202e}d\u{e0041}\u{200b} "), "a b cd");
        assert_eq!(one_line("톱니 👨\u{200d}👩"), "톱니 👨\u{200d}👩");
        assert_eq!(one_line("\u{202e}"), "");
        let from = Imported::off(&"x\n".repeat(100));
        assert!(!from.on && from.from.len() == MAX_SOURCE && !from.from.contains('\n'));
    }
}
