//! Strict reader of scene JSON: unknown fields, newer versions, duplicate names, and invalid numbers are
//! refused with the reason; nothing is executed.

use super::geometry_in::shape;
use super::strict_json;
use crate::geometry::{Point, Vec2};
use crate::scene::{
    Constraint, ConstraintKind, Definitions, Edit, Flags, Layer, MAX_ENTITIES, Name, Scene, Stroke, Style,
    Transform, Units, WrittenRef, check_invariants,
};
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc as Shared;

/// Value of the field `format`.
pub const FORMAT: &str = "trammel-scene";

/// Version that this program writes and reads.
pub const VERSION: u64 = 1;

/// Reads a drawing.
///
/// # Errors
/// Returns one sentence about the first problem and its place.
pub fn read(text: &str) -> Result<Scene, String> {
    let head = strict_json::parse(text)?;
    if head.get("format").and_then(Value::as_str) != Some(FORMAT) {
        return Err(format!("this is not a drawing: \"format\" must be \"{FORMAT}\""));
    }
    match head.get("version").and_then(Value::as_u64) {
        Some(VERSION) => {}
        Some(newer) if newer > VERSION => {
            return Err(format!(
                "this drawing has version {newer}, this program supports {VERSION}. Update Trammel, or reload the page."
            ));
        }
        _ => return Err(format!("\"version\" must be {VERSION}")),
    }
    let file =
        File::deserialize(head).map_err(|e| format!("this drawing file is incomplete or damaged: {e}"))?;
    if file.entities.len() > MAX_ENTITIES {
        return Err(format!(
            "{} entities, at most {MAX_ENTITIES}",
            file.entities.len()
        ));
    }
    let mut edit = Edit::by_user(Scene::new(&file.name).with_units(file.units));
    let layers = Definitions {
        layers: file.layers,
        ..Definitions::default()
    };
    edit.set_definitions(layers).map_err(|e| e.to_string())?;
    let wrong = |row: &Row, problem| format!("entity '{}': {problem}", row.name);
    for row in &file.entities {
        insert(&mut edit, row).map_err(|problem| wrong(row, problem))?;
    }
    // An entity that enters a group keeps its position, so transforms are set after the whole tree exists. As in code,
    // the children precede their groups.
    for row in file.entities.iter().rev() {
        place(&mut edit, row).map_err(|problem| wrong(row, problem))?;
    }
    // Groups precede their children, so flags are set after the whole tree exists.
    for row in &file.entities {
        let flags = Flags {
            locked: row.locked,
            hidden: row.hidden,
        };
        edit.set_flags(&row.name, flags).map_err(|e| e.to_string())?;
    }
    set_constraints(&mut edit, &file.constraints)?;
    let (scene, _) = edit.finish();
    check_invariants(&scene).into_iter().next().map_or(Ok(scene), Err)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "format")]
    _format: String,
    #[serde(rename = "version")]
    _version: u64,
    name: String,
    units: Units,
    layers: Vec<Layer>,
    entities: Vec<Row>,
    constraints: Vec<Bond>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: Name,
    #[serde(rename = "type")]
    kind: String,
    geometry: Value,
    style: Style,
    transform: Placed,
    layer: Option<Name>,
    locked: bool,
    hidden: bool,
    parent: Option<Name>,
    #[serde(rename = "children")]
    _children: Vec<Name>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bond {
    id: String,
    kind: ConstraintKind,
    refs: Vec<WrittenRef>,
    value: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Placed {
    translate: [f64; 2],
    rotate: f64,
    #[serde(default)]
    shear: f64,
    scale: [f64; 2],
    pivot: Option<[f64; 2]>,
}

fn set_constraints(edit: &mut Edit, bonds: &[Bond]) -> Result<(), String> {
    let mut definitions = Definitions::clone(edit.definitions());
    for bond in bonds {
        let wrong = |problem: String| format!("constraint '{}': {problem}", bond.id);
        let id: Option<u32> = bond.id.strip_prefix('c').and_then(|n| n.parse().ok());
        let id = id.ok_or_else(|| wrong("its id must be c and a number".to_owned()))?;
        let refs = bond.refs.iter().map(|reference| reference.read(edit));
        let refs = refs.collect::<Result<_, _>>().map_err(|e| wrong(e.to_string()))?;
        definitions.last_constraint = definitions.last_constraint.max(id);
        definitions.constraints.push(Constraint {
            id,
            kind: bond.kind,
            refs,
            value: bond.value,
        });
    }
    edit.set_definitions(definitions).map_err(|e| e.to_string())
}

fn insert(edit: &mut Edit, row: &Row) -> Result<(), String> {
    let shape = shape(&row.kind, row.geometry.clone())?;
    // The same rules as those of the tools, so that the code of the drawing runs.
    row.style.stroke.as_ref().map_or(Ok(()), Stroke::check)?;
    edit.insert(&row.name, shape, Shared::new(row.style.clone()), false)
        .map_err(|e| e.to_string())?;
    edit.put_on_layer(&row.name, row.layer.as_ref())
        .map_err(|e| e.to_string())?;
    edit.reparent(&row.name, row.parent.as_ref())
        .map_err(|e| e.to_string())
}

fn place(edit: &mut Edit, row: &Row) -> Result<(), String> {
    let placed = &row.transform;
    let transform = Transform {
        translate: Vec2::new(placed.translate[0], placed.translate[1]),
        rotate: placed.rotate,
        shear: placed.shear,
        scale: Vec2::new(placed.scale[0], placed.scale[1]),
        pivot: placed.pivot.map(|[x, y]| Point::new(x, y)),
    };
    transform
        .check()
        .map_err(|problem| format!("transform.{problem}"))?;
    edit.set_transform(&row.name, transform)
        .map_err(|e| e.to_string())
}
