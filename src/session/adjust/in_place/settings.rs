//! Parameters: changed arguments of the call that made an entity, or of the last call that set the value.

use super::code::{Code, Found, InPlace};
use crate::formats::json;
use crate::geometry::Path;
use crate::scene::{Entity, Name, Obstacle};
use crate::session::calls::Execution;
use crate::session::rewrite::{NewValue, Span, edits, list_edits};
use serde_json::Value;

/// Parameters that are angles in the unit of the call.
const ANGLES: [&str; 4] = ["start_angle", "end_angle", "rotation", "angle"];

/// Returns the changes that set parameters of an entity.
pub(super) fn set(
    code: &Code<'_>,
    name: &Name,
    values: &[(String, Value)],
    pixel: f64,
) -> Result<InPlace, Obstacle> {
    let entity = code.scene.get(name).ok_or(Obstacle::Unknown)?;
    let known = code.calls.of(name);
    if !known.has_maker {
        return Err(Obstacle::Unknown);
    }
    let mut plan = InPlace {
        folds: true,
        ..InPlace::default()
    };
    for (parameter, value) in values {
        let (found, span, is_maker) = stated(code, &known.calls, parameter)?;
        if found.runs != 1 {
            return Err(Obstacle::Repeated);
        }
        let changed = match value.as_array().filter(|_| parameter == "points") {
            Some(points) => {
                let present = json::geometry(&entity.shape);
                let present = present["points"].as_array();
                let present = present.filter(|present| present.len() == points.len());
                let new: Vec<NewValue<'_>> = (0..points.len())
                    .map(|at| match present {
                        Some(present) if present[at].as_f64() == points[at].as_f64() => NewValue::Plus(0.0),
                        _ => NewValue::Is(&points[at]),
                    })
                    .collect();
                list_edits(found.source, span, &new)?
            }
            None => {
                let value = in_unit(&found, entity, parameter, value, pixel);
                edits(found.source, span, NewValue::Is(&value))?
            }
        };
        plan.texts.add(&found.file, &changed)?;
        plan.folds &= !is_maker;
    }
    Ok(plan)
}

/// Returns the last call that states the value of a parameter, its argument, and whether the call made the entity.
fn stated<'a>(
    code: &'a Code<'_>,
    calls: &[Execution],
    parameter: &str,
) -> Result<(Found<'a>, Span, bool), Obstacle> {
    for (at, call) in calls.iter().enumerate().rev() {
        let paths = paths(&call.tool, at == 0, parameter);
        if paths.is_empty() {
            continue;
        }
        let found = code.find(call)?;
        for path in paths {
            match found.source.argument(found.call, found.tool, &path) {
                Ok(span) => return Ok((found, span, at == 0)),
                Err(Obstacle::Omitted) => {}
                Err(why) => return Err(why),
            }
        }
        // A removed stroke or fill has no value; `null` removes the fields as well.
        if call.tool.starts_with("remove_") {
            break;
        }
    }
    Err(Obstacle::Omitted)
}

/// Returns the arguments of a tool that may state a parameter, the most specific first.
fn paths(tool: &str, is_maker: bool, parameter: &str) -> Vec<String> {
    let owned = |paths: &[&str]| paths.iter().map(|path| (*path).to_owned()).collect();
    let is_of = |part: &str| {
        parameter
            .strip_prefix("style.")
            .is_some_and(|rest| rest.starts_with(part))
    };
    match (tool, parameter) {
        _ if is_maker => vec![parameter.to_owned()],
        ("set_stroke", "style.stroke.width") => owned(&["width", "stroke.width"]),
        ("set_stroke" | "remove_stroke", _) if is_of("stroke") => owned(&[&parameter["style.".len()..]]),
        ("set_fill" | "remove_fill", _) if is_of("fill") => owned(&[&parameter["style.".len()..]]),
        ("set_layer", "layer") => owned(&["layer"]),
        _ => Vec::new(),
    }
}

/// Converts an angle in radians to degrees if the call states degrees. The angle is rounded below a pixel at the
/// farthest point of the entity.
fn in_unit(found: &Found<'_>, entity: &Entity, parameter: &str, value: &Value, pixel: f64) -> Value {
    let unit = found.source.argument(found.call, found.tool, "angle_unit");
    let Some(radians) = value.as_f64().filter(|_| ANGLES.contains(&parameter)) else {
        return value.clone();
    };
    if !unit.is_ok_and(|unit| found.source.string(unit).as_deref() == Some("degree")) {
        return value.clone();
    }
    let reach = entity
        .shape
        .paths()
        .iter()
        .filter_map(Path::bounds)
        .map(|bounds| libm::hypot(bounds.width(), bounds.height()))
        .fold(1.0, f64::max);
    rounded(
        radians.to_degrees(),
        (pixel / 2.0 / reach).to_degrees().max(1e-10),
    )
    .into()
}

/// Returns the number with the fewest decimals within this distance.
fn rounded(value: f64, distance: f64) -> f64 {
    (0..=12)
        .map(|decimals| {
            let scale = 10_f64.powi(decimals);
            (value * scale).round() / scale
        })
        .find(|short| (short - value).abs() <= distance)
        .unwrap_or(value)
}
