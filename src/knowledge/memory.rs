//! All parts of the memory, and their stored form.

use super::checkpoints::Checkpoints;
use super::decisions::Decisions;
use super::error::MemoryError;
use super::hints::Hints;
use super::origin::brief;
use super::part;
use super::requests::Requests;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The most entries of one part that are read.
const MAX_STORED: usize = 10_000;

/// Everything that is remembered; as one value it travels with an exported project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Memory {
    /// Tools that were asked for.
    pub requests: Requests,
    /// Decisions and their outcomes.
    pub decisions: Decisions,
    /// States of the work.
    pub checkpoints: Checkpoints,
    /// Lines for tool descriptions.
    pub hints: Hints,
    /// Stored entries that break a rule, by the key of their part: left as they are, used for nothing.
    #[serde(skip)]
    pub(super) aside: BTreeMap<String, Vec<Value>>,
}

/// A stored part, before its entries are checked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredPart {
    #[serde(default)]
    list: Vec<Value>,
    #[serde(default)]
    last: u32,
}

impl Memory {
    /// The storage keys of its parts.
    pub const KEYS: [&'static str; 4] = ["requests", "decisions", "checkpoints", "hints"];

    /// One part as it is stored, with what was set aside; `None` when there is nothing in it.
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

    /// Makes one part, named by its key, that of another memory.
    pub fn take_part(&mut self, key: &str, from: &Memory) {
        match key {
            "requests" => self.requests.clone_from(&from.requests),
            "decisions" => self.decisions.clone_from(&from.decisions),
            "checkpoints" => self.checkpoints.clone_from(&from.checkpoints),
            "hints" => self.hints.clone_from(&from.hints),
            _ => {}
        }
    }

    /// Takes over a stored part. Entries that break a rule are set aside: [`Memory::text`] gives them back as they were, and
    /// nothing else knows them. The answer has one sentence for each.
    ///
    /// # Errors
    /// The text is no such part; nothing was changed.
    pub fn read(&mut self, key: &str, text: &str) -> Result<Vec<String>, MemoryError> {
        let bad = |why: &str| MemoryError::new(format!("'{key}' cannot be read: {}", brief(why)));
        let StoredPart { list, last } = serde_json::from_str(text).map_err(|e| bad(&e.to_string()))?;
        if list.len() > MAX_STORED {
            return Err(bad(&format!(
                "it has {} entries, at most {MAX_STORED} are read",
                list.len()
            )));
        }
        let (aside, problems) = match key {
            "requests" => taken(&mut self.requests, list, last),
            "decisions" => taken(&mut self.decisions, list, last),
            "checkpoints" => taken(&mut self.checkpoints, list, last),
            "hints" => taken(&mut self.hints, list, last),
            _ => return Err(MemoryError::new(format!("there is no memory of '{key}'"))),
        };
        self.aside.insert(key.to_owned(), aside);
        self.aside.retain(|_, values| !values.is_empty());
        Ok(problems)
    }
}

/// Puts what was read in the place of a part; what was set aside, and why.
fn taken<P: part::Part + Default>(part: &mut P, list: Vec<Value>, last: u32) -> (Vec<Value>, Vec<String>) {
    let read = part::read::<P>(list, last);
    *part = read.part;
    (read.aside, read.problems)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::knowledge::KnownTools;

    #[test]
    fn every_part_survives_storage_and_bad_text_changes_nothing() {
        let mut memory = Memory::default();
        memory
            .requests
            .add("draw_gear", "A gear", "often needed", &["teeth".to_owned()])
            .unwrap();
        memory.decisions.add("gear", "use a loop", "톱니 12개").unwrap();
        memory
            .checkpoints
            .add("half done", Some("the other half"))
            .unwrap();
        memory
            .hints
            .add(
                "run_cad_code",
                "Use cos and sin",
                &KnownTools::new(["run_cad_code"]),
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
