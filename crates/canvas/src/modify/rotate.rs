//! Rotation about a center, by a typed angle or from a reference direction to another direction.

use super::by_reference::{self, number};
use crate::canvas_tool::CanvasCx;
use crate::expression::TypedError;
use crate::keys::Chord;
use crate::steps::call::FreeNames;
use crate::steps::procedure::{
    Field, FieldUnit, Finished, Given, Pick, Procedure, ProcedureKind, ProcedureStep, Subject, Task,
};
use crate::steps::refusal::Refusal;
use crate::steps::value::StepValue;
use trammel_kernel::{Path, Point, affine};
use trammel_scene::{Adjustment, Scene};

/// Precision of a pointed angle, in degrees.
const PRECISION: f64 = 0.1;

const ANGLE: &[Field] = &[Field::new(FieldUnit::Angle, ["Angle", "각도"])];

/// A rotation.
#[derive(Debug)]
pub struct Rotate;

impl Procedure for Rotate {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "rotate",
            keys: &[Chord("Shift+t")],
            icon: "M20 12a8 8 0 1 1-2.6-5.9M20 3v4.5h-4.5M12 12h.01",
            label: ["Rotate", "회전"],
            subject: Subject::Picked(
                Pick::Several,
                [
                    "Select the items to rotate, then press Enter",
                    "회전할 항목을 선택하고 Enter를 누르세요",
                ],
            ),
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        let prompts = [
            ["Specify the center", "중심을 지정하세요"],
            [
                "Type the angle or specify the start direction",
                "각도를 입력하거나 시작 방향을 지정하세요",
            ],
            ["Specify the angle", "각도를 지정하세요"],
        ];
        by_reference::next_step(task, ANGLE, prompts)
    }

    fn origin(&self, task: &Task<'_>, _: &Scene) -> Option<Point> {
        task.point(0)
    }

    fn resolve(&self, task: &Task<'_>, given: &Given, _: &CanvasCx<'_>) -> Result<StepValue, Refusal> {
        by_reference::resolve(task, given, (&ANGLE[0], PRECISION), |[center, start, end]| {
            let (from, to) = (start - center, end - center);
            Ok(libm::atan2(from.cross(to), from.dot(to)).to_degrees())
        })
    }

    fn ghosts(&self, task: &Task<'_>, cx: &CanvasCx<'_>) -> Vec<Path> {
        by_reference::ghosts(task, cx.scene, |angle, center| {
            affine::rotation_about(angle.to_radians(), center)
        })
    }

    fn finish(&self, task: &Task<'_>, _: &mut FreeNames<'_>) -> Result<Finished, Refusal> {
        let (center, angle) = number(task).ok_or(TypedError::Incomplete)?;
        if angle == 0.0 {
            return Err(Refusal::from([
                "The angle is zero, so nothing turns. Type another angle or choose another direction.",
                "각도가 0이라서 회전하지 않아요. 다른 각도를 입력하거나 다른 방향을 고르세요.",
            ]));
        }
        task.adjustment(|names| Adjustment::Rotate { names, angle, center })
    }
}
