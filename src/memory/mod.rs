//! What outlives a conversation: decisions and how they turned out, checkpoints, hints, and requests for tools.
//!
//! Invariants: no clock and no service; recency is order, relevance is words (see `relevance.rs`). Everything is text
//! of bounded size that a person can read, change and delete. Nothing here is undone with the drawing. Hints name only
//! functions that exist (see `hints.rs`). Start at [`Memory`].

mod checkpoints;
mod decisions;
mod hints;
mod relevance;
mod requests;

pub use checkpoints::{Checkpoint, Checkpoints};
pub use decisions::{Decision, Decisions, Found, Outcome};
pub use hints::{Hint, Hints, Known, MAX_HINT_LINES};
pub use requests::{Requests, Status, ToolRequest};

use serde::{Deserialize, Serialize};
use std::fmt;

/// The longest text that is kept, in characters.
pub const MAX_TEXT: usize = 2_000;

/// Everything that is remembered; as one value it travels with an exported project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Memory {
    /// Tools that were asked for.
    pub requests: Requests,
    /// Decisions and their outcomes.
    pub decisions: Decisions,
    /// Where work stood.
    pub checkpoints: Checkpoints,
    /// Lines for tool descriptions.
    pub hints: Hints,
}

impl Memory {
    /// The storage keys of its parts.
    pub const KEYS: [&'static str; 4] = ["requests", "decisions", "checkpoints", "hints"];

    /// One part as it is stored; `None` when there is nothing in it.
    pub fn text(&self, key: &str) -> Option<String> {
        fn unless_empty<T: Serialize + Default + PartialEq>(part: &T) -> Option<String> {
            if *part == T::default() {
                None
            } else {
                serde_json::to_string(part).ok()
            }
        }
        match key {
            "requests" => unless_empty(&self.requests),
            "decisions" => unless_empty(&self.decisions),
            "checkpoints" => unless_empty(&self.checkpoints),
            "hints" => unless_empty(&self.hints),
            _ => None,
        }
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

    /// Takes over a stored part.
    ///
    /// # Errors
    /// The text is no such part; nothing was changed.
    pub fn read(&mut self, key: &str, text: &str) -> Result<(), MemoryError> {
        let bad = |e: serde_json::Error| MemoryError::new(format!("'{key}' cannot be read: {e}"));
        match key {
            "requests" => self.requests = serde_json::from_str(text).map_err(bad)?,
            "decisions" => self.decisions = serde_json::from_str(text).map_err(bad)?,
            "checkpoints" => self.checkpoints = serde_json::from_str(text).map_err(bad)?,
            "hints" => self.hints = serde_json::from_str(text).map_err(bad)?,
            _ => return Err(MemoryError::new(format!("there is no memory of '{key}'"))),
        }
        Ok(())
    }
}

/// Why something was not remembered; nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryError {
    /// What is wrong and what to do.
    pub message: String,
    /// What was probably meant, best first.
    pub suggestions: Vec<String>,
}

impl MemoryError {
    fn new(message: impl Into<String>) -> MemoryError {
        MemoryError {
            message: message.into(),
            suggestions: Vec::new(),
        }
    }
}

impl fmt::Display for MemoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for MemoryError {}

/// A text that may be kept, trimmed.
fn checked(what: &str, text: &str) -> Result<String, MemoryError> {
    let text = text.trim();
    let length = text.chars().count();
    match length {
        0 => Err(MemoryError::new(format!("{what} is empty"))),
        _ if length > MAX_TEXT => Err(MemoryError::new(format!(
            "{what} has {length} characters; at most {MAX_TEXT} are kept: shorten it"
        ))),
        _ => Ok(text.to_owned()),
    }
}

/// `dec_001`: sorts and reads well.
fn id(prefix: &str, number: u32) -> String {
    format!("{prefix}_{number:03}")
}

/// What to say about an id that nothing has.
fn unknown<'a>(what: &str, id: &str, ids: impl Iterator<Item = &'a str>) -> MemoryError {
    let shown: String = id.chars().take(40).collect();
    let suggestions = crate::suggest::nearest(id, ids);
    MemoryError {
        message: format!("{what} '{shown}' not found"),
        suggestions,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

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
            .add("run_cad_code", "Use cos and sin", &Known::new(["run_cad_code"]))
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
