//! Statements that record an adjustment at the end of `main`: calls of tools in order, and their text.

use crate::contents::calls::Execution;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use trammel_code::name_loops::{Looped, loops, order_of_changes};
use trammel_code::write::literals;
use trammel_code::{Call, Workspace, write};
use trammel_formats::{code, json};
use trammel_kernel::{Point, Vec2};
use trammel_language::{Bilingual, bilingual};
use trammel_scene::{Adjustment, Entity, Name, Scene};
use trammel_tools::ToolError;

/// Call that carries out an adjustment, or a part of it.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) call: Call,
    /// Parameter for the entity, if steps that differ only in the entity become a loop.
    subject: Option<&'static str>,
}

/// Returns the calls that carry out an adjustment of the present drawing.
///
/// # Errors
/// Returns an error if an entity does not exist or has no such parameter.
pub(super) fn statements(scene: &Scene, adjustment: &Adjustment) -> Result<Vec<Step>, ToolError> {
    match adjustment {
        Adjustment::Move { names, by } => for_each(scene, names, |name| translation(name, *by)),
        Adjustment::Rotate { names, angle, center } => {
            for_each(scene, names, |name| rotation(name, *angle, *center))
        }
        Adjustment::Scale {
            names,
            factor,
            center,
        } => for_each(scene, names, |name| scaling(name, *factor, *center)),
        Adjustment::Mirror { names, axis } => for_each(scene, names, |name| mirroring(name, *axis)),
        Adjustment::Delete { names } => for_each(scene, names, deletion),
        Adjustment::Set { entities, .. } => {
            let mut calls = Vec::new();
            for (name, values) in entities {
                calls.extend(settings(scene, name, values)?);
            }
            Ok(together(calls))
        }
        Adjustment::Rename { name, new_name } => {
            scene.require(name)?;
            let call = Call::new("rename_entity").with("entity", name.as_str());
            Ok(vec![Step::single(call.with("new_name", new_name.as_str()))])
        }
    }
}

/// Text of calls.
#[derive(Debug)]
pub(super) struct StatementsText {
    pub(super) text: String,
    /// Each call, with the offset of its parenthesis in the text.
    pub(super) calls: Vec<Execution>,
}

/// Returns the text of calls in order. Consecutive calls that differ only in the entity become one loop over the names.
///
/// # Errors
/// Returns an error if `main` binds both spellings of a tool name.
pub(super) fn text(files: &Workspace, steps: &[Step]) -> Result<StatementsText, Bilingual> {
    let mut written = StatementsText {
        text: String::new(),
        calls: Vec::new(),
    };
    for alike in steps.chunk_by(Step::differs_in_entity) {
        let Step { call, subject } = &alike[0];
        let function = files.spelling(call.tool)?;
        let arguments = literals(&call.input);
        let start = written.text.len();
        let (text, executions) = match *subject {
            None => (
                write::call(&function, &arguments),
                vec![Looped::once(function.len())],
            ),
            Some(key) => {
                let names: Vec<&str> = alike.iter().filter_map(Step::entity).collect();
                loops(&names, key, &|expression| {
                    let mut arguments = arguments.clone();
                    let of_entity = arguments.iter_mut().filter(|(known, _)| *known == key);
                    of_entity.for_each(|(_, text)| expression.clone_into(text));
                    write::call(&function, &arguments)
                })
            }
        };
        written
            .calls
            .extend(executions.into_iter().map(|looped| Execution {
                occurrence: looped.occurrence,
                runs: looped.runs,
                ..Execution::once(call.tool, start + looped.open)
            }));
        written.text.push_str(&text);
    }
    Ok(written)
}

