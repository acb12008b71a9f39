//! The agent: a pure state machine between the user, a model, and the tools.
//!
//! The host calls [`Agent::step`] with each operation ([`Op`]) and performs the returned effects ([`Effect`])
//! in order. The agent does no I/O and has no clock, so a unit test can run a whole conversation.
//!
//! Invariants:
//! * The transcript is always valid to send: each tool call has exactly one result, in order, in the next turn.
//!   A turn and its results are added together, once all results exist.
//! * The system prompt is fixed and the transcript is append-only. The list of offered tools only grows at its
//!   end (`tool_offer`). Both keep the prompt caches of providers valid. When the context window fills up,
//!   compaction replaces the transcript with a summary (`compaction`).
//! * Tools run only after the model's turn is complete, one at a time, in the order of the calls.
//! * No event, error, or `Debug` output contains the API key.
//!
//! Start at [`Op`], [`Effect`], and [`Event`], then read `machine` (the states) and [`transcript`].
//!
//! # Example
//!
//! ```
//! use trammel::agent::{Pause, dollars};
//!
//! // Costs are in billionths of a US dollar.
//! assert_eq!(dollars(1_250_000_000), "$1.25");
//! let pause = Pause::SpendLimit { spent: 1_250_000_000, limit: 1_000_000_000 };
//! assert!(pause.message().english.starts_with("This conversation has cost $1.25"));
//! ```

mod approval;
mod call_summary;
mod compaction;
mod config;
mod decision;
mod effect;
mod event;
mod explain;
mod image_fallback;
mod machine;
mod mcp_result;
mod message;
mod op;
pub mod prompt;
mod receipt;
mod retry;
mod tool_offer;
mod tool_result;
pub mod transcript;

pub use approval::{Approvals, Risk};
pub use call_summary::{CallSummary, ResultSummary};
pub use config::{AgentConfig, Connection, Gauge, Limits};
pub use decision::{Decision, too_late};
pub use effect::Effect;
pub use event::{Event, Pause, dollars};
pub use explain::Remedy;
pub use machine::Agent;
pub use mcp_result::{mcp_output, mcp_result};
pub use message::{Image, Prompt};
pub use op::Op;
pub use prompt::system_prompt;
pub use receipt::Receipt;
pub use tool_offer::revealed;
pub use transcript::Transcript;

#[cfg(test)]
mod tests;
