//! Receipt of a run: changes and cost, computed from tool replies instead of the model's own claims.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Deserializer, Serialize};

use super::requirements::{BrokenCheck, Requirements};
use trammel_language::Bilingual;
use trammel_llm::Usage;
use trammel_tools::{CheckReport, MAX_NAMES, Reply, WrittenEntry};

/// Changes and resource use of a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Receipt {
    /// Number of entities that did not exist before the run and exist after it.
    pub added: u64,
    /// Number of entities that existed before the run and are different after it.
    pub changed: u64,
    /// Number of entities that existed before the run and no longer exist.
    pub removed: u64,
    /// Added and changed entities, at most [`MAX_NAMES`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// Changed or removed entities that were not selected when the run began, at most [`MAX_NAMES`]; empty if nothing
    /// was selected.
    pub outside: Vec<String>,
    /// Number of entities outside the selection not listed in `outside`.
    pub outside_more: u64,
    /// Entities whose change the engine refused, because the user had locked, hidden, or just edited them, at most
    /// [`MAX_NAMES`].
    pub refused: Vec<String>,
    /// Number of refused entities not listed in `refused`.
    pub refused_more: u64,
    /// Warnings of the last call that changed the drawing. Earlier versions stored only the English texts.
    #[serde(deserialize_with = "stored_warnings")]
    pub warnings: Vec<Bilingual>,
    /// Number of checks that the code declares after the last call that changed the drawing.
    pub checks: u64,
    /// Number of these checks that hold.
    pub checks_held: u64,
    /// Texts of the checks that the run added.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub requirements: Vec<Bilingual>,
    /// Checks that held before the run and fail after it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub broken: Vec<BrokenCheck>,
    /// Memory entries and custom tools that the run wrote, at most [`MAX_NAMES`]. They are off until the user turns them on.
    pub written: Vec<WrittenEntry>,
    /// Number of such entries not listed in `written`.
    pub written_more: u64,
    /// Number of failed calls; a failed call does not change the drawing.
    pub failed_calls: u32,
    /// Number of requests to the model.
    pub requests: u32,
    /// Token counts of the run.
    pub usage: Usage,
    /// Cost in billionths of a US dollar; `None` if a price is unknown.
    pub cost: Option<u64>,
    /// Id of the model of the last request.
    pub model: String,
    /// Duration in milliseconds. The host sets this field, because the agent has no clock.
    pub elapsed_ms: Option<u64>,
}

impl Receipt {
    /// Whether the run left the drawing unchanged.
    pub fn changes_nothing(&self) -> bool {
        self.added + self.changed + self.removed == 0
    }
}

/// Reads warnings, each of which is a message in both languages or an English text.
fn stored_warnings<'de, D: Deserializer<'de>>(warnings: D) -> Result<Vec<Bilingual>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Stored {
        Both(Bilingual),
        English(String),
    }
    let stored = Vec::<Stored>::deserialize(warnings)?;
    Ok(stored
        .into_iter()
        .map(|warning| match warning {
            Stored::Both(warning) => warning,
            Stored::English(text) => Bilingual::english_only(text),
        })
        .collect())
}

/// Net change of one entity during a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Added,
    Changed,
    Removed,
}

/// Accumulates the tool replies of a run.
#[derive(Debug, Clone, Default)]
pub(super) struct Account {
    selection: BTreeSet<String>,
    fates: BTreeMap<String, Fate>,
    refused: BTreeSet<String>,
    warnings: Vec<Bilingual>,
    /// Number of checks, and of those that hold.
    checks: (u64, u64),
    requirements: Requirements,
    failed_calls: u32,
    written: Vec<WrittenEntry>,
}

impl Account {
    /// Creates an empty account for a run that starts with these entities selected.
    pub(super) fn begin(selection: impl IntoIterator<Item = String>) -> Self {
        Self {
            selection: selection.into_iter().collect(),
            ..Self::default()
        }
    }

    /// Sets the results of the checks before the run.
    #[must_use]
    pub(super) fn after_checks(mut self, before: &CheckReport) -> Self {
        self.requirements = Requirements::begin(before);
        self
    }

    /// Returns the results of the checks before and after the run.
    pub(super) fn requirements(&self) -> &Requirements {
        &self.requirements
    }

    /// Creates the account for the continuation after a pause. Entities that the run created count as selected.
    pub(super) fn go_on(&self) -> Self {
        let mut selection = self.selection.clone();
        if !selection.is_empty() {
            let made = self.fates.iter().filter(|(_, fate)| **fate == Fate::Added);
            selection.extend(made.map(|(name, _)| name.clone()));
        }
        Self {
            requirements: self.requirements.clone(),
            ..Self::begin(selection)
        }
    }

