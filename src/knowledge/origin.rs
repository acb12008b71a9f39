//! Provenance: the user's own, or imported from a file, a link or a folder.
//!
//! An entry without a mark is the user's own: made in this document by the user or by the model. Text from elsewhere
//! carries an [`Imported`] mark. Invariants: an imported entry is off until the user turns it on, and no tool turns it
//! on; an entry that is off reaches no model; the text of an imported entry never becomes part of a tool's description.

use serde::{Deserialize, Serialize};

/// The longest name of a source, in characters.
const MAX_SOURCE: usize = 60;

/// The longest message that quotes foreign text, in characters.
const MAX_BRIEF: usize = 160;

/// Mark of an entry that came from elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Imported {
    /// Name of the drawing or the folder, for the user to read; empty when it has none.
    pub from: String,
    /// Whether the user has turned the entry on.
    pub on: bool,
}

impl Imported {
    /// The mark of an entry that has just arrived: off.
    pub fn off(from: &str) -> Imported {
        Imported {
            from: one_line(from).chars().take(MAX_SOURCE).collect(),
            on: false,
        }
    }
}

/// Anything that carries provenance.
pub trait Sourced {
    /// The mark; `None` for the user's own.
    fn imported(&self) -> Option<&Imported>;

    /// Sets or removes the mark.
    fn set_imported(&mut self, imported: Option<Imported>);

    /// Whether it is the user's own.
    fn is_own(&self) -> bool {
        self.imported().is_none()
    }

    /// Whether a model may learn of it: the user's own, or turned on.
    fn is_on(&self) -> bool {
        self.imported().is_none_or(|imported| imported.on)
    }

    /// Turns an imported entry on or off; the user's own entries stay as they are.
    fn turn(&mut self, on: bool) {
        if let Some(imported) = self.imported().cloned() {
            self.set_imported(Some(Imported { on, ..imported }));
        }
    }
}

/// A text on one line, without control characters and without characters that are invisible or reorder what is read.
pub fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut line = words.join(" ");
    line.retain(|c| !is_hidden(c));
    line.trim().to_owned()
}

/// The beginning of a message that may quote foreign text, on one line.
pub fn brief(text: &str) -> String {
    let line = one_line(text);
    let mut shown: String = line.chars().take(MAX_BRIEF).collect();
    if shown.len() < line.len() {
        shown.push('…');
    }
    shown
}

/// Control characters, marks of direction, and the invisible characters that can carry a text of their own. The joiners
/// that scripts and emoji need stay.
pub(super) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2028}' | '\u{2029}'
            | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_holds_nothing_hidden() {
        assert_eq!(one_line(" a\n\tb\u{0} c\u{202e}d\u{e0041}\u{200b} "), "a b cd");
        assert_eq!(one_line("톱니 👨\u{200d}👩"), "톱니 👨\u{200d}👩");
        assert_eq!(one_line("\u{202e}"), "");
        let from = Imported::off(&"x\n".repeat(100));
        assert!(!from.on && from.from.len() == MAX_SOURCE && !from.from.contains('\n'));
    }
}
