//! The engine's own account of a run: not what the model says it did, but what the replies of the tools show.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::llm::Usage;

/// Names listed of one kind.
const MAX_NAMES: usize = 20;

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
    selection: Vec<String>,
    fates: BTreeMap<String, Fate>,
    /// Changes that replies only count: added, changed, removed.
    unnamed: [u64; 3],
    refused: BTreeSet<String>,
    /// The most that one reply only counts.
    refused_unnamed: u64,
    warnings: Vec<String>,
    failed_calls: u32,
}

impl Account {
    /// The account of a run with these entities selected.
    pub(super) fn begin(selection: Vec<String>) -> Self {
        Self {
            selection,
            ..Self::default()
        }
    }

    /// The account of what follows a pause: what the run has made is its own and not outside of the selection.
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
        self.selection.iter().any(|selected| selected == name)
    }

    /// Counts a call without a reply.
    pub(super) fn failed(&mut self) {
        self.failed_calls += 1;
    }

    /// Counts a reply of the session.
    pub(super) fn add(&mut self, ok: bool, reply: &Value) {
        if !ok {
            self.failed();
            let (count, names) = counted(&reply["held"]);
            let mut unnamed = count.saturating_sub(names.len() as u64);
            for name in names {
                if self.refused.len() < MAX_NAMES {
                    self.refused.insert(name.to_owned());
                } else {
                    unnamed += 1;
                }
            }
            self.refused_unnamed = self.refused_unnamed.max(unnamed);
        }
        let kinds = [
            ("added", Fate::Added),
            ("updated", Fate::Changed),
            ("removed", Fate::Removed),
        ];
        for (at, (key, fate)) in kinds.into_iter().enumerate() {
            let (count, names) = listed(reply, key);
            self.unnamed[at] += count.saturating_sub(names.len() as u64);
            for name in names {
                self.note(name, fate);
            }
        }
        if reply["changes"].is_object() {
            let warnings = reply["warnings"].as_array().into_iter().flatten();
            self.warnings = warnings
                .filter_map(|warning| Some(warning.as_str()?.to_owned()))
                .collect();
        }
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
        let outside = self.fates.iter().filter(|(name, fate)| {
            **fate != Fate::Added && !self.selection.is_empty() && !self.selection.contains(name)
        });
        Receipt {
            added: count(Fate::Added) + self.unnamed[0],
            changed: count(Fate::Changed) + self.unnamed[1],
            removed: count(Fate::Removed) + self.unnamed[2],
            outside: outside.map(|(name, _)| name.clone()).take(MAX_NAMES).collect(),
            refused: self.refused.iter().cloned().collect(),
            refused_more: self.refused_unnamed,
            warnings: self.warnings.clone(),
            failed_calls: self.failed_calls,
            ..Receipt::default()
        }
    }
}

/// One kind of change of a reply: how many, and the names it gives.
pub(super) fn listed<'r>(reply: &'r Value, key: &str) -> (u64, Vec<&'r str>) {
    counted(&reply["changes"][key])
}

/// A count with the first names.
fn counted(list: &Value) -> (u64, Vec<&str>) {
    let names = list["names"].as_array().into_iter().flatten();
    (
        list["count"].as_u64().unwrap_or(0),
        names.filter_map(Value::as_str).collect(),
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn changes(added: &[&str], updated: &[&str], removed: &[&str]) -> Value {
        let list = |names: &[&str]| json!({"count": names.len(), "names": names});
        json!({"success": true, "warnings": [], "changes": {"added": list(added), "updated": list(updated), "removed": list(removed)}})
    }

    #[test]
    fn each_entity_counts_once() {
        let mut account = Account::begin(vec!["wall".into()]);
        account.add(true, &changes(&["a", "b"], &["wall"], &["door"]));
        account.add(true, &changes(&["door"], &["a", "wall", "roof"], &["b"]));
        let receipt = account.receipt();
        assert_eq!((receipt.added, receipt.changed, receipt.removed), (1, 3, 0));
        assert_eq!(receipt.outside, ["door", "roof"]);
        assert!(!receipt.changes_nothing());
        let mut after = account.go_on();
        after.add(true, &changes(&[], &["a", "roof"], &[]));
        assert_eq!(after.receipt().outside, ["roof"], "a was made by the run itself");
    }

    #[test]
    fn more_than_the_replies_name() {
        let mut account = Account::begin(vec![]);
        let mut reply = changes(&["a"], &["old"], &[]);
        reply["changes"]["added"]["count"] = json!(500);
        reply["warnings"] = json!(["two circles coincide"]);
        account.add(true, &reply);
        let receipt = account.receipt();
        assert_eq!((receipt.added, receipt.changed), (500, 1));
        assert!(receipt.outside.is_empty(), "nothing was selected");
        assert_eq!(receipt.warnings, ["two circles coincide"]);
        account.add(true, &json!({"success": true, "data": 1}));
        assert_eq!(account.receipt().warnings.len(), 1, "looking finds nothing new");
        account.add(true, &changes(&[], &["a"], &[]));
        assert!(account.receipt().warnings.is_empty(), "it is mended");
    }

    #[test]
    fn what_was_refused() {
        let mut account = Account::begin(vec![]);
        let held = |count: u64, names: &[&str]| json!({"success": false, "error": "locked", "held": {"count": count, "names": names}});
        account.add(false, &held(1, &["it's"]));
        account.add(false, &held(30, &["it's", "roof"]));
        account.add(false, &json!({"success": false, "error": "Entity 'x' not found"}));
        let receipt = account.receipt();
        assert_eq!(receipt.refused, ["it's", "roof"]);
        assert_eq!((receipt.refused_more, receipt.failed_calls), (28, 3));
        assert!(account.receipt().changes_nothing());
    }
}
