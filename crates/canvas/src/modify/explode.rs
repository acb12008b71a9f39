//! Explode: splits outlines into lines, arcs, and curves.

use super::operation::{Operation, OperationKind, Pick, Refusal, Step, Task};
use super::statement::{Call, FreeNames};
use crate::keys::Chord;
use serde_json::json;
use trammel_kernel::Path;

/// The Explode operation.
#[derive(Debug, Default)]
pub struct Explode;

impl Operation for Explode {
    fn kind(&self) -> OperationKind {
        OperationKind {
            id: "explode",
            keys: &[Chord("Shift+j")],
            icon: "M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M9 12h6M12 9v6",
            label: ["Explode", "분해"],
            pick: Pick::Confirmed,
            prompt: [
                "Select the items to explode, then press Enter",
                "분해할 항목을 선택하고 Enter를 누르세요",
            ],
        }
    }

    fn step(&self, _: &Task<'_>) -> Option<Step> {
        None
    }

    fn ghosts(&self, _: &Task<'_>) -> Vec<Path> {
        Vec::new()
    }

    fn calls(&self, task: &Task<'_>, _: &mut FreeNames<'_>) -> Result<Vec<Call>, Refusal> {
        let call = |name| Call::new("explode", "entity", name, json!({}));
        Ok(task.targets.iter().map(call).collect())
    }
}
