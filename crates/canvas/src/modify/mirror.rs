//! Mirror at an axis through two points: as a copy, or in place.

use crate::canvas_tool::CanvasCx;
use crate::canvas_tool::Text;
use crate::expression::TypedError;
use crate::keys::Chord;
use crate::steps::call::{EntityCall, FreeNames};
use crate::steps::procedure::{
    ChoiceUse, Entry, Finished, Pick, Procedure, ProcedureKind, ProcedureStep, Subject, Task, apart,
    finish_calls,
};
use crate::steps::refusal::Refusal;
use serde_json::json;
use trammel_kernel::{Path, Point, affine};
use trammel_scene::Adjustment;

/// A mirror.
#[derive(Debug)]
pub struct Mirror;

/// Number of the choice that mirrors the items themselves.
const IN_PLACE: usize = 1;

impl Procedure for Mirror {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "mirror",
            keys: &[Chord("Shift+i")],
            icon: "M12 3v3M12 9v6M12 18v3M9 6v12H3zM15 6v12h6z",
            label: ["Mirror", "대칭"],
            subject: Subject::Picked(
                Pick::Several,
                [
                    "Select the items to mirror, then press Enter",
                    "대칭할 항목을 선택하고 Enter를 누르세요",
                ],
            ),
            choice: ChoiceUse::Method,
            ..ProcedureKind::COMMON
        }
    }

    fn choices(&self, _: &Task<'_>) -> &'static [(&'static str, Text)] {
        &[
            ("Shift+i", ["As a copy", "복사본 만들기"]),
            ("Shift+i", ["In place", "원본 뒤집기"]),
        ]
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        task.next(&[
            ProcedureStep::new(
                Entry::Point,
                [
                    "Specify the first point of the axis",
                    "대칭축의 첫 점을 지정하세요",
                ],
            ),
            ProcedureStep::new(
                Entry::Point,
                [
                    "Specify the second point of the axis",
                    "대칭축의 둘째 점을 지정하세요",
                ],
            ),
        ])
    }

    fn ghosts(&self, task: &Task<'_>, cx: &CanvasCx<'_>) -> Vec<Path> {
        let (Some(from), Some(to)) = (task.point(0), task.point(1)) else {
            return Vec::new();
        };
        let mut ghosts =
            affine::mirror(from, to).map_or_else(Vec::new, |map| task.map_outlines(cx.scene, &[map]));
        ghosts.push(Path::from_points(&[from, to], false));
        ghosts
    }

    fn calls(&self, task: &Task<'_>, names: &mut FreeNames<'_>) -> Result<Vec<EntityCall>, Refusal> {
        let axis = axis(task)?;
        let call = |name| {
            let copy = names.free_name(&format!("{name}_mirrored"))?;
            let [from, to] = axis;
            let rest = json!({ "result": copy.as_str(), "axis": [from.x, from.y, to.x, to.y] });
            Some(EntityCall::new("mirror", "entity", name, rest).creating(copy))
        };
        Ok(task.targets.iter().filter_map(call).collect())
    }

    fn finish(&self, task: &Task<'_>, names: &mut FreeNames<'_>) -> Result<Finished, Refusal> {
        if task.choice != IN_PLACE {
            return finish_calls(self.calls(task, names)?);
        }
        let axis = axis(task)?;
        task.adjustment(|names| Adjustment::Mirror { names, axis })
    }
}

/// Returns the two points of the axis.
fn axis(task: &Task<'_>) -> Result<[Point; 2], Refusal> {
    let (Some(from), Some(to)) = (task.point(0), task.point(1)) else {
        return Err(TypedError::Incomplete.into());
    };
    apart(from, to)?;
    Ok([from, to])
}
