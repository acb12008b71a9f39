//! What a conversation may do and cost before it must ask, and what a person knows better about prices and models.
//!
//! All apply at once, whatever becomes of the rest of the form.

use super::super::web_storage::{self, StorageArea};
use crate::llm::models::Model;
use serde::{Deserialize, Serialize};

const STORED: &str = "cost";

/// What a person chose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Cost {
    /// Dollars after which the agent asks; none for never.
    pub(super) cap: Option<f64>,
    /// Whether a person is asked about risky changes.
    #[serde(default = "yes")]
    pub(super) ask: bool,
    /// Rows that go before those that come with the app.
    pub(super) models: Vec<Model>,
}

fn yes() -> bool {
    true
}

impl Default for Cost {
    fn default() -> Self {
        Self {
            cap: Some(1.0),
            ask: true,
            models: Vec::new(),
        }
    }
}

impl Cost {
    /// What was chosen last.
    pub(super) fn load() -> Self {
        let stored =
            web_storage::read(StorageArea::Device, STORED).and_then(|text| serde_json::from_str(&text).ok());
        stored.unwrap_or_default()
    }

    /// Remembers the choice.
    pub(super) fn store(&self) {
        if let Ok(text) = serde_json::to_string(self) {
            // What cannot be remembered still holds for this page.
            let _ = web_storage::write(StorageArea::Device, STORED, &text);
        }
    }

    /// The cap in billionths of a dollar.
    pub(super) fn max_spend(&self) -> Option<u64> {
        self.cap
            .map(|dollars| (dollars.clamp(0.01, 1e6) * 1e9).round() as u64)
    }

    /// Whether a person is asked about risky changes.
    pub(super) fn asks(&self) -> bool {
        self.ask
    }

    /// The rows.
    pub(super) fn models(&self) -> Vec<Model> {
        self.models.clone()
    }
}
