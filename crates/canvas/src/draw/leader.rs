//! Leader: an arrow from a text to a point or a part of an entity, which it follows.

use crate::canvas_tool::CanvasCx;
use crate::canvas_tool::Text;
use crate::expression::TypedError;
use crate::keys::Chord;
use crate::steps::procedure::{
    DrawCall, Entry, Procedure, ProcedureKind, ProcedureStep, Subject, Target, Task,
};
use crate::steps::value::{StepValue, points};
use serde_json::{Value, json};
use trammel_kernel::Path;

/// A leader with a text.
#[derive(Debug)]
pub struct Leader;

impl Procedure for Leader {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "leader",
            subject: Subject::New("leader"),
            keys: &[Chord("Shift+d")],
            icon: "M4 20l8-11h8M4 20l1.5-5.5M4 20l5-2.5",
            label: ["Leader", "지시선"],
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        Some(match task.values.last() {
            None => ProcedureStep::new(
                Entry::Pick(Target::Anything),
                [
                    "Click the point or edge to describe",
                    "설명할 점이나 변을 클릭하세요",
                ],
            ),
            Some(StepValue::Text(_)) => return None,
            Some(StepValue::Point(_)) => ProcedureStep::new(
                Entry::Text,
                [
                    "Type the text, then press Enter",
                    "문자를 입력하고 Enter를 누르세요",
                ],
            ),
            Some(_) => ProcedureStep::new(
                Entry::Point,
                ["Specify the start of the text", "문자의 시작점을 지정하세요"],
            ),
        })
    }

    fn choices(&self, task: &Task<'_>) -> &'static [(&'static str, Text)] {
        match task.values.last() {
            None | Some(StepValue::Point(_)) => &[],
            Some(_) => &[
                ("b", ["Text here", "여기에 문자"]),
                ("b", ["Bend first", "먼저 꺾기"]),
            ],
        }
    }

    fn ghosts(&self, task: &Task<'_>, _: &CanvasCx<'_>) -> Vec<Path> {
        let points = points(task.values);
        if points.len() < 2 {
            return Vec::new();
        }
        vec![Path::from_points(&points, false)]
    }

    fn draw_call(&self, values: &[StepValue]) -> Result<DrawCall, TypedError> {
        let [StepValue::Pick(target), .., StepValue::Text(text)] = values else {
            return Err(TypedError::Incomplete);
        };
        let target = match &target.reference {
            Some(reference) => Value::from(reference.as_str()),
            None => json!([target.at.x, target.at.y]),
        };
        let flat: Vec<f64> = points(&values[1..])
            .iter()
            .flat_map(|point| [point.x, point.y])
            .collect();
        Ok((
            "leader",
            json!({ "target": target, "points": flat, "text": text }),
        ))
    }
}
