//! Entities that a call added, updated, and removed.

use serde_json::json;
use trammel_scene::{Diff, Name};

/// Maximum number of names listed for each kind of change.
pub const MAX_NAMES: usize = 20;

/// Entities that a call changed, grouped by the kind of change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Added entities.
    pub added: Vec<Name>,
    /// Entities with any difference, including a different position in the drawing order.
    pub updated: Vec<Name>,
    /// Removed entities.
    pub removed: Vec<Name>,
}

impl Changes {
    /// Returns the changes of a diff.
    pub fn of(diff: &Diff) -> Changes {
        Changes {
            added: diff.added_entities().map(|e| e.name.clone()).collect(),
            updated: diff.updated_entities().map(|(_, to)| to.name.clone()).collect(),
            removed: diff.removed_entities().map(|e| e.name.clone()).collect(),
        }
    }

    /// Returns each verb with the list of its names; `None` for a kind of change without names.
    pub fn names_by_verb(&self) -> [(&'static str, Option<String>); 3] {
        [
            ("added", Changes::names(&self.added)),
            ("changed", Changes::names(&self.updated)),
            ("deleted", Changes::names(&self.removed)),
        ]
    }

    /// Returns the first [`MAX_NAMES`] names and the count of the remaining ones; `None` for an empty slice.
    pub fn names(names: &[Name]) -> Option<String> {
        let first = json!(names.iter().take(MAX_NAMES).collect::<Vec<_>>());
        match names.len() {
            0 => None,
            1..=MAX_NAMES => Some(first.to_string()),
            count => Some(format!("{first} and {} more", count - MAX_NAMES)),
        }
    }
}
