//! Hint lines in the description of a tool, made from written hints and from decisions.

use super::decisions::Decision;
use super::hints::{Hint, MAX_HINT_LINES, MAX_LINE};
use super::known::KnownTools;
use super::memory::Memory;
use super::origin::Sourced;
use super::outcome::Outcome;
use trammel_base::visible::one_line;

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
                let named = known.named_in(&decision.words());
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
