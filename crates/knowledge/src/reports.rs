//! Outcomes that models report for decisions.
//!
//! Invariant: a report does not change the outcome of a decision that is on until the user accepts the report.

use super::decisions::{Decision, Decisions};
use super::error::MemoryError;
use super::id::unknown;
use super::origin::{Imported, Sourced};
use super::outcome::{Outcome, Report};
use super::text::checked;

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
        let reason = reason.map(|reason| checked("reason", reason)).transpose()?;
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
