//! Record of a drawing: what a list of drawings shows.

use super::record::{Record, Unknown};
use serde::{Deserialize, Serialize};

/// Name, times, size, and picture of a drawing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DrawingRecord {
    /// Name; empty for a drawing without a name.
    pub name: String,
    /// Whether the user gave the name. Otherwise it follows the title that the code sets.
    pub is_named: bool,
    /// Time of the creation.
    pub created_ms: u64,
    /// Time of the last change.
    pub changed_ms: u64,
    /// Time of the last opening.
    pub opened_ms: u64,
    /// Number of entities.
    pub entities: usize,
    /// Size of the texts and the history, in bytes.
    pub bytes: usize,
    /// Outlines as SVG path data; see [`super::thumbnail`].
    pub thumbnail: String,
    /// Time at which the user deleted the drawing, if it is in the trash.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted_ms: Option<u64>,
    /// Time at which a visit found that the time in the trash was over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expired_ms: Option<u64>,
    /// Id of the conversation on screen, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversation: Option<String>,
    /// Fields that this version does not know.
    #[serde(flatten)]
    pub unknown: Unknown,
}

impl Record for DrawingRecord {
    const VERSION: u64 = 1;
}

impl DrawingRecord {
    /// Creates the record of a new drawing.
    pub fn new(name: &str, now_ms: u64) -> DrawingRecord {
        DrawingRecord {
            name: name.to_owned(),
            created_ms: now_ms,
            changed_ms: now_ms,
            opened_ms: now_ms,
            ..DrawingRecord::default()
        }
    }
}
