//! Checkpoints: where work stood, for the next conversation.

use super::{MemoryError, checked, id, unknown};
use serde::{Deserialize, Serialize};

/// The most checkpoints that are kept; the oldest go first.
const MAX_CHECKPOINTS: usize = 20;

/// Where work stood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// `chk_001` and so on; never used twice.
    pub id: String,
    /// What was done.
    pub summary: String,
    /// What comes next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_steps: Option<String>,
}

/// The last checkpoints, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Checkpoints {
    list: Vec<Checkpoint>,
    /// Number of the newest checkpoint, deleted ones included.
    last: u32,
}

impl Checkpoints {
    /// Every checkpoint, oldest first.
    pub fn all(&self) -> &[Checkpoint] {
        &self.list
    }

    /// The newest checkpoint.
    pub fn latest(&self) -> Option<&Checkpoint> {
        self.list.last()
    }

    /// Remembers where work stands.
    ///
    /// # Errors
    /// A text is empty or too long.
    pub fn add(&mut self, summary: &str, next_steps: Option<&str>) -> Result<&Checkpoint, MemoryError> {
        let checkpoint = Checkpoint {
            id: id("chk", self.last + 1),
            summary: checked("summary", summary)?,
            next_steps: next_steps.map(|steps| checked("next_steps", steps)).transpose()?,
        };
        self.last += 1;
        if self.list.len() >= MAX_CHECKPOINTS {
            self.list.remove(0);
        }
        let at = self.list.len();
        self.list.push(checkpoint);
        Ok(&self.list[at])
    }

    /// A person rewrites a checkpoint.
    ///
    /// # Errors
    /// There is no such checkpoint, or a text is empty or too long.
    pub fn edit(&mut self, id: &str, summary: &str, next_steps: Option<&str>) -> Result<(), MemoryError> {
        let summary = checked("summary", summary)?;
        let next_steps = next_steps.map(|steps| checked("next_steps", steps)).transpose()?;
        let missing = unknown(
            "Checkpoint",
            id,
            self.list.iter().map(|checkpoint| checkpoint.id.as_str()),
        );
        let found = self.list.iter_mut().find(|checkpoint| checkpoint.id == id);
        let found = found.ok_or(missing)?;
        (found.summary, found.next_steps) = (summary, next_steps);
        Ok(())
    }

    /// Deletes a checkpoint.
    pub fn remove(&mut self, id: &str) {
        self.list.retain(|checkpoint| checkpoint.id != id);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_can_be_rewritten_but_not_emptied() {
        let mut checkpoints = Checkpoints::default();
        checkpoints.add("walls", Some("doors")).unwrap();
        checkpoints.edit("chk_001", "walls and doors", None).unwrap();
        let latest = checkpoints.latest().unwrap();
        assert_eq!(
            (latest.summary.as_str(), latest.next_steps.as_deref()),
            ("walls and doors", None)
        );
        assert!(checkpoints.edit("chk_001", " ", None).is_err());
        let unknown = checkpoints.edit("chk_01", "x", None).unwrap_err();
        assert_eq!(unknown.suggestions, ["chk_001"]);
        assert_eq!(checkpoints.latest().unwrap().summary, "walls and doors");
    }
}
