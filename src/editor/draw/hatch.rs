//! Hatch: one click inside a closed area, which keeps its holes free.

use super::figure::{Entry, Figure, FigureCall, FigureKind, Step, Target};
use super::value::Value;
use crate::editor::canvas_tool::Text;
use crate::editor::expression::TypedError;
use crate::editor::keys::Chord;
use crate::geometry::Path;
use serde_json::json;

/// A hatch of an area.
#[derive(Debug)]
pub struct Hatch;

/// Patterns in the order of the choices; the first one is that of the drawing tool.
const PATTERNS: [&str; 4] = ["ansi31", "ansi37", "dots", "solid"];

impl Figure for Hatch {
    const KIND: FigureKind = FigureKind {
        id: "hatch",
        prefix: "hatch",
        keys: &[Chord("Shift+x")],
        icon: "M4 5h16v14H4zM4 13l8-8M5 19L19 5M13 19l7-7",
        label: ["Hatch", "해칭"],
    };
    const KEEPS_CHOICE: bool = true;

    fn step(_: &[Value]) -> Step {
        Step::new(
            Entry::Pick(Target::Area),
            ["Click inside a closed area", "닫힌 영역의 안쪽을 클릭하세요"],
        )
    }

    fn choices(_: &[Value]) -> &'static [(&'static str, Text)] {
        &[
            ("x", ["Lines", "빗금"]),
            ("x", ["Crossed lines", "교차 빗금"]),
            ("x", ["Dots", "점"]),
            ("x", ["Solid", "단색"]),
        ]
    }

    fn is_complete(values: &[Value]) -> bool {
        values.len() == 1
    }

    fn outlines(values: &[Value]) -> Vec<Path> {
        match values {
            [Value::Area(area)] => area.outlines.clone(),
            _ => Vec::new(),
        }
    }

    fn call(values: &[Value]) -> Result<FigureCall, TypedError> {
        let [Value::Area(area)] = values else {
            return Err(TypedError::NoArea);
        };
        let mut input = json!({ "boundary": area.names });
        if let Some(pattern) = PATTERNS.get(area.choice).filter(|_| area.choice > 0) {
            input["pattern"] = json!(pattern);
        }
        Ok(FigureCall { tool: "hatch", input })
    }
}
