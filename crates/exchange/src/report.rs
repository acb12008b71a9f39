//! Collector of the report of a conversion: the parts of a file or drawing that were changed or left out, by reason.
//!
//! Invariant: a hostile file makes neither a long report nor a slow one: the number of entries, of listed parts, and the
//! lengths of their texts have limits, and a part is added in logarithmic time.

use std::collections::BTreeMap;
use trammel_formats::{ReportEntry, Treatment};
use trammel_language::Bilingual;

/// Maximum number of entries; parts with further kinds and reasons are counted together.
const MAX_ENTRIES: usize = 300;

/// Maximum length of a kind, in characters.
const MAX_KIND_CHARS: usize = 40;

/// Maximum length of the id of a part, in characters.
const MAX_ID_CHARS: usize = 80;

/// Reason without arguments, in English and Korean: one sentence.
pub(super) type Reason = [&'static str; 2];

/// Reason of lines whose width cannot be the same in all directions.
pub(super) const DISTORTED_LINES: Reason = [
    "The placement distorts the lines; they are written with an average width.",
    "배치 때문에 선이 일그러져서 평균 굵기로 썼어요.",
];

/// Reason of the parts that are counted together.
const NO_ROOM: Reason = [
    "The report has no room for more kinds.",
    "보고에 더 많은 종류를 넣을 자리가 없어요.",
];

/// Entries in the order of their first part.
#[derive(Clone, Debug, Default)]
pub(super) struct Report {
    entries: Vec<ReportEntry>,
    /// Place of each entry, and the last part that was added to it.
    places: BTreeMap<(Treatment, String, String), (usize, String)>,
}

impl Report {
    /// Adds a part that was left out. A part without an id is only counted.
    pub(super) fn add_drop<'i>(
        &mut self,
        kind: &str,
        id: impl Into<Option<&'i str>>,
        reason: impl Into<Bilingual>,
    ) {
        self.add(Treatment::Dropped, kind, id.into(), reason.into());
    }

    /// Adds a part that was converted with a difference. A part without an id is only counted.
    pub(super) fn add_change<'i>(
        &mut self,
        kind: &str,
        id: impl Into<Option<&'i str>>,
        reason: impl Into<Bilingual>,
    ) {
        self.add(Treatment::Changed, kind, id.into(), reason.into());
    }

    /// Adds an entity of which a part was left out. Several such parts of an entity count once.
    pub(super) fn add_drop_of(&mut self, kind: &str, entity: &str, reason: impl Into<Bilingual>) {
        let reason = reason.into();
        if !self.ends_with(Treatment::Dropped, kind, entity, &reason) {
            self.add_drop(kind, entity, reason);
        }
    }

    /// Adds an entity of which a part was converted with a difference. Several such parts of an entity count once.
    pub(super) fn add_change_of(&mut self, kind: &str, entity: &str, reason: impl Into<Bilingual>) {
        let reason = reason.into();
        if !self.ends_with(Treatment::Changed, kind, entity, &reason) {
            self.add_change(kind, entity, reason);
        }
    }

    /// Returns the entries in the order of their first part.
    pub(super) fn into_entries(self) -> Vec<ReportEntry> {
        self.entries
    }

    /// Returns the entries, sorted by treatment, kind, and reason.
    pub(super) fn into_sorted(self) -> Vec<ReportEntry> {
        let mut entries: Vec<Option<ReportEntry>> = self.entries.into_iter().map(Some).collect();
        let places = self.places.into_values();
        places.filter_map(|(at, _)| entries.get_mut(at)?.take()).collect()
    }

    /// Whether the entity was the last part of its entry.
    fn ends_with(&self, treatment: Treatment, kind: &str, entity: &str, reason: &Bilingual) -> bool {
        let place = self.places.get(&key(treatment, kind, reason));
        place.is_some_and(|(_, last)| last == entity)
    }

    fn add(&mut self, treatment: Treatment, kind: &str, id: Option<&str>, reason: Bilingual) {
        let mut key = key(treatment, kind, &reason);
        let mut reason = reason;
        if self.entries.len() >= MAX_ENTRIES && !self.places.contains_key(&key) {
            key.1 = "other".to_owned();
            reason = NO_ROOM.into();
            key.2.clone_from(&reason.english);
        }
        let id = id.unwrap_or_default();
        let (entries, added) = (&mut self.entries, key.clone());
        let (at, last) = self.places.entry(key).or_insert_with(|| {
            let (treatment, kind, _) = added;
            entries.push(ReportEntry::new(treatment, &kind, Vec::new(), reason));
            (entries.len() - 1, String::new())
        });
        id.clone_into(last);
        if let Some(entry) = entries.get_mut(*at) {
            entry.add(&id.chars().take(MAX_ID_CHARS).collect::<String>());
        }
    }
}

/// Returns the order of an entry, by the English reason.
fn key(treatment: Treatment, kind: &str, reason: &Bilingual) -> (Treatment, String, String) {
    let kind = kind.chars().take(MAX_KIND_CHARS).collect();
    (treatment, kind, reason.english.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(entries: &[ReportEntry]) -> Vec<String> {
        entries.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn parts_are_counted_by_reason_and_listed_once() {
        let mut report = Report::default();
        report.add_drop("wall", "b", ["has no area", "넓이가 없음"]);
        report.add_change("line", "a", ["is shorter", "더 짧음"]);
        report.add_change("line", None, ["is shorter", "더 짧음"]);
        report.add_change("line", "a", ["is shorter", "더 짧음"]);
        report.add_change_of("line", "a", ["is shorter", "더 짧음"]);
        report.add_change_of("line", "c", ["is shorter", "더 짧음"]);
        let entries = report.clone().into_entries();
        assert_eq!(
            lines(&entries),
            [
                "wall (1): left out [b]: has no area",
                "line (4): changed [a, c]: is shorter"
            ]
        );
        let sorted = lines(&report.into_sorted());
        assert_eq!(sorted, [entries[1].to_string(), entries[0].to_string()]);
    }

    #[test]
    fn a_report_has_a_limited_length() {
        let mut report = Report::default();
        let long = "x".repeat(1000);
        for i in 0..2 * MAX_ENTRIES {
            report.add_drop(
                &format!("kind {i}"),
                long.as_str(),
                Bilingual::same(format!("reason {i}")),
            );
        }
        for i in 0..100 {
            report.add_drop(
                "kind 0",
                format!("part {i}").as_str(),
                Bilingual::same("reason 0"),
            );
        }
        let entries = report.into_entries();
        assert_eq!(entries.len(), MAX_ENTRIES + 1);
        assert_eq!(entries[0].count, 101);
        assert_eq!(entries[0].ids.len(), trammel_formats::MAX_REPORT_IDS);
        assert_eq!(entries[0].ids[0].len(), MAX_ID_CHARS);
        assert_eq!(
            (entries[MAX_ENTRIES].kind.as_str(), entries[MAX_ENTRIES].count),
            ("other", MAX_ENTRIES)
        );
    }
}
