//! The memory with all its parts, the stored form of each part, and the hint lines in the description of a tool.

use super::checkpoints::Checkpoints;
use super::decisions::{Decision, Decisions};
use super::error::MemoryError;
use super::hints::{Hint, Hints, MAX_HINT_LINES, MAX_LINE};
use super::known::KnownTools;
use super::origin::{Sourced, brief};
use super::outcome::Outcome;
use super::part;
use super::requests::Requests;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use trammel_base::visible::one_line;
use trammel_language::{Bilingual, bilingual};

/// Maximum number of entries that are read for one part.
const MAX_STORED: usize = 10_000;

/// All entries of the memory. A project file contains the serialized form of this struct.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Memory {
    /// Requests for tools.
    pub requests: Requests,
    /// Decisions and their outcomes.
    pub decisions: Decisions,
    /// Checkpoints of the work.
    pub checkpoints: Checkpoints,
    /// Hints for tool descriptions.
    pub hints: Hints,
    /// Stored entries that violate a rule, by the key of their part. These entries are kept unchanged but not used.
    #[serde(skip)]
    pub(super) aside: BTreeMap<String, Vec<Value>>,
}

/// Stored form of a part, before the check of its entries.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredPart {
    #[serde(default)]
    list: Vec<Value>,
    #[serde(default)]
    last: u32,
}

impl Memory {
    /// Storage keys of the parts.
    pub const KEYS: [&'static str; 4] = ["requests", "decisions", "checkpoints", "hints"];

    /// Returns the stored form of one part, including the entries that violate a rule; `None` if there are no
    /// entries.
    pub fn text(&self, key: &str) -> Option<String> {
        fn unless_empty<T: Serialize + Default + PartialEq>(part: &T) -> Option<Value> {
            (*part != T::default()).then(|| json!(part))
        }
        let part = match key {
            "requests" => unless_empty(&self.requests),
            "decisions" => unless_empty(&self.decisions),
            "checkpoints" => unless_empty(&self.checkpoints),
            "hints" => unless_empty(&self.hints),
            _ => None,
        };
        let aside = self.aside.get(key).cloned().unwrap_or_default();
        if part.is_none() && aside.is_empty() {
            return None;
        }
        let mut part = part.unwrap_or_else(|| json!({ "list": [] }));
        part["list"].as_array_mut()?.extend(aside);
        Some(part.to_string())
    }

    /// Replaces the part with the given key by that of another memory.
    pub fn take_part(&mut self, key: &str, from: &Memory) {
        match key {
            "requests" => self.requests.clone_from(&from.requests),
            "decisions" => self.decisions.clone_from(&from.decisions),
            "checkpoints" => self.checkpoints.clone_from(&from.checkpoints),
            "hints" => self.hints.clone_from(&from.hints),
            _ => {}
        }
    }

    /// Replaces a part with its stored form. Entries that violate a rule are kept unchanged for [`Memory::text`]
    /// but not used. Returns one sentence for each of these entries.
    ///
    /// # Errors
    /// Returns an error if the text is not a valid part; the memory is unchanged.
    pub fn read(&mut self, key: &str, text: &str) -> Result<Vec<Bilingual>, MemoryError> {
        let bad = |why: Bilingual| {
            let why = why.map(brief);
            MemoryError::new(bilingual!(
                "'{key}' cannot be read: {why}",
                "'{key}'을(를) 읽지 못했어요: {why:#}"
            ))
        };
        let StoredPart { list, last } =
            serde_json::from_str(text).map_err(|e| bad(Bilingual::same(e.to_string())))?;
        if list.len() > MAX_STORED {
            return Err(bad(bilingual!(
                "it has {} entries, at most {MAX_STORED}",
                "{}개이고 최대 {MAX_STORED}개예요",
                list.len()
            )));
        }
        let (aside, problems) = match key {
            "requests" => replace_part(&mut self.requests, list, last),
            "decisions" => replace_part(&mut self.decisions, list, last),
            "checkpoints" => replace_part(&mut self.checkpoints, list, last),
            "hints" => replace_part(&mut self.hints, list, last),
            _ => {
                return Err(MemoryError::new(bilingual!(
                    "unknown kind of knowledge '{key}'",
                    "'{key}'은(는) 모르는 종류의 기억이에요"
                )));
            }
        };
        self.aside.insert(key.to_owned(), aside);
        self.aside.retain(|_, values| !values.is_empty());
        Ok(problems)
    }
}

/// Replaces a part with the stored entries. Returns the entries that violate a rule, and the reasons.
fn replace_part<P: part::Part + Default>(
    part: &mut P,
    list: Vec<Value>,
    last: u32,
) -> (Vec<Value>, Vec<Bilingual>) {
    let read = part::read::<P>(list, last);
    *part = read.part;
    (read.aside, read.problems)
}

impl Memory {
    /// Returns at most three lines for the description of a tool: written hints first, then decisions, newest
    /// first. Decisions that name no function apply to the tool that runs code, for which `runs_code` is set. Only
    /// the user's own entries and entries of models that the user has turned on are included.
    pub fn hints_for(&self, tool: &str, runs_code: bool, known: &KnownTools) -> Vec<String> {
        self.lines_for(tool, runs_code, known, |entry| entry.is_vouched())
    }

