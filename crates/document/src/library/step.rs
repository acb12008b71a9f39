//! Record of a step of a drawing's history.

use super::record::{Record, Unknown};
use crate::{StoredStep, TurnRequest};
use serde::{Deserialize, Serialize};

/// Step of a history, with the time and the picture of the drawing after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepRecord {
    /// Time at which the step was stored first.
    pub time_ms: u64,
    /// Outlines of the drawing after the step as SVG path data; empty if it was not made.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub thumbnail: String,
    /// Picture of the change by the step, in the place of `thumbnail`; `None` if it was not made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<ChangePicture>,
    /// Name that the user gave to the version after the step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Request of the user that began the turn of the step, if a model made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<TurnRequest>,
    /// Change of the texts.
    pub step: StoredStep,
    /// Fields that this version does not know.
    #[serde(flatten)]
    pub unknown: Unknown,
}

/// Picture of a change as SVG path data: over it, the outlines of what stayed are those of a thumbnail.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ChangePicture {
    /// Outlines of added and changed entities after the change.
    pub after: String,
    /// Outlines of changed and deleted entities before the change.
    pub before: String,
}

impl StepRecord {
    /// Creates the record of a step without a picture and a name.
    pub fn new(step: StoredStep, time_ms: u64) -> StepRecord {
        StepRecord {
            time_ms,
            thumbnail: String::new(),
            change: None,
            name: None,
            request: None,
            step,
            unknown: Unknown::default(),
        }
    }
}

impl Record for StepRecord {
    const VERSION: u64 = 1;
}
