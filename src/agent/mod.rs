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
//! Start at [`Op`], [`Effect`] and [`Event`], then `machine` (the states), then [`transcript`].

mod approval;
mod compaction;
mod config;
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

pub use approval::Risk;
pub use config::{AgentConfig, Connection, Gauge, Limits};
pub use effect::Effect;
pub use event::{Event, Pause, dollars};
pub use explain::Remedy;
pub use machine::Agent;
pub use mcp_result::mcp_result;
pub use message::{Image, Prompt};
pub use op::Op;
pub use prompt::system_prompt;
pub use receipt::Receipt;
pub use transcript::Transcript;

#[cfg(test)]
mod tests;
