//! Regular polygon by center, radius of the circle through the corners, and number of sides.

use super::figure::{Entry, Figure, FigureCall, FigureKind, Step};
use super::value::Value;
use crate::expression::TypedError;
use crate::keys::Chord;
use serde_json::json;
use trammel_kernel::Path;

/// A regular polygon whose first corner is straight up from the center.
#[derive(Debug)]
pub struct Polygon;

impl Figure for Polygon {
    const KIND: FigureKind = FigureKind {
        id: "polygon",
        prefix: "polygon",
        keys: &[Chord("y")],
        icon: "M12 4l7 4v8l-7 4-7-4V8z",
        label: ["Regular polygon", "정다각형"],
    };

    fn step(values: &[Value]) -> Step {
        if values.is_empty() {
            return Step {
                prompt: ["Specify the center", "중심을 지정하세요"],
                entry: Entry::Point,
            };
        }
        Step {
            prompt: [
                "Specify the radius; Tab: number of sides",
                "반지름을 지정하세요. Tab: 변의 수",
            ],
            entry: Entry::Polygon,
        }
    }

    fn is_complete(values: &[Value]) -> bool {
        values.len() == 2
    }

    fn outlines(values: &[Value]) -> Vec<Path> {
        let shape = shape(values);
        let path = shape.map(|(center, radius, sides)| Path::regular_polygon(center, radius, sides, UP));
        path.into_iter().collect()
    }

    fn call(values: &[Value]) -> Result<FigureCall, TypedError> {
        let (center, radius, sides) = shape(values).ok_or(TypedError::Sides)?;
        Ok(FigureCall {
            tool: "draw_regular_polygon",
            input: json!({ "cx": center.x, "cy": center.y, "radius": radius, "sides": sides }),
        })
    }
}

/// Direction of the first corner.
const UP: f64 = std::f64::consts::FRAC_PI_2;

/// Returns center, radius, and number of sides; `None` if the number of sides is not valid.
fn shape(values: &[Value]) -> Option<(trammel_kernel::Point, f64, usize)> {
    let [Value::Point(center), Value::Polygon(radius, sides)] = values else {
        return None;
    };
    let count = (3..=1000).find(|count: &u16| f64::from(*count) == *sides)?;
    Some((*center, *radius, usize::from(count)))
}
