#![doc = include_str!("../README.md")]

mod approval;
mod call_summary;
mod compaction;
mod config;
mod decision;
mod digest;
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
mod requirements;
mod retry;
mod tool_result;
pub mod transcript;

pub use approval::{Approvals, Risk};
pub use call_summary::{CallSummary, ResultSummary};
pub use config::{AgentConfig, Connection, Gauge, Limits};
pub use decision::{Decision, too_late};
pub use effect::Effect;
pub use event::{Event, Nudge, Pause, dollars};
pub use explain::Remedy;
pub use machine::{Agent, Phase};
pub use mcp_result::{mcp_output, mcp_result};
pub use message::{Image, Prompt};
pub use op::Op;
pub use prompt::system_prompt;
pub use receipt::Receipt;
pub use requirements::{BrokenCheck, requirement_note};
pub use transcript::Transcript;

#[cfg(test)]
mod tests;
