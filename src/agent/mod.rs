//! The agent: a pure state machine between a person, a model and the tools.
//!
//! The host calls [`Agent::step`] with what happened ([`Op`]) and performs what comes back ([`Effect`]), in order.
//! No I/O, no clock, no browser: a whole conversation is a unit test.
//!
//! Invariants:
//! * The transcript can be sent at every moment: each call has exactly one result, in order, in the next turn.
//!   A turn and its results are added together, once all are there.
//! * The transcript only grows and the system prompt is fixed; the tools on offer only grow, at their end, by what the
//!   model asked about (`widen`). So prompt caches hold as far as they can. When the context window fills up, the
//!   conversation is condensed as a whole and begins anew (`compact`).
//! * Tools run only after the model's turn is complete, one at a time, in the model's order.
//! * The key is in no event, no error and no `Debug` output.
//!
//! Start here (the vocabulary), then `machine` (the states), then [`transcript`].

mod approval;
mod compaction;
mod explain;
mod image_fallback;
mod machine;
mod mcp_result;
mod message;
pub mod prompt;
mod receipt;
mod retry;
mod tool_offer;
mod tool_result;
pub mod transcript;

#[cfg(test)]
mod tests;

use serde_json::Value;

use crate::llm::models::Model;
use crate::llm::{Endpoint, ErrorKind, Stop, ToolDef, Transport, Usage};
use crate::tools::Reply;

pub use approval::Risk;
pub use explain::Remedy;
pub use machine::Agent;
pub use mcp_result::mcp_result;
pub use message::{Image, Prompt};
pub use prompt::system_prompt;
pub use receipt::Receipt;
pub use transcript::Transcript;

/// Which model to talk to. May change between two runs of one conversation.
#[derive(Debug, Clone, Default)]
pub struct Connection {
    /// Id of a provider in `llm::PROVIDERS`.
    pub provider: String,
    /// Model id.
    pub model: String,
    /// Address and key.
    pub endpoint: Endpoint,
}

/// What a conversation is made from.
#[derive(Debug, Clone, Default)]
pub struct AgentConfig {
    /// Which model to talk to.
    pub connection: Connection,
    /// System prompt, fixed for the conversation; see [`system_prompt`].
    pub system: String,
    /// Tools on offer at the beginning; see `tools::first_tools` and [`Agent::tools`].
    pub tools: Vec<ToolDef>,
    /// Bounds.
    pub limits: Limits,
    /// Whether a person is asked about risky changes; see [`Risk`].
    pub ask: bool,
    /// What the conversation cost before, in billionths of a US dollar: see [`Agent::spent`].
    pub spent: u64,
    /// What a person knows better about models than `llm::models` does.
    pub own_models: Vec<Model>,
    /// Seed of the jitter between retries.
    pub seed: u64,
}

/// Bounds of one run (a request of the person and everything the model does for it).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Model turns before the agent pauses and asks.
    pub max_turns: u32,
    /// Output tokens of one model turn.
    pub max_tokens: u32,
    /// Largest `max_tokens` to try when a turn was cut off.
    pub max_tokens_cap: u32,
    /// Tokens, in and out, before the agent pauses and asks.
    pub max_run_tokens: Option<u64>,
    /// What a conversation may cost before the agent pauses and asks, in billionths of a US dollar. To go on allows as
    /// much again.
    pub max_spend: Option<u64>,
    /// Identical failing calls before the agent pauses.
    pub max_same_failure: u32,
    /// Characters of a tool result's text that the model gets.
    pub max_result_chars: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_turns: 40,
            max_tokens: 32_000,
            max_tokens_cap: 64_000,
            max_run_tokens: None,
            max_spend: Some(1_000_000_000),
            max_same_failure: 3,
            max_result_chars: 8_000,
        }
    }
}

/// How full the model's context window is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gauge {
    /// Tokens of the conversation: as the provider counted them last, else an estimate.
    pub used: u64,
    /// Tokens of the window.
    pub window: u64,
}

/// What happened. `request` is the number that came with [`Effect::Send`] or [`Effect::Wait`]; reports about any
/// other request are ignored, so a late one does no harm.
#[derive(Debug, Clone, PartialEq)]
pub enum Op {
    /// The person sent a message.
    Prompt(Prompt),
    /// The answer's head arrived. Not needed for a recorded answer.
    HttpHead {
        /// Which request.
        request: u64,
        /// HTTP status.
        status: u16,
        /// Headers, names in lower case.
        headers: Vec<(String, String)>,
    },
    /// A piece of the body arrived.
    Bytes {
        /// Which request.
        request: u64,
        /// The piece; any size, may split a character.
        bytes: Vec<u8>,
    },
    /// The body ended.
    HttpEnd {
        /// Which request.
        request: u64,
    },
    /// The request failed without an answer, or in the middle of it.
    HttpFailed {
        /// Which request.
        request: u64,
        /// What the browser says.
        message: String,
    },
    /// A tool answered.
    ToolDone {
        /// The id that came with [`Effect::RunTool`].
        call_id: String,
        /// Its reply.
        reply: Box<Reply>,
    },
    /// The time of an [`Effect::Wait`] is over.
    Tick {
        /// Which wait.
        request: u64,
    },
    /// The person has decided about the change of [`Event::Asking`]. If it is not kept, the host has taken it back.
    Decide {
        /// Whether it stays.
        keep: bool,
        /// Whether questions of this kind need not be asked again in this run.
        always: bool,
    },
    /// The person does not want to wait for the next retry.
    RetryNow,
    /// The person wants to stop.
    Stop,
    /// The person wants to go on after a pause, or to try again after a failure.
    Continue,
}

