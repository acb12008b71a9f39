//! Events that the user sees.

use super::approval::Risk;
use super::config::Gauge;
use super::explain::Remedy;
use crate::llm::{ErrorKind, Stop, Usage};
use serde_json::Value;

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
    /// A call has changed something a person should agree to. The agent waits for [`Op::Decide`](super::Op::Decide).
    AwaitingApproval {
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
    /// The agent holds and waits for [`Op::Continue`](super::Op::Continue), or for a new prompt.
    Paused {
        /// Why.
        why: Pause,
    },
    /// The run ended without an answer. What the tools did before stays; [`Op::Continue`](super::Op::Continue) tries again.
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
