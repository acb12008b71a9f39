//! Prompts of the Prompt API.

use serde::Serialize;
use serde_json::Value;

/// Initial messages of a session and the message to answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    /// Initial messages: the system prompt, then the alternating turns of the conversation.
    pub initial: Vec<Message>,
    /// User message to answer.
    pub message: String,
    /// JSON Schema of the answer.
    pub constraint: Value,
}

/// A message of the Prompt API.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Message {
    /// `system`, `user` or `assistant`.
    pub role: &'static str,
    /// Text of the message.
    pub content: String,
}
