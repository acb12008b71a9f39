//! Line: a chain of segments that ends on request, or at its first point.

use super::figure::{Entry, Figure, FigureCall, FigureKind, Step};
use super::value::{Value, points};
use crate::expression::TypedError;
use crate::keys::Chord;
use serde_json::json;
use trammel_kernel::{Path, Point};

/// A chain of segments.
#[derive(Debug)]
pub struct Line;

impl Figure for Line {
    const KIND: FigureKind = FigureKind {
        id: "line",
        prefix: "line",
        keys: &[Chord("l")],
        icon: "M5 19L19 5M3.5 19a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0M17.5 5a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0",
        label: ["Line", "선"],
    };

    fn step(values: &[Value]) -> Step {
        Step {
            prompt: match values.len() {
                0 => ["Specify the start point", "시작점을 지정하세요"],
                1 => ["Specify the next point", "다음 점을 지정하세요"],
                _ => [
                    "Specify the next point, or press Enter to finish",
                    "다음 점을 지정하거나 Enter로 마치세요",
                ],
            },
            entry: Entry::Point,
        }
    }

    fn is_complete(values: &[Value]) -> bool {
        is_closed(&points(values))
    }

    fn may_end(values: &[Value]) -> bool {
        values.len() >= 2
    }

    fn outlines(values: &[Value]) -> Vec<Path> {
        let points = points(values);
        if points.len() < 2 {
            return Vec::new();
        }
        vec![Path::from_points(&points, false)]
    }

    fn call(values: &[Value]) -> Result<FigureCall, TypedError> {
        let mut points = points(values);
        let closed = is_closed(&points);
        if closed {
            points.pop();
        }
        let flat: Vec<f64> = points.iter().flat_map(|point| [point.x, point.y]).collect();
        let mut input = json!({ "points": flat });
        if closed {
            input["closed"] = json!(true);
        }
        Ok(FigureCall {
            tool: "draw_line",
            input,
        })
    }
}

/// Whether a chain of three segments or more ends at its start.
fn is_closed(points: &[Point]) -> bool {
    points.len() >= 4 && points.first() == points.last()
}
