//! Impact of an agent: the difference between the document at the beginning of its run and now.

use crate::scene::Name;
use crate::workspace::FileName;

/// Line of code that no model wrote and that an agent removed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LostLine {
    /// File that had the line.
    pub file: FileName,
    /// Line without the spaces around it.
    pub text: String,
}

/// Difference that all calls of an agent have made since the beginning of its run. Entities and lines that the agent
/// itself added are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Impact {
    /// Entities that no longer exist.
    pub deleted: Vec<Name>,
    /// Entities that cannot be seen any more, have shrunk to nothing, or are far away from the drawing.
    pub unseen: Vec<Name>,
    /// Other entities that are different.
    pub changed: Vec<Name>,
    /// Other entities in groups that are different, such as those that moved with their group.
    pub members: Vec<Name>,
    /// Lines of code that are gone.
    pub lines: Vec<LostLine>,
    /// Number of entities at the beginning.
    pub entities: usize,
}

impl Impact {
    /// Whether nothing that existed at the beginning is different.
    pub fn is_empty(&self) -> bool {
        self.deleted.is_empty() && self.unseen.is_empty() && self.changed.is_empty() && self.lines.is_empty()
    }
}
