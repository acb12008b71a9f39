//! Text: position, height, direction, and then the text itself in a field on the drawing.

use crate::canvas_tool::CanvasCx;
use crate::coordinates::direction;
use crate::expression::TypedError;
use crate::keys::Chord;
use crate::steps::procedure::{DrawCall, Entry, Procedure, ProcedureKind, ProcedureStep, Subject, Task};
use crate::steps::value::StepValue;
use serde_json::json;
use trammel_kernel::{Path, Vec2};

/// Height of the first text, in drawing units.
const HEIGHT: f64 = 5.0;
/// Width of the ghost, in heights.
const GHOST: f64 = 4.0;

/// A line of text.
#[derive(Debug)]
pub struct TextFigure;

impl Procedure for TextFigure {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "text",
            subject: Subject::New("text"),
            keys: &[Chord("t")],
            icon: "M5 7V5h14v2M12 5v14M9 19h6",
            label: ["Text", "문자"],
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        task.next(&[
            ProcedureStep::new(
                Entry::Point,
                ["Specify the start of the text", "문자의 시작점을 지정하세요"],
            ),
            ProcedureStep::new(
                Entry::Height,
                [
                    "Specify the height of capital letters",
                    "대문자의 높이를 지정하세요",
                ],
            ),
            ProcedureStep::new(
                Entry::Angle,
                ["Specify the direction of the text", "문자의 방향을 지정하세요"],
            ),
            ProcedureStep::new(
                Entry::Text,
                [
                    "Type the text, then press Enter",
                    "문자를 입력하고 Enter를 누르세요",
                ],
            ),
        ])
    }

    fn initial(&self, step: usize) -> Option<StepValue> {
        match step {
            1 => Some(StepValue::Radius(HEIGHT)),
            2 => Some(StepValue::Angle(0.0)),
            _ => None,
        }
    }

    fn ghosts(&self, task: &Task<'_>, _: &CanvasCx<'_>) -> Vec<Path> {
        let [StepValue::Point(at), StepValue::Radius(height), rest @ ..] = task.values else {
            return Vec::new();
        };
        let degrees = match rest.first() {
            Some(StepValue::Angle(degrees)) => *degrees,
            _ => 0.0,
        };
        let along = direction(degrees) * *height;
        let up = Vec2::new(-along.y, along.x);
        let corners = [*at, *at + along * GHOST, *at + along * GHOST + up, *at + up];
        vec![Path::from_points(&corners, true)]
    }

    fn draw_call(&self, values: &[StepValue]) -> Result<DrawCall, TypedError> {
        let [
            StepValue::Point(at),
            StepValue::Radius(height),
            StepValue::Angle(degrees),
            StepValue::Text(text),
        ] = values
        else {
            return Err(TypedError::Incomplete);
        };
        let mut input = json!({ "text": text, "x": at.x, "y": at.y, "size": height });
        if *degrees != 0.0 {
            input["angle"] = json!(degrees);
            input["angle_unit"] = json!("degree");
        }
        Ok(("draw_text", input))
    }
}
