//! Arguments of the drawing call of a shape, by the parameter names of its tool.

use serde_json::{Value, json};
use trammel_kernel::{Point, svg};
use trammel_scene::Shape;

/// Name of a parameter and its value.
pub type Argument = (String, Value);

/// Returns the arguments that differ between two shapes of the same type.
#[must_use]
pub fn changed_arguments(before: &Shape, after: &Shape) -> Vec<Argument> {
    let before = arguments(before);
    let differs = |(key, value): &(&str, Value)| {
        let old = before.iter().find(|(name, _)| name == key);
        old.is_none_or(|(_, old)| old != value)
    };
    let changed = arguments(after).into_iter().filter(differs);
    changed.map(|(key, value)| (key.to_owned(), value)).collect()
}

/// Returns the arguments that grips and fields of lengths, places, and angles change.
#[must_use]
pub fn arguments(shape: &Shape) -> Vec<(&'static str, Value)> {
    match shape {
        Shape::Line { points, .. } => vec![("points", flat(points))],
        Shape::Circle { center, radius } => vec![
            ("x", json!(center.x)),
            ("y", json!(center.y)),
            ("radius", json!(radius)),
        ],
        Shape::Rect {
            corner,
            width,
            height,
            corner_radius,
        } => vec![
            ("x", json!(corner.x)),
            ("y", json!(corner.y)),
            ("width", json!(width)),
            ("height", json!(height)),
            ("corner_radius", json!(corner_radius)),
        ],
        Shape::Arc {
            center,
            radius,
            start_angle,
            end_angle,
        } => vec![
            ("cx", json!(center.x)),
            ("cy", json!(center.y)),
            ("radius", json!(radius)),
            ("start_angle", json!(start_angle)),
            ("end_angle", json!(end_angle)),
        ],
        Shape::Polygon { points, holes } => {
            let holes: Vec<Value> = holes.iter().map(|hole| flat(hole)).collect();
            vec![("points", flat(points)), ("holes", json!(holes))]
        }
        Shape::Ellipse {
            center,
            rx,
            ry,
            rotation,
            start_angle,
            end_angle,
        } => vec![
            ("cx", json!(center.x)),
            ("cy", json!(center.y)),
            ("rx", json!(rx)),
            ("ry", json!(ry)),
            ("rotation", json!(rotation)),
            ("start_angle", json!(start_angle)),
            ("end_angle", json!(end_angle)),
        ],
        Shape::Bezier(data) => vec![("path", json!(svg::write(data.paths(), false)))],
        Shape::Text(text) => vec![
            ("x", json!(text.at.x)),
            ("y", json!(text.at.y)),
            ("size", json!(text.size)),
            ("angle", json!(text.angle)),
        ],
        Shape::Point { at } => vec![("x", json!(at.x)), ("y", json!(at.y))],
        Shape::Dimension(tied) => vec![("measure.at", pair(tied.dimension.measure.position()))],
        Shape::Leader(tied) => {
            let points: Vec<Value> = tied.leader.points.iter().copied().map(pair).collect();
            vec![("points", json!(points))]
        }
        Shape::Hatch(tied) => vec![("scale", json!(tied.scale)), ("angle", json!(tied.angle))],
        Shape::Region { .. } | Shape::Group => Vec::new(),
    }
}

fn pair(point: Point) -> Value {
    json!([point.x, point.y])
}

fn flat(points: &[Point]) -> Value {
    json!(
        points
            .iter()
            .flat_map(|point| [point.x, point.y])
            .collect::<Vec<f64>>()
    )
}
