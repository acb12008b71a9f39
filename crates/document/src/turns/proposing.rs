//! Change by an agent that waits for the user's decision.
//!
//! Invariants: the change is in effect, but it is stored with the texts of the document as a proposal, so that the user
//! is asked again after a reload. Only steps of an agent are reverted, and only while they are the last ones. A rejected
//! step cannot be redone; if it was stored, it stays in the history as an abandoned branch.

use crate::history::document_history::DocumentHistory;
use crate::history::step::Author;
use crate::session::Session;
use crate::turns::parties::Parties;
use crate::turns::proposal::Proposal;
use crate::turns::user_edits::Actor;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use trammel_code::{FileName, Workspace};
use trammel_scene::Mark;
use trammel_tools::{Answer, Reply};

impl DocumentHistory {
    /// Returns the number of the last step in effect; 0 if there is none.
    fn last_step(&self) -> u64 {
        let last = self.steps.done_steps().last().map(|step| step.id);
        last.or(self.log.older.last().map(|step| step.id)).unwrap_or(0)
    }
}

impl Parties {
    /// Returns the proposal that waits for the user's decision, if any.
    pub fn proposal(&self) -> Option<&Proposal> {
        self.proposal.as_ref()
    }

    /// Ends the proposal; its steps stay.
    pub fn keep_proposal(&mut self) {
        self.proposal = None;
    }
}

impl Session {
    /// Marks the steps since `since` as a proposal; with `None`, the last step. The host stores the document afterward.
    pub fn propose(&mut self, since: Option<Mark>, reasons: Value) {
        let done = self.history.steps.done_steps();
        let count = since.map_or(1, |mark| self.history.steps.steps_since(mark));
        let (earlier, steps) = done.split_at(done.len() - count.min(done.len()));
        // Text of the user that became a step at the call is not proposed.
        let of_user = steps.iter().take_while(|step| step.author == Author::User);
        let last_of_user = of_user.last().or(earlier.last()).map(|step| step.id);
        let before = last_of_user.or(self.history.log.older.last().map(|step| step.id));
        let last = steps.last().filter(|last| last.author != Author::User);
        self.parties.proposal = last.map(|last| Proposal {
            before: before.unwrap_or(0),
            last: last.id,
            reasons,
        });
    }

    /// Whether the last step belongs to the proposal, so that an undo reverts it.
    pub fn ends_with_proposal(&self) -> bool {
        let last = self.history.last_step();
        let proposal = self.parties.proposal.as_ref();
        proposal.is_some_and(|proposal| proposal.has(last))
    }

    /// Whether the steps of the proposal have been undone, also if the user has made other steps since, or whether the files
    /// that they changed have the texts before them again. The latter is how an undo in another tab arrives.
    pub fn has_undone_proposal(&self) -> bool {
        let Some(proposal) = &self.parties.proposal else {
            return false;
        };
        let done = self.history.steps.done_steps().iter().map(|step| step.id);
        let mut ids = done.chain(self.history.log.older.iter().map(|step| step.id));
        !ids.any(|id| proposal.has(id)) || self.has_texts_before(proposal)
    }

    /// Whether a proposal changed texts alone, and its files have the texts before it.
    fn has_texts_before(&self, proposal: &Proposal) -> bool {
        let mut files = Workspace::default();
        for (file, text) in self.document.history_files() {
            files.set(&file, Some(&text));
        }
        let mut proposed: BTreeMap<&FileName, Option<Arc<str>>> = BTreeMap::new();
        let later = self.history.steps.done_steps().iter().rev();
        for step in later.take_while(|step| step.id > proposal.before) {
            if proposal.has(step.id) {
                if step.settings.is_some() || !step.exchanges.is_empty() {
                    return false;
                }
                for file in step.files() {
                    let text = files.get(file.as_str()).cloned();
                    proposed.entry(file).or_insert(text);
                }
            }
            if !step
                .inverse()
                .files
                .iter()
                .all(|change| change.apply_to(&mut files))
            {
                return false;
            }
        }
        let before = |file: &FileName| files.get(file.as_str());
        let is_change = proposed.iter().any(|(file, text)| before(file) != text.as_ref());
        is_change
            && proposed
                .keys()
                .all(|file| before(file) == self.document.env.files.get(file.as_str()))
    }

    /// Reverts the steps of an agent since `mark`, and ends the proposal.
    pub fn reject_since(&mut self, actor: Actor, mark: Mark) -> Reply {
        let is_of_agent = |session: &Session| {
            let last = session.history.steps.done_steps().last();
            last.is_some_and(|step| step.author != Author::User)
        };
        let mut reply = Reply::of_answer(Answer::Done);
        while reply.is_ok() && self.history.steps.steps_since(mark) > 0 && is_of_agent(self) {
            reply = self.undo(actor);
        }
        if reply.is_ok() {
            self.end_rejection();
        }
        reply
    }

    /// Ends a proposal whose steps were undone. They become an abandoned branch of the history, so that redo does not
    /// bring them back as if they had been approved.
    pub fn end_rejection(&mut self) {
        let proposal = self.parties.proposal.take();
        self.document.generation += 1;
        let is_of_proposal = |id: u64| proposal.as_ref().is_none_or(|proposal| proposal.has(id));
        // The result of the call, or a message of the app, tells the model of the rejection.
        if proposal.is_some() {
            self.parties.user_edits.news.forget_steps(is_of_proposal);
        }
        let undone = self.history.steps.undone().iter().map(|step| step.id);
        let mut can_return = undone.chain(self.history.log.newer.iter().map(|step| step.id));
        if !can_return.any(is_of_proposal) {
            return;
        }
        let undone = self.history.steps.drop_undone();
        let log = &mut self.history.log;
        log.abandoned.extend(undone.iter().map(|step| step.id));
        log.abandoned.extend(log.newer.drain(..).map(|step| step.id));
    }
}
