//! Decisions with their reasons and outcomes, and the outcomes that models report.
//!
//! Invariant: a report does not change the outcome of a decision that is on until the user accepts the report.

use super::error::MemoryError;
use super::id::{id, unknown};
use super::known::KnownTools;
use super::origin::{Imported, Sourced};
use super::outcome::{Outcome, Report};
use super::part::{Entry, Part};
use super::text::check_text;
use super::{part, relevance};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use trammel_language::bilingual;

/// Maximum number of decisions. Beyond this limit, the oldest superseded decision is removed, or else the oldest
/// decision.
const MAX_DECISIONS: usize = 1_000;

/// Maximum number of search results.
const MAX_FOUND: usize = 10;

/// Number of later decisions after which the bonus for recency is halved.
const HALF_LIFE: f64 = 10.0;

/// Decision of a model or the user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decision {
    /// Unique id such as `dec_001`; ids of deleted decisions are not reused.
    pub id: String,
    /// Topic of the decision; a newer decision on the same topic supersedes this decision.
    pub topic: String,
    /// Content of the decision.
    pub decision: String,
    /// Reason for the decision.
    pub reasoning: String,
    /// Outcome, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// Reason for the outcome.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Outcome that a model reported; it takes the place of `outcome` when the user turns it on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<Report>,
    /// Id of the decision that supersedes this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<String>,
    /// Mark; `None` for the user's own entries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imported: Option<Imported>,
}

impl Decision {
    /// Returns all words of the decision. The topic occurs twice, which doubles its weight.
    pub(super) fn words(&self) -> String {
        let reason = self.reason.as_deref().unwrap_or_default();
        format!(
            "{0} {0} {1} {2} {reason}",
            self.topic, self.decision, self.reasoning
        )
    }
}

/// Search result.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Found<'a> {
    /// Matching decision.
    #[serde(flatten)]
    pub decision: &'a Decision,
    /// Combined score of relevance and recency, meaningful only for comparisons.
    pub score: f64,
}

/// All decisions, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Decisions {
    pub(super) list: Vec<Decision>,
    /// Number of the newest decision, including deleted decisions.
    pub(super) last: u32,
}

impl Decisions {
    /// Returns all decisions, oldest first.
    pub fn all(&self) -> &[Decision] {
        &self.list
    }

    /// Adds a decision of the user's own and marks earlier decisions on the same topic as superseded.
    ///
    /// # Errors
    /// Returns an error if a text is empty or too long.
    pub fn add(&mut self, topic: &str, decision: &str, reasoning: &str) -> Result<&Decision, MemoryError> {
        self.add_marked([topic, decision, reasoning], None)
    }

    /// Adds a decision, given as topic, decision, and reasoning, with the mark of its writer. A decision that is off
    /// supersedes only decisions that are off, until the user turns it on.
    ///
    /// # Errors
    /// Returns an error if a text is empty or too long, or if there is room only in place of a decision of the user.
    pub fn add_marked(
        &mut self,
        [topic, decision, reasoning]: [&str; 3],
        imported: Option<Imported>,
    ) -> Result<&Decision, MemoryError> {
        let new = Decision {
            id: id("dec", self.last + 1),
            topic: check_text("topic", topic)?,
            decision: check_text("decision", decision)?,
            reasoning: check_text("reasoning", reasoning)?,
            outcome: None,
            reason: None,
            report: None,
            superseded_by: None,
            imported,
        };
        if self.list.len() >= MAX_DECISIONS {
            let goes = self.position_to_replace(&new)?;
            self.list.remove(goes);
        }
        self.last += 1;
        let at = self.list.len();
        self.list.push(new);
        self.supersede_before(at);
        Ok(&self.list[at])
    }

