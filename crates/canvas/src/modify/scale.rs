//! Scaling about a base point, by a typed factor or from a reference length to another length.

use super::by_reference::{self, number};
use crate::canvas_tool::CanvasCx;
use crate::expression::TypedError;
use crate::keys::Chord;
use crate::steps::call::FreeNames;
use crate::steps::procedure::{
    Field, FieldUnit, Finished, Given, Pick, Procedure, ProcedureKind, ProcedureStep, Subject, Task, apart,
};
use crate::steps::refusal::Refusal;
use crate::steps::value::StepValue;
use trammel_kernel::{Path, Point, Vec2, affine};
use trammel_scene::{Adjustment, Scene};

/// Precision of a pointed factor.
const PRECISION: f64 = 0.01;

const FACTOR: &[Field] = &[Field::new(FieldUnit::Plain, ["Factor", "배율"])];

/// A scaling.
#[derive(Debug)]
pub struct Scale;

impl Procedure for Scale {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "scale",
            keys: &[Chord("Shift+s")],
            icon: "M4 12v8h8v-8zM4 8V4h4M12 4h8v8M13 11l7-7M20 16v4h-4",
            label: ["Scale", "축척"],
            subject: Subject::Picked(
                Pick::Several,
                [
                    "Select the items to scale, then press Enter",
                    "축척을 바꿀 항목을 선택하고 Enter를 누르세요",
                ],
            ),
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        let prompts = [
            ["Specify the base point", "기준점을 지정하세요"],
            [
                "Type the factor or specify the reference length",
                "배율을 입력하거나 참조 길이를 지정하세요",
            ],
            ["Specify the new length", "새 길이를 지정하세요"],
        ];
        by_reference::next_step(task, FACTOR, prompts)
    }

    fn origin(&self, task: &Task<'_>, _: &Scene) -> Option<Point> {
        task.point(0)
    }

    fn resolve(&self, task: &Task<'_>, given: &Given, _: &CanvasCx<'_>) -> Result<StepValue, Refusal> {
        by_reference::resolve(task, given, (&FACTOR[0], PRECISION), |[base, from, to]| {
            Ok(apart(base, to)? / apart(base, from)?)
        })
    }

    fn ghosts(&self, task: &Task<'_>, cx: &CanvasCx<'_>) -> Vec<Path> {
        by_reference::ghosts(task, cx.scene, |factor, base| {
            affine::scale_about(Vec2::new(factor, factor), base)
        })
    }

    fn finish(&self, task: &Task<'_>, _: &mut FreeNames<'_>) -> Result<Finished, Refusal> {
        let (base, factor) = number(task).ok_or(TypedError::Incomplete)?;
        if factor <= 0.0 {
            return Err(Refusal::from([
                "The factor must be above zero. To flip items, use Mirror.",
                "배율은 0보다 커야 해요. 뒤집으려면 대칭을 쓰세요.",
            ]));
        }
        task.adjustment(|names| Adjustment::Scale {
            names,
            factor,
            center: base,
        })
    }
}
