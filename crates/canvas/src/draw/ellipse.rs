//! Ellipse by center, end of the first axis, and half of the second axis.

use crate::canvas_tool::CanvasCx;
use crate::expression::TypedError;
use crate::keys::Chord;
use crate::precision::round_computed;
use crate::steps::procedure::{DrawCall, Entry, Procedure, ProcedureKind, ProcedureStep, Subject, Task};
use crate::steps::value::StepValue;
use serde_json::json;
use trammel_kernel::{Path, Point, Seg, norm};

/// An ellipse.
#[derive(Debug)]
pub struct Ellipse;

impl Procedure for Ellipse {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "ellipse",
            subject: Subject::New("ellipse"),
            keys: &[Chord("o")],
            icon: "M12 6.5c5 0 9 2.5 9 5.5s-4 5.5-9 5.5S3 15 3 12s4-5.5 9-5.5Z",
            label: ["Ellipse", "타원"],
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        task.next(&[
            ProcedureStep::new(Entry::Point, ["Specify the center", "중심을 지정하세요"]),
            ProcedureStep::new(
                Entry::Point,
                [
                    "Specify the end of the first axis",
                    "첫 번째 축의 끝점을 지정하세요",
                ],
            ),
            ProcedureStep::new(
                Entry::Radius,
                [
                    "Specify half the length of the second axis",
                    "두 번째 축의 절반 길이를 지정하세요",
                ],
            ),
        ])
    }

    fn ghosts(&self, task: &Task<'_>, _: &CanvasCx<'_>) -> Vec<Path> {
        match task.values {
            [StepValue::Point(center), StepValue::Point(end)] => {
                vec![Path::new(vec![Seg::line(*center, *end)], false)]
            }
            [
                StepValue::Point(center),
                StepValue::Point(end),
                StepValue::Radius(ry),
            ] => {
                let (rx, rotation) = axis(*center, *end);
                vec![Path::ellipse(*center, rx, *ry, rotation)]
            }
            _ => Vec::new(),
        }
    }

    fn draw_call(&self, values: &[StepValue]) -> Result<DrawCall, TypedError> {
        let [
            StepValue::Point(center),
            StepValue::Point(end),
            StepValue::Radius(ry),
        ] = values
        else {
            return Err(TypedError::Incomplete);
        };
        let (rx, rotation) = axis(*center, *end);
        let mut input = json!({ "cx": center.x, "cy": center.y, "rx": round_computed(rx), "ry": ry });
        if rotation != 0.0 {
            input["rotation"] = json!(round_computed(rotation.to_degrees()));
            input["angle_unit"] = json!("degree");
        }
        Ok(("draw_ellipse", input))
    }
}

/// Returns the length and the direction of the first half axis.
fn axis(center: Point, end: Point) -> (f64, f64) {
    let way = end - center;
    (norm(way), libm::atan2(way.y, way.x))
}
