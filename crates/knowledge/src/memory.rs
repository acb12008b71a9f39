//! The memory with all its parts, and the stored form of each part.

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
            "requests" => taken(&mut self.requests, list, last),
            "decisions" => taken(&mut self.decisions, list, last),
            "checkpoints" => taken(&mut self.checkpoints, list, last),
            "hints" => taken(&mut self.hints, list, last),
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
fn taken<P: part::Part + Default>(part: &mut P, list: Vec<Value>, last: u32) -> (Vec<Value>, Vec<Bilingual>) {
    let read = part::read::<P>(list, last);
    *part = read.part;
    (read.aside, read.problems)
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
