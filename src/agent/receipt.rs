//! The account of a run as the replies of the tools show it, whatever the model says.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::llm::Usage;
use crate::tools::{MAX_NAMES, Reply};

/// What a run did and used.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Receipt {
    /// Entities that are there now and were not before.
    pub added: u64,
    /// Entities that were there before and are different now.
    pub changed: u64,
    /// Entities that are gone.
    pub removed: u64,
    /// Changed or removed entities that were not selected when the run began; empty if nothing was selected.
    pub outside: Vec<String>,
    /// Entities the engine refused to change, because a person locked or hid them or was at work on them.
    pub refused: Vec<String>,
    /// How many more there were.
    pub refused_more: u64,
    /// What the checks of the last run of code found.
    pub warnings: Vec<String>,
    /// Calls that failed; each left the drawing as it was.
    pub failed_calls: u32,
    /// Requests to the model.
    pub requests: u32,
    /// Tokens of the run.
    pub usage: Usage,
    /// What it cost, in billionths of a US dollar; `None` if a price is not known.
    pub cost: Option<u64>,
    /// Model that was asked last.
    pub model: String,
    /// How long it took, in milliseconds. The host's to fill in: the agent has no clock.
    pub elapsed_ms: Option<u64>,
}

impl Receipt {
    /// Whether the drawing is as it was.
    pub fn changes_nothing(&self) -> bool {
        self.added + self.changed + self.removed == 0
    }
}

/// What happened to one entity in the course of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Added,
    Changed,
    Removed,
}

/// Collects the replies of a run.
#[derive(Debug, Clone, Default)]
pub(super) struct Account {
    selection: BTreeSet<String>,
    fates: BTreeMap<String, Fate>,
    refused: BTreeSet<String>,
    warnings: Vec<String>,
    failed_calls: u32,
}

impl Account {
    /// The account of a run with these entities selected.
    pub(super) fn begin(selection: impl IntoIterator<Item = String>) -> Self {
        Self {
            selection: selection.into_iter().collect(),
            ..Self::default()
        }
    }

    /// The account of the continuation after a pause: the entities that the run has made count as selected.
    pub(super) fn go_on(&self) -> Self {
        let mut selection = self.selection.clone();
        if !selection.is_empty() {
            let made = self.fates.iter().filter(|(_, fate)| **fate == Fate::Added);
            selection.extend(made.map(|(name, _)| name.clone()));
        }
        Self::begin(selection)
    }

    /// Whether the run made this entity.
    pub(super) fn made(&self, name: &str) -> bool {
        self.fates.get(name) == Some(&Fate::Added)
    }

    /// Whether something was selected.
    pub(super) fn has_selection(&self) -> bool {
        !self.selection.is_empty()
    }

    /// Whether this was selected.
    pub(super) fn selected(&self, name: &str) -> bool {
        self.selection.contains(name)
    }

    /// Counts a call without a reply.
    pub(super) fn failed(&mut self) {
        self.failed_calls += 1;
    }

    /// Counts a reply of the session.
    pub(super) fn add(&mut self, reply: &Reply) {
        if let Some(failure) = reply.failure() {
            self.failed();
            self.refused.extend(failure.protected.iter().cloned());
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
    }

    fn note(&mut self, name: &str, fate: Fate) {
        let fate = match (self.fates.get(name), fate) {
            (None, fate) => Some(fate),
            // What comes and goes within a run was never there for the person.
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

    /// What the replies show; what was used is for the agent to add.
    pub(super) fn receipt(&self) -> Receipt {
        let count = |fate: Fate| self.fates.values().filter(|other| **other == fate).count() as u64;
        let outside = self
            .fates
            .iter()
            .filter(|(name, fate)| **fate != Fate::Added && self.has_selection() && !self.selected(name));
        Receipt {
            added: count(Fate::Added),
            changed: count(Fate::Changed),
            removed: count(Fate::Removed),
            outside: outside.map(|(name, _)| name.clone()).take(MAX_NAMES).collect(),
            refused: self.refused.iter().take(MAX_NAMES).cloned().collect(),
            refused_more: self.refused.len().saturating_sub(MAX_NAMES) as u64,
            warnings: self.warnings.clone(),
            failed_calls: self.failed_calls,
            ..Receipt::default()
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::agent::tests::changed;
    use crate::tools::Failure;

    #[test]
    fn each_entity_counts_once() {
        let mut account = Account::begin(["wall".into()]);
        account.add(&changed(&["a", "b"], &["wall"], &["door"]));
        account.add(&changed(&["door"], &["a", "wall", "roof"], &["b"]));
        let receipt = account.receipt();
        assert_eq!((receipt.added, receipt.changed, receipt.removed), (1, 3, 0));
        assert_eq!(receipt.outside, ["door", "roof"]);
        assert!(!receipt.changes_nothing());
        let mut after = account.go_on();
        after.add(&changed(&[], &["a", "roof"], &[]));
        assert_eq!(after.receipt().outside, ["roof"], "a was made by the run itself");
    }

    #[test]
    fn many_entities_are_counted_exactly_and_warnings_are_those_of_the_last_change() {
        let names: Vec<String> = (0..500).map(|n| format!("e{n}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut account = Account::begin([]);
        let mut reply = changed(&names, &["old"], &[]);
        reply.warnings = vec!["two circles coincide".into()];
        account.add(&reply);
        account.add(&changed(&[], &[], &names[..100]));
        let receipt = account.receipt();
        assert_eq!((receipt.added, receipt.changed, receipt.removed), (400, 1, 0));
        assert!(receipt.outside.is_empty(), "nothing was selected");
        let mut account = Account::begin([]);
        account.add(&reply);
        assert_eq!(account.receipt().warnings, ["two circles coincide"]);
        account.add(&Reply::done(crate::tools::Answer::Data(1.into())));
        assert_eq!(account.receipt().warnings.len(), 1, "looking finds nothing new");
        account.add(&changed(&[], &["a"], &[]));
        assert!(account.receipt().warnings.is_empty(), "it is mended");
    }

    #[test]
    fn refused_entities_are_listed_up_to_a_number() {
        let held = |names: &[&str]| {
            Reply::refused(Failure {
                protected: names.iter().map(ToString::to_string).collect(),
                ..Failure::new("locked")
            })
        };
        let more: Vec<String> = (0..26).map(|n| format!("x{n:02}")).collect();
        let more: Vec<&str> = more.iter().map(String::as_str).collect();
        let mut account = Account::begin([]);
        account.add(&held(&["it's"]));
        account.add(&held(&[&["it's", "roof"], &more[..]].concat()));
        account.add(&Reply::failed("Entity 'x' not found"));
        let receipt = account.receipt();
        assert_eq!(receipt.refused.len(), 20);
        assert_eq!(receipt.refused[..3], ["it's", "roof", "x00"]);
        assert_eq!((receipt.refused_more, receipt.failed_calls), (8, 3));
        assert!(account.receipt().changes_nothing());
    }
}
