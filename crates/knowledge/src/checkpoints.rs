//! Checkpoints: the state of the work at the end of a conversation, for the next conversation.

use super::error::MemoryError;
use super::id::{id, unknown};
use super::known::KnownTools;
use super::origin::{Imported, Sourced};
use super::part::{self, Entry, Part};
use super::text::check_text;
use serde::{Deserialize, Serialize};
use trammel_language::bilingual;

/// Maximum number of checkpoints; a new checkpoint replaces the oldest one beyond this limit.
const MAX_CHECKPOINTS: usize = 20;

/// State of the work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// Unique id such as `chk_001`; ids of deleted checkpoints are not reused.
    pub id: String,
    /// Summary of the completed work.
    pub summary: String,
    /// Next steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_steps: Option<String>,
    /// Mark; `None` for the user's own entries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imported: Option<Imported>,
}

/// The last checkpoints, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Checkpoints {
    pub(super) list: Vec<Checkpoint>,
    /// Number of the newest checkpoint, including deleted checkpoints.
    pub(super) last: u32,
}

impl Checkpoints {
    /// Returns all checkpoints, oldest first.
    pub fn all(&self) -> &[Checkpoint] {
        &self.list
    }

    /// Returns the newest checkpoint that a result of a call may contain.
    pub fn latest(&self) -> Option<&Checkpoint> {
        self.list.iter().rev().find(|checkpoint| checkpoint.is_told())
    }

    /// Adds a checkpoint: the user's own, or with the mark of its writer. In a full list it replaces the oldest one of a
    /// model that is off, or for a checkpoint of the user the oldest one.
    ///
    /// # Errors
    /// Returns an error if a text is empty or too long, or if there is room only in place of a checkpoint of the user.
    pub fn add(
        &mut self,
        summary: &str,
        next_steps: Option<&str>,
        imported: Option<Imported>,
    ) -> Result<&Checkpoint, MemoryError> {
        let checkpoint = Checkpoint {
            id: id("chk", self.last + 1),
            summary: check_text("summary", summary)?,
            next_steps: next_steps
                .map(|steps| check_text("next_steps", steps))
                .transpose()?,
            imported,
        };
        if self.list.len() >= MAX_CHECKPOINTS {
            let is_draft = |old: &Checkpoint| old.is_by_model() && !old.is_on();
            let draft = self.list.iter().position(is_draft);
            let goes = draft.or(checkpoint.is_on().then_some(0)).ok_or_else(|| {
                MemoryError::new(bilingual!(
                    "there are already {MAX_CHECKPOINTS} checkpoints of the user, which is the limit",
                    "사용자의 진행 상황이 이미 한도인 {MAX_CHECKPOINTS}개예요"
                ))
            })?;
            self.list.remove(goes);
        }
        self.last += 1;
        let at = self.list.len();
        self.list.push(checkpoint);
        Ok(&self.list[at])
    }

    /// Replaces the texts of a checkpoint for the user.
    ///
    /// # Errors
    /// Returns an error if the checkpoint does not exist, or if a text is empty or too long.
    pub fn edit(&mut self, id: &str, summary: &str, next_steps: Option<&str>) -> Result<(), MemoryError> {
        let summary = check_text("summary", summary)?;
        let next_steps = next_steps
            .map(|steps| check_text("next_steps", steps))
            .transpose()?;
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

impl Sourced for Checkpoint {
    fn import_mark(&self) -> Option<&Imported> {
        self.imported.as_ref()
    }

    fn set_imported(&mut self, imported: Option<Imported>) {
        self.imported = imported;
    }
}

impl Entry for Checkpoint {
    fn key(&self) -> String {
        self.id.clone()
    }

    fn number(&self) -> u32 {
        part::number_or_zero("chk", &self.id)
    }

    fn title(&self) -> &str {
        &self.summary
    }
}

impl Part for Checkpoints {
    type Entry = Checkpoint;
    const KEY: &'static str = "checkpoints";
    const WORD: [&'static str; 2] = ["checkpoint", "진행 상황"];

    fn list(&self) -> &[Checkpoint] {
        &self.list
    }

    fn list_mut(&mut self) -> &mut Vec<Checkpoint> {
        &mut self.list
    }

    fn last(&self) -> u32 {
        self.last
    }

    fn set_last(&mut self, last: u32) {
        self.last = last;
    }

    fn admit(&mut self, entry: Checkpoint) -> Result<(), MemoryError> {
        part::check_room(&self.list, MAX_CHECKPOINTS)?;
        part::check_id("chk", &entry, &self.list)?;
        let next_steps = entry.next_steps.as_deref();
        let checked = Checkpoint {
            summary: check_text("summary", &entry.summary)?,
            next_steps: next_steps
                .map(|steps| check_text("next_steps", steps))
                .transpose()?,
            ..entry
        };
        self.list.push(checked);
        Ok(())
    }

    fn import(&mut self, entry: &Checkpoint, mark: Imported, _: &KnownTools) -> Result<(), MemoryError> {
        part::check_room(&self.list, MAX_CHECKPOINTS)?;
        self.add(&entry.summary, entry.next_steps.as_deref(), None)?;
        part::mark_newest(&mut self.list, mark);
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_of_a_model_never_replaces_one_of_the_user() {
        let mut checkpoints = Checkpoints::default();
        let model = || Some(Imported::by_model("c1"));
        for n in 1..MAX_CHECKPOINTS {
            checkpoints.add(&format!("{n}"), None, None).unwrap();
        }
        for n in 0..3 {
            checkpoints.add(&format!("model {n}"), None, model()).unwrap();
        }
        assert_eq!(checkpoints.all().len(), MAX_CHECKPOINTS);
        assert_eq!(checkpoints.all()[0].summary, "1");
        assert_eq!(checkpoints.latest().unwrap().summary, "model 2");
        checkpoints.add("of the user", None, None).unwrap();
        assert!(checkpoints.add("model 3", None, model()).is_err());
        assert_eq!(checkpoints.all()[0].summary, "1");
    }

    #[test]
    fn a_checkpoint_can_be_edited_but_not_emptied() {
        let mut checkpoints = Checkpoints::default();
        checkpoints.add("walls", Some("doors"), None).unwrap();
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
