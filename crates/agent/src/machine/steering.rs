//! Messages that the user writes while the model works, and what the agent is doing meanwhile.
//!
//! Invariants: a queued message enters the conversation with the next request, after the results of the running calls, and
//! only once; a message that was not given to the model yet can be taken back.

use super::agent::{Agent, reject};
use super::state::{Body, Heard, State};
use crate::effect::Effect;
use crate::event::Event;
use crate::message::Prompt;

/// What the agent is doing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Phase {
    /// A request was sent, and the server has not responded.
    Connecting,
    /// The server has accepted the request, and the model has written nothing.
    Waiting,
    /// The model reasons.
    Thinking,
    /// The model writes text or a call.
    Writing,
    /// The tool with this name runs.
    Tool(String),
    /// The conversation is being summarized.
    Compacting,
    /// A change waits for the decision of the user.
    Asking,
    /// The agent waits before it tries again.
    Backoff,
}

impl Agent {
    /// Returns what the agent is doing; `None` if it waits for the next message.
    pub fn phase(&self) -> Option<Phase> {
        Some(match &self.state {
            State::Idle | State::Paused => return None,
            State::Backoff => Phase::Backoff,
            State::AwaitingApproval(..) => Phase::Asking,
            State::RunningTool(work) => {
                let call = work.calls.get(work.results.len());
                Phase::Tool(call.map(|call| call.name.clone()).unwrap_or_default())
            }
            State::AwaitingModel(_) if self.run.compacting => Phase::Compacting,
            State::AwaitingModel(active) => match (&active.body, active.heard) {
                (Body::Failure { .. }, _) | (_, Heard::Head) => Phase::Waiting,
                (_, Heard::Nothing) => Phase::Connecting,
                (_, Heard::Reasoning) => Phase::Thinking,
                (_, Heard::Words) => Phase::Writing,
            },
        })
    }

    /// Returns the numbers of the messages that wait for the next request, oldest first.
    pub fn queued(&self) -> Vec<u64> {
        self.queue.0.iter().map(|(id, _)| *id).collect()
    }

    /// Queues a message of the user, or sends it if the agent does nothing.
    pub(super) fn enqueue(&mut self, id: u64, prompt: Prompt, out: &mut Vec<Effect>) {
        if prompt.is_empty() {
            return reject(super::agent::EMPTY, out);
        }
        self.queue.0.push_back((id, prompt));
        if !self.is_busy() {
            self.go_on(out);
        }
    }

    /// Takes a queued message back.
    pub(super) fn dequeue(&mut self, id: u64) {
        self.queue.0.retain(|(queued, _)| *queued != id);
    }

    /// Whether messages wait for the next request.
    pub(super) fn has_queued(&self) -> bool {
        !self.queue.0.is_empty()
    }

    /// Adds the queued messages to the conversation.
    pub(super) fn add_queued(&mut self, out: &mut Vec<Effect>) {
        for (id, prompt) in std::mem::take(&mut self.queue.0) {
            self.transcript.push_user(prompt.into_blocks());
            self.told.forget_drawing();
            out.push(Effect::Emit(Event::QueuedSent { id }));
        }
    }
}
