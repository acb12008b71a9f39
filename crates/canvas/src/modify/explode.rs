//! Explode: splits outlines into lines, arcs, and curves.

use crate::canvas_tool::CanvasCx;
use crate::keys::Chord;
use crate::steps::call::{EntityCall, FreeNames};
use crate::steps::procedure::{Pick, Procedure, ProcedureKind, ProcedureStep, Subject, Task};
use crate::steps::refusal::Refusal;
use serde_json::json;
use trammel_kernel::Path;

/// The Explode operation.
#[derive(Debug)]
pub struct Explode;

impl Procedure for Explode {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "explode",
            keys: &[Chord("Shift+j")],
            icon: "M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M9 12h6M12 9v6",
            label: ["Explode", "분해"],
            subject: Subject::Picked(
                Pick::Confirmed,
                [
                    "Select the items to explode, then press Enter",
                    "분해할 항목을 선택하고 Enter를 누르세요",
                ],
            ),
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, _: &Task<'_>) -> Option<ProcedureStep> {
        None
    }

    fn ghosts(&self, _: &Task<'_>, _: &CanvasCx<'_>) -> Vec<Path> {
        Vec::new()
    }

    fn calls(&self, task: &Task<'_>, _: &mut FreeNames<'_>) -> Result<Vec<EntityCall>, Refusal> {
        let call = |name| EntityCall::new("explode", "entity", name, json!({}));
        Ok(task.targets.iter().map(call).collect())
    }
}
