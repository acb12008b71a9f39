//! Effects that the host performs.

use super::event::Event;
use crate::llm::Transport;
use serde_json::Value;

/// What the host must do, in the order given.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Start this request; report with [`Op::HttpHead`](super::Op::HttpHead), [`Op::Bytes`](super::Op::Bytes), [`Op::HttpEnd`](super::Op::HttpEnd) or [`Op::HttpFailed`](super::Op::HttpFailed).
    Send {
        /// Number to report with.
        request: u64,
        /// What to send or replay.
        transport: Transport,
    },
    /// Cancel what is in flight: the request, the wait or the running tool. Nothing needs to be reported.
    Abort,
    /// Run a tool; report with [`Op::ToolDone`](super::Op::ToolDone).
    RunTool {
        /// Id to report with.
        call_id: String,
        /// Name of the tool; the host answers for names it does not know.
        name: String,
        /// Arguments, an object.
        input: Value,
    },
    /// Report [`Op::Tick`](super::Op::Tick) after this time.
    Wait {
        /// Number to report with.
        request: u64,
        /// Milliseconds.
        ms: u64,
    },
    /// Show this.
    Emit(Event),
}