    /// Marks the earlier decisions on the topic of a decision as superseded by it.
    fn supersede_before(&mut self, at: usize) {
        let (earlier, later) = self.list.split_at_mut(at);
        let Some(new) = later.first() else { return };
        let lower = |c: char| c.to_lowercase();
        for old in earlier.iter_mut().filter(|old| old.superseded_by.is_none()) {
            // The comparison ends at the first different character, and most topics differ early.
            let is_same_topic = || {
                let topic = new.topic.chars().flat_map(lower);
                old.topic.chars().flat_map(lower).eq(topic)
            };
            if (new.is_on() || !old.is_on()) && is_same_topic() {
                old.superseded_by = Some(new.id.clone());
            }
        }
    }

    /// Supersedes decisions by those that the user has turned on since, and makes decisions valid again that are superseded
    /// by one that is off now.
    pub(super) fn follow_switches(&mut self) {
        let off = self.list.iter().filter(|decision| !decision.is_on());
        let off: BTreeSet<String> = off.map(|decision| decision.id.clone()).collect();
        for old in self.list.iter_mut().filter(|old| old.is_on()) {
            old.superseded_by = old.superseded_by.take().filter(|id| !off.contains(id));
        }
        for at in 0..self.list.len() {
            if self.list[at].is_by_model() && self.list[at].is_on() {
                self.supersede_before(at);
            }
        }
    }

    /// Returns the position of the decision that a new one replaces in a full list: the oldest one of a model that is off,
    /// or for a decision of the user the oldest superseded one, or else the oldest one.
    fn position_to_replace(&self, new: &Decision) -> Result<usize, MemoryError> {
        let first = |is: fn(&Decision) -> bool| self.list.iter().position(is);
        if let Some(draft) = first(|old| old.is_by_model() && !old.is_on()) {
            return Ok(draft);
        }
        if new.is_on() {
            return Ok(first(|old| old.superseded_by.is_some()).unwrap_or(0));
        }
        Err(MemoryError::new(bilingual!(
            "there are already {MAX_DECISIONS} decisions of the user, which is the limit",
            "사용자의 결정이 이미 한도인 {MAX_DECISIONS}개예요"
        )))
    }

    /// Records the outcome of a decision.
    ///
    /// # Errors
    /// Returns an error if the decision does not exist, or if the reason is empty or too long.
    pub fn record(
        &mut self,
        id: &str,
        outcome: Outcome,
        reason: Option<&str>,
    ) -> Result<&Decision, MemoryError> {
        let reason = reason.map(|reason| check_text("reason", reason)).transpose()?;
        let decision = self.find(id)?;
        decision.outcome = Some(outcome);
        decision.reason = reason;
        Ok(decision)
    }

    /// Removes the outcome of a decision for the user. An unknown id is not an error.
    pub fn forget_outcome(&mut self, id: &str) {
        if let Ok(decision) = self.find(id) {
            decision.outcome = None;
            decision.reason = None;
        }
    }

    /// Replaces the texts of a decision for the user.
    ///
    /// # Errors
    /// Returns an error if the decision does not exist, or if a text is empty or too long.
    pub fn edit(
        &mut self,
        id: &str,
        topic: &str,
        decision: &str,
        reasoning: &str,
    ) -> Result<(), MemoryError> {
        let texts = (
            check_text("topic", topic)?,
            check_text("decision", decision)?,
            check_text("reasoning", reasoning)?,
        );
        let found = self.find(id)?;
        (found.topic, found.decision, found.reasoning) = texts;
        Ok(())
    }

    /// Deletes a decision. The decisions that it superseded are valid again.
    pub fn remove(&mut self, id: &str) {
        self.list.retain(|decision| decision.id != id);
        for old in self
            .list
            .iter_mut()
            .filter(|old| old.superseded_by.as_deref() == Some(id))
        {
            old.superseded_by = None;
        }
    }

    /// Removes links to deleted decisions, so that the superseded decisions are valid again.
    pub(super) fn drop_loose_links(&mut self) {
        let ids: BTreeSet<String> = self.list.iter().map(|decision| decision.id.clone()).collect();
        for decision in &mut self.list {
            decision.superseded_by = decision.superseded_by.take().filter(|id| ids.contains(id));
        }
    }

