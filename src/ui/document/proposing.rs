//! Changes of agents that wait for the user's decision.

use super::caller::Caller;
use super::handle::DocumentHandle;
use super::request::{Kind, Request};
use trammel_agent::Risk;
use trammel_document::Session;
use trammel_tools::{Answer, Reply};

impl DocumentHandle {
    /// Marks the change of the last call of an agent as a proposal, with the reasons for the question.
    pub(crate) fn propose(self, caller: Caller, risks: &[Risk]) {
        let reasons = serde_json::to_value(risks).unwrap_or_default();
        let since = match caller {
            Caller::Agent { .. } => self.call_begun().map(|begun| begun.mark),
            _ => None,
        };
        self.session_mut(|session| session.propose(since, reasons));
    }

    /// Returns the reasons for the question about the proposal of an earlier visit; `None` without a proposal.
    pub(crate) fn proposal_reasons(self) -> Option<Vec<Risk>> {
        self.session(|session| {
            let reasons = session.parties().proposal()?.reasons.clone();
            Some(serde_json::from_value(reasons).unwrap_or_default())
        })
    }

    /// Whether the user has undone the change in question.
    pub(crate) fn has_undone_proposal(self) -> bool {
        self.session(Session::has_undone_proposal)
    }

    /// Ends the proposal; its change stays.
    pub(crate) fn keep_proposal(self) {
        self.session_mut(|session| session.parties_mut().keep_proposal());
    }

    /// Reverts the proposal step by step on behalf of `caller`. Returns whether it is reverted: it is not if the document
    /// was changed after it.
    pub(crate) async fn reject_proposal(self, caller: Caller) -> bool {
        // Typed text is an edit of the user.
        self.flush_typing().await;
        let mut is_gone = self.session(Session::has_undone_proposal);
        while self.session(Session::ends_with_proposal) {
            if !self.run(caller, Request::Undo).await.is_ok() {
                return false;
            }
            is_gone = true;
        }
        if is_gone {
            self.session_mut(Session::end_rejection);
            self.publish_change(caller, Kind::Context, Reply::of_answer(Answer::Done));
        }
        is_gone
    }
}
