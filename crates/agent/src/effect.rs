//! Effects that the host performs for the agent.

use super::event::Event;
use serde_json::Value;
use trammel_llm::Transport;

/// A task for the host. The host performs effects in the order given.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Start of a request. The host reports with [`Op::HttpHead`](super::Op::HttpHead),
    /// [`Op::Bytes`](super::Op::Bytes), [`Op::HttpEnd`](super::Op::HttpEnd), or
    /// [`Op::HttpFailed`](super::Op::HttpFailed).
    Send {
        /// Number to report with.
        request: u64,
        /// Request to send, or recorded answer to replay.
        transport: Transport,
    },
    /// Cancellation of the current request, wait, or tool run. The host reports nothing.
    Abort,
    /// Start of a tool run. The host reports with [`Op::ToolDone`](super::Op::ToolDone).
    RunTool {
        /// Id to report with.
        call_id: String,
        /// Name of the tool. For an unknown name, the host reports a failed reply.
        name: String,
        /// Arguments, a JSON object.
        input: Value,
    },
    /// Start of a timer. The host reports [`Op::Tick`](super::Op::Tick) when the time is over.
    Wait {
        /// Number to report with.
        request: u64,
        /// Duration in milliseconds.
        ms: u64,
    },
    /// Event to show to the user.
    Emit(Event),
}
