//! Reports of the host, and wishes of the user.

use super::message::Prompt;
use crate::tools::Reply;

/// An event that the host reports. `request` is the number that came with [`Effect::Send`](super::Effect::Send) or [`Effect::Wait`](super::Effect::Wait); reports about any
/// other request are ignored, so a late one does no harm.
#[derive(Debug, Clone, PartialEq)]
pub enum Op {
    /// The person sent a message.
    Prompt(Prompt),
    /// The answer's head arrived. Not needed for a recorded answer.
    HttpHead {
        /// Which request.
        request: u64,
        /// HTTP status.
        status: u16,
        /// Headers, names in lower case.
        headers: Vec<(String, String)>,
    },
    /// A piece of the body arrived.
    Bytes {
        /// Which request.
        request: u64,
        /// The piece; any size, may split a character.
        bytes: Vec<u8>,
    },
    /// The body ended.
    HttpEnd {
        /// Which request.
        request: u64,
    },
    /// The request failed without an answer, or in the middle of it.
    HttpFailed {
        /// Which request.
        request: u64,
        /// What the browser says.
        message: String,
    },
    /// A tool answered.
    ToolDone {
        /// The id that came with [`Effect::RunTool`](super::Effect::RunTool).
        call_id: String,
        /// Its reply.
        reply: Box<Reply>,
    },
    /// The time of an [`Effect::Wait`](super::Effect::Wait) is over.
    Tick {
        /// Which wait.
        request: u64,
    },
    /// The person has decided about the change of [`Event::Asking`](super::Event::Asking). If it is not kept, the host has taken it back.
    Decide {
        /// Whether it stays.
        keep: bool,
        /// Whether questions of this kind need not be asked again in this run.
        always: bool,
    },
    /// The person does not want to wait for the next retry.
    RetryNow,
    /// The person wants to stop.
    Stop,
    /// The person wants to go on after a pause, or to try again after a failure.
    Continue,
}
