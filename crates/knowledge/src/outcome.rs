//! Outcomes of decisions, of the user and as a model reported them.

use super::origin::Imported;
use serde::{Deserialize, Serialize};

/// Outcome of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The decision was right.
    Success,
    /// The decision was partly right.
    Partial,
    /// The decision was wrong.
    Failed,
}

/// Outcome of a decision that a model reported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// Outcome.
    pub outcome: Outcome,
    /// Reason for the outcome.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Mark of the model.
    pub imported: Imported,
}
