//! Rotation about a center, by a typed angle or from a reference direction to another direction.

use super::operation::{
    Entry, Field, FieldUnit, Given, Operation, OperationKind, Pick, Refusal, Step, Task, Value, apart,
};
use super::statement::{Call, FreeNames};
use crate::draw::precision::{round, without_dust};
use crate::expression::TypedError;
use crate::keys::Chord;
use serde_json::json;
use trammel_kernel::{Path, Point, affine};

/// Precision of a pointed angle, in degrees.
const PRECISION: f64 = 0.1;

const ANGLE: &[Field] = &[Field {
    label: ["Angle", "각도"],
    unit: FieldUnit::Angle,
}];

/// A rotation.
#[derive(Debug, Default)]
pub struct Rotate;

impl Operation for Rotate {
    fn kind(&self) -> OperationKind {
        OperationKind {
            id: "rotate",
            keys: &[Chord("Shift+t")],
            icon: "M20 12a8 8 0 1 1-2.6-5.9M20 3v4.5h-4.5M12 12h.01",
            label: ["Rotate", "회전"],
            pick: Pick::Several,
            prompt: [
                "Select the items to rotate, then press Enter",
                "회전할 항목을 선택하고 Enter를 누르세요",
            ],
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<Step> {
        let (prompt, entry) = match task.values {
            [] => (["Specify the center", "중심을 지정하세요"], Entry::Point),
            [_] => (
                [
                    "Type the angle or specify the start direction",
                    "각도를 입력하거나 시작 방향을 지정하세요",
                ],
                Entry::Fields(ANGLE),
            ),
            [_, Value::Point(_)] => (["Specify the angle", "각도를 지정하세요"], Entry::Fields(ANGLE)),
            _ => return None,
        };
        Some(Step { prompt, entry })
    }

    fn origin(&self, task: &Task<'_>) -> Option<Point> {
        task.point(0)
    }

    fn resolve(&self, task: &Task<'_>, given: &Given<'_>) -> Result<Value, Refusal> {
        if let Some(angle) = given.typed.first().copied().flatten() {
            return Ok(Value::Numbers(vec![angle]));
        }
        let center = task.point(0).unwrap_or_default();
        let at = given
            .at
            .ok_or_else(|| TypedError::Missing(ANGLE[0].label).reason())?;
        apart(center, at)?;
        let Some(start) = task.point(1) else {
            return Ok(Value::Point(at));
        };
        let (from, to) = (start - center, at - center);
        let degrees = libm::atan2(from.cross(to), from.dot(to)).to_degrees();
        Ok(Value::Numbers(vec![if given.exact {
            without_dust(degrees)
        } else {
            round(degrees, PRECISION)
        }]))
    }

    fn ghosts(&self, task: &Task<'_>) -> Vec<Path> {
        let Some(center) = task.point(0) else {
            return Vec::new();
        };
        if let Some(angle) = angle(task) {
            return task.mapped(&[affine::rotation_about(angle.to_radians(), center)]);
        }
        let start = task.point(1);
        let line = start.map(|start| Path::from_points(&[center, start], false));
        line.into_iter().collect()
    }

    fn calls(&self, task: &Task<'_>, _: &mut FreeNames<'_>) -> Result<Vec<Call>, Refusal> {
        let (Some(center), Some(angle)) = (task.point(0), angle(task)) else {
            return Err(TypedError::Incomplete.reason());
        };
        if angle == 0.0 {
            return Err(super::operation::refusal([
                "The angle is zero, so nothing turns. Type another angle or choose another direction.",
                "각도가 0이라서 회전하지 않아요. 다른 각도를 입력하거나 다른 방향을 고르세요.",
            ]));
        }
        let rest = json!({ "angle": angle, "cx": center.x, "cy": center.y, "angle_unit": "degree" });
        let call = |name| Call::new("rotate", "name", name, rest.clone());
        Ok(task.targets.iter().map(call).collect())
    }
}

/// Returns the angle in degrees.
fn angle(task: &Task<'_>) -> Option<f64> {
    let numbers = task.numbers(1).or_else(|| task.numbers(2))?;
    numbers.first().copied()
}
