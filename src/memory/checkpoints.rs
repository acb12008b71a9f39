//! Checkpoints: where work stood, for the next conversation.

use super::{MemoryError, checked, id};
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

    /// Deletes a checkpoint.
    pub fn remove(&mut self, id: &str) {
        self.list.retain(|checkpoint| checkpoint.id != id);
    }
}
