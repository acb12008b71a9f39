//! Ellipse by center, end of the first axis, and half of the second axis.

use super::figure::{Entry, Figure, FigureCall, FigureKind, Step};
use super::precision::without_dust;
use super::value::Value;
use crate::expression::TypedError;
use crate::keys::Chord;
use serde_json::json;
use trammel_kernel::{Path, Point, Seg, norm};

/// An ellipse.
#[derive(Debug)]
pub struct Ellipse;

impl Figure for Ellipse {
    const KIND: FigureKind = FigureKind {
        id: "ellipse",
        prefix: "ellipse",
        keys: &[Chord("o")],
        icon: "M12 6.5c5 0 9 2.5 9 5.5s-4 5.5-9 5.5S3 15 3 12s4-5.5 9-5.5Z",
        label: ["Ellipse", "타원"],
    };

    fn step(values: &[Value]) -> Step {
        match values.len() {
            0 => Step {
                prompt: ["Specify the center", "중심을 지정하세요"],
                entry: Entry::Point,
            },
            1 => Step {
                prompt: [
                    "Specify the end of the first axis",
                    "첫 번째 축의 끝점을 지정하세요",
                ],
                entry: Entry::Point,
            },
            _ => Step {
                prompt: [
                    "Specify half the length of the second axis",
                    "두 번째 축의 절반 길이를 지정하세요",
                ],
                entry: Entry::Radius,
            },
        }
    }

    fn is_complete(values: &[Value]) -> bool {
        values.len() == 3
    }

    fn outlines(values: &[Value]) -> Vec<Path> {
        match values {
            [Value::Point(center), Value::Point(end)] => {
                vec![Path::new(vec![Seg::line(*center, *end)], false)]
            }
            [Value::Point(center), Value::Point(end), Value::Radius(ry)] => {
                let (rx, rotation) = axis(*center, *end);
                vec![Path::ellipse(*center, rx, *ry, rotation)]
            }
            _ => Vec::new(),
        }
    }

    fn call(values: &[Value]) -> Result<FigureCall, TypedError> {
        let [Value::Point(center), Value::Point(end), Value::Radius(ry)] = values else {
            return Err(TypedError::Incomplete);
        };
        let (rx, rotation) = axis(*center, *end);
        let mut input = json!({ "cx": center.x, "cy": center.y, "rx": without_dust(rx), "ry": ry });
        if rotation != 0.0 {
            input["rotation"] = json!(without_dust(rotation.to_degrees()));
            input["angle_unit"] = json!("degree");
        }
        Ok(FigureCall {
            tool: "draw_ellipse",
            input,
        })
    }
}

/// Returns the length and the direction of the first half axis.
fn axis(center: Point, end: Point) -> (f64, f64) {
    let way = end - center;
    (norm(way), libm::atan2(way.y, way.x))
}
