//! Circle by center and radius.

use super::figure::{Entry, Figure, FigureCall, FigureKind, Step, Value};
use crate::editor::expression::TypedError;
use crate::editor::keys::Chord;
use crate::geometry::Path;
use serde_json::json;

/// A circle.
#[derive(Debug)]
pub struct Circle;

impl Figure for Circle {
    const KIND: FigureKind = FigureKind {
        id: "circle",
        prefix: "circle",
        keys: &[Chord("c")],
        icon: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Z",
        label: ["Circle", "원"],
    };

    fn step(values: &[Value]) -> Step {
        if values.is_empty() {
            return Step {
                prompt: ["Specify the center", "중심을 지정하세요"],
                entry: Entry::Point,
            };
        }
        Step {
            prompt: ["Specify the radius", "반지름을 지정하세요"],
            entry: Entry::Radius,
        }
    }

    fn is_complete(values: &[Value]) -> bool {
        values.len() == 2
    }

    fn outlines(values: &[Value]) -> Vec<Path> {
        match values {
            [Value::Point(center), Value::Radius(radius)] => vec![Path::circle(*center, *radius)],
            _ => Vec::new(),
        }
    }

    fn call(values: &[Value]) -> Result<FigureCall, TypedError> {
        let [Value::Point(center), Value::Radius(radius)] = values else {
            return Err(TypedError::Incomplete);
        };
        Ok(FigureCall {
            tool: "draw_circle",
            input: json!({ "x": center.x, "y": center.y, "radius": radius }),
        })
    }
}
