//! Entities that a call added, updated, and removed.

use crate::scene::{Diff, Name};
use serde_json::json;

/// The most names listed of one kind of change.
pub const MAX_NAMES: usize = 20;

/// Every entity that a call changed, by the kind of its change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Entities that are new.
    pub added: Vec<Name>,
    /// Entities that differ, in their place in the order too.
    pub updated: Vec<Name>,
    /// Entities that are gone.
    pub removed: Vec<Name>,
}

impl Changes {
    /// The changes of a difference.
    pub fn of(diff: &Diff) -> Changes {
        Changes {
            added: diff.added().map(|e| e.name.clone()).collect(),
            updated: diff.updated().map(|(_, to)| to.name.clone()).collect(),
            removed: diff.removed().map(|e| e.name.clone()).collect(),
        }
    }

    /// Verbs with the names they apply to, as far as there are any.
    pub fn listed(&self) -> [(&'static str, Option<String>); 3] {
        [
            ("added", Changes::names(&self.added)),
            ("changed", Changes::names(&self.updated)),
            ("deleted", Changes::names(&self.removed)),
        ]
    }

    /// The first names and the number of the others; `None` without any.
    pub fn names(names: &[Name]) -> Option<String> {
        let first = json!(names.iter().take(MAX_NAMES).collect::<Vec<_>>());
        match names.len() {
            0 => None,
            1..=MAX_NAMES => Some(first.to_string()),
            count => Some(format!("{first} and {} more", count - MAX_NAMES)),
        }
    }
}
