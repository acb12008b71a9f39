//! Record of a conversation of a drawing.

use super::record::Record;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Conversation of a drawing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ConversationRecord {
    /// Beginning of the first message.
    pub title: String,
    /// Time of the first message.
    pub created_ms: u64,
    /// Time of the last change.
    pub changed_ms: u64,
    /// Conversation in the form of the host, which has a version of its own.
    pub body: Value,
}

impl Record for ConversationRecord {
    const VERSION: u64 = 1;
}
