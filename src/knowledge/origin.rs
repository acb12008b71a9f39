//! Provenance of entries: the user's own, or imported from a file, a link or a folder.
//!
//! An entry without a mark is the user's own: the user or the user's model created the entry in this document.
//! Other entries have an [`Imported`] mark. Invariants: an imported entry is off until the user turns the entry on,
//! and no tool can do so; an entry that is off is never sent to a model; the text of an imported entry never
//! becomes part of a tool's description.

use crate::visible::one_line;
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

/// Returns the beginning of a message that may quote imported text, on one line.
pub fn brief(text: &str) -> String {
    let line = one_line(text);
    let mut shown: String = line.chars().take(MAX_BRIEF).collect();
    if shown.len() < line.len() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_source_is_short_and_on_one_line() {
        let from = Imported::off(&"x\n".repeat(100));
        assert!(!from.on && from.from.len() == MAX_SOURCE && !from.from.contains('\n'));
    }
}
