//! Record of a step of a drawing's history.

use super::record::{Record, Unknown};
use crate::StoredStep;
use serde::{Deserialize, Serialize};

/// Step of a history, with the time and the picture of the drawing after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepRecord {
    /// Time at which the step was stored first.
    pub time_ms: u64,
    /// Outlines of the drawing after the step as SVG path data; empty if it was not made.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub thumbnail: String,
    /// Name that the user gave to the version after the step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Change of the texts.
    pub step: StoredStep,
    /// Fields that this version does not know.
    #[serde(flatten)]
    pub unknown: Unknown,
}

impl Record for StepRecord {
    const VERSION: u64 = 1;
}
