//! Events that the host shows to the user.

use super::approval::Risk;
use super::config::Gauge;
use super::explain::Remedy;
use super::requirements::BrokenCheck;
use serde_json::Value;
use trammel_language::Bilingual;
use trammel_llm::{ErrorKind, Repair, Stop, Usage};

/// A change in the conversation that the host shows to the user.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// Start of a model turn. An `attempt` above 1 repeats the turn: output already shown for this `turn` is void.
    TurnStarted {
        /// Number of the turn in the run, from 1.
        turn: u32,
        /// Number of the attempt, from 1.
        attempt: u32,
    },
    /// Text delta of the model.
    Text(String),
    /// Reasoning delta of the model.
    Reasoning(String),
    /// Start of a tool call in the model's output. The arguments are incomplete and the tool does not run yet.
    ToolPreparing {
        /// Id of the call.
        id: String,
        /// Name of the tool.
        name: String,
    },
    /// Start of a tool run.
    ToolStarted {
        /// Id of the call.
        id: String,
        /// Name of the tool.
        name: String,
        /// Arguments; `null` if the arguments of the call cannot be parsed.
        input: Value,
        /// Way in which the app has repaired the call.
        repair: Repair,
    },
    /// Completion of a tool run.
    ToolFinished {
        /// Id of the call.
        id: String,
        /// Whether the call succeeded.
        ok: bool,
        /// Text of the tool result that the model receives.
        text: String,
    },
    /// Request for the user's approval of a change. The agent waits for [`Op::Decide`](super::Op::Decide).
    AwaitingApproval {
        /// Id of the call that made the change.
        id: String,
        /// Reasons why the change needs approval, at least one.
        risks: Vec<Risk>,
    },
    /// Calls that the answer had as text. The text of the turn that was shown so far is void.
    CallsInText {
        /// Text of the turn without the calls.
        rest: String,
    },
    /// Message of the app to the model, because its turn changed nothing.
    Nudged {
        /// Reason for the message.
        why: Nudge,
    },
    /// A queued message of the user is part of the conversation now.
    QueuedSent {
        /// Number of the message.
        id: u64,
    },
    /// Token counts.
    Usage {
        /// Tokens of this model turn so far; replaces earlier counts of the turn.
        turn: Usage,
        /// Tokens of the run so far, including this turn.
        run: Usage,
    },
    /// Announcement of a retry after a failed request; output already shown for the turn is void.
    Retrying {
        /// Number of the next attempt, from 2.
        attempt: u32,
        /// Delay before the attempt, in milliseconds.
        in_ms: u64,
        /// Cause, as one sentence.
        why: Bilingual,
    },
    /// Start of compaction, because the conversation is about to fill the context window.
    Compacting {
        /// Fill level of the context window.
        gauge: Gauge,
    },
    /// End of compaction: the conversation continues from this summary. Earlier messages stay on screen, but
    /// the model no longer receives them.
    Compacted {
        /// Summary written by the model.
        summary: String,
    },
    /// Pause of the agent until [`Op::Continue`](super::Op::Continue) or a new prompt.
    Paused {
        /// Reason for the pause.
        why: Pause,
    },
    /// End of the run without an answer. Changes made by tools are kept; [`Op::Continue`](super::Op::Continue)
    /// tries again.
    Failed {
        /// Kind of failure.
        kind: ErrorKind,
        /// Cause, state of the drawing, and next step.
        message: Bilingual,
        /// The remedy to offer.
        action: Remedy,
        /// Error text of the provider, for a details view; may be empty.
        detail: String,
    },
    /// End of the run.
    Done {
        /// Reason for the end.
        stop: Stop,
    },
    /// Checks that held before the run fail, and the app has returned them to the model, once for each run.
    ChecksReturned {
        /// The checks.
        broken: Vec<BrokenCheck>,
    },
    /// Refusal of an operation that is not possible in the current state; nothing changed.
    Rejected {
        /// Reason and next step.
        why: Bilingual,
    },
}

/// Reason why the app tells a model that its turn changed nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nudge {
    /// The answer has a call as text that cannot be read.
    TextCall,
    /// The answer has code as text.
    Code,
    /// The answer claims a change, and the model called no tool.
    Claim,
}

impl Nudge {
    /// Returns the reason as one sentence for the user.
    pub fn message(self) -> Bilingual {
        match self {
            Self::TextCall => Bilingual::new(
                "The model wrote a tool call as text, which was not run. The app told it how to call a tool.",
                "모델이 도구 호출을 글로 써서 실행하지 않았어요. 도구를 부르는 방법을 모델에 알려 줬어요.",
            ),
            Self::Code => Bilingual::new(
                "The model answered with code instead of drawing. The app told it how to call a tool.",
                "모델이 그리지 않고 코드로 답했어요. 도구를 부르는 방법을 모델에 알려 줬어요.",
            ),
            Self::Claim => Bilingual::new(
                "The model claimed a change without calling a tool. The app told it that the drawing did not change.",
                "모델이 도구를 부르지 않고 바꿨다고 했어요. 도면이 바뀌지 않았다고 모델에 알려 줬어요.",
            ),
        }
    }
}

/// Reason why the agent paused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pause {
    /// The run reached its limit of model turns (this number).
    TurnLimit(u32),
    /// The run reached its limit of tokens (this number were used).
    TokenLimit(u64),
    /// The conversation reached its spending limit; both amounts are in billionths of a US dollar.
    SpendLimit {
        /// Cost of the conversation so far.
        spent: u64,
        /// Limit that was reached.
        limit: u64,
    },
    /// The same call failed in the same way repeatedly.
    Repeating {
        /// Name of the tool.
        tool: String,
        /// Number of identical failures.
        times: u32,
    },
    /// Calls of one tool failed in a row with the same kind of error.
    RepeatingKind {
        /// Name of the tool.
        tool: String,
        /// Number of failures.
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
                    "{tool} failed {times} times with the same error. The drawing is kept; continue to try again, or give another instruction."
                ),
                format!(
                    "같은 오류로 {times}번 실패했어요: {tool}. 도면은 그대로 있으니 계속하거나 다르게 지시하세요."
                ),
            ),
            Self::RepeatingKind { tool, times } => Bilingual::new(
                format!(
                    "{tool} failed {times} times in a row with the same kind of error. The drawing is kept; continue to try again, or give another instruction."
                ),
                format!(
                    "비슷한 오류로 {times}번 잇달아 실패했어요: {tool}. 도면은 그대로 있으니 계속하거나 다르게 지시하세요."
                ),
            ),
            Self::Length => Bilingual::new(
                "The response reached the output limit. Continue to get the rest; the drawing is kept.",
                "응답이 출력 한도에 닿았어요. 도면은 그대로 있으니 계속하면 나머지를 받을 수 있어요.",
            ),
        }
    }
}

/// Formats billionths of a US dollar as dollars: two decimals from $0.10 up, four decimals below.
pub fn dollars(billionths: u64) -> String {
    let dollars = billionths as f64 / 1e9;
    if billionths >= 100_000_000 {
        format!("${dollars:.2}")
    } else {
        format!("${dollars:.4}")
    }
}
