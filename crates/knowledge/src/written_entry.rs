//! References to entries that a call wrote, for the receipt of a run.

use super::imports::EntryRef;
use super::memory::Memory;
use super::origin::Sourced;
use serde::{Deserialize, Serialize};

/// Entry that a model wrote, which is off until the user turns it on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WrittenEntry {
    /// Decision, by its id.
    Decision(String),
    /// Outcome of a decision, by the id of the decision.
    Outcome(String),
    /// Checkpoint, by its id.
    Checkpoint(String),
    /// Hint, by its tool and its line.
    Hint(String, String),
    /// Custom tool, by its name.
    Tool(String),
}

impl WrittenEntry {
    /// Returns the reference to the entry in the memory; `None` for a custom tool.
    pub fn in_memory(&self) -> Option<EntryRef<'_>> {
        match self {
            WrittenEntry::Decision(id) => Some(EntryRef::Decision(id)),
            WrittenEntry::Outcome(id) => Some(EntryRef::Report(id)),
            WrittenEntry::Checkpoint(id) => Some(EntryRef::Checkpoint(id)),
            WrittenEntry::Hint(tool, text) => Some(EntryRef::Hint(tool, text)),
            WrittenEntry::Tool(_) => None,
        }
    }
}

impl Memory {
    /// Returns the text of an entry that a model wrote, and whether the user has turned it on; `None` if there is no such
    /// entry. An accepted outcome is part of its decision and has no text of its own.
    pub fn entry_text(&self, entry: &WrittenEntry) -> Option<(String, bool)> {
        match entry {
            WrittenEntry::Decision(id) => {
                let decision = self.decisions.all().iter().find(|decision| decision.id == *id)?;
                let text = format!(
                    "{}: {} ({})",
                    decision.topic, decision.decision, decision.reasoning
                );
                Some((text, decision.is_on()))
            }
            WrittenEntry::Outcome(id) => {
                let decision = self.decisions.all().iter().find(|decision| decision.id == *id)?;
                let report = decision.report.as_ref()?;
                let reason = report.reason.as_deref().unwrap_or_default();
                Some((
                    format!("{}: {:?} {reason}", decision.topic, report.outcome),
                    false,
                ))
            }
            WrittenEntry::Checkpoint(id) => {
                let checkpoint = self
                    .checkpoints
                    .all()
                    .iter()
                    .find(|checkpoint| checkpoint.id == *id)?;
                let next = checkpoint.next_steps.as_deref().unwrap_or_default();
                Some((format!("{} {next}", checkpoint.summary), checkpoint.is_on()))
            }
            WrittenEntry::Hint(tool, text) => {
                let is_it = |hint: &&super::Hint| hint.tool == *tool && hint.text == *text;
                let hint = self.hints.all().iter().find(is_it)?;
                Some((format!("{tool}: {text}"), hint.is_on()))
            }
            WrittenEntry::Tool(_) => None,
        }
    }
}
