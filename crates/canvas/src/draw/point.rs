//! Point.

use super::figure::{Entry, Figure, FigureCall, FigureKind, Step};
use super::value::Value;
use crate::expression::TypedError;
use crate::keys::Chord;
use serde_json::json;
use trammel_kernel::Path;

/// A point.
#[derive(Debug)]
pub struct PointFigure;

impl Figure for PointFigure {
    const KIND: FigureKind = FigureKind {
        id: "point",
        prefix: "point",
        keys: &[Chord("x")],
        icon: "M12 5v5M12 14v5M5 12h5M14 12h5M11.5 12a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0",
        label: ["Point", "점"],
    };

    fn step(_: &[Value]) -> Step {
        Step {
            prompt: ["Specify the point", "점의 위치를 지정하세요"],
            entry: Entry::Point,
        }
    }

    fn is_complete(values: &[Value]) -> bool {
        values.len() == 1
    }

    fn outlines(_: &[Value]) -> Vec<Path> {
        Vec::new()
    }

    fn call(values: &[Value]) -> Result<FigureCall, TypedError> {
        let [Value::Point(at)] = values else {
            return Err(TypedError::Incomplete);
        };
        Ok(FigureCall {
            tool: "draw_point",
            input: json!({ "x": at.x, "y": at.y }),
        })
    }
}
