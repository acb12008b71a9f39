//! Rectangle by two corners, or by a corner, a width, and a height.

use super::figure::{Entry, Figure, FigureCall, FigureKind, Step, Value};
use super::precision::difference;
use crate::editor::expression::TypedError;
use crate::editor::keys::Chord;
use crate::geometry::{Path, Point};
use serde_json::json;

/// An axis-parallel rectangle.
#[derive(Debug)]
pub struct Rectangle;

impl Figure for Rectangle {
    const KIND: FigureKind = FigureKind {
        id: "rectangle",
        prefix: "rect",
        keys: &[Chord("r")],
        icon: "M4 6h16v12H4z",
        label: ["Rectangle", "직사각형"],
    };

    fn step(values: &[Value]) -> Step {
        if values.is_empty() {
            return Step {
                prompt: ["Specify the first corner", "첫 번째 구석을 지정하세요"],
                entry: Entry::Point,
            };
        }
        Step {
            prompt: ["Specify the opposite corner", "반대쪽 구석을 지정하세요"],
            entry: Entry::Size,
        }
    }

    fn is_complete(values: &[Value]) -> bool {
        values.len() == 2
    }

    fn outlines(values: &[Value]) -> Vec<Path> {
        let area = area(values);
        area.map(|(corner, width, height)| Path::rect(corner, width, height))
            .into_iter()
            .collect()
    }

    fn call(values: &[Value]) -> Result<FigureCall, TypedError> {
        let (corner, width, height) = area(values).ok_or(TypedError::Incomplete)?;
        Ok(FigureCall {
            tool: "draw_rect",
            input: json!({ "x": corner.x, "y": corner.y, "width": width, "height": height }),
        })
    }
}

/// Returns the lower left corner, the width, and the height.
fn area(values: &[Value]) -> Option<(Point, f64, f64)> {
    let [Value::Point(from), Value::Size(size)] = values else {
        return None;
    };
    let side = |from: f64, size: f64| {
        if size < 0.0 {
            (difference(-size, from), -size)
        } else {
            (from, size)
        }
    };
    let ((x, width), (y, height)) = (side(from.x, size.x), side(from.y, size.y));
    Some((Point::new(x, y), width, height))
}
