//! The strict reader of scene JSON: unknown fields, newer versions, duplicate names and impossible numbers are refused
//! with the reason; nothing is executed.

use super::json::{FORMAT, VERSION};
use crate::geometry::{Conic, CubicBez, Path, Point, Seg, Vec2};
use crate::scene::{
    Constraint, ConstraintKind, Edit, Layer, MAX_ENTITIES, Name, PartRef, PathData, Scene, Shape, Sheet,
    Style, Text, Transform, Units, check,
};
use crate::text::{Align, Valign};
use serde::{Deserialize, Deserializer, de};
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
    let mut edit = Edit::by_user(Scene::new(&file.name).with_units(file.units));
    let layers = Sheet {
        layers: file.layers,
        ..Sheet::default()
    };
    edit.set_sheet(layers).map_err(|e| e.to_string())?;
    for row in &file.entities {
        insert(&mut edit, row).map_err(|problem| format!("entity '{}': {problem}", row.name))?;
    }
    // Groups come before their children, so flags are set when the whole tree stands.
    for row in &file.entities {
        edit.set_flags(&row.name, row.locked, row.hidden)
            .map_err(|e| e.to_string())?;
    }
    set_constraints(&mut edit, &file.constraints)?;
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
    refs: Vec<String>,
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
    let mut sheet = Sheet::clone(edit.sheet());
    for bond in bonds {
        let wrong = |problem: String| format!("constraint '{}': {problem}", bond.id);
        let id: Option<u32> = bond.id.strip_prefix('c').and_then(|n| n.parse().ok());
        let id = id.ok_or_else(|| wrong("its id must be c and a number".to_owned()))?;
        let refs = bond.refs.iter().map(|text| PartRef::parse(edit, text));
        let refs = refs.collect::<Result<_, _>>().map_err(|e| wrong(e.to_string()))?;
        sheet.last_constraint = sheet.last_constraint.max(id);
        sheet.constraints.push(Constraint {
            id,
            kind: bond.kind,
            refs,
            value: bond.value,
        });
    }
    edit.set_sheet(sheet).map_err(|e| e.to_string())
}

fn insert(edit: &mut Edit, row: &Row) -> Result<(), String> {
    let shape = shape(&row.kind, row.geometry.clone())?;
    edit.insert(&row.name, shape, Shared::new(row.style.clone()), false)
        .map_err(|e| e.to_string())?;
    edit.put_on_layer(&row.name, row.layer.as_ref())
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
    struct Ellipse {
        cx: f64,
        cy: f64,
        rx: f64,
        ry: f64,
        rotation: f64,
        start_angle: f64,
        end_angle: f64,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct At {
        x: f64,
        y: f64,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Region {
        #[serde(deserialize_with = "boundaries")]
        paths: Vec<Path>,
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
        "ellipse" => {
            let Ellipse {
                cx,
                cy,
                rx,
                ry,
                rotation,
                start_angle,
                end_angle,
            } = parsed(geometry)?;
            Shape::Ellipse {
                center: Point::new(cx, cy),
                rx,
                ry,
                rotation,
                start_angle,
                end_angle,
            }
        }
        "point" => {
            let At { x, y } = parsed(geometry)?;
            Shape::Point { at: Point::new(x, y) }
        }
        "region" => {
            let Region { paths } = parsed(geometry)?;
            Shape::Region { paths }
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
        other => match super::annotation::read(other, &geometry) {
            Some(shape) => shape?,
            None => return Err(format!("unknown type '{other}'")),
        },
    })
}

/// The boundaries of a region.
pub(crate) fn boundaries<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Path>, D::Error> {
    let rows: Vec<Vec<Piece>> = Deserialize::deserialize(deserializer)?;
    let boundary = |pieces: Vec<Piece>| Path::new(pieces.into_iter().map(|piece| piece.0).collect(), true);
    Ok(rows.into_iter().map(boundary).collect())
}

/// A piece of a boundary; see `json.rs` for the forms.
pub(super) struct Piece(pub(super) Seg);

impl<'de> Deserialize<'de> for Piece {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Piece, D::Error> {
        let row: Vec<Value> = Deserialize::deserialize(deserializer)?;
        let wrong = || {
            de::Error::custom(
                "a piece is [\"line\", 4 numbers], [\"arc\", 8 numbers] or [\"cubic\", 8 numbers]",
            )
        };
        let (kind, numbers) = row.split_first().ok_or_else(wrong)?;
        let numbers: Option<Vec<f64>> = numbers.iter().map(Value::as_f64).collect();
        let seg = match (kind.as_str(), numbers.as_deref()) {
            (Some("line"), Some(&[ax, ay, bx, by])) => Seg::line(Point::new(ax, ay), Point::new(bx, by)),
            (Some("arc"), Some(&[cx, cy, px, py, qx, qy, t0, dt])) => Seg::Conic(Conic {
                c: Point::new(cx, cy),
                p: Vec2::new(px, py),
                q: Vec2::new(qx, qy),
                t0,
                dt,
            }),
            (Some("cubic"), Some(&[ax, ay, bx, by, cx, cy, dx, dy])) => {
                Seg::Cubic(CubicBez::new((ax, ay), (bx, by), (cx, cy), (dx, dy)))
            }
            _ => return Err(wrong()),
        };
        Ok(Piece(seg))
    }
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
