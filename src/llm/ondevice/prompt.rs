//! Prompts, as the Prompt API takes them.

use serde::Serialize;
use serde_json::Value;

/// A session of the model, and its question.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    /// Begin of the session: the system prompt, then the conversation in turns.
    pub initial: Vec<Message>,
    /// Question of the session.
    pub message: String,
    /// The JSON schema of the answer.
    pub constraint: Value,
}

/// A message of the conversation, as the Prompt API takes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Message {
    /// `system`, `user` or `assistant`.
    pub role: &'static str,
    /// Text of the message.
    pub content: String,
}
