//! Statements that record an adjustment at the end of `main`: calls of tools in order, and their text.

use crate::formats::{code, json};
use crate::geometry::Vec2;
use crate::language::{Bilingual, bilingual};
use crate::scene::{Adjustment, Entity, Name, Scene, Transform};
use crate::session::calls::Execution;
use crate::session::{codegen, deletion};
use crate::tools::ToolError;
use crate::workspace::Workspace;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

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
            let names = outermost(scene, names)?;
            Ok(names.iter().map(|name| translation(name, *by)).collect())
        }
        Adjustment::Delete { names } => {
            let names = deletion::ordered(&outermost(scene, names)?);
            Ok(names.iter().map(deletion).collect())
        }
        Adjustment::Set { name, values, .. } => settings(scene, name, values),
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

/// Returns the text of calls in order. Translations become one loop over the names.
///
/// # Errors
/// Returns an error if `main` binds both spellings of a tool name.
pub(super) fn text(files: &Workspace, statements: &[Statement]) -> Result<StatementsText, Bilingual> {
    match statements {
        [first, ..] if first.tool == DELETE => return deletion_text(files, statements),
        [first, _, ..] if first.tool == "translate" => return loop_text(files, statements),
        _ => {}
    }
    let mut written = StatementsText {
        text: String::new(),
        calls: Vec::new(),
    };
    for one in statements {
        let text = codegen::statement(files, one.tool, &one.input)?;
        let open = written.text.len() + text.find('(').unwrap_or_default();
        written.calls.push(Execution::once(one.tool, open));
        written.text.push_str(&text);
    }
    Ok(written)
}

/// Writes translations by the same vector as a loop over the names.
fn loop_text(files: &Workspace, statements: &[Statement]) -> Result<StatementsText, Bilingual> {
    let names: Vec<String> = statements
        .iter()
        .map(|one| one.input["name"].to_string())
        .collect();
    let one = codegen::statement(files, "translate", &statements[0].input)?;
    let body = one.replacen(&format!("name: {}", names[0]), "name", 1);
    let head = format!("for (const name of [{}]) ", names.join(", "));
    let open = head.len() + body.find('(').unwrap_or_default();
    let runs = u32::try_from(names.len()).unwrap_or(u32::MAX);
    let call = |occurrence| Execution {
        occurrence,
        runs,
        ..Execution::once("translate", open)
    };
    Ok(StatementsText {
        text: format!("{head}{body}"),
        calls: (0..runs).map(call).collect(),
    })
}

/// Writes deletions as a few loops.
fn deletion_text(files: &Workspace, statements: &[Statement]) -> Result<StatementsText, Bilingual> {
    let function = codegen::function(files, DELETE)?;
    let name = |one: &Statement| Name::new(one.input["name"].as_str().unwrap_or_default());
    let names: Result<Vec<Name>, _> = statements.iter().map(name).collect();
    let (text, calls) = deletion::written(&names?, &function);
    let call = |call: deletion::Deleted| Execution {
        occurrence: call.occurrence,
        runs: call.runs,
        ..Execution::once(DELETE, call.open)
    };
    Ok(StatementsText {
        text,
        calls: calls.into_iter().map(call).collect(),
    })
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