/// Returns the calls in an order in which those that differ only in the entity follow each other: first the calls that
/// draw the entities again, then the styles and layers.
fn together(steps: Vec<Step>) -> Vec<Step> {
    let (drawing, changing): (Vec<Step>, Vec<Step>) =
        steps.into_iter().partition(|step| step.subject.is_none());
    let mut groups: Vec<(Step, Vec<Name>)> = Vec::new();
    let mut known: BTreeMap<(&'static str, String), usize> = BTreeMap::new();
    for step in changing {
        let Some(name) = step.entity().and_then(|name| Name::new(name).ok()) else {
            continue;
        };
        match known.get(&step.without_entity()) {
            Some(at) => groups[*at].1.push(name),
            None => {
                known.insert(step.without_entity(), groups.len());
                groups.push((step, vec![name]));
            }
        }
    }
    let each = |(step, names): (Step, Vec<Name>)| {
        let names = order_of_changes(&names);
        names.into_iter().map(move |name| step.clone().of(&name))
    };
    drawing
        .into_iter()
        .chain(groups.into_iter().flat_map(each))
        .collect()
}

impl Step {
    /// Creates a call that is never part of a loop.
    pub(super) fn single(call: Call) -> Step {
        let subject = None;
        Step { call, subject }
    }

    /// Creates the call of a tool that changes an entity, which is the value of this parameter.
    fn changing(tool: &'static str, subject: &'static str, name: &Name) -> Step {
        Step {
            call: Call::new(tool).with(subject, name.as_str()),
            subject: Some(subject),
        }
    }

    /// Returns the step with one more argument.
    fn with(mut self, parameter: &str, value: impl Into<Value>) -> Step {
        self.call = self.call.with(parameter, value);
        self
    }

    /// Returns the same step for another entity.
    fn of(self, name: &Name) -> Step {
        match self.subject {
            Some(key) => self.with(key, name.as_str()),
            None => self,
        }
    }

    /// Returns the entity that the call changes.
    fn entity(&self) -> Option<&str> {
        self.call.input.get(self.subject?)?.as_str()
    }

    /// Returns the tool with the arguments other than the entity, as text.
    fn without_entity(&self) -> (&'static str, String) {
        let mut input = self.call.input.clone();
        if let Some(key) = self.subject {
            input.shift_remove(key);
        }
        (self.call.tool, Value::Object(input).to_string())
    }

    /// Whether two calls differ only in the entity that they change.
    fn differs_in_entity(&self, other: &Step) -> bool {
        self.subject.is_some() && self.without_entity() == other.without_entity()
    }
}

/// Returns the same step for each entity, in the order of the statements.
fn for_each(scene: &Scene, names: &[Name], step: impl Fn(&Name) -> Step) -> Result<Vec<Step>, ToolError> {
    for name in names {
        scene.require(name)?;
    }
    let names = order_of_changes(&scene.outermost(names));
    Ok(names.iter().map(step).collect())
}

fn deletion(name: &Name) -> Step {
    Step::changing("delete_entity", "name", name)
}

fn translation(name: &Name, by: Vec2) -> Step {
    let step = Step::changing("translate", "name", name);
    step.with("dx", by.x).with("dy", by.y)
}

fn rotation(name: &Name, angle: f64, center: Point) -> Step {
    let step = Step::changing("rotate", "name", name).with("angle", angle);
    let step = step.with("cx", center.x).with("cy", center.y);
    step.with("angle_unit", "degree")
}

fn scaling(name: &Name, factor: f64, center: Point) -> Step {
    let step = Step::changing("scale", "name", name).with("sx", factor);
    step.with("around", json!([center.x, center.y]))
}

fn mirroring(name: &Name, [from, to]: [Point; 2]) -> Step {
    let axis = json!([from.x, from.y, to.x, to.y]);
    Step::changing("mirror", "entity", name).with("axis", axis)
}

/// Returns the calls that set parameters of an entity: its drawing call with `replace`, then styles and the layer.
fn settings(scene: &Scene, name: &Name, values: &[(String, Value)]) -> Result<Vec<Step>, ToolError> {
    let entity = scene.require(name)?;
    let mut geometry = json::geometry(&entity.shape);
    let mut reshaped = false;
    let (mut stroke, mut fill, mut after) = (None, None, Vec::new());
    for (parameter, value) in values {
        match parameter
            .strip_prefix("style.")
            .and_then(|rest| rest.split_once('.').or(Some((rest, ""))))
        {
            Some(("stroke", field)) => merge(&mut stroke, field, value),
            Some(("fill", field)) => merge(&mut fill, field, value),
            _ if parameter == "layer" => {
                after.push(Step::changing("set_layer", "entity", name).with("layer", value.clone()));
            }
            _ => {
                *place(&mut geometry, parameter)
                    .ok_or_else(|| unknown(entity, parameter, &geometry_of(entity)))? = value.clone();
                reshaped = true;
            }
        }
    }
    let mut calls = Vec::new();
    if reshaped {
        calls.push(Step::single(redrawing(scene, entity, &geometry)));
        calls.extend(placing(entity).map(Step::single));
    }
    for (tool, part, value) in [("set_stroke", "stroke", stroke), ("set_fill", "fill", fill)] {
        if let Some(value) = value {
            calls.push(Step::changing(tool, "name", name).with(part, value));
        }
    }
    calls.extend(after);
    Ok(calls)
}

/// Adds a field of a stroke or a fill; an empty field name stands for the whole.
fn merge(part: &mut Option<Value>, field: &str, value: &Value) {
    if field.is_empty() {
        *part = Some(value.clone());
        return;
    }
    match part {
        Some(Value::Object(fields)) => drop(fields.insert(field.to_owned(), value.clone())),
        _ => *part = Some(json!({ field: value })),
    }
}

/// Returns the value with this path of field names; `None` if there is none.
fn place<'a>(geometry: &'a mut Value, path: &str) -> Option<&'a mut Value> {
    path.split('.')
        .try_fold(geometry, |value, field| value.get_mut(field))
}

fn geometry_of(entity: &Entity) -> Vec<String> {
    let geometry = json::geometry(&entity.shape);
    geometry
        .as_object()
        .into_iter()
        .flatten()
        .map(|(field, _)| field.clone())
        .collect()
}

fn unknown(entity: &Entity, parameter: &str, parameters: &[String]) -> ToolError {
    let kind = entity.shape.kind();
    let list = match parameters {
        [] => bilingual!("It has none.", "매개변수가 없어요."),
        some => bilingual!("It has {}.", "있는 매개변수: {}.", some.join(", ")),
    };
    ToolError::new(bilingual!(
        "'{}' ({kind}) has no parameter '{parameter}'. {list}",
        "'{}'({kind})에 '{parameter}' 매개변수가 없어요. {list:#}",
        entity.name
    ))
}

/// Returns the call that draws the entity with another geometry in its place.
fn redrawing(scene: &Scene, entity: &Entity, geometry: &Value) -> Call {
    let mut call = code::drawing_call(scene, entity);
    if entity.shape.is_annotation() {
        call = call.with("geometry", geometry.clone());
    } else {
        // A value that was a default, such as a corner radius of 0, has no argument yet.
        let old = json::geometry(&entity.shape);
        for (field, value) in geometry.as_object().into_iter().flatten() {
            if old.get(field) != Some(value) {
                call = call.with(field, value.clone());
            }
        }
    }
    call.with("replace", true)
}

/// Returns the call that restores the placement of a redrawn entity; `None` for the identity.
pub(super) fn placing(entity: &Entity) -> Option<Call> {
    let mut call = Call::new("set_transform").with("entity", entity.name.as_str());
    call.input.extend(code::transform_arguments(&entity.transform));
    (call.input.len() > 1).then_some(call)
}
