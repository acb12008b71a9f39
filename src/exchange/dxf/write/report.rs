//! Report of a writer: the parts of the drawing that were left out or changed, by reason.

use crate::formats::{ReportEntry, Treatment};

/// Maximum number of names in an entry.
const MAX_NAMES: usize = 20;

/// Entries in the order of the drawing.
#[derive(Clone, Debug, Default)]
pub(super) struct Report {
    entries: Vec<ReportEntry>,
    /// Last name of each entry, so that an entity with several parts counts once.
    last: Vec<String>,
}

impl Report {
    /// Records that a part of an entity was left out.
    pub(super) fn dropped(&mut self, kind: &str, name: &str, reason: &str) {
        self.add(Treatment::Dropped, kind, name, reason);
    }

    /// Records that a part of an entity was changed.
    pub(super) fn changed(&mut self, kind: &str, name: &str, reason: &str) {
        self.add(Treatment::Changed, kind, name, reason);
    }

    /// Returns the entries.
    pub(super) fn into_entries(self) -> Vec<ReportEntry> {
        self.entries
    }

    fn add(&mut self, treatment: Treatment, kind: &str, name: &str, reason: &str) {
        let same = |entry: &ReportEntry| {
            entry.treatment == treatment && entry.kind == kind && entry.reason == reason
        };
        let at = self.entries.iter().position(same).unwrap_or_else(|| {
            self.entries.push(ReportEntry {
                treatment,
                kind: kind.to_owned(),
                ids: Vec::new(),
                count: 0,
                reason: reason.to_owned(),
            });
            self.last.push(String::new());
            self.entries.len() - 1
        });
        let (entry, last) = (&mut self.entries[at], &mut self.last[at]);
        if entry.count > 0 && last == name {
            return;
        }
        entry.count += 1;
        if !name.is_empty() && entry.ids.len() < MAX_NAMES {
            entry.ids.push(name.to_owned());
        }
        name.clone_into(last);
    }
}
