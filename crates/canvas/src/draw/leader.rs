//! Leader: an arrow from a text to a point or a part of an entity, which it follows.

use super::figure::{Entry, Figure, FigureCall, FigureKind, Step, Target};
use super::value::{Value, points};
use crate::canvas_tool::Text;
use crate::expression::TypedError;
use crate::keys::Chord;
use serde_json::{Value as Json, json};
use trammel_kernel::Path;

/// A leader with a text.
#[derive(Debug)]
pub struct Leader;

impl Figure for Leader {
    const KIND: FigureKind = FigureKind {
        id: "leader",
        prefix: "leader",
        keys: &[Chord("Shift+d")],
        icon: "M4 20l8-11h8M4 20l1.5-5.5M4 20l5-2.5",
        label: ["Leader", "지시선"],
    };

    fn step(values: &[Value]) -> Step {
        match values.last() {
            None => Step::new(
                Entry::Pick(Target::Anything),
                [
                    "Click the point or edge to describe",
                    "설명할 점이나 변을 클릭하세요",
                ],
            ),
            Some(Value::Point(_)) => Step::new(
                Entry::Text,
                [
                    "Type the text, then press Enter",
                    "문자를 입력하고 Enter를 누르세요",
                ],
            ),
            Some(_) => Step::new(
                Entry::Point,
                ["Specify the start of the text", "문자의 시작점을 지정하세요"],
            ),
        }
    }

    fn choices(values: &[Value]) -> &'static [(&'static str, Text)] {
        match values.last() {
            None | Some(Value::Point(_)) => &[],
            Some(_) => &[
                ("b", ["Text here", "여기에 문자"]),
                ("b", ["Bend first", "먼저 꺾기"]),
            ],
        }
    }

    fn is_complete(values: &[Value]) -> bool {
        matches!(values.last(), Some(Value::Text(_)))
    }

    fn outlines(values: &[Value]) -> Vec<Path> {
        let points = points(values);
        if points.len() < 2 {
            return Vec::new();
        }
        vec![Path::from_points(&points, false)]
    }

    fn call(values: &[Value]) -> Result<FigureCall, TypedError> {
        let [Value::Pick(target), .., Value::Text(text)] = values else {
            return Err(TypedError::Incomplete);
        };
        let target = match &target.reference {
            Some(reference) => Json::from(reference.as_str()),
            None => json!([target.at.x, target.at.y]),
        };
        let flat: Vec<f64> = points(&values[1..])
            .iter()
            .flat_map(|point| [point.x, point.y])
            .collect();
        Ok(FigureCall {
            tool: "leader",
            input: json!({ "target": target, "points": flat, "text": text }),
        })
    }
}