    /// Returns the decisions that match a query, best first. The score combines common words with recency and is
    /// reduced for superseded decisions. Imported decisions that are off are omitted.
    pub fn search(&self, query: &str) -> Vec<Found<'_>> {
        let texts: Vec<String> = self.list.iter().map(Decision::words).collect();
        let scored = self.list.iter().enumerate().zip(relevance::scores(query, &texts));
        let mut found: Vec<Found<'_>> = scored
            .filter(|((_, decision), relevance)| decision.is_told() && *relevance > 0.0)
            .map(|((at, decision), relevance)| {
                let replaced = if decision.superseded_by.is_some() {
                    0.3
                } else {
                    1.0
                };
                let score = relevance * self.recency(at) * replaced;
                Found {
                    decision,
                    score: (score * 1000.0).round() / 1000.0,
                }
            })
            .collect();
        trammel_base::sort::by(&mut found, |a, b| b.score.total_cmp(&a.score));
        found.truncate(MAX_FOUND);
        found
    }

    /// Returns the recency factor: 1 for the newest decision, approaching one half for old decisions.
    fn recency(&self, at: usize) -> f64 {
        #[allow(clippy::cast_precision_loss, reason = "at most a thousand")]
        let age = (self.list.len() - 1 - at) as f64;
        0.5 + 0.5 * libm::exp2(-age / HALF_LIFE)
    }

    pub(super) fn find(&mut self, id: &str) -> Result<&mut Decision, MemoryError> {
        let missing = unknown(
            "Decision",
            id,
            self.list.iter().map(|decision| decision.id.as_str()),
        );
        self.list
            .iter_mut()
            .find(|decision| decision.id == id)
            .ok_or(missing)
    }
}

impl Sourced for Decision {
    fn import_mark(&self) -> Option<&Imported> {
        self.imported.as_ref()
    }

    fn set_imported(&mut self, imported: Option<Imported>) {
        self.imported = imported;
    }
}

impl Entry for Decision {
    fn key(&self) -> String {
        self.id.clone()
    }

    fn number(&self) -> u32 {
        part::number_or_zero("dec", &self.id)
    }

    fn title(&self) -> &str {
        &self.topic
    }

    fn same(&self, other: &Decision) -> bool {
        let linked = Decision {
            superseded_by: self.superseded_by.clone(),
            ..other.clone()
        };
        *self == linked
    }
}

impl Part for Decisions {
    type Entry = Decision;
    const KEY: &'static str = "decisions";
    const WORD: [&'static str; 2] = ["decision", "결정"];

    fn list(&self) -> &[Decision] {
        &self.list
    }

    fn list_mut(&mut self) -> &mut Vec<Decision> {
        &mut self.list
    }

    fn last(&self) -> u32 {
        self.last
    }

    fn set_last(&mut self, last: u32) {
        self.last = last;
    }

    fn admit(&mut self, entry: Decision) -> Result<(), MemoryError> {
        part::check_room(&self.list, MAX_DECISIONS)?;
        part::check_id("dec", &entry, &self.list)?;
        if let Some(link) = &entry.superseded_by {
            part::number("dec", link)?;
        }
        let reason = entry.reason.as_deref();
        let checked = Decision {
            topic: check_text("topic", &entry.topic)?,
            decision: check_text("decision", &entry.decision)?,
            reasoning: check_text("reasoning", &entry.reasoning)?,
            reason: reason.map(|reason| check_text("reason", reason)).transpose()?,
            ..entry
        };
        self.list.push(checked);
        Ok(())
    }

    fn import(&mut self, entry: &Decision, mark: Imported, _: &KnownTools) -> Result<(), MemoryError> {
        part::check_room(&self.list, MAX_DECISIONS)?;
        let reason = entry.reason.as_deref();
        let reason = reason.map(|reason| check_text("reason", reason)).transpose()?;
        self.add(&entry.topic, &entry.decision, &entry.reasoning)?;
        if let Some(newest) = self.list.last_mut() {
            newest.outcome = entry.outcome;
            newest.reason = reason;
        }
        part::mark_newest(&mut self.list, mark);
        Ok(())
    }
}

impl Decisions {
    /// Records an outcome that a model reports in a conversation. The model's own decision of this conversation gets it at
    /// once, and another decision gets it as a report. Returns the decision and whether it has a report now.
    ///
    /// # Errors
    /// Returns an error if results of calls do not contain the decision, or if the reason is empty or too long.
    pub fn report(
        &mut self,
        id: &str,
        outcome: Outcome,
        reason: Option<&str>,
        conversation: &str,
    ) -> Result<(&Decision, bool), MemoryError> {
        let told = || self.list.iter().filter(|decision| decision.is_told());
        if !told().any(|decision| decision.id == id) {
            return Err(unknown(
                "Decision",
                id,
                told().map(|decision| decision.id.as_str()),
            ));
        }
        let reason = reason.map(|reason| check_text("reason", reason)).transpose()?;
        let decision = self.find(id)?;
        let is_draft = decision.is_draft_of(conversation);
        if is_draft {
            (decision.outcome, decision.reason) = (Some(outcome), reason);
        } else {
            decision.report = Some(Report {
                outcome,
                reason,
                imported: Imported::by_model(conversation),
            });
        }
        Ok((decision, !is_draft))
    }

