//! Move by a base point and a destination.

use super::operation::{Entry, Operation, OperationKind, Pick, Refusal, Step, Task, apart, nothing_here};
use super::statement::{Call, FreeNames};
use crate::canvas_tool::Effect;
use crate::draw::precision::difference;
use crate::keys::Chord;
use trammel_kernel::{Affine, Path, Vec2};
use trammel_scene::{Adjustment, Name};

/// A move.
#[derive(Debug, Default)]
pub struct Moving;

impl Operation for Moving {
    fn kind(&self) -> OperationKind {
        OperationKind {
            id: "move",
            keys: &[Chord("Shift+m")],
            icon: "M12 3v18M3 12h18M9.5 5.5 12 3l2.5 2.5M9.5 18.5 12 21l2.5-2.5M5.5 9.5 3 12l2.5 2.5M18.5 9.5 21 12l-2.5 2.5",
            label: ["Move", "이동"],
            pick: Pick::Several,
            prompt: [
                "Select the items to move, then press Enter",
                "이동할 항목을 선택하고 Enter를 누르세요",
            ],
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<Step> {
        next_point(task)
    }

    fn ghosts(&self, task: &Task<'_>) -> Vec<Path> {
        shift(task).map_or_else(Vec::new, |by| task.mapped(&[Affine::translate(by)]))
    }

    fn calls(&self, _: &Task<'_>, _: &mut FreeNames<'_>) -> Result<Vec<Call>, Refusal> {
        Ok(Vec::new())
    }

    /// A move changes the numbers of the code instead of adding a call.
    fn finish(&self, task: &Task<'_>, _: &mut FreeNames<'_>) -> Result<(Effect, Vec<Name>), Refusal> {
        let by = checked_shift(task)?;
        let names = task.targets.to_vec();
        if names.is_empty() {
            return Err(nothing_here());
        }
        Ok((Effect::Adjust(Adjustment::Move { names, by }), Vec::new()))
    }
}

/// Returns the step for the base point or the destination.
pub(super) fn next_point(task: &Task<'_>) -> Option<Step> {
    let prompt = match task.values.len() {
        0 => ["Specify the base point", "기준점을 지정하세요"],
        1 => ["Specify the destination", "옮길 위치를 지정하세요"],
        _ => return None,
    };
    Some(Step {
        prompt,
        entry: Entry::Point,
    })
}

/// Returns the vector from the base point to the destination.
pub(super) fn shift(task: &Task<'_>) -> Option<Vec2> {
    let (from, to) = (task.point(0)?, task.point(1)?);
    Some(Vec2::new(difference(from.x, to.x), difference(from.y, to.y)))
}

/// Returns the vector of a finished move.
pub(super) fn checked_shift(task: &Task<'_>) -> Result<Vec2, Refusal> {
    let by = shift(task).unwrap_or_default();
    apart(Vec2::ZERO.to_point(), by.to_point())?;
    Ok(by)
}
