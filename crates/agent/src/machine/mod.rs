//! States of the agent, and the effect of each operation in each state.
//!
//! `Idle` and `Paused` wait for the user, `AwaitingModel` for the model, `Backoff` for the delay before the
//! next attempt, `RunningTool` for a tool, and `AwaitingApproval` for the user's decision on a change. A turn
//! stays in the state until the turn is complete and its calls are answered; only then does the turn enter the
//! transcript. For this reason, a stop at any time leaves a conversation that is valid to send.
//!
//! Start at [`agent`]. [`state`] has the states, [`request`] the requests, [`compaction`] the summary of a long
//! conversation, [`tool_loop`] the turns and tools, and [`stopping`] the end by the user.

mod agent;
mod compaction;
mod emit;
mod request;
mod state;
mod stopping;
mod tool_loop;

pub use agent::Agent;
