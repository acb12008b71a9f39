//! Arcs: through three points, around a center, and continuing a line or an arc.

use super::circular::Circular;
use crate::canvas_tool::CanvasCx;
use crate::expression::TypedError;
use crate::keys::Chord;
use crate::steps::procedure::{
    DrawCall, Entry, Procedure, ProcedureKind, ProcedureStep, Subject, Target, Task,
};
use crate::steps::value::{StepValue, points};
use trammel_kernel::Path;

/// A circular arc.
#[derive(Debug)]
pub struct Arc;

impl Procedure for Arc {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "arc",
            subject: Subject::New("arc"),
            keys: &[Chord("a")],
            icon: "M4 17C4 9 10 5 20 5M2.5 18.5a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0",
            label: ["Arc", "호"],
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        task.next(&[
            ProcedureStep::new(Entry::Point, ["Specify the start point", "시작점을 지정하세요"]),
            ProcedureStep::new(
                Entry::Point,
                ["Specify a point on the arc", "호 위의 점을 지정하세요"],
            ),
            ProcedureStep::new(Entry::Point, ["Specify the end point", "끝점을 지정하세요"]),
        ])
    }

    fn ghosts(&self, task: &Task<'_>, _: &CanvasCx<'_>) -> Vec<Path> {
        let points = points(task.values);
        match (points.len(), Circular::through(&points)) {
            (0 | 1, _) => Vec::new(),
            (_, Some(arc)) => vec![arc.path()],
            (_, None) => vec![Path::from_points(&points, false)],
        }
    }

    fn draw_call(&self, values: &[StepValue]) -> Result<DrawCall, TypedError> {
        let arc = Circular::through(&points(values)).ok_or(TypedError::Collinear)?;
        Ok(arc.call())
    }
}

/// A circular arc by its center, its start, and the direction of its end.
#[derive(Debug)]
pub struct CenterArc;

impl Procedure for CenterArc {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "arc-center",
            subject: Subject::New("arc"),
            keys: &[],
            icon: "M20 18A14 14 0 0 0 6 4M4.5 18a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0M9 18h8",
            label: ["Arc by center", "중심과 두 점의 호"],
            method_of: Some("arc"),
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        task.next(&[
            ProcedureStep::new(Entry::Point, ["Specify the center", "중심을 지정하세요"]),
            ProcedureStep::new(Entry::Point, ["Specify the start point", "시작점을 지정하세요"]),
            ProcedureStep::new(
                Entry::Angle,
                [
                    "Specify the direction of the end, counterclockwise",
                    "끝점의 방향을 지정하세요(반시계 방향)",
                ],
            ),
        ])
    }

    fn ghosts(&self, task: &Task<'_>, _: &CanvasCx<'_>) -> Vec<Path> {
        let values = task.values;
        let radius = || Path::from_points(&points(values), false);
        match Circular::around(values) {
            Some(arc) => vec![arc.path()],
            None if values.len() == 2 => vec![radius()],
            None => Vec::new(),
        }
    }

    fn draw_call(&self, values: &[StepValue]) -> Result<DrawCall, TypedError> {
        let arc = Circular::around(values).ok_or(TypedError::Incomplete)?;
        Ok(arc.call())
    }
}

/// A circular arc that continues a line or an arc without a kink.
#[derive(Debug)]
pub struct TangentArc;

impl Procedure for TangentArc {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "arc-tangent",
            subject: Subject::New("arc"),
            keys: &[],
            icon: "M3 20h8a9 9 0 0 0 9-9V6M9.5 20a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0",
            label: ["Arc continuing a line or arc", "선이나 호를 잇는 호"],
            method_of: Some("arc"),
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        task.next(&[
            ProcedureStep::new(
                Entry::Pick(Target::End),
                [
                    "Click the end to continue; Enter: the last one",
                    "이어 그릴 끝점을 클릭하세요. Enter: 마지막 끝점",
                ],
            ),
            ProcedureStep::new(Entry::Point, ["Specify the end point", "끝점을 지정하세요"]),
        ])
    }

    fn ghosts(&self, task: &Task<'_>, _: &CanvasCx<'_>) -> Vec<Path> {
        let values = task.values;
        match values {
            [StepValue::Pick(_), _] => vec![
                Circular::continuing(values)
                    .map_or_else(|| Path::from_points(&points(values), false), |arc| arc.path()),
            ],
            _ => Vec::new(),
        }
    }

    fn draw_call(&self, values: &[StepValue]) -> Result<DrawCall, TypedError> {
        let arc = Circular::continuing(values).ok_or(TypedError::Straight)?;
        Ok(arc.call())
    }
}
