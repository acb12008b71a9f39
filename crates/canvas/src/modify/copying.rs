//! Copy by a base point and a destination; while the tool stays active, the base point stays for further copies.

use super::moving::{checked_shift, next_point, shift};
use crate::canvas_tool::CanvasCx;
use crate::keys::Chord;
use crate::steps::call::{EntityCall, FreeNames};
use crate::steps::procedure::{Pick, Procedure, ProcedureKind, ProcedureStep, Subject, Task};
use crate::steps::refusal::Refusal;
use serde_json::json;
use trammel_kernel::{Affine, Path};

/// The Copy operation.
#[derive(Debug)]
pub struct Copying;

impl Procedure for Copying {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "copy",
            keys: &[Chord("Shift+c")],
            icon: "M9 9h11v11H9zM15 9V4H4v11h5M14.5 12v5M12 14.5h5",
            label: ["Copy", "복사"],
            subject: Subject::Picked(
                Pick::Several,
                [
                    "Select the items to copy, then press Enter",
                    "복사할 항목을 선택하고 Enter를 누르세요",
                ],
            ),
            kept_values: 1,
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        next_point(task)
    }

    fn ghosts(&self, task: &Task<'_>, cx: &CanvasCx<'_>) -> Vec<Path> {
        shift(task).map_or_else(Vec::new, |by| {
            task.map_outlines(cx.scene, &[Affine::translate(by)])
        })
    }

    fn calls(&self, task: &Task<'_>, names: &mut FreeNames<'_>) -> Result<Vec<EntityCall>, Refusal> {
        let by = checked_shift(task)?;
        let call = |name| {
            let copy = names.copy_of(name)?;
            let rest = json!({ "result": copy.as_str(), "dx": by.x, "dy": by.y });
            Some(EntityCall::new("duplicate", "entity", name, rest).creating(copy))
        };
        Ok(task.targets.iter().filter_map(call).collect())
    }
}
