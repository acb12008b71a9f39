//! Copy by a base point and a destination; while the tool stays active, the base point stays for further copies.

use super::moving::{checked_shift, next_point, shift};
use super::operation::{Operation, OperationKind, Pick, Refusal, Step, Task};
use super::statement::{Call, FreeNames};
use crate::keys::Chord;
use serde_json::json;
use trammel_kernel::{Affine, Path};

/// The Copy operation.
#[derive(Debug, Default)]
pub struct Copying;

impl Operation for Copying {
    fn kind(&self) -> OperationKind {
        OperationKind {
            id: "copy",
            keys: &[Chord("Shift+c")],
            icon: "M9 9h11v11H9zM15 9V4H4v11h5M14.5 12v5M12 14.5h5",
            label: ["Copy", "복사"],
            pick: Pick::Several,
            prompt: [
                "Select the items to copy, then press Enter",
                "복사할 항목을 선택하고 Enter를 누르세요",
            ],
        }
    }

    fn kept_values(&self) -> usize {
        1
    }

    fn step(&self, task: &Task<'_>) -> Option<Step> {
        next_point(task)
    }

    fn ghosts(&self, task: &Task<'_>) -> Vec<Path> {
        shift(task).map_or_else(Vec::new, |by| task.mapped(&[Affine::translate(by)]))
    }

    fn calls(&self, task: &Task<'_>, names: &mut FreeNames<'_>) -> Result<Vec<Call>, Refusal> {
        let by = checked_shift(task)?;
        let call = |name| {
            let copy = names.copy_of(name)?;
            let rest = json!({ "result": copy.as_str(), "dx": by.x, "dy": by.y });
            Some(Call::new("duplicate", "entity", name, rest).creating(copy))
        };
        Ok(task.targets.iter().filter_map(call).collect())
    }
}
