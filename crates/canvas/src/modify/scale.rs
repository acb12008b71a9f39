//! Scaling about a base point, by a typed factor or from a reference length to another length.

use super::operation::{
    Entry, Field, FieldUnit, Given, Operation, OperationKind, Pick, Refusal, Step, Task, Value, apart,
};
use super::statement::{Call, FreeNames};
use crate::draw::precision::{round, without_dust};
use crate::expression::TypedError;
use crate::keys::Chord;
use serde_json::json;
use trammel_kernel::{Path, Point, Vec2, affine};

/// Precision of a pointed factor.
const PRECISION: f64 = 0.01;

const FACTOR: &[Field] = &[Field {
    label: ["Factor", "배율"],
    unit: FieldUnit::Plain,
}];

/// A scaling.
#[derive(Debug, Default)]
pub struct Scale;

impl Operation for Scale {
    fn kind(&self) -> OperationKind {
        OperationKind {
            id: "scale",
            keys: &[Chord("Shift+s")],
            icon: "M4 12v8h8v-8zM4 8V4h4M12 4h8v8M13 11l7-7M20 16v4h-4",
            label: ["Scale", "축척"],
            pick: Pick::Several,
            prompt: [
                "Select the items to scale, then press Enter",
                "축척을 바꿀 항목을 선택하고 Enter를 누르세요",
            ],
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<Step> {
        let (prompt, entry) = match task.values {
            [] => (["Specify the base point", "기준점을 지정하세요"], Entry::Point),
            [_] => (
                [
                    "Type the factor or specify the reference length",
                    "배율을 입력하거나 참조 길이를 지정하세요",
                ],
                Entry::Fields(FACTOR),
            ),
            [_, Value::Point(_)] => (
                ["Specify the new length", "새 길이를 지정하세요"],
                Entry::Fields(FACTOR),
            ),
            _ => return None,
        };
        Some(Step { prompt, entry })
    }

    fn origin(&self, task: &Task<'_>) -> Option<Point> {
        task.point(0)
    }

    fn resolve(&self, task: &Task<'_>, given: &Given<'_>) -> Result<Value, Refusal> {
        if let Some(factor) = given.typed.first().copied().flatten() {
            return Ok(Value::Numbers(vec![factor]));
        }
        let base = task.point(0).unwrap_or_default();
        let at = given
            .at
            .ok_or_else(|| TypedError::Missing(FACTOR[0].label).reason())?;
        let length = apart(base, at)?;
        let Some(reference) = task.point(1) else {
            return Ok(Value::Point(at));
        };
        let factor = length / apart(base, reference)?;
        Ok(Value::Numbers(vec![if given.exact {
            without_dust(factor)
        } else {
            round(factor, PRECISION)
        }]))
    }

    fn ghosts(&self, task: &Task<'_>) -> Vec<Path> {
        let Some(base) = task.point(0) else {
            return Vec::new();
        };
        if let Some(factor) = factor(task) {
            return task.mapped(&[affine::scale_about(Vec2::new(factor, factor), base)]);
        }
        let reference = task.point(1);
        let line = reference.map(|to| Path::from_points(&[base, to], false));
        line.into_iter().collect()
    }

    fn calls(&self, task: &Task<'_>, _: &mut FreeNames<'_>) -> Result<Vec<Call>, Refusal> {
        let (Some(base), Some(factor)) = (task.point(0), factor(task)) else {
            return Err(TypedError::Incomplete.reason());
        };
        if factor <= 0.0 {
            return Err(super::operation::refusal([
                "The factor must be above zero. To flip items, use Mirror.",
                "배율은 0보다 커야 해요. 뒤집으려면 대칭을 쓰세요.",
            ]));
        }
        let rest = json!({ "sx": factor, "around": [base.x, base.y] });
        let call = |name| Call::new("scale", "name", name, rest.clone());
        Ok(task.targets.iter().map(call).collect())
    }
}

fn factor(task: &Task<'_>) -> Option<f64> {
    let numbers = task.numbers(1).or_else(|| task.numbers(2))?;
    numbers.first().copied()
}
