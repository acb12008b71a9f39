//! Rectangles: by two corners, from the center, or with round corners.

use super::figure::{Entry, Figure, FigureCall, FigureKind, Step};
use super::precision::difference;
use super::value::Value;
use crate::expression::TypedError;
use crate::keys::Chord;
use serde_json::json;
use trammel_kernel::{Path, Point};

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
                prompt: ["Specify the first corner", "첫 번째 모서리를 지정하세요"],
                entry: Entry::Point,
            };
        }
        Step {
            prompt: ["Specify the opposite corner", "반대쪽 모서리를 지정하세요"],
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
        area(values).map(call).ok_or(TypedError::Incomplete)
    }
}

/// An axis-parallel rectangle around its center.
#[derive(Debug)]
pub struct CenterRectangle;

impl Figure for CenterRectangle {
    const KIND: FigureKind = FigureKind {
        id: "rectangle-center",
        prefix: "rect",
        keys: &[],
        icon: "M4 6h16v12H4zM10.5 12h3M12 10.5v3",
        label: ["Rectangle from the center", "중심에서 그리는 직사각형"],
    };
    const METHOD_OF: Option<&'static str> = Some("rectangle");

    fn step(values: &[Value]) -> Step {
        match values.len() {
            0 => Step::new(Entry::Point, ["Specify the center", "중심을 지정하세요"]),
            _ => Step::new(Entry::SizeAround, ["Specify a corner", "모서리를 지정하세요"]),
        }
    }

    fn is_complete(values: &[Value]) -> bool {
        values.len() == 2
    }

    fn outlines(values: &[Value]) -> Vec<Path> {
        let area = around(values);
        area.map(|(corner, width, height)| Path::rect(corner, width, height))
            .into_iter()
            .collect()
    }

    fn call(values: &[Value]) -> Result<FigureCall, TypedError> {
        around(values).map(call).ok_or(TypedError::Incomplete)
    }
}

/// An axis-parallel rectangle with round corners.
#[derive(Debug)]
pub struct RoundedRectangle;

impl Figure for RoundedRectangle {
    const KIND: FigureKind = FigureKind {
        id: "rectangle-rounded",
        prefix: "rect",
        keys: &[],
        icon: "M8 6h8a4 4 0 0 1 4 4v4a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4v-4a4 4 0 0 1 4-4Z",
        label: ["Rectangle with round corners", "둥근 직사각형"],
    };
    const METHOD_OF: Option<&'static str> = Some("rectangle");

    fn step(values: &[Value]) -> Step {
        match values.len() {
            0 | 1 => Rectangle::step(values),
            _ => Step::new(
                Entry::Radius,
                [
                    "Specify the radius of the corners",
                    "모서리의 반지름을 지정하세요",
                ],
            ),
        }
    }

    fn is_complete(values: &[Value]) -> bool {
        values.len() == 3
    }

    fn outlines(values: &[Value]) -> Vec<Path> {
        match (area(values.get(..2).unwrap_or_default()), values.get(2)) {
            (Some((corner, width, height)), Some(Value::Radius(radius))) => {
                let radius = radius.min(width.min(height) / 2.0);
                vec![Path::rounded_rect(corner, width, height, radius)]
            }
            (Some((corner, width, height)), _) => vec![Path::rect(corner, width, height)],
            (None, _) => Vec::new(),
        }
    }

    fn call(values: &[Value]) -> Result<FigureCall, TypedError> {
        let [rest @ .., Value::Radius(radius)] = values else {
            return Err(TypedError::Incomplete);
        };
        let area = area(rest).ok_or(TypedError::Incomplete)?;
        if *radius > area.1.min(area.2) / 2.0 {
            return Err(TypedError::TooRound);
        }
        let mut call = call(area);
        call.input["corner_radius"] = json!(radius);
        Ok(call)
    }
}

fn call((corner, width, height): (Point, f64, f64)) -> FigureCall {
    FigureCall {
        tool: "draw_rect",
        input: json!({ "x": corner.x, "y": corner.y, "width": width, "height": height }),
    }
}

/// Returns the lower left corner, the width, and the height of a rectangle around its center.
fn around(values: &[Value]) -> Option<(Point, f64, f64)> {
    let [Value::Point(center), Value::Size(size)] = values else {
        return None;
    };
    let (width, height) = (size.x.abs(), size.y.abs());
    let corner = Point::new(
        difference(width / 2.0, center.x),
        difference(height / 2.0, center.y),
    );
    Some((corner, width, height))
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
