//! Report of the parts of a file that were changed or left out.

use crate::formats::{ReportEntry, Treatment};

/// Maximum number of ids in an entry.
const MAX_IDS: usize = 20;

/// Maximum number of entries, so that a hostile file does not make a long report.
const MAX_ENTRIES: usize = 200;

/// Entries in the order of their first part.
#[derive(Debug, Default)]
pub(super) struct Report(Vec<ReportEntry>);

impl Report {
    /// Adds a part that was left out.
    pub(super) fn dropped(&mut self, kind: &str, id: Option<&str>, reason: &str) {
        self.add(Treatment::Dropped, kind, id, reason);
    }

    /// Adds a part that differs from the file.
    pub(super) fn changed(&mut self, kind: &str, id: Option<&str>, reason: &str) {
        self.add(Treatment::Changed, kind, id, reason);
    }

    /// Returns the entries.
    pub(super) fn into_entries(self) -> Vec<ReportEntry> {
        self.0
    }

    fn add(&mut self, treatment: Treatment, kind: &str, id: Option<&str>, reason: &str) {
        let same = |entry: &ReportEntry| {
            entry.treatment == treatment && entry.kind == kind && entry.reason == reason
        };
        let at = self.0.iter().position(same).unwrap_or(self.0.len());
        if at >= MAX_ENTRIES {
            return;
        }
        if at == self.0.len() {
            self.0.push(ReportEntry {
                treatment,
                kind: kind.to_owned(),
                ids: Vec::new(),
                count: 0,
                reason: reason.to_owned(),
            });
        }
        let entry = &mut self.0[at];
        entry.count += 1;
        if let Some(id) = id.filter(|id| entry.ids.len() < MAX_IDS && !entry.ids.iter().any(|old| old == id))
        {
            entry.ids.push(id.chars().take(80).collect());
        }
    }
}
