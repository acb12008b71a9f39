//! Statements that record an adjustment at the end of `main`: calls of tools in order, and their text.

use crate::calls::Execution;
use crate::deletion::Looped;
use crate::{codegen, deletion};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use trammel_code::Workspace;
use trammel_formats::{code, json};
use trammel_kernel::Vec2;
use trammel_language::{Bilingual, bilingual};
use trammel_scene::{Adjustment, Entity, Name, Scene, Transform};
use trammel_tools::ToolError;

/// Tool that deletes an entity.
const DELETE: &str = "delete_entity";

/// Call of a built-in tool.
#[derive(Debug)]
pub(super) struct Statement {
    pub(super) tool: &'static str,
    pub(super) input: Value,
}

/// Returns the calls that carry out an adjustment of the present drawing.
///
/// # Errors
/// Returns an error if an entity does not exist or has no such parameter.
pub(super) fn statements(scene: &Scene, adjustment: &Adjustment) -> Result<Vec<Statement>, ToolError> {
    match adjustment {
        Adjustment::Move { names, by } => {
            let names = deletion::ordered(&outermost(scene, names)?);
            Ok(names.iter().map(|name| translation(name, *by)).collect())
        }
        Adjustment::Delete { names } => {
            let names = deletion::ordered(&outermost(scene, names)?);
            Ok(names.iter().map(deletion).collect())
        }
        Adjustment::Set { entities, .. } => {
            let mut calls = Vec::new();
            for (name, values) in entities {
                calls.extend(settings(scene, name, values)?);
            }
            Ok(together(calls))
        }
        Adjustment::Rename { name, new_name } => {
            scene.require(name)?;
            let input = json!({ "entity": name, "new_name": new_name });
            let tool = "rename_entity";
            Ok(vec![Statement { tool, input }])
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
pub(super) fn text(files: &Workspace, statements: &[Statement]) -> Result<StatementsText, Bilingual> {
    let mut written = StatementsText {
        text: String::new(),
        calls: Vec::new(),
    };
    for alike in statements.chunk_by(Statement::differs_in_entity) {
        let first = &alike[0];
        let one = codegen::statement(files, first.tool, &first.input)?;
        let start = written.text.len();
        let (text, loops) = match first.subject() {
            None => {
                let open = one.find('(').unwrap_or_default();
                (one, vec![Looped::once(open)])
            }
            Some((key, entity)) => {
                let stated = format!("{key}: {entity}");
                deletion::loops(&entities(alike, key)?, key, &|argument| {
                    one.replacen(&stated, argument, 1)
                })
            }
        };
        written.calls.extend(loops.into_iter().map(|call| Execution {
            occurrence: call.occurrence,
            runs: call.runs,
            ..Execution::once(first.tool, start + call.open)
        }));
        written.text.push_str(&text);
    }
    Ok(written)
}

/// Returns the entities that the calls change.
fn entities(calls: &[Statement], key: &str) -> Result<Vec<Name>, Bilingual> {
    let name = |one: &Statement| Name::new(one.input[key].as_str().unwrap_or_default());
    calls.iter().map(name).collect()
}

/// Returns the calls in an order in which those that differ only in the entity follow each other: first the calls that
/// draw the entities again, then the styles and layers.
fn together(calls: Vec<Statement>) -> Vec<Statement> {
    let (drawing, changing): (Vec<Statement>, Vec<Statement>) =
        calls.into_iter().partition(|call| call.subject().is_none());
    let mut groups: Vec<(Statement, Vec<Name>)> = Vec::new();
    let mut known: BTreeMap<(&'static str, String), usize> = BTreeMap::new();
    for call in changing {
        let Some(name) = call
            .subject()
            .and_then(|(_, entity)| Name::new(entity.as_str()?).ok())
        else {
            continue;
        };
        match known.get(&call.without_entity()) {
            Some(at) => groups[*at].1.push(name),
            None => {
                known.insert(call.without_entity(), groups.len());
                groups.push((call, vec![name]));
            }
        }
    }
    let each = |(call, names): (Statement, Vec<Name>)| {
        let names = deletion::ordered(&names);
        names.into_iter().map(move |name| call.of(&name))
    };
    drawing
        .into_iter()
        .chain(groups.into_iter().flat_map(each))
        .collect()
}

impl Statement {
    /// Returns the parameter for the entity, if the tool changes an existing one, with its value.
    fn subject(&self) -> Option<(&'static str, &Value)> {
        let key = match self.tool {
            DELETE | "translate" | "set_stroke" | "set_fill" => "name",
            "set_layer" => "entity",
            _ => return None,
        };
        Some((key, &self.input[key]))
    }

    /// Returns the same call for another entity.
    fn of(&self, name: &Name) -> Statement {
        let mut input = self.input.clone();
        if let Some((key, _)) = self.subject() {
            input[key] = json!(name);
        }
        Statement {
            tool: self.tool,
            input,
        }
    }

    /// Returns the tool with the arguments other than the entity, as text.
    fn without_entity(&self) -> (&'static str, String) {
        let mut input = self.input.clone();
        if let (Some((key, _)), Some(fields)) = (self.subject(), input.as_object_mut()) {
            fields.remove(key);
        }
        (self.tool, input.to_string())
    }

    /// Whether two calls differ only in the entity that they change.
    fn differs_in_entity(&self, other: &Statement) -> bool {
        self.subject().is_some() && self.without_entity() == other.without_entity()
    }
}

/// Returns the names without repetitions and without descendants of listed groups, which move with their group.
pub(super) fn outermost(scene: &Scene, names: &[Name]) -> Result<Vec<Name>, ToolError> {
    let listed: BTreeSet<&Name> = names.iter().collect();
    let mut seen = BTreeSet::new();
    let mut kept = Vec::with_capacity(names.len());
    for name in names {
        let mut group = scene.require(name)?.parent.as_ref();
        while let Some(parent) = group.filter(|parent| !listed.contains(parent)) {
            group = scene.get(parent).and_then(|entity| entity.parent.as_ref());
        }
        if group.is_none() && seen.insert(name) {
            kept.push(name.clone());
        }
    }
    Ok(kept)
}

fn deletion(name: &Name) -> Statement {
    Statement {
        tool: DELETE,
        input: json!({ "name": name }),
    }
}

fn translation(name: &Name, by: Vec2) -> Statement {
    Statement {
        tool: "translate",
        input: json!({ "name": name, "dx": by.x, "dy": by.y }),
    }
}

/// Returns the calls that set parameters of an entity: its drawing call with `replace`, then styles and the layer.
fn settings(scene: &Scene, name: &Name, values: &[(String, Value)]) -> Result<Vec<Statement>, ToolError> {
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
                let input = json!({ "entity": name, "layer": value });
                after.push(Statement {
                    tool: "set_layer",
                    input,
                });
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
        calls.push(redrawing(scene, entity, &geometry));
        calls.extend(placing(entity));
    }
    for (tool, part, value) in [("set_stroke", "stroke", stroke), ("set_fill", "fill", fill)] {
        if let Some(value) = value {
            let mut input = Map::from_iter([("name".to_owned(), json!(name))]);
            input.insert(part.to_owned(), value);
            let input = Value::Object(input);
            calls.push(Statement { tool, input });
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
fn redrawing(scene: &Scene, entity: &Entity, geometry: &Value) -> Statement {
    let (tool, fields) = code::drawing_call(scene, entity);
    let old = json::geometry(&entity.shape);
    let mut input = Map::new();
    for (field, value) in fields {
        let drawn = match (field.as_str(), geometry.get(&field)) {
            ("geometry", _) if entity.shape.is_annotation() => geometry.clone(),
            (_, Some(new)) if !entity.shape.is_annotation() => new.clone(),
            _ => value,
        };
        input.insert(field, drawn);
    }
    if !entity.shape.is_annotation() {
        // A value that was a default, such as a corner radius of 0, has no argument yet.
        for (field, value) in geometry.as_object().into_iter().flatten() {
            if old.get(field) != Some(value) {
                input.insert(field.clone(), value.clone());
            }
        }
    }
    input.insert("replace".to_owned(), true.into());
    Statement {
        tool,
        input: Value::Object(input),
    }
}

/// Returns the call that restores the placement of a redrawn entity; `None` for the identity.
fn placing(entity: &Entity) -> Option<Statement> {
    let (now, plain) = (entity.transform, Transform::default());
    if now == plain {
        return None;
    }
    let mut input = Map::from_iter([("entity".to_owned(), json!(entity.name))]);
    let mut add = |differs: bool, field: &str, value: Value| {
        if differs {
            input.insert(field.to_owned(), value);
        }
    };
    let pair = |v: Vec2| json!([v.x, v.y]);
    add(now.translate != plain.translate, "translate", pair(now.translate));
    add(now.rotate != plain.rotate, "rotate", now.rotate.into());
    add(now.shear != plain.shear, "shear", now.shear.into());
    add(now.scale != plain.scale, "scale", pair(now.scale));
    if let Some(pivot) = now.pivot {
        add(true, "pivot", pair(pivot.to_vec2()));
    }
    Some(Statement {
        tool: "set_transform",
        input: Value::Object(input),
    })
}
