//! Strict reader of scene JSON: unknown fields, newer versions, duplicate names, and invalid numbers are
//! refused with the reason; nothing is executed.

use super::geometry_in::shape;
use super::strict_json;
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc as Shared;
use trammel_kernel::{Point, Vec2};
use trammel_language::{Bilingual, bilingual};
use trammel_scene::{
    Constraint, ConstraintKind, Definitions, Edit, Flags, Layer, MAX_ENTITIES, Name, Scene, Stroke, Style,
    Transform, Units, WrittenRef, check_invariants,
};

/// Value of the field `format`.
pub const FORMAT: &str = "trammel-scene";

/// Version that this program writes and reads.
pub const VERSION: u64 = 1;

/// Reads a drawing.
///
/// # Errors
/// Returns one sentence about the first problem and its place.
pub fn read(text: &str) -> Result<Scene, Bilingual> {
    let head = strict_json::parse(text)?;
    if head.get("format").and_then(Value::as_str) != Some(FORMAT) {
        return Err(bilingual!(
            "this is not a drawing: \"format\" must be \"{FORMAT}\"",
            "도면이 아니에요. \"format\"이 \"{FORMAT}\"여야 해요"
        ));
    }
    match head.get("version").and_then(Value::as_u64) {
        Some(VERSION) => {}
        Some(newer) if newer > VERSION => {
            return Err(bilingual!(
                "this drawing has version {newer}, but this program supports {VERSION}. Update Trammel, or reload the page.",
                "이 도면의 버전은 {newer}인데 이 프로그램은 {VERSION}까지 열어요. Trammel을 업데이트하거나 페이지를 새로 고치세요."
            ));
        }
        _ => {
            return Err(bilingual!(
                "\"version\" must be {VERSION}",
                "\"version\"은 {VERSION}이어야 해요"
            ));
        }
    }
    let file = File::deserialize(head).map_err(|e| {
        bilingual!(
            "this drawing file is incomplete or damaged: {e}",
            "이 도면 파일은 빠진 것이 있거나 손상됐어요({e})"
        )
    })?;
    if file.entities.len() > MAX_ENTITIES {
        return Err(bilingual!(
            "{} entities, at most {MAX_ENTITIES}",
            "항목이 {}개이고 최대 {MAX_ENTITIES}개예요",
            file.entities.len()
        ));
    }
    let mut edit = Edit::by_user(Scene::new(&file.name).with_units(file.units));
    let layers = Definitions {
        layers: file.layers,
        ..Definitions::default()
    };
    edit.set_definitions(layers)?;
    let wrong = |row: &Row, problem| bilingual!("entity '{}': {problem}", "'{}' 항목: {problem:#}", row.name);
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
        edit.set_flags(&row.name, flags)?;
    }
    set_constraints(&mut edit, &file.constraints)?;
    let (scene, _) = edit.finish();
    match check_invariants(&scene).into_iter().next() {
        None => Ok(scene),
        Some(problem) => Err(Bilingual::new(
            problem.clone(),
            format!("도면의 내용이 서로 맞지 않아요({problem})"),
        )),
    }
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
    #[serde(default)]
    as_drawn: bool,
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

fn set_constraints(edit: &mut Edit, bonds: &[Bond]) -> Result<(), Bilingual> {
    let mut definitions = Definitions::clone(edit.definitions());
    for bond in bonds {
        let wrong =
            |problem: Bilingual| bilingual!("constraint '{}': {problem}", "'{}' 구속: {problem:#}", bond.id);
        let id: Option<u32> = bond.id.strip_prefix('c').and_then(|n| n.parse().ok());
        let id = id.ok_or_else(|| {
            wrong(bilingual!(
                "its id must be the letter c followed by a number",
                "ID는 글자 c 다음에 숫자가 와야 해요"
            ))
        })?;
        let refs = bond.refs.iter().map(|reference| reference.read(edit));
        let refs = refs.collect::<Result<_, _>>().map_err(|e| wrong(e.into()))?;
        definitions.last_constraint = definitions.last_constraint.max(id);
        definitions.constraints.push(Constraint {
            id,
            kind: bond.kind,
            refs,
            value: bond.value,
        });
    }
    edit.set_definitions(definitions).map_err(Bilingual::from)
}

fn insert(edit: &mut Edit, row: &Row) -> Result<(), Bilingual> {
    let shape = shape(&row.kind, row.geometry.clone())?;
    // The same rules as those of the tools, so that the code of the drawing runs.
    row.style.stroke.as_ref().map_or(Ok(()), Stroke::check)?;
    edit.insert(&row.name, shape, Shared::new(row.style.clone()), false)?;
    edit.put_on_layer(&row.name, row.layer.as_ref())?;
    edit.set_as_drawn(&row.name, row.as_drawn)?;
    edit.reparent(&row.name, row.parent.as_ref())
        .map_err(Bilingual::from)
}

fn place(edit: &mut Edit, row: &Row) -> Result<(), Bilingual> {
    let placed = &row.transform;
    let transform = Transform {
        translate: Vec2::new(placed.translate[0], placed.translate[1]),
        rotate: placed.rotate,
        shear: placed.shear,
        scale: Vec2::new(placed.scale[0], placed.scale[1]),
        pivot: placed.pivot.map(|[x, y]| Point::new(x, y)),
    };
    transform.check().map_err(|problem| problem.after("transform."))?;
    edit.set_transform(&row.name, transform).map_err(Bilingual::from)
}
