//! Move by a base point and a destination.

use crate::canvas_tool::CanvasCx;
use crate::keys::Chord;
use crate::precision::difference;
use crate::steps::call::FreeNames;
use crate::steps::procedure::{
    Entry, Finished, Pick, Procedure, ProcedureKind, ProcedureStep, Subject, Task, apart,
};
use crate::steps::refusal::Refusal;
use trammel_kernel::{Affine, Path, Vec2};
use trammel_scene::Adjustment;

/// A move.
#[derive(Debug)]
pub struct Moving;

impl Procedure for Moving {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "move",
            keys: &[Chord("Shift+m")],
            icon: "M12 3v18M3 12h18M9.5 5.5 12 3l2.5 2.5M9.5 18.5 12 21l2.5-2.5M5.5 9.5 3 12l2.5 2.5M18.5 9.5 21 12l-2.5 2.5",
            label: ["Move", "이동"],
            subject: Subject::Picked(
                Pick::Several,
                [
                    "Select the items to move, then press Enter",
                    "이동할 항목을 선택하고 Enter를 누르세요",
                ],
            ),
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

    /// A move changes the numbers of the code instead of adding a call.
    fn finish(&self, task: &Task<'_>, _: &mut FreeNames<'_>) -> Result<Finished, Refusal> {
        let by = checked_shift(task)?;
        task.adjustment(|names| Adjustment::Move { names, by })
    }
}

/// Returns the step for the base point or the destination.
pub(super) fn next_point(task: &Task<'_>) -> Option<ProcedureStep> {
    task.next(&[
        ProcedureStep::new(Entry::Point, ["Specify the base point", "기준점을 지정하세요"]),
        ProcedureStep::new(
            Entry::Point,
            ["Specify the destination", "옮길 위치를 지정하세요"],
        ),
    ])
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
