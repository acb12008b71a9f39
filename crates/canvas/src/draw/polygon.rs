//! Regular polygon by center, radius of the circle through the corners, and number of sides.

use crate::canvas_tool::CanvasCx;
use crate::expression::TypedError;
use crate::keys::Chord;
use crate::steps::procedure::{DrawCall, Entry, Procedure, ProcedureKind, ProcedureStep, Subject, Task};
use crate::steps::value::StepValue;
use serde_json::json;
use trammel_kernel::Path;

/// A regular polygon whose first corner is straight up from the center.
#[derive(Debug)]
pub struct Polygon;

impl Procedure for Polygon {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "polygon",
            subject: Subject::New("polygon"),
            keys: &[Chord("y")],
            icon: "M12 4l7 4v8l-7 4-7-4V8z",
            label: ["Regular polygon", "정다각형"],
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        task.next(&[
            ProcedureStep::new(Entry::Point, ["Specify the center", "중심을 지정하세요"]),
            ProcedureStep::new(
                Entry::Polygon,
                [
                    "Specify the radius; Tab: number of sides",
                    "반지름을 지정하세요. Tab: 변의 수",
                ],
            ),
        ])
    }

    fn ghosts(&self, task: &Task<'_>, _: &CanvasCx<'_>) -> Vec<Path> {
        let shape = shape(task.values);
        let path = shape.map(|(center, radius, sides)| Path::regular_polygon(center, radius, sides, UP));
        path.into_iter().collect()
    }

    fn draw_call(&self, values: &[StepValue]) -> Result<DrawCall, TypedError> {
        let (center, radius, sides) = shape(values).ok_or(TypedError::Sides)?;
        Ok((
            "draw_regular_polygon",
            json!({ "cx": center.x, "cy": center.y, "radius": radius, "sides": sides }),
        ))
    }
}

/// Direction of the first corner.
const UP: f64 = std::f64::consts::FRAC_PI_2;

/// Returns center, radius, and number of sides; `None` if the number of sides is not valid.
fn shape(values: &[StepValue]) -> Option<(trammel_kernel::Point, f64, usize)> {
    let [StepValue::Point(center), StepValue::Polygon(radius, sides)] = values else {
        return None;
    };
    let count = (3..=1000).find(|count: &u16| f64::from(*count) == *sides)?;
    Some((*center, *radius, usize::from(count)))
}
