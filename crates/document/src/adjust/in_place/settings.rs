//! Parameters: changed arguments of the call that made an entity, or of the last call that set the value.

use super::annotations::{Argument, arguments, round_within};
use super::code::{Code, Found, InPlace};
use crate::contents::calls::Execution;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use trammel_code::FileName;
use trammel_code::Obstacle;
use trammel_code::rewrite::{NewValue, Signature, Span, TextEdit, edits, insertions, list_edits};
use trammel_kernel::Path;
use trammel_scene::params::{Role, role_of};
use trammel_scene::{Arguments, Entity, Name};
use trammel_tools::{Assignment, ToolSpec};

/// File and range of a call.
type Site = (FileName, (usize, usize));

/// Changed call: its place, the number of its executions, and the changes of its text.
#[derive(Debug)]
struct Changed {
    site: Site,
    runs: u32,
    edits: Vec<TextEdit>,
    is_maker: bool,
}

/// Returns the changes that set parameters of entities. A call that runs several times is changed only if all entities
/// that it concerns get the same text.
pub(super) fn set(code: &Code<'_>, entities: &[(Name, Arguments)], pixel: f64) -> InPlace {
    let each: Vec<(&Name, Result<Vec<Changed>, Obstacle>)> = entities
        .iter()
        .map(|(name, values)| (name, one(code, name, values, pixel)))
        .collect();
    let mut alike: BTreeMap<&Site, Vec<(&[TextEdit], u32)>> = BTreeMap::new();
    for changed in each
        .iter()
        .filter_map(|(_, changed)| changed.as_ref().ok())
        .flatten()
    {
        let texts = alike.entry(&changed.site).or_default();
        match texts.iter_mut().find(|(edits, _)| *edits == changed.edits) {
            Some((_, count)) => *count += 1,
            None => texts.push((&changed.edits, 1)),
        }
    }
    let is_complete = |changed: &Changed| match alike.get(&changed.site).map(Vec::as_slice) {
        Some([(_, count)]) => *count == changed.runs,
        _ => false,
    };
    let mut plan = InPlace {
        folds: true,
        ..InPlace::default()
    };
    for (name, changes) in &each {
        let added = match changes {
            Err(why) => Err(*why),
            Ok(changes) if !changes.iter().all(is_complete) => Err(Obstacle::Repeated),
            Ok(changes) => changes
                .iter()
                .try_for_each(|changed| plan.texts.add(&changed.site.0, &changed.edits))
                .map(|()| changes.iter().all(|changed| !changed.is_maker)),
        };
        match added {
            Ok(folds) => plan.folds &= folds,
            Err(why) => plan.rest.push(((*name).clone(), why)),
        }
    }
    plan
}

/// Returns the changed calls that set parameters of one entity, each call once.
fn one(
    code: &Code<'_>,
    name: &Name,
    values: &[(String, Value)],
    pixel: f64,
) -> Result<Vec<Changed>, Obstacle> {
    let entity = code.scene.get(name).ok_or(Obstacle::Unknown)?;
    let known = code.calls.of(name);
    if !known.has_maker {
        return Err(Obstacle::Unknown);
    }
    let mut all: Vec<Changed> = Vec::new();
    let mut add = |found: &Found<'_>, edits: Vec<TextEdit>, is_maker: bool| {
        let site = (found.file.clone(), found.source.call_range(found.call));
        match all.iter_mut().find(|changed| changed.site == site) {
            Some(changed) => changed.edits.extend(edits),
            None => all.push(Changed {
                site,
                runs: found.runs,
                edits,
                is_maker,
            }),
        }
    };
    let maker = known
        .calls
        .first()
        .and_then(|call| code.env.catalog.called_tool(&call.tool));
    let values = arguments(entity, maker, values, pixel)?;
    let mut omitted = Vec::new();
    for Argument {
        parameter,
        value,
        present,
    } in &values
    {
        let (found, span, is_maker) = match find_stated(code, &known.calls, parameter) {
            Err(Obstacle::Omitted) => {
                omitted.push((parameter, value));
                continue;
            }
            found => found?,
        };
        let changed = match (present, value.as_array()) {
            (Some(present), Some(new)) => coordinate_edits(&found, span, present, new)?,
            _ => {
                let value = in_unit(&found, entity, parameter, value, pixel);
                edits(found.source, span, NewValue::Is(&value))?
            }
        };
        add(&found, changed, is_maker);
    }
    if !omitted.is_empty() {
        let found = code.find(&known.calls[0])?;
        let values = new_arguments(&found, entity, &omitted, pixel);
        let added = insertions(found.source, found.call, found.tool, &values)?;
        add(&found, added, true);
    }
    Ok(all)
}

