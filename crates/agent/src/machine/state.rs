//! State of the agent, and the data of the current run.

use crate::approval::{Approvals, Risk};
use crate::event::Pause;
use crate::message::Prompt;
use crate::receipt::Account;
use crate::tool_result::Failures;
use std::collections::VecDeque;
use trammel_llm::{Decoder, ToolCall, ToolResult, Turn, Usage};
use trammel_tools::{Reply, Told};

/// State of the agent.
pub(super) enum State {
    Idle,
    Paused,
    AwaitingModel(ActiveRequest),
    Backoff,
    RunningTool(PendingTurn),
    /// A call has finished and its change waits for the user's approval.
    AwaitingApproval(PendingTurn, Box<PendingApproval>),
}

/// A finished call whose change waits for the user's approval.
pub(super) struct PendingApproval {
    pub(super) call: ToolCall,
    pub(super) result: ToolResult,
    pub(super) reply: Reply,
    /// Knowledge of the model once it has the result.
    pub(super) told: Told,
    /// Reasons for the question.
    pub(super) risks: Vec<Risk>,
}

/// A request in progress. Its number is `Agent::request`.
pub(super) struct ActiveRequest {
    pub(super) body: Body,
    pub(super) got_bytes: bool,
    pub(super) heard: Heard,
}

/// Latest kind of data of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Heard {
    Nothing,
    Head,
    Reasoning,
    Words,
}

/// Body of the response.
pub(super) enum Body {
    Answer(Box<dyn Decoder>),
    Failure {
        status: u16,
        headers: Vec<(String, String)>,
        bytes: Vec<u8>,
    },
}

impl Body {
    /// Returns a placeholder for a body that has ended.
    pub(super) fn over() -> Self {
        Self::Failure {
            status: 0,
            headers: Vec::new(),
            bytes: Vec::new(),
        }
    }
}

/// A complete turn of the model whose calls are running.
pub(super) struct PendingTurn {
    pub(super) turn: Turn,
    pub(super) calls: Vec<ToolCall>,
    /// Results of the first calls; the next call is running.
    pub(super) results: Vec<ToolResult>,
    pub(super) pause: Option<Pause>,
}

/// Data of one run: all work for one message of the user.
pub(super) struct Run {
    pub(super) turn: u32,
    pub(super) attempt: u32,
    pub(super) max_tokens: u32,
    /// Tokens of the completed requests.
    pub(super) spent: Usage,
    /// Tokens of the current request.
    pub(super) current: Usage,
    /// Cost of the completed requests in billionths of a US dollar; `None` once a price was unknown.
    pub(super) cost: Option<u64>,
    pub(super) requests: u32,
    pub(super) account: Account,
    /// Whether the current request is for a summary.
    pub(super) compacting: bool,
    /// Changes that the user has approved.
    pub(super) approvals: Approvals,
    /// Number of times that the room of a compaction was halved.
    pub(super) halvings: u32,
    /// Whether the run has already used compaction.
    pub(super) overflowed: bool,
    pub(super) failures: Failures,
    /// Number of calls of the model.
    pub(super) calls: u32,
    /// Whether the model was told that its turn changed nothing.
    pub(super) nudged: bool,
    /// Whether the model was told of checks that it broke.
    pub(super) returned: bool,
    /// Number of turns that were cut off and answered with an error.
    pub(super) cut_off: u32,
}

impl Run {
    pub(super) fn begin(account: Account) -> Self {
        Self {
            turn: 0,
            attempt: 0,
            max_tokens: 0,
            spent: Usage::default(),
            current: Usage::default(),
            cost: Some(0),
            requests: 0,
            account,
            compacting: false,
            approvals: Approvals::default(),
            halvings: 0,
            overflowed: false,
            failures: Failures::default(),
            calls: 0,
            nudged: false,
            returned: false,
            cut_off: 0,
        }
    }
}

/// Messages of the user that wait for the next request, with their numbers.
#[derive(Debug, Default)]
pub(super) struct Queue(pub(super) VecDeque<(u64, Prompt)>);
