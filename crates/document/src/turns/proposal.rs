//! Stored form of a change by an agent that waits for the user's decision.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Key of the proposal in the storage.
pub(crate) const PROPOSAL: &str = "proposal";

/// Steps of an agent that the user has not decided on yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Proposal {
    /// Number of the step before the first proposed one; 0 if there is none.
    pub(crate) before: u64,
    /// Number of the last proposed step.
    pub(crate) last: u64,
    /// Reasons for the question, in the host's form.
    pub reasons: Value,
}

impl Proposal {
    /// Whether the step with this number is proposed.
    pub(crate) fn has(&self, step: u64) -> bool {
        self.before < step && step <= self.last
    }
}
