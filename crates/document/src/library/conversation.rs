//! Record of a conversation of a drawing.

use super::record::{Record, Unknown};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Conversation of a drawing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ConversationRecord {
    /// Beginning of the first message.
    pub title: String,
    /// Name that the user gave to the conversation; the title is shown without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Last step of the history of the drawing when the conversation was on screen: the version that belongs to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub head: Option<u64>,
    /// Time of the first message.
    pub created_ms: u64,
    /// Time of the last change.
    pub changed_ms: u64,
    /// Conversation in the form of the host, which has a version of its own.
    pub body: Value,
    /// Fields that this version does not know.
    #[serde(flatten)]
    pub unknown: Unknown,
}

impl Record for ConversationRecord {
    const VERSION: u64 = 1;
}

impl ConversationRecord {
    /// Returns the name, or the title of a conversation without a name.
    pub fn shown_name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.title)
    }

    /// Whether this conversation has everything of another one: it is the same, or it goes on after it.
    pub(super) fn continues(&self, other: &ConversationRecord) -> bool {
        let list = |body: &Value, name: &str| body[name].as_array().cloned().unwrap_or_default();
        let begins_with = |name: &str| {
            let other = list(&other.body, name);
            !other.is_empty() && list(&self.body, name).starts_with(&other)
        };
        self.body == other.body || (begins_with("items") && begins_with("transcript"))
    }
}
