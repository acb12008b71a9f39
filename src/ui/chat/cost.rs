//! Cost settings of conversations: spending cap, approval of risky changes, and the user's own rows of models and
//! prices.
//!
//! Each setting applies at once, independent of the rest of the form.

use super::super::web_storage::{self, StorageArea};
use serde::{Deserialize, Serialize};
use trammel_llm::models::Model;

const STORED: &str = "cost";

/// The stored cost settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Cost {
    /// Spending cap in dollars, after which the agent asks; `None` for no cap.
    pub(super) cap: Option<f64>,
    /// Whether risky changes need the user's approval.
    #[serde(default = "yes")]
    pub(super) ask: bool,
    /// The user's rows of models, which take precedence over the built-in rows.
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
    /// Loads the stored settings, or the defaults.
    pub(super) fn load() -> Self {
        let stored =
            web_storage::read(StorageArea::Device, STORED).and_then(|text| serde_json::from_str(&text).ok());
        stored.unwrap_or_default()
    }

    /// Stores the settings.
    pub(super) fn store(&self) {
        if let Ok(text) = serde_json::to_string(self) {
            // Settings that cannot be stored still apply to this page.
            let _ = web_storage::write(StorageArea::Device, STORED, &text);
        }
    }

    /// Returns the cap in billionths of a dollar.
    pub(super) fn max_spend(&self) -> Option<u64> {
        self.cap
            .map(|dollars| (dollars.clamp(0.01, 1e6) * 1e9).round() as u64)
    }

    /// Whether risky changes need the user's approval.
    pub(super) fn asks(&self) -> bool {
        self.ask
    }

    /// Returns a copy of the user's rows of models.
    pub(super) fn models(&self) -> Vec<Model> {
        self.models.clone()
    }
}
