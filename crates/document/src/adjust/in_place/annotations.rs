//! Arguments of the calls that draw dimensions and leaders, from new values of their geometry.

use serde_json::{Value, json};
use trammel_code::Obstacle;
use trammel_formats::json;
use trammel_kernel::Point;
use trammel_scene::{Entity, Shape};
use trammel_tools::ToolSpec;

/// Distance below which the digits of a computed offset are errors of the computation.
const DUST: f64 = 1e-10;

/// New argument of a drawing call.
#[derive(Debug)]
pub(super) struct Argument {
    pub(super) parameter: String,
    pub(super) value: Value,
    /// Present coordinates, if the value is a list of coordinates: those that stay are not written again.
    pub(super) present: Option<Vec<f64>>,
}

/// Returns the arguments of `tool`, which drew the entity, for new values of its parameters. The offset of a dimension is
/// rounded below a pixel.
pub(super) fn arguments(
    entity: &Entity,
    tool: Option<&ToolSpec>,
    values: &[(String, Value)],
    pixel: f64,
) -> Result<Vec<Argument>, Obstacle> {
    let each = values
        .iter()
        .map(|(parameter, value)| match (&entity.shape, parameter.as_str()) {
            (Shape::Dimension(_) | Shape::Leader(_) | Shape::Hatch(_), parameter)
                if tool.is_some_and(|tool| tool.positional.contains(&"geometry")) =>
            {
                Ok(plain(&in_geometry(parameter), value))
            }
            (Shape::Dimension(tied), "measure.at") => {
                let at = pair(value).ok_or(Obstacle::Computed)?;
                let measure = &tied.dimension.measure;
                if !measure.has_offset() {
                    return Ok(list("at", &[at], &[measure.position()]));
                }
                let offset = measure.offset_of(at).ok_or(Obstacle::Computed)?;
                Ok(plain(
                    "offset",
                    &json!(round_within(offset, (pixel / 2.0).max(DUST))),
                ))
            }
            (Shape::Leader(tied), "points") => {
                // The call states the points after the tip.
                let new = value.as_array().ok_or(Obstacle::Computed)?;
                let new = new.iter().skip(1).map(pair).collect::<Option<Vec<Point>>>();
                Ok(list(
                    "points",
                    &new.ok_or(Obstacle::Computed)?,
                    &tied.leader.points[1..],
                ))
            }
            (_, "points") => {
                let present = json::geometry(&entity.shape);
                let present = present["points"].as_array();
                let present = present.map(|present| present.iter().filter_map(Value::as_f64).collect());
                Ok(Argument {
                    present,
                    ..plain("points", value)
                })
            }
            (_, parameter) => Ok(plain(parameter, value)),
        });
    each.collect()
}

/// Returns the path of a parameter in a call that states the whole geometry.
fn in_geometry(parameter: &str) -> String {
    if parameter == "layer" || parameter.starts_with("style.stroke") || parameter.starts_with("style.fill") {
        parameter.to_owned()
    } else {
        format!("geometry.{parameter}")
    }
}

fn plain(parameter: &str, value: &Value) -> Argument {
    Argument {
        parameter: parameter.to_owned(),
        value: value.clone(),
        present: None,
    }
}

fn list(parameter: &str, new: &[Point], present: &[Point]) -> Argument {
    let flat = |points: &[Point]| {
        points
            .iter()
            .flat_map(|point| [point.x, point.y])
            .collect::<Vec<f64>>()
    };
    Argument {
        present: Some(flat(present)),
        ..plain(parameter, &json!(flat(new)))
    }
}

fn pair(value: &Value) -> Option<Point> {
    Some(Point::new(value.get(0)?.as_f64()?, value.get(1)?.as_f64()?))
}

/// Returns the number with the fewest decimals within this distance.
pub(super) fn round_within(value: f64, distance: f64) -> f64 {
    (0..=12)
        .map(|decimals| {
            let scale = 10_f64.powi(decimals);
            (value * scale).round() / scale
        })
        .find(|short| (short - value).abs() <= distance)
        .unwrap_or(value)
}
