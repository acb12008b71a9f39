//! The states of the agent and what each operation does in them.
//!
//! `Idle` and `Paused` wait for the user, `AwaitingModel` for the model, `Backoff` for the time of the next attempt,
//! `RunningTool` for a tool, `AwaitingApproval` for the decision of the user about a change. A turn lives in its state until
//! it is complete and answered; only then does it enter the transcript, so stopping anywhere leaves a sendable conversation.
//! Start at [`agent`]; [`state`] has the states, [`request`] the requests, [`compaction`] the summary of a long
//! conversation, [`tool_loop`] the turns and tools.

mod agent;
mod compaction;
mod emit;
mod request;
mod state;
mod tool_loop;

pub use agent::Agent;