/// Returns the changes of the coordinates that differ from the present ones.
fn coordinate_edits(
    found: &Found<'_>,
    span: Span,
    present: &[f64],
    new: &[Value],
) -> Result<Vec<TextEdit>, Obstacle> {
    let is_kept = |at: usize| present.len() == new.len() && Some(present[at]) == new[at].as_f64();
    let each = (0..new.len()).map(|at| {
        if is_kept(at) {
            NewValue::Plus(0.0)
        } else {
            NewValue::Is(&new[at])
        }
    });
    list_edits(found.source, span, &each.collect::<Vec<NewValue<'_>>>())
}

/// Returns the arguments for a call that does not state them. The first angle of a call is written in degrees.
fn new_arguments(
    found: &Found<'_>,
    entity: &Entity,
    omitted: &[(&String, &Value)],
    pixel: f64,
) -> Vec<(String, Value)> {
    let states = |parameter: &str| !found.omits(parameter);
    let schema = found.tool.schema();
    let mut known = schema["properties"].as_object().into_iter().flat_map(Map::keys);
    let knows_degrees = !schema["properties"]["angle_unit"].is_null();
    let in_degrees =
        knows_degrees && !states("angle_unit") && !known.any(|name| is_angle(name) && states(name));
    let mut added = Vec::new();
    for (parameter, value) in omitted {
        let radians = value.as_f64().filter(|_| is_angle(parameter));
        let value = match radians {
            Some(radians) if in_degrees => {
                added.push(("angle_unit".to_owned(), Value::from("degree")));
                degrees(entity, radians, pixel)
            }
            _ => in_unit(found, entity, parameter, value, pixel),
        };
        added.push(((*parameter).clone(), value));
    }
    added
}

/// Returns the last call that states the value of a parameter, its argument, and whether the call made the entity.
fn find_stated<'a>(
    code: &'a Code<'_>,
    calls: &[Execution],
    parameter: &str,
) -> Result<(Found<'a>, Span, bool), Obstacle> {
    for (at, call) in calls.iter().enumerate().rev() {
        let Some(tool) = code.env.catalog.called_tool(&call.tool) else {
            continue;
        };
        let paths = paths(tool, at == 0, parameter);
        if paths.is_empty() {
            continue;
        }
        let found = code.find(call)?;
        for path in paths {
            match found.argument(&path) {
                Ok(span) => return Ok((found, span, at == 0)),
                Err(Obstacle::Omitted) => {}
                Err(why) => return Err(why),
            }
        }
        // A removed stroke or fill has no value; `null` removes the fields as well.
        if matches!(tool.assigns, Assignment::Removes(_)) {
            break;
        }
    }
    Err(Obstacle::Omitted)
}

/// Returns the arguments of a tool that may state a parameter, the most specific first.
fn paths(tool: &ToolSpec, is_maker: bool, parameter: &str) -> Vec<String> {
    if is_maker {
        return vec![parameter.to_owned()];
    }
    let (Assignment::States(part) | Assignment::Removes(part)) = tool.assigns else {
        return Vec::new();
    };
    if !parameter.starts_with(part) {
        return Vec::new();
    }
    let path = parameter.strip_prefix("style.").unwrap_or(parameter);
    let own = path.split_once('.').map(|(_, last)| last);
    let own = own.filter(|own| tool.positional.contains(own));
    own.into_iter().chain([path]).map(str::to_owned).collect()
}

/// Whether a parameter is an angle, in the unit of its call.
fn is_angle(parameter: &str) -> bool {
    role_of(parameter) == Some(Role::Angle)
}

/// Converts an angle in radians to degrees if the call states degrees.
fn in_unit(found: &Found<'_>, entity: &Entity, parameter: &str, value: &Value, pixel: f64) -> Value {
    let unit = found.argument("angle_unit");
    let Some(radians) = value.as_f64().filter(|_| is_angle(parameter)) else {
        return value.clone();
    };
    if !unit.is_ok_and(|unit| found.source.string(unit).as_deref() == Some("degree")) {
        return value.clone();
    }
    degrees(entity, radians, pixel)
}

/// Converts an angle to degrees, rounded below a pixel at the farthest point of the entity.
fn degrees(entity: &Entity, radians: f64, pixel: f64) -> Value {
    let reach = entity
        .shape
        .paths()
        .iter()
        .filter_map(Path::bounds)
        .map(|bounds| libm::hypot(bounds.width(), bounds.height()))
        .fold(1.0, f64::max);
    round_within(
        radians.to_degrees(),
        (pixel / 2.0 / reach).to_degrees().max(1e-10),
    )
    .into()
}
