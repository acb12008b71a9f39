//! Strict reader of scene JSON: unknown fields, newer versions, duplicate names, and invalid numbers are
//! refused with the reason; nothing is executed.

use super::annotation;
use super::strict_json::{self, JsonKind};
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc as Shared;
use trammel_kernel::{Point, Vec2};
use trammel_language::{Bilingual, bilingual};
use trammel_scene::params::shape_of;
use trammel_scene::{
    Constraint, ConstraintKind, Definitions, Edit, Flags, Layer, MAX_ENTITIES, Name, Scene, Shape, Stroke,
    Style, Transform, Units, WrittenRef, check_invariants,
};

/// Value of the field `format`.
pub const FORMAT: &str = "trammel-scene";

/// Version that this program writes and reads.
pub const VERSION: u64 = 1;

const KIND: JsonKind = JsonKind {
    format: FORMAT,
    version: VERSION,
    words: ["drawing", "도면", "도면이"],
};

/// Reads a drawing.
///
/// # Errors
/// Returns one sentence about the first problem and its place.
pub fn read(text: &str) -> Result<Scene, Bilingual> {
    let file: File = KIND.fields(strict_json::parse(text)?)?;
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

/// Reads the geometry of a shape of this type.
///
/// # Errors
/// Returns one sentence about the first problem.
fn shape(kind: &str, geometry: Value) -> Result<Shape, Bilingual> {
    annotation::read(kind, &geometry)
        .or_else(|| shape_of(kind, geometry))
        .unwrap_or_else(|| Err(bilingual!("unknown type '{kind}'", "'{kind}' 유형을 몰라요")))
}
