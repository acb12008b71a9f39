//! Request of the user that began a turn of a model.

use serde::{Deserialize, Serialize};
use serde_json::json;

/// Maximum length of a request in a sentence and in the history, in characters.
const MAX_REQUEST: usize = 200;

/// Request of the user that began a turn of a model.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TurnRequest {
    /// Id of the conversation of the turn.
    pub conversation: String,
    /// Words of the user, shortened; empty if the request has none.
    pub text: String,
}

impl TurnRequest {
    /// Sets the words of the user, shortened to the limit of the history.
    pub(crate) fn set_text(&mut self, text: &str) {
        let text = text.trim();
        self.text = text.chars().take(MAX_REQUEST).collect();
        if self.text.len() < text.len() {
            self.text.push('…');
        }
    }

    /// Returns the words of the user in quotation marks; `None` if there are none.
    pub(crate) fn quoted(&self) -> Option<String> {
        (!self.text.is_empty()).then(|| json!(self.text).to_string())
    }
}
