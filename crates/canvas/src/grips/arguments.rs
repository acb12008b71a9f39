//! Arguments of the drawing call of a shape, by the parameter names of its tool.

use serde_json::{Value, json};
use trammel_kernel::{Point, svg};
use trammel_scene::Shape;
use trammel_scene::params::{fields_of, params};

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
        // The curves count, not their text.
        Shape::Bezier(data) => vec![("path", json!(svg::write(data.paths(), false)))],
        Shape::Dimension(tied) => vec![("measure.at", pair(tied.dimension.measure.position()))],
        Shape::Leader(tied) => {
            let points: Vec<Value> = tied.leader.points.iter().copied().map(pair).collect();
            vec![("points", json!(points))]
        }
        Shape::Hatch(tied) => vec![("scale", json!(tied.scale)), ("angle", json!(tied.angle))],
        _ => {
            let mut values = params(shape);
            let fields = fields_of(shape.kind()).iter();
            let measures = fields.filter(|field| field.role.is_measure());
            measures
                .filter_map(|field| Some((field.name, values.remove(field.name)?)))
                .collect()
        }
    }
}

fn pair(point: Point) -> Value {
    json!([point.x, point.y])
}
