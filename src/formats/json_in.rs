//! The strict reader of scene JSON: unknown fields, newer versions, duplicate names and impossible numbers are refused
//! with the reason; nothing is executed.

use super::json::{FORMAT, VERSION};
use crate::geometry::{Point, Vec2};
use crate::scene::{Edit, MAX_ENTITIES, Name, PathData, Scene, Shape, Style, Text, Transform, Units, check};
use crate::text::{Align, Valign};
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc as Shared;

/// Reads a drawing.
///
/// # Errors
/// One sentence that says what is wrong and where.
pub fn read(text: &str) -> Result<Scene, String> {
    let head: Value = serde_json::from_str(text).map_err(|e| format!("this is not JSON: {e}"))?;
    if head.get("format").and_then(Value::as_str) != Some(FORMAT) {
        return Err(format!("this is no drawing: \"format\" must be \"{FORMAT}\""));
    }
    match head.get("version").and_then(Value::as_u64) {
        Some(VERSION) => {}
        Some(newer) if newer > VERSION => {
            return Err(format!(
                "this drawing has version {newer}, this program reads {VERSION}: reload to update"
            ));
        }
        _ => return Err(format!("\"version\" must be {VERSION}")),
    }
    let file = File::deserialize(head).map_err(|e| format!("this drawing is malformed: {e}"))?;
    if file.entities.len() > MAX_ENTITIES {
        return Err(format!(
            "{} entities, {MAX_ENTITIES} are allowed",
            file.entities.len()
        ));
    }
    if !file.layers.is_empty() || !file.constraints.is_empty() {
        return Err("layers and constraints are not supported by this version".to_owned());
    }
    let mut edit = Edit::by_user(Scene::new(&file.name).with_units(file.units));
    for row in &file.entities {
        insert(&mut edit, row).map_err(|problem| format!("entity '{}': {problem}", row.name))?;
    }
    // Groups come before their children, so flags are set when the whole tree stands.
    for row in &file.entities {
        edit.set_flags(&row.name, row.locked, row.hidden)
            .map_err(|e| e.to_string())?;
    }
    let (scene, _) = edit.finish();
    check(&scene).into_iter().next().map_or(Ok(scene), Err)
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
    layers: Vec<Value>,
    entities: Vec<Row>,
    constraints: Vec<Value>,
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
    #[serde(rename = "layer")]
    _layer: Option<String>,
    locked: bool,
    hidden: bool,
    parent: Option<Name>,
    #[serde(rename = "children")]
    _children: Vec<Name>,
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

fn insert(edit: &mut Edit, row: &Row) -> Result<(), String> {
    let shape = shape(&row.kind, row.geometry.clone())?;
    edit.insert(&row.name, shape, Shared::new(row.style.clone()), false)
        .map_err(|e| e.to_string())?;
    edit.reparent(&row.name, row.parent.as_ref())
        .map_err(|e| e.to_string())?;
    let placed = &row.transform;
    let transform = Transform {
        translate: Vec2::new(placed.translate[0], placed.translate[1]),
        rotate: placed.rotate,
        shear: placed.shear,
        scale: Vec2::new(placed.scale[0], placed.scale[1]),
        pivot: placed.pivot.map(|[x, y]| Point::new(x, y)),
    };
    edit.set_transform(&row.name, transform)
        .map_err(|e| e.to_string())
}

fn shape(kind: &str, geometry: Value) -> Result<Shape, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Line {
        points: Vec<f64>,
        closed: bool,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Circle {
        x: f64,
        y: f64,
        radius: f64,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Rect {
        x: f64,
        y: f64,
        width: f64,
        height: f64,
        corner_radius: f64,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Arc {
        cx: f64,
        cy: f64,
        radius: f64,
        start_angle: f64,
        end_angle: f64,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Polygon {
        points: Vec<f64>,
        holes: Vec<Vec<f64>>,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Bezier {
        path: String,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Group {}
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Lettering {
        text: String,
        x: f64,
        y: f64,
        size: f64,
        align: Align,
        valign: Valign,
        angle: f64,
    }

    Ok(match kind {
        "line" => {
            let Line { points: flat, closed } = parsed(geometry)?;
            Shape::Line {
                points: points(&flat)?,
                closed,
            }
        }
        "circle" => {
            let Circle { x, y, radius } = parsed(geometry)?;
            Shape::Circle {
                center: Point::new(x, y),
                radius,
            }
        }
        "rect" => {
            let Rect {
                x,
                y,
                width,
                height,
                corner_radius,
            } = parsed(geometry)?;
            Shape::Rect {
                corner: Point::new(x, y),
                width,
                height,
                corner_radius,
            }
        }
        "arc" => {
            let Arc {
                cx,
                cy,
                radius,
                start_angle,
                end_angle,
            } = parsed(geometry)?;
            Shape::Arc {
                center: Point::new(cx, cy),
                radius,
                start_angle,
                end_angle,
            }
        }
        "polygon" => {
            let Polygon { points: flat, holes } = parsed(geometry)?;
            let holes = holes.iter().map(|hole| points(hole)).collect::<Result<_, _>>()?;
            Shape::Polygon {
                points: points(&flat)?,
                holes,
            }
        }
        "bezier" => Shape::Bezier(PathData::new(&parsed::<Bezier>(geometry)?.path)?),
        "text" => {
            let read: Lettering = parsed(geometry)?;
            Shape::Text(Shared::new(Text {
                text: read.text,
                at: Point::new(read.x, read.y),
                size: read.size,
                align: read.align,
                valign: read.valign,
                angle: read.angle,
            }))
        }
        "group" => {
            let Group {} = parsed(geometry)?;
            Shape::Group
        }
        other => return Err(format!("unknown type '{other}'")),
    })
}

fn parsed<T: serde::de::DeserializeOwned>(geometry: Value) -> Result<T, String> {
    serde_json::from_value(geometry).map_err(|e| format!("geometry: {e}"))
}

fn points(flat: &[f64]) -> Result<Vec<Point>, String> {
    if !flat.len().is_multiple_of(2) {
        return Err(format!(
            "points needs x and y for every point, got {} numbers",
            flat.len()
        ));
    }
    Ok(flat.chunks_exact(2).map(|xy| Point::new(xy[0], xy[1])).collect())
}