    /// Returns the lines of the imported entries that the user has turned on. Only the result of a call may contain
    /// them.
    pub fn imported_hints_for(&self, tool: &str, runs_code: bool, known: &KnownTools) -> Vec<String> {
        self.lines_for(tool, runs_code, known, |entry| {
            !entry.is_vouched() && entry.is_on()
        })
    }

    /// Returns the lines of a tool that models wrote and the user has not turned on. Only the result of a call may contain
    /// them, marked as unverified.
    pub fn draft_hints_for(&self, tool: &str) -> Vec<String> {
        let is_draft = |hint: &&Hint| hint.tool == tool && hint.is_by_model() && !hint.is_on();
        let drafts = self.hints.list.iter().rev().filter(is_draft);
        drafts
            .take(MAX_HINT_LINES)
            .map(|hint| hint.text.clone())
            .collect()
    }

    fn lines_for(
        &self,
        tool: &str,
        runs_code: bool,
        known: &KnownTools,
        meant: fn(&dyn Sourced) -> bool,
    ) -> Vec<String> {
        let written = self
            .hints
            .list
            .iter()
            .rev()
            .filter(|hint| hint.tool == tool && meant(*hint));
        let written = written.map(|hint| hint.text.clone());
        let mut learned: Vec<(bool, bool, &Decision)> = self
            .decisions
            .all()
            .iter()
            .rev()
            .filter(|decision| decision.superseded_by.is_none() && meant(*decision))
            .filter_map(|decision| {
                let named = known.names_in(&decision.words());
                let by_name = named.contains(tool);
                let concerned = by_name || (named.is_empty() && runs_code);
                concerned.then_some((!by_name, decision.outcome.is_none(), decision))
            })
            .collect();
        // Decisions that name the tool precede general ones, and decisions with an outcome precede open ones. The
        // sort is stable, so equal decisions stay in order, newest first.
        trammel_base::sort::by_key(&mut learned, |(general, open, _)| (*general, *open));
        let learned = learned.into_iter().map(|(_, _, decision)| line_of(decision));
        written
            .chain(learned)
            .filter(|line| known.missing_in(line).is_none())
            .take(MAX_HINT_LINES)
            .collect()
    }
}

fn line_of(decision: &Decision) -> String {
    let Decision {
        topic,
        decision: text,
        reason,
        outcome,
        ..
    } = decision;
    let verb = match outcome {
        None => "Decided",
        Some(Outcome::Success) => "Worked",
        Some(Outcome::Partial) => "Worked in part",
        Some(Outcome::Failed) => "Failed",
    };
    let because = reason
        .as_ref()
        .map(|reason| format!(" ({reason})"))
        .unwrap_or_default();
    let line = one_line(&format!("{verb}, {topic}: {text}{because}"));
    if line.chars().count() <= MAX_LINE {
        return line;
    }
    line.chars().take(MAX_LINE - 3).chain("...".chars()).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::KnownTools;

    #[test]
    fn every_memory_part_round_trips_and_invalid_text_is_refused() {
        let mut memory = Memory::default();
        memory
            .requests
            .add("draw_gear", "A gear", "often needed", &["teeth".to_owned()])
            .unwrap();
        memory.decisions.add("gear", "use a loop", "톱니 12개").unwrap();
        memory
            .checkpoints
            .add("half done", Some("the other half"), None)
            .unwrap();
        memory
            .hints
            .add(
                "run_cad_code",
                "Use cos and sin",
                &KnownTools::new(["run_cad_code"]),
                None,
            )
            .unwrap();
        let mut again = Memory::default();
        for key in Memory::KEYS {
            again.read(key, &memory.text(key).unwrap()).unwrap();
            assert!(again.read(key, "{\"list\": 5}").is_err(), "{key}");
            assert!(again.read(key, "no json").is_err(), "{key}");
        }
        assert_eq!(again, memory);
        let project = serde_json::to_string(&memory).unwrap();
        assert_eq!(serde_json::from_str::<Memory>(&project).unwrap(), memory);
        assert!(
            Memory::KEYS
                .iter()
                .all(|key| Memory::default().text(key).is_none())
        );
    }
}
