//! Reader for the geometry of each entity type in scene JSON.
//!
//! Each type has one struct, whose fields are the fields of the file. Invariant: unknown fields and wrong types
//! are refused with the reason. Start at [`shape`].

use super::piece::Piece;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::sync::Arc as Shared;
use trammel_kernel::{Path, Point};
use trammel_language::{Bilingual, bilingual};
use trammel_scene::{PathData, Shape, Text};
use trammel_text::{Align, Valign};

/// Reads the geometry of a shape of this type.
///
/// # Errors
/// Returns one sentence about the first problem.
pub(super) fn shape(kind: &str, geometry: Value) -> Result<Shape, Bilingual> {
    match kind {
        "line" => parsed::<Line>(geometry)?.into_shape(),
        "circle" => Ok(parsed::<Circle>(geometry)?.into_shape()),
        "rect" => Ok(parsed::<Rect>(geometry)?.into_shape()),
        "arc" => Ok(parsed::<Arc>(geometry)?.into_shape()),
        "polygon" => parsed::<Polygon>(geometry)?.into_shape(),
        "ellipse" => Ok(parsed::<Ellipse>(geometry)?.into_shape()),
        "point" => Ok(parsed::<At>(geometry)?.into_shape()),
        "region" => Ok(parsed::<Region>(geometry)?.into_shape()),
        "bezier" => Ok(Shape::Bezier(PathData::new(&parsed::<Bezier>(geometry)?.path)?)),
        "text" => Ok(parsed::<TextGeometry>(geometry)?.into_shape()),
        "group" => parsed::<Group>(geometry).map(|Group {}| Shape::Group),
        other => super::annotation::read(other, &geometry)
            .unwrap_or_else(|| Err(bilingual!("unknown type '{other}'", "'{other}' 유형을 몰라요"))),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    points: Vec<f64>,
    closed: bool,
}

impl Line {
    fn into_shape(self) -> Result<Shape, Bilingual> {
        Ok(Shape::Line {
            points: points(&self.points)?,
            closed: self.closed,
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Circle {
    x: f64,
    y: f64,
    radius: f64,
}

impl Circle {
    fn into_shape(self) -> Shape {
        Shape::Circle {
            center: Point::new(self.x, self.y),
            radius: self.radius,
        }
    }
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

impl Rect {
    fn into_shape(self) -> Shape {
        Shape::Rect {
            corner: Point::new(self.x, self.y),
            width: self.width,
            height: self.height,
            corner_radius: self.corner_radius,
        }
    }
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

impl Arc {
    fn into_shape(self) -> Shape {
        Shape::Arc {
            center: Point::new(self.cx, self.cy),
            radius: self.radius,
            start_angle: self.start_angle,
            end_angle: self.end_angle,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Polygon {
    points: Vec<f64>,
    holes: Vec<Vec<f64>>,
}

impl Polygon {
    fn into_shape(self) -> Result<Shape, Bilingual> {
        Ok(Shape::Polygon {
            points: points(&self.points)?,
            holes: self
                .holes
                .iter()
                .map(|hole| points(hole))
                .collect::<Result<_, _>>()?,
        })
    }
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

impl Ellipse {
    fn into_shape(self) -> Shape {
        Shape::Ellipse {
            center: Point::new(self.cx, self.cy),
            rx: self.rx,
            ry: self.ry,
            rotation: self.rotation,
            start_angle: self.start_angle,
            end_angle: self.end_angle,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct At {
    x: f64,
    y: f64,
}

impl At {
    fn into_shape(self) -> Shape {
        Shape::Point {
            at: Point::new(self.x, self.y),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Region {
    #[serde(deserialize_with = "boundaries")]
    paths: Vec<Path>,
}

impl Region {
    fn into_shape(self) -> Shape {
        Shape::Region { paths: self.paths }
    }
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
struct TextGeometry {
    text: String,
    x: f64,
    y: f64,
    size: f64,
    align: Align,
    valign: Valign,
    angle: f64,
}

impl TextGeometry {
    fn into_shape(self) -> Shape {
        Shape::Text(Shared::new(Text {
            text: self.text,
            at: Point::new(self.x, self.y),
            size: self.size,
            align: self.align,
            valign: self.valign,
            angle: self.angle,
        }))
    }
}

/// Deserializes the boundaries of a region.
pub fn boundaries<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Path>, D::Error> {
    let rows: Vec<Vec<Piece>> = Deserialize::deserialize(deserializer)?;
    let boundary = |pieces: Vec<Piece>| Path::new(pieces.into_iter().map(|piece| piece.0).collect(), true);
    Ok(rows.into_iter().map(boundary).collect())
}

fn parsed<T: DeserializeOwned>(geometry: Value) -> Result<T, Bilingual> {
    serde_json::from_value(geometry).map_err(|e| bilingual!("geometry: {e}", "geometry: {e:#}"))
}

fn points(flat: &[f64]) -> Result<Vec<Point>, Bilingual> {
    if !flat.len().is_multiple_of(2) {
        return Err(bilingual!(
            "points needs x and y for every point, got {} numbers",
            "점마다 x와 y가 필요한데 숫자가 {}개예요",
            flat.len()
        ));
    }
    Ok(flat.chunks_exact(2).map(|xy| Point::new(xy[0], xy[1])).collect())
}
