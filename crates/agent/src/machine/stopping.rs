//! End of a run by the user, and the conversation as such an end would leave it.

use super::agent::Agent;
use super::emit::emit_finished;
use super::state::{PendingApproval, PendingTurn, State};
use crate::approval::reasons;
use crate::decision::{Decision, too_late, undecided};
use crate::effect::Effect;
use crate::event::Event;
use crate::tool_result;
use crate::transcript::Transcript;
use trammel_llm::{Stop, ToolResult};

impl Agent {
    /// Returns the conversation as a stop at this moment would leave it: with the finished calls of a turn that is not
    /// complete. A host stores this one, so that the model of a later visit knows what it has done.
    pub fn transcript_if_stopped(&self) -> Transcript {
        let mut transcript = self.transcript.clone();
        let (work, last) = match &self.state {
            State::RunningTool(work) => (work, None),
            State::AwaitingApproval(work, pending) => (work, Some(self.told_first(pending, None))),
            State::Idle | State::Paused | State::AwaitingModel(_) | State::Backoff => return transcript,
        };
        let mut results: Vec<ToolResult> = work.results.iter().cloned().chain(last).collect();
        let rest = work.calls[results.len()..].iter().map(tool_result::aborted);
        results.extend(rest.collect::<Vec<_>>());
        transcript.push_exchange(work.turn.clone(), results);
        transcript
    }

    /// Adds a message of the app to the conversation, which the model reads with the next message of the user.
    pub fn tell(&mut self, text: &str) {
        debug_assert!(!self.is_busy());
        self.transcript.tell(text);
    }

    /// Ends the run. `decision` is that on the change that waits for approval.
    pub(super) fn stop(&mut self, decision: Option<Decision>, out: &mut Vec<Effect>) {
        match std::mem::replace(&mut self.state, State::Idle) {
            State::Idle => return,
            State::Paused => {}
            State::AwaitingModel(_) | State::Backoff => {
                out.push(Effect::Abort);
                // The provider bills the tokens counted so far.
                self.close_request();
            }
            State::AwaitingApproval(mut work, pending) => {
                let result = self.told_first(&pending, decision);
                if decision == Some(Decision::Reverted) {
                    self.run.account.failed();
                } else {
                    self.run.account.add(&pending.reply);
                }
                emit_finished(&result, out);
                work.results.push(result);
                self.stop_work(work, out);
            }
            State::RunningTool(work) => {
                out.push(Effect::Abort);
                self.stop_work(work, out);
            }
        }
        out.push(Effect::Emit(Event::Done { stop: Stop::Aborted }));
    }

    /// Returns the result of a call whose change waits for approval, with what became of the change as its first part.
    pub(super) fn told_first(&self, pending: &PendingApproval, decision: Option<Decision>) -> ToolResult {
        let sentence = match decision {
            Some(Decision::Keep { .. }) => return pending.result.clone(),
            Some(Decision::Reverted) => {
                let user_changes = pending.reply.user_changes.as_deref();
                return tool_result::reverted(&pending.call, &reasons(&pending.risks), user_changes);
            }
            Some(Decision::TooLate) => too_late(&pending.risks),
            None => undecided(&pending.risks),
        };
        let reply = pending.reply.clone().telling_first(&sentence);
        tool_result::of_reply(&pending.call, &reply, self.config.limits.max_result_chars)
    }

    /// Answers the remaining calls as aborted and adds the exchange to the transcript.
    fn stop_work(&mut self, mut work: PendingTurn, out: &mut Vec<Effect>) {
        for call in &work.calls[work.results.len()..] {
            let result = tool_result::aborted(call);
            emit_finished(&result, out);
            work.results.push(result);
        }
        self.transcript.push_exchange(work.turn, work.results);
    }
}
