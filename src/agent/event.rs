//! Events that the user sees.

use super::approval::Risk;
use super::config::Gauge;
use super::explain::Remedy;
use crate::language::Bilingual;
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
        /// Cause, as one sentence.
        why: Bilingual,
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
        /// Cause, state of the drawing, and next step.
        message: Bilingual,
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
        /// Reason and next step.
        why: Bilingual,
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
    /// Returns the cause, the state of the drawing, and the next step.
    pub fn message(&self) -> Bilingual {
        match self {
            Self::TurnLimit(n) => Bilingual::new(
                format!(
                    "The model has worked for {n} turns without finishing. Continue, or give it another instruction; the drawing is kept."
                ),
                format!(
                    "모델이 {n}번 응답했지만 끝내지 못했어요. 도면은 그대로 있으니 계속하거나 다르게 지시하세요."
                ),
            ),
            Self::TokenLimit(n) => Bilingual::new(
                format!(
                    "This request has reached its limit of {n} tokens. Continue, or send a smaller request; the drawing is kept."
                ),
                format!(
                    "이 요청이 한도인 토큰 {n}개에 닿았어요. 도면은 그대로 있으니 계속하거나 더 작은 요청을 보내세요."
                ),
            ),
            Self::SpendLimit { spent, limit } => {
                let (spent, limit) = (dollars(*spent), dollars(*limit));
                Bilingual::new(
                    format!(
                        "This conversation has cost {spent}; its limit is {limit}. Continue to allow the same amount again; the drawing is kept."
                    ),
                    format!(
                        "이 대화에 든 비용: {spent}, 한도: {limit}. 도면은 그대로 있고, 계속하면 같은 금액만큼 더 쓸 수 있어요."
                    ),
                )
            }
            Self::Repeating { tool, times } => Bilingual::new(
                format!(
                    "{tool} failed {times} times with the same error. The drawing is unchanged; continue to try again, or give another instruction."
                ),
                format!(
                    "같은 오류로 {times}번 실패했어요: {tool}. 도면은 그대로 있으니 계속하거나 다르게 지시하세요."
                ),
            ),
            Self::Length => Bilingual::new(
                "The response reached the output limit. Continue to get the rest; the drawing is kept.",
                "응답이 출력 한도에 닿았어요. 도면은 그대로 있으니 계속하면 나머지를 받을 수 있어요.",
            ),
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