    /// Returns the entities that were selected when the run began.
    pub(super) fn selection(&self) -> &BTreeSet<String> {
        &self.selection
    }

    /// Counts a failed call that has no reply from a tool.
    pub(super) fn count_failure(&mut self) {
        self.failed_calls += 1;
    }

    /// Adds a reply of the session.
    pub(super) fn add(&mut self, reply: &Reply) {
        if let Some(failure) = reply.failure() {
            self.count_failure();
            self.refused.extend(failure.protected.iter().cloned());
        }
        for entry in &reply.written {
            if !self.written.contains(entry) {
                self.written.push(entry.clone());
            }
        }
        let Some(changes) = &reply.changes else { return };
        let kinds = [
            (&changes.added, Fate::Added),
            (&changes.updated, Fate::Changed),
            (&changes.removed, Fate::Removed),
        ];
        for (names, fate) in kinds {
            for name in names {
                self.note(name, fate);
            }
        }
        self.warnings.clone_from(&reply.warnings);
        let checks = reply.checks.as_ref();
        self.requirements.note(checks);
        self.checks = checks.map_or((0, 0), |checks| {
            (checks.results.len() as u64, checks.count_held() as u64)
        });
    }

    fn note(&mut self, name: &str, fate: Fate) {
        let fate = match (self.fates.get(name), fate) {
            (None, fate) => Some(fate),
            // An entity created and removed within one run is not a change for the user.
            (Some(Fate::Added), Fate::Removed) => None,
            (Some(Fate::Added), _) => Some(Fate::Added),
            (Some(Fate::Removed), Fate::Added) => Some(Fate::Changed),
            (Some(_), fate) => Some(fate),
        };
        match fate {
            Some(fate) => self.fates.insert(name.to_owned(), fate),
            None => self.fates.remove(name),
        };
    }

