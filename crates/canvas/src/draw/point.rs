//! Point.

use crate::canvas_tool::CanvasCx;
use crate::expression::TypedError;
use crate::keys::Chord;
use crate::steps::procedure::{DrawCall, Entry, Procedure, ProcedureKind, ProcedureStep, Subject, Task};
use crate::steps::value::StepValue;
use serde_json::json;
use trammel_kernel::Path;

/// A point.
#[derive(Debug)]
pub struct PointFigure;

impl Procedure for PointFigure {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "point",
            subject: Subject::New("point"),
            keys: &[Chord("x")],
            icon: "M12 5v5M12 14v5M5 12h5M14 12h5M11.5 12a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0",
            label: ["Point", "점"],
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        task.next(&[ProcedureStep::new(
            Entry::Point,
            ["Specify the point", "점의 위치를 지정하세요"],
        )])
    }

    fn ghosts(&self, _: &Task<'_>, _: &CanvasCx<'_>) -> Vec<Path> {
        Vec::new()
    }

    fn draw_call(&self, values: &[StepValue]) -> Result<DrawCall, TypedError> {
        let [StepValue::Point(at)] = values else {
            return Err(TypedError::Incomplete);
        };
        Ok(("draw_point", json!({ "x": at.x, "y": at.y })))
    }
}
