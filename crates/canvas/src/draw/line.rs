//! Line: a chain of segments that ends on request, or at its first point.

use crate::canvas_tool::{CanvasCx, Text};
use crate::expression::TypedError;
use crate::keys::Chord;
use crate::steps::procedure::{DrawCall, Entry, Procedure, ProcedureKind, ProcedureStep, Subject, Task};
use crate::steps::value::{StepValue, points};
use serde_json::json;
use trammel_kernel::{Path, Point};

/// A chain of segments.
#[derive(Debug)]
pub struct Line;

impl Procedure for Line {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "line",
            subject: Subject::New("line"),
            keys: &[Chord("l")],
            icon: "M5 19L19 5M3.5 19a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0M17.5 5a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0",
            label: ["Line", "선"],
            is_chain: true,
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        let points = points(task.values);
        (!is_closed(&points))
            .then(|| chain_step(points.len(), ["Specify the start point", "시작점을 지정하세요"]))
    }

    fn ghosts(&self, task: &Task<'_>, _: &CanvasCx<'_>) -> Vec<Path> {
        let points = points(task.values);
        if points.len() < 2 {
            return Vec::new();
        }
        vec![Path::from_points(&points, false)]
    }

    fn draw_call(&self, values: &[StepValue]) -> Result<DrawCall, TypedError> {
        let points = points(values);
        let closed = is_closed(&points);
        Ok(straight_call(points, closed))
    }
}

/// Returns the call that draws a chain of straight pieces.
pub(super) fn straight_call(mut points: Vec<Point>, closed: bool) -> DrawCall {
    if closed {
        points.pop();
    }
    let flat: Vec<f64> = points.iter().flat_map(|point| [point.x, point.y]).collect();
    let mut input = json!({ "points": flat });
    if closed {
        input["closed"] = json!(true);
    }
    ("draw_line", input)
}

/// Returns the step of a chain with this number of points; `start` is the instruction for the first point.
pub(super) fn chain_step(count: usize, start: Text) -> ProcedureStep {
    let prompt = match count {
        0 => start,
        1 => ["Specify the next point", "다음 점을 지정하세요"],
        _ => [
            "Specify the next point, or press Enter to finish",
            "다음 점을 지정하거나 Enter로 마치세요",
        ],
    };
    ProcedureStep::new(Entry::Point, prompt)
}

/// Whether a chain of three pieces or more ends at its start.
pub(super) fn is_closed(points: &[Point]) -> bool {
    points.len() >= 4 && points.first() == points.last()
}