    /// Returns the receipt as far as the replies determine it; the agent adds tokens, cost, and model.
    pub(super) fn receipt(&self) -> Receipt {
        let count = |fate: Fate| self.fates.values().filter(|other| **other == fate).count() as u64;
        let is_outside = |(name, fate): &(&String, &Fate)| {
            **fate != Fate::Added && !self.selection.is_empty() && !self.selection.contains(*name)
        };
        let outside: Vec<&String> = self
            .fates
            .iter()
            .filter(is_outside)
            .map(|(name, _)| name)
            .collect();
        Receipt {
            added: count(Fate::Added),
            changed: count(Fate::Changed),
            removed: count(Fate::Removed),
            names: self
                .fates
                .iter()
                .filter(|(_, fate)| **fate != Fate::Removed)
                .map(|(name, _)| name.clone())
                .take(MAX_NAMES)
                .collect(),
            outside_more: outside.len().saturating_sub(MAX_NAMES) as u64,
            outside: outside.into_iter().take(MAX_NAMES).cloned().collect(),
            refused: self.refused.iter().take(MAX_NAMES).cloned().collect(),
            refused_more: self.refused.len().saturating_sub(MAX_NAMES) as u64,
            warnings: self.warnings.clone(),
            checks: self.checks.0,
            checks_held: self.checks.1,
            requirements: self.requirements.added(),
            broken: self.requirements.broken(),
            written: self.written.iter().take(MAX_NAMES).cloned().collect(),
            written_more: self.written.len().saturating_sub(MAX_NAMES) as u64,
            failed_calls: self.failed_calls,
            ..Receipt::default()
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::tests::changed;
    use trammel_language::bilingual;
    use trammel_tools::Failure;

    #[test]
    fn warnings_of_earlier_versions_are_read() {
        let both = r#"{"warnings":["old text",{"english":"new","korean":"새것"}]}"#;
        let receipt: Receipt = serde_json::from_str(both).unwrap();
        let wanted = [Bilingual::same("old text"), Bilingual::new("new", "새것")];
        assert_eq!(receipt.warnings, wanted);
        let again: Receipt = serde_json::from_str(&serde_json::to_string(&receipt).unwrap()).unwrap();
        assert_eq!(again, receipt);
        assert!(serde_json::from_str::<Receipt>("{}").unwrap().warnings.is_empty());
    }

    #[test]
    fn each_entity_is_counted_once_in_the_receipt() {
        let mut account = Account::begin(["wall".into()]);
        account.add(&changed(&["a", "b"], &["wall"], &["door"]));
        account.add(&changed(&["door"], &["a", "wall", "roof"], &["b"]));
        let receipt = account.receipt();
        assert_eq!((receipt.added, receipt.changed, receipt.removed), (1, 3, 0));
        assert_eq!(receipt.outside, ["door", "roof"]);
        assert_eq!(
            receipt.names,
            ["a", "door", "roof", "wall"],
            "those that are there"
        );
        assert!(!receipt.changes_nothing());
        let mut after = account.go_on();
        after.add(&changed(&[], &["a", "roof"], &[]));
        assert_eq!(after.receipt().outside, ["roof"], "a was made by the run itself");
    }

    #[test]
    fn the_receipt_lists_the_entries_that_the_run_wrote() {
        let mut account = Account::begin([]);
        let hint = WrittenEntry::Hint("read".into(), "first".into());
        for entry in [hint.clone(), WrittenEntry::Tool("house".into()), hint.clone()] {
            let mut reply = Reply::of_answer(trammel_tools::Answer::Done);
            reply.written = vec![entry];
            account.add(&reply);
        }
        let receipt = account.receipt();
        assert_eq!(receipt.written, [hint, WrittenEntry::Tool("house".into())]);
        let stored = serde_json::to_string(&receipt).unwrap();
        assert_eq!(serde_json::from_str::<Receipt>(&stored).unwrap(), receipt);
    }

    #[test]
    fn counts_are_exact_and_warnings_are_those_of_the_last_change() {
        let names: Vec<String> = (0..500).map(|n| format!("e{n}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut account = Account::begin([]);
        let mut reply = changed(&names, &["old"], &[]);
        reply.warnings = vec![bilingual!("two circles coincide", "원 두 개가 겹쳐요")];
        account.add(&reply);
        account.add(&changed(&[], &[], &names[..100]));
        let receipt = account.receipt();
        assert_eq!((receipt.added, receipt.changed, receipt.removed), (400, 1, 0));
        assert!(receipt.outside.is_empty(), "nothing was selected");
        let mut account = Account::begin([]);
        account.add(&reply);
        assert_eq!(account.receipt().warnings, ["two circles coincide"]);
        account.add(&Reply::of_answer(trammel_tools::Answer::Data(1.into())));
        assert_eq!(account.receipt().warnings.len(), 1, "looking finds nothing new");
        account.add(&changed(&[], &["a"], &[]));
        assert!(account.receipt().warnings.is_empty(), "it is mended");
    }

    #[test]
    fn the_receipt_counts_the_checks_after_the_last_change() {
        use trammel_scene::Scene;
        use trammel_tools::{Check, CheckReport, Rule};
        let check = |holds| Check {
            text: None,
            rule: Rule::Condition(holds),
            place: None,
        };
        let mut reply = changed(&["a"], &[], &[]);
        reply.checks = Some(CheckReport::of(&[check(true), check(false)], &Scene::default()));
        let mut account = Account::begin([]);
        account.add(&reply);
        let receipt = account.receipt();
        assert_eq!((receipt.checks, receipt.checks_held), (2, 1));
        account.add(&changed(&[], &["a"], &[]));
        assert_eq!(account.receipt().checks, 0, "the checks are gone");
    }

    #[test]
    fn changes_outside_the_selection_beyond_the_listed_ones_are_counted() {
        let names: Vec<String> = (0..25).map(|n| format!("post_{n:02}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut account = Account::begin(["wall".into()]);
        account.add(&changed(&[], &names, &["wall"]));
        let receipt = account.receipt();
        assert_eq!((receipt.outside.len(), receipt.outside_more), (20, 5));
        assert_eq!(account.go_on().receipt().outside_more, 0);
    }

    #[test]
    fn the_receipt_limits_the_list_of_refused_entities() {
        let held = |names: &[&str]| {
            Reply::of_failure(Failure {
                protected: names.iter().map(ToString::to_string).collect(),
                ..Failure::new(trammel_language::Bilingual::same("locked"))
            })
        };
        let more: Vec<String> = (0..26).map(|n| format!("x{n:02}")).collect();
        let more: Vec<&str> = more.iter().map(String::as_str).collect();
        let mut account = Account::begin([]);
        account.add(&held(&["it's"]));
        account.add(&held(&[&["it's", "roof"], &more[..]].concat()));
        account.add(&Reply::of_message(trammel_language::Bilingual::same(
            "Entity 'x' not found",
        )));
        let receipt = account.receipt();
        assert_eq!(receipt.refused.len(), 20);
        assert_eq!(receipt.refused[..3], ["it's", "roof", "x00"]);
        assert_eq!((receipt.refused_more, receipt.failed_calls), (8, 3));
        assert!(account.receipt().changes_nothing());
    }
}
