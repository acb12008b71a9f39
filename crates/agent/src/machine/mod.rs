//! States of the agent, and the effect of each operation in each state.
//!
//! `Idle` and `Paused` wait for the user, `AwaitingModel` for the model, `Backoff` for the delay before the
//! next attempt, `RunningTool` for a tool, and `AwaitingApproval` for the user's decision on a change. A turn
//! stays in the state until the turn is complete and its calls are answered; only then does the turn enter the
//! transcript. For this reason, a stop at any time leaves a conversation that is valid to send.
//!
//! Start at [`agent`], which also has the end by the user and the summary of a long conversation. [`state`] has the states,
//! [`request`] the requests, [`tool_loop`] the turns and tools, [`weak_models`] the repair of answers, and
//! [`steering`] the messages that the user writes meanwhile.

mod agent;
mod emit;
mod request;
mod state;
mod steering;
mod tool_loop;
mod weak_models;

pub use agent::Agent;
pub use steering::Phase;