    /// Makes the reported outcome of a decision its outcome, if the user turns it on. An unknown id is not an error.
    pub(super) fn accept_report(&mut self, id: &str, on: bool) {
        if let Ok(decision) = self.find(id)
            && on
            && let Some(report) = decision.report.take()
        {
            (decision.outcome, decision.reason) = (Some(report.outcome), report.reason);
        }
    }

    /// Makes every reported outcome the outcome of its decision, if the user turns all entries on.
    pub(super) fn accept_reports(&mut self, on: bool) {
        let ids: Vec<String> = self.list.iter().map(|decision| decision.id.clone()).collect();
        ids.iter().for_each(|id| self.accept_report(id, on));
    }

    /// Removes the report of a decision for the user. An unknown id is not an error.
    pub fn forget_report(&mut self, id: &str) {
        if let Ok(decision) = self.find(id) {
            decision.report = None;
        }
    }

    /// Removes all reports.
    pub(super) fn drop_reports(&mut self) {
        self.list.iter_mut().for_each(|decision| decision.report = None);
    }

    /// Returns the number of reports.
    pub(super) fn reports(&self) -> usize {
        self.list
            .iter()
            .filter(|decision| decision.report.is_some())
            .count()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::{EntryRef, Memory};

    fn ids(decisions: &Decisions, query: &str) -> Vec<String> {
        decisions
            .search(query)
            .iter()
            .map(|found| found.decision.id.clone())
            .collect()
    }

    #[test]
    fn decisions_are_ranked_by_relevance_and_then_recency() {
        let mut decisions = Decisions::default();
        decisions
            .add("gear:teeth", "Teeth on a circle with cos and sin", "even spacing")
            .unwrap();
        decisions.add("wall", "Walls are 200 thick", "brick").unwrap();
        decisions
            .add("gear:hub", "The gear's hub is a circle", "simple")
            .unwrap();
        decisions
            .add("창문", "창문은 벽의 자식으로 묶는다", "벽과 함께 움직인다")
            .unwrap();
        assert_eq!(ids(&decisions, "gear"), ["dec_003", "dec_001"]);
        assert_eq!(ids(&decisions, "gear teeth")[0], "dec_001");
        assert_eq!(ids(&decisions, "창문을"), ["dec_004"]);
        assert_eq!(ids(&decisions, "sofa"), [""; 0]);
    }

    #[test]
    fn a_newer_decision_supersedes_the_older_one_until_it_is_deleted() {
        let mut decisions = Decisions::default();
        decisions.add("wall", "200 thick", "brick").unwrap();
        decisions.add("Wall", "150 thick", "wood").unwrap();
        assert_eq!(decisions.all()[0].superseded_by.as_deref(), Some("dec_002"));
        assert_eq!(ids(&decisions, "wall"), ["dec_002", "dec_001"]);
        decisions
            .record("dec_002", Outcome::Failed, Some("too thin"))
            .unwrap();
        assert_eq!(
            decisions
                .record("dec_02", Outcome::Failed, None)
                .unwrap_err()
                .suggestions,
            ["dec_002"]
        );
        decisions.forget_outcome("dec_002");
        let newest = &decisions.all()[1];
        assert_eq!((newest.outcome, newest.reason.as_deref()), (None, None));
        decisions.edit("dec_001", "wall", "250 thick", "stone").unwrap();
        decisions.remove("dec_002");
        assert_eq!(decisions.all()[0].superseded_by, None);
        assert_eq!(decisions.add("roof", "flat", "cheap").unwrap().id, "dec_003");
    }

    #[test]
    fn the_oldest_superseded_decision_is_evicted_first() {
        let mut decisions = Decisions::default();
        for n in 0..=MAX_DECISIONS {
            decisions.add(&format!("topic {}", n.min(998)), "d", "r").unwrap();
        }
        assert_eq!(decisions.all().len(), MAX_DECISIONS);
        assert_eq!(decisions.all()[0].id, "dec_001");
    }

    fn draft(memory: &mut Memory, topic: &str) -> String {
        let mark = Some(Imported::by_model("c1"));
        let added = memory.decisions.add_marked([topic, "text", "why"], mark);
        added.unwrap().id.clone()
    }

    #[test]
    fn a_reported_outcome_counts_after_the_user_turns_it_on() {
        let mut memory = Memory::default();
        memory.decisions.add("wall", "200 thick", "brick").unwrap();
        let decisions = &mut memory.decisions;
        let (_, is_report) = decisions
            .report("dec_001", Outcome::Failed, Some("too thin"), "c1")
            .unwrap();
        assert!(is_report && decisions.all()[0].outcome.is_none());
        memory.turn(EntryRef::Report("dec_001"), false);
        assert!(memory.decisions.all()[0].report.is_some());
        memory.turn(EntryRef::Report("dec_001"), true);
        let accepted = &memory.decisions.all()[0];
        assert_eq!(
            (accepted.outcome, accepted.reason.as_deref()),
            (Some(Outcome::Failed), Some("too thin"))
        );
        assert!(accepted.report.is_none());

        let id = draft(&mut memory, "roof");
        let own = memory
            .decisions
            .report(&id, Outcome::Success, None, "c1")
            .unwrap();
        assert_eq!((own.0.outcome, own.1), (Some(Outcome::Success), false));
        assert!(
            memory
                .decisions
                .report(&id, Outcome::Failed, None, "c2")
                .unwrap()
                .1
        );
        assert!(
            memory
                .decisions
                .report("dec_009", Outcome::Failed, None, "c2")
                .is_err()
        );
    }

    #[test]
    fn a_decision_of_a_model_supersedes_one_of_the_user_only_while_it_is_on() {
        let mut memory = Memory::default();
        memory.decisions.add("wall", "200 thick", "brick").unwrap();
        let first = draft(&mut memory, "wall");
        let second = draft(&mut memory, "Wall");
        let links = |memory: &Memory| {
            let links = memory
                .decisions
                .all()
                .iter()
                .map(|decision| decision.superseded_by.clone());
            links.collect::<Vec<_>>()
        };
        assert_eq!(links(&memory), [None, Some(second.clone()), None]);
        memory.turn(EntryRef::Decision(&second), true);
        assert_eq!(links(&memory), [Some(second.clone()), Some(second.clone()), None]);
        memory.turn(EntryRef::Decision(&second), false);
        assert_eq!(links(&memory), [None, Some(second), None]);
        memory.turn(EntryRef::Decision(&first), true);
        assert_eq!(links(&memory)[0], Some(first));
    }
}
