//! What the agent is doing, and what it remembers of a run.

use std::collections::VecDeque;

use crate::agent::approval::Risk;
use crate::agent::event::Pause;
use crate::agent::receipt::Account;
use crate::agent::tool_result::Failures;
use crate::llm::{Decoder, ToolCall, ToolResult, Turn, Usage};
use crate::tools::Reply;

/// What the agent is doing.
pub(super) enum State {
    Idle,
    Paused,
    AwaitingModel(ActiveRequest),
    Backoff,
    RunningTool(PendingTurn),
    /// A call is through and a person is asked whether its change stays.
    AwaitingApproval(PendingTurn, Box<PendingApproval>),
}

/// What is known of a call that waits for a person's decision.
pub(super) struct PendingApproval {
    pub(super) call: ToolCall,
    pub(super) result: ToolResult,
    pub(super) reply: Reply,
    /// The questions that are not answered yet; the first one stands.
    pub(super) risks: VecDeque<Risk>,
}

/// A request on its way. Its number is `Agent::request`.
pub(super) struct ActiveRequest {
    pub(super) body: Body,
    pub(super) got_bytes: bool,
}

/// What is arriving.
pub(super) enum Body {
    Answer(Box<dyn Decoder>),
    Failure {
        status: u16,
        headers: Vec<(String, String)>,
        bytes: Vec<u8>,
    },
}

impl Body {
    /// What is left of a body that has been read.
    pub(super) fn over() -> Self {
        Self::Failure {
            status: 0,
            headers: Vec::new(),
            bytes: Vec::new(),
        }
    }
}

/// A complete turn of the model whose calls are being run.
pub(super) struct PendingTurn {
    pub(super) turn: Turn,
    pub(super) calls: Vec<ToolCall>,
    /// Of the first calls; the call after them is running.
    pub(super) results: Vec<ToolResult>,
    pub(super) pause: Option<Pause>,
}

/// Bookkeeping of everything done for one message of the person.
pub(super) struct Run {
    pub(super) turn: u32,
    pub(super) attempt: u32,
    pub(super) max_tokens: u32,
    /// Of the requests that are over.
    pub(super) spent: Usage,
    /// Of the present request.
    pub(super) current: Usage,
    /// What it cost; `None` once a price was not known.
    pub(super) cost: Option<u64>,
    pub(super) requests: u32,
    pub(super) account: Account,
    /// The present request is for a summary.
    pub(super) condensing: bool,
    /// Questions that need not be asked again.
    pub(super) agreed: Vec<Risk>,
    /// The context window was full once already.
    pub(super) overflowed: bool,
    pub(super) failures: Failures,
    /// Turns of which the model had to be told that they were cut off.
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
            condensing: false,
            agreed: Vec::new(),
            overflowed: false,
            failures: Failures::default(),
            cut_off: 0,
        }
    }
}
