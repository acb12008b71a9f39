//! Text: position, height, direction, and then the text itself in a field on the drawing.

use super::figure::{Entry, Figure, FigureCall, FigureKind, Step};
use super::value::Value;
use crate::coordinates::direction;
use crate::expression::TypedError;
use crate::keys::Chord;
use serde_json::json;
use trammel_kernel::{Path, Vec2};

/// Height of the first text, in drawing units.
const HEIGHT: f64 = 5.0;
/// Width of the ghost, in heights.
const GHOST: f64 = 4.0;

/// A line of text.
#[derive(Debug)]
pub struct TextFigure;

impl Figure for TextFigure {
    const KIND: FigureKind = FigureKind {
        id: "text",
        prefix: "text",
        keys: &[Chord("t")],
        icon: "M5 7V5h14v2M12 5v14M9 19h6",
        label: ["Text", "문자"],
    };

    fn step(values: &[Value]) -> Step {
        match values.len() {
            0 => Step::new(
                Entry::Point,
                ["Specify the start of the text", "문자의 시작점을 지정하세요"],
            ),
            1 => Step::new(
                Entry::Height,
                [
                    "Specify the height of capital letters",
                    "대문자의 높이를 지정하세요",
                ],
            ),
            2 => Step::new(
                Entry::Angle,
                ["Specify the direction of the text", "문자의 방향을 지정하세요"],
            ),
            _ => Step::new(
                Entry::Text,
                [
                    "Type the text, then press Enter",
                    "문자를 입력하고 Enter를 누르세요",
                ],
            ),
        }
    }

    fn is_complete(values: &[Value]) -> bool {
        matches!(values.last(), Some(Value::Text(_)))
    }

    fn initial(step: usize) -> Option<Value> {
        match step {
            1 => Some(Value::Radius(HEIGHT)),
            2 => Some(Value::Angle(0.0)),
            _ => None,
        }
    }

    fn outlines(values: &[Value]) -> Vec<Path> {
        let [Value::Point(at), Value::Radius(height), rest @ ..] = values else {
            return Vec::new();
        };
        let degrees = match rest.first() {
            Some(Value::Angle(degrees)) => *degrees,
            _ => 0.0,
        };
        let along = direction(degrees) * *height;
        let up = Vec2::new(-along.y, along.x);
        let corners = [*at, *at + along * GHOST, *at + along * GHOST + up, *at + up];
        vec![Path::from_points(&corners, true)]
    }

    fn call(values: &[Value]) -> Result<FigureCall, TypedError> {
        let [
            Value::Point(at),
            Value::Radius(height),
            Value::Angle(degrees),
            Value::Text(text),
        ] = values
        else {
            return Err(TypedError::Incomplete);
        };
        let mut input = json!({ "text": text, "x": at.x, "y": at.y, "size": height });
        if *degrees != 0.0 {
            input["angle"] = json!(degrees);
            input["angle_unit"] = json!("degree");
        }
        Ok(FigureCall {
            tool: "draw_text",
            input,
        })
    }
}
