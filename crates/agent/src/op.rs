//! Operations: input to the agent from the host and the user.

use super::decision::Decision;
use super::message::Prompt;
use trammel_tools::Reply;

/// Input to [`Agent::step`](super::Agent::step). `request` is the number given with
/// [`Effect::Send`](super::Effect::Send) or [`Effect::Wait`](super::Effect::Wait). A report with another number
/// is ignored, so late reports are harmless.
#[derive(Debug, Clone, PartialEq)]
pub enum Op {
    /// A message from the user.
    Prompt(Prompt),
    /// A message that the user writes while the model works. The model gets it with the next request.
    Queue {
        /// Number of the message, chosen by the host.
        id: u64,
        /// The message.
        prompt: Prompt,
    },
    /// Removal of a queued message.
    Unqueue {
        /// Number of the message.
        id: u64,
    },
    /// Arrival of the response head. Optional for a recorded answer.
    HttpHead {
        /// Number of the request.
        request: u64,
        /// HTTP status.
        status: u16,
        /// Headers, with names in lower case.
        headers: Vec<(String, String)>,
    },
    /// Arrival of a part of the response body.
    Bytes {
        /// Number of the request.
        request: u64,
        /// Bytes of any length; may end inside a UTF-8 character.
        bytes: Vec<u8>,
    },
    /// End of the response body.
    HttpEnd {
        /// Number of the request.
        request: u64,
    },
    /// Failure of the request, before or during the response.
    HttpFailed {
        /// Number of the request.
        request: u64,
        /// Error message of the browser or the HTTP client.
        message: String,
    },
    /// Completion of a tool call.
    ToolDone {
        /// Id given with [`Effect::RunTool`](super::Effect::RunTool).
        call_id: String,
        /// Reply of the tool.
        reply: Box<Reply>,
    },
    /// Expiry of an [`Effect::Wait`](super::Effect::Wait).
    Tick {
        /// Number of the wait.
        request: u64,
    },
    /// Decision of the user on [`Event::AwaitingApproval`](super::Event::AwaitingApproval).
    Decide(Decision),
    /// Request of the user to skip the wait before the next retry.
    RetryNow,
    /// Request of the user to stop the run.
    Stop {
        /// Decision on the change that waits for approval; with `None`, the user has not decided yet.
        decision: Option<Decision>,
    },
    /// Request of the user to continue after a pause, or to try again after a failure.
    Continue,
}
