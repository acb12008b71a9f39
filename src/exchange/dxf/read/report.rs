//! Report of an import: parts of the file that were changed or left out, by kind and reason.

use crate::formats::{ReportEntry, Treatment};
use std::collections::BTreeMap;

/// Maximum number of handles in one entry.
const MAX_IDS: usize = 20;

/// Maximum number of entries; further ones are counted as one kind.
const MAX_ENTRIES: usize = 300;

/// Collector of report entries.
#[derive(Debug, Default)]
pub(super) struct Report {
    entries: BTreeMap<(Treatment, String, String), (Vec<String>, usize)>,
}

impl Report {
    /// Adds a part that was imported with a difference.
    pub(super) fn changed(&mut self, kind: &str, id: &str, reason: &str) {
        self.add(Treatment::Changed, kind, id, reason);
    }

    /// Adds a part that was left out.
    pub(super) fn dropped(&mut self, kind: &str, id: &str, reason: &str) {
        self.add(Treatment::Dropped, kind, id, reason);
    }

    fn add(&mut self, treatment: Treatment, kind: &str, id: &str, reason: &str) {
        let kind: String = kind.chars().take(40).collect();
        let mut key = (treatment, kind, reason.to_owned());
        if self.entries.len() >= MAX_ENTRIES && !self.entries.contains_key(&key) {
            key.1 = "other".to_owned();
            key.2 = "The report has no room for more kinds.".to_owned();
        }
        let (ids, count) = self.entries.entry(key).or_default();
        *count += 1;
        if ids.len() < MAX_IDS && !id.is_empty() {
            ids.push(id.chars().take(80).collect());
        }
    }

    /// Returns the entries, sorted by treatment, kind, and reason.
    pub(super) fn entries(self) -> Vec<ReportEntry> {
        let entry = |((treatment, kind, reason), (ids, count))| ReportEntry {
            treatment,
            kind,
            ids,
            count,
            reason,
        };
        self.entries.into_iter().map(entry).collect()
    }
}