/// What the host must do, in the order given.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Start this request; report with [`Op::HttpHead`], [`Op::Bytes`], [`Op::HttpEnd`] or [`Op::HttpFailed`].
    Send {
        /// Number to report with.
        request: u64,
        /// What to send or replay.
        transport: Transport,
    },
    /// Cancel what is in flight: the request, the wait or the running tool. Nothing needs to be reported.
    Abort,
    /// Run a tool; report with [`Op::ToolDone`].
    RunTool {
        /// Id to report with.
        call_id: String,
        /// Name of the tool; the host answers for names it does not know.
        name: String,
        /// Arguments, an object.
        input: Value,
    },
    /// Report [`Op::Tick`] after this time.
    Wait {
        /// Number to report with.
        request: u64,
        /// Milliseconds.
        ms: u64,
    },
    /// Show this.
    Emit(Event),
}

/// What a person sees.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A model turn begins. With `attempt` > 1 it is a repetition: what was shown of this `turn` before is void.
    TurnStarted {
        /// Number of the turn in the run, from 1.
        turn: u32,
        /// Number of the attempt, from 1.
        attempt: u32,
    },
    /// More text of the model.
    Text(String),
    /// More of its reasoning.
    Reasoning(String),
    /// The model is writing a call; its arguments are not complete and nothing runs yet.
    ToolPreparing {
        /// Id of the call.
        id: String,
        /// Name of the tool.
        name: String,
    },
    /// A tool runs.
    ToolStarted {
        /// Id of the call.
        id: String,
        /// Name of the tool.
        name: String,
        /// Arguments; `null` if the model wrote none that can be read.
        input: Value,
    },
    /// A tool answered.
    ToolFinished {
        /// Id of the call.
        id: String,
        /// Whether it succeeded.
        ok: bool,
        /// The text the model gets.
        text: String,
    },
    /// A call has changed something a person should agree to. The agent waits for [`Op::Decide`].
    Asking {
        /// Id of the call.
        id: String,
        /// What it is about.
        risk: Risk,
    },
    /// Token counts.
    Usage {
        /// Of this model turn so far; replaces earlier counts of the turn.
        turn: Usage,
        /// Of the run so far, this turn included.
        run: Usage,
    },
    /// The request failed and is tried again; what was shown of the turn is void.
    Retrying {
        /// Number of the coming attempt, from 2.
        attempt: u32,
        /// After this many milliseconds.
        in_ms: u64,
        /// What happened, one sentence.
        why: String,
    },
    /// The conversation is about to fill the context window and is being condensed.
    Condensing {
        /// How full it is.
        gauge: Gauge,
    },
    /// The conversation goes on from this summary. What was said before stays on screen; the model no longer sees it.
    Condensed {
        /// The summary, in the model's words.
        summary: String,
    },
    /// The agent holds and waits for [`Op::Continue`], or for a new prompt.
    Paused {
        /// Why.
        why: Pause,
    },
    /// The run ended without an answer. What the tools did before stays; [`Op::Continue`] tries again.
    Failed {
        /// What kind of failure.
        kind: ErrorKind,
        /// What happened, in which state things are, and what to do next.
        message: String,
        /// The remedy to offer.
        action: Remedy,
        /// The provider's own words, for a details view; may be empty.
        detail: String,
    },
    /// The run ended.
    Done {
        /// How.
        stop: Stop,
    },
    /// The operation was not possible now; nothing changed.
    Rejected {
        /// Why.
        why: String,
    },
}

/// Why the agent holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pause {
    /// It used all turns it may use without asking.
    TurnLimit(u32),
    /// It used all tokens it may use without asking.
    TokenLimit(u64),
    /// The conversation has cost as much as it may cost without asking; both in billionths of a US dollar.
    SpendLimit {
        /// What it has cost.
        spent: u64,
        /// What it may cost.
        limit: u64,
    },
    /// The same call failed the same way this many times.
    Repeating {
        /// The tool.
        tool: String,
        /// How often.
        times: u32,
    },
    /// The answer was cut off at the output limit.
    Length,
}

impl Pause {
    /// What happened, in which state things are, and what to do next.
    pub fn message(&self) -> String {
        match self {
            Self::TurnLimit(n) => format!(
                "The model has worked for {n} turns without finishing. Everything it drew is kept. \
                 Continue to let it go on, or tell it what to do differently."
            ),
            Self::TokenLimit(n) => format!(
                "This request has used {n} tokens, its limit. Everything drawn is kept. \
                 Continue to let it go on, or send a smaller request."
            ),
            Self::SpendLimit { spent, limit } => format!(
                "This conversation has cost {}; the limit is {}. Everything drawn is kept. \
                 Continue to allow as much again, or stop here.",
                dollars(*spent),
                dollars(*limit)
            ),
            Self::Repeating { tool, times } => format!(
                "The call of {tool} failed {times} times in the same way. The drawing is as it was before those \
                 calls. Continue to let the model try again, or tell it what to do differently."
            ),
            Self::Length => "The answer reached the output limit and stops in the middle. Nothing is lost. \
                             Continue to get the rest."
                .to_owned(),
        }
    }
}

/// Billionths of a dollar as people write them: cents, and more digits where cents say nothing.
pub fn dollars(billionths: u64) -> String {
    let dollars = billionths as f64 / 1e9;
    if billionths >= 100_000_000 {
        format!("${dollars:.2}")
    } else {
        format!("${dollars:.4}")
    }
}
