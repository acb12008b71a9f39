//! Fields of the shapes, with the parameter names of their drawing tools.

use super::field::{Field, Kind, degrees, points};
use super::placed::{Coordinate, drawn};
use crate::canvas_tool::Text as Label;
use crate::number_format::trimmed;
use serde::Serialize;
use trammel_kernel::Point;
use trammel_kernel::affine::is_similarity;
use trammel_scene::{Entity, Scene, Shape, Text};

/// Maximum number of points with fields.
pub const MAX_POINTS: usize = 50;

/// Labels of the fields that several shapes have.
const X: Label = ["X", "X"];
const Y: Label = ["Y", "Y"];
const RADIUS: Label = ["Radius", "반지름"];
const START_ANGLE: Label = ["Start angle", "시작 각도"];
const END_ANGLE: Label = ["End angle", "끝 각도"];
const TEXT: Label = ["Text", "문자"];
const ANGLE: Label = ["Angle", "각도"];

/// Returns the fields of an entity's shape, without the points of a list. Lengths, places, and angles are those of the
/// drawing; they are left out if the transform of the entity takes its shape to another type.
#[must_use]
pub fn shape_fields(scene: &Scene, entity: &Entity) -> Vec<Field> {
    if let Some(shape) = drawn(scene, entity) {
        let mut fields = fields(&shape);
        let map = scene.world_transform(&entity.name).unwrap_or_default();
        if !is_similarity(&map) {
            // Unequal scales would make the rounded corners elliptic.
            fields.retain(|field| field.key != "corner_radius");
        }
        return fields;
    }
    let mut fields = fields(&entity.shape);
    fields.retain(|field| {
        matches!(
            field.kind,
            Kind::Words | Kind::Note | Kind::Choice(_) | Kind::Flag
        )
    });
    fields
}

fn fields(shape: &Shape) -> Vec<Field> {
    match shape {
        Shape::Line { closed, .. } => vec![flag("closed", ["Closed", "닫힘"], *closed)],
        Shape::Circle { center, radius } => {
            let mut fields = place(["x", "y"], *center);
            fields.push(size("radius", RADIUS, *radius));
            fields
        }
        Shape::Rect {
            corner,
            width,
            height,
            corner_radius,
        } => {
            let mut fields = place(["x", "y"], *corner);
            fields.extend([
                size("width", ["Width", "너비"], *width),
                size("height", ["Height", "높이"], *height),
                number(
                    "corner_radius",
                    ["Corner radius", "모서리 반지름"],
                    Kind::Width,
                    *corner_radius,
                ),
            ]);
            fields
        }
        Shape::Arc {
            center,
            radius,
            start_angle,
            end_angle,
        } => {
            let mut fields = place(["cx", "cy"], *center);
            fields.extend([
                size("radius", RADIUS, *radius),
                angle("start_angle", START_ANGLE, *start_angle),
                angle("end_angle", END_ANGLE, *end_angle),
            ]);
            fields
        }
        Shape::Ellipse {
            center,
            rx,
            ry,
            rotation,
            start_angle,
            end_angle,
        } => {
            let mut fields = place(["cx", "cy"], *center);
            fields.extend([
                size("rx", ["Semi-axis 1", "반축 1"], *rx),
                size("ry", ["Semi-axis 2", "반축 2"], *ry),
                angle("rotation", ["Rotation", "회전"], *rotation),
            ]);
            if (end_angle - start_angle).abs() < std::f64::consts::TAU {
                fields.extend([
                    angle("start_angle", START_ANGLE, *start_angle),
                    angle("end_angle", END_ANGLE, *end_angle),
                ]);
            }
            fields
        }
        Shape::Text(text) => text_fields(text),
        Shape::Point { at } => place(["x", "y"], *at),
        Shape::Bezier(data) => vec![words("path", ["Path", "경로"], data.text())],
        Shape::Leader(tied) => vec![words("text", TEXT, &tied.leader.text)],
        Shape::Hatch(tied) => vec![
            number("scale", ["Scale", "축척"], Kind::Factor, tied.scale),
            angle("angle", ANGLE, tied.angle),
        ],
        Shape::Dimension(tied) => vec![Field::new(
            "text",
            TEXT,
            Kind::Note,
            tied.dimension.text.clone().unwrap_or_default(),
        )],
        Shape::Polygon { .. } | Shape::Region { .. } | Shape::Group => Vec::new(),
    }
}

/// Returns the fields of the first [`MAX_POINTS`] points of a line or polygon, and the number of omitted points.
#[must_use]
pub fn point_fields(scene: &Scene, entity: &Entity) -> (Vec<Field>, usize) {
    let shape = drawn(scene, entity);
    let all = shape.as_ref().map(points).unwrap_or_default();
    let mut fields = Vec::with_capacity(2 * all.len().min(MAX_POINTS));
    for (at, point) in all.iter().take(MAX_POINTS).enumerate() {
        for (is_y, value) in [(false, point.x), (true, point.y)] {
            fields.push(Field {
                coordinate: Some(Coordinate { point: at, is_y }),
                ..number("points", if is_y { Y } else { X }, Kind::Length, value)
            });
        }
    }
    (fields, all.len().saturating_sub(MAX_POINTS))
}

fn text_fields(text: &Text) -> Vec<Field> {
    let mut fields = vec![words("text", TEXT, &text.text)];
    fields.extend(place(["x", "y"], text.at));
    fields.extend([
        size("size", ["Text height", "문자 높이"], text.size),
        angle("angle", ANGLE, text.angle),
        choice(
            "align",
            ["Horizontal alignment", "가로 정렬"],
            &text.align,
            &["left", "center", "right"],
        ),
        choice(
            "valign",
            ["Vertical alignment", "세로 정렬"],
            &text.valign,
            &["baseline", "top", "middle", "bottom"],
        ),
    ]);
    fields
}

fn place([x, y]: [&'static str; 2], at: Point) -> Vec<Field> {
    vec![number(x, X, Kind::Length, at.x), number(y, Y, Kind::Length, at.y)]
}

fn size(key: &'static str, label: Label, value: f64) -> Field {
    number(key, label, Kind::Size, value)
}

fn angle(key: &'static str, label: Label, radians: f64) -> Field {
    number(key, label, Kind::Angle, degrees(radians))
}

fn number(key: &'static str, label: Label, kind: Kind, value: f64) -> Field {
    Field::new(key, label, kind, trimmed(value))
}

fn words(key: &'static str, label: Label, text: &str) -> Field {
    Field::new(key, label, Kind::Words, text.to_owned())
}

fn flag(key: &'static str, label: Label, on: bool) -> Field {
    Field::new(key, label, Kind::Flag, on.to_string())
}

fn choice(key: &'static str, label: Label, value: &impl Serialize, all: &[&str]) -> Field {
    let now = serde_json::to_value(value).unwrap_or_default();
    let all = all.iter().map(|text| (*text).to_owned()).collect();
    Field::new(
        key,
        label,
        Kind::Choice(all),
        now.as_str().unwrap_or_default().to_owned(),
    )
}
