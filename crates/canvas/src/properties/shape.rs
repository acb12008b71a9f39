//! Fields of the shapes, with the parameter names of their drawing tools.

use super::field::{Field, FieldKind, degrees, points};
use super::placed::{Coordinate, world_shape};
use crate::canvas_tool::Text as Label;
use crate::number_format::format_number;
use serde_json::Value;
use std::f64::consts::TAU;
use trammel_kernel::affine::is_similarity;
use trammel_scene::params::{self, Role, fields_of, params};
use trammel_scene::{Entity, Scene, Shape};

/// Maximum number of points with fields.
pub const MAX_POINTS: usize = 50;

const X: Label = ["X", "X"];
const Y: Label = ["Y", "Y"];
const TEXT: Label = ["Text", "문자"];
const ANGLE: Label = ["Angle", "각도"];

/// Returns the fields of an entity's shape, without the points of a list. Lengths, places, and angles are those of the
/// drawing; they are left out if the transform of the entity takes its shape to another type.
#[must_use]
pub fn shape_fields(scene: &Scene, entity: &Entity) -> Vec<Field> {
    if let Some(shape) = world_shape(scene, entity) {
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
            FieldKind::Words | FieldKind::Note | FieldKind::Choice(_) | FieldKind::Flag
        )
    });
    fields
}

fn fields(shape: &Shape) -> Vec<Field> {
    match shape {
        Shape::Leader(tied) => {
            let text = tied.leader.text.clone();
            return vec![Field::new("text", TEXT, FieldKind::Words, text)];
        }
        Shape::Hatch(tied) => {
            let angle = degrees(tied.angle);
            return vec![
                number("scale", ["Scale", "축척"], FieldKind::Factor, tied.scale),
                number("angle", ANGLE, FieldKind::Angle, angle),
            ];
        }
        Shape::Dimension(tied) => {
            let text = tied.dimension.text.clone().unwrap_or_default();
            return vec![Field::new("text", TEXT, FieldKind::Note, text)];
        }
        _ => {}
    }
    let values = params(shape);
    let all = fields_of(shape.kind()).iter();
    let mut fields: Vec<Field> = all
        .filter_map(|field| parameter_field(*field, values.get(field.name)?))
        .collect();
    if matches!(shape, Shape::Ellipse { start_angle, end_angle, .. } if (end_angle - start_angle).abs() >= TAU)
    {
        fields.retain(|field| !matches!(field.key, "start_angle" | "end_angle"));
    }
    // Choices follow the other fields.
    fields.sort_by_key(|field| matches!(field.kind, FieldKind::Choice(_)));
    fields
}

/// Returns the field of a parameter; `None` for points, holes, and boundaries.
fn parameter_field(params::Field { name, role }: params::Field, value: &Value) -> Option<Field> {
    let plain = |kind: FieldKind, text: String| Some(Field::new(name, label(name), kind, text));
    let number = |kind: FieldKind| plain(kind, format_number(value.as_f64()?));
    match role {
        Role::X | Role::Y => number(FieldKind::Length),
        Role::Size => number(FieldKind::Size),
        Role::Width => number(FieldKind::Width),
        Role::Angle => plain(FieldKind::Angle, format_number(degrees(value.as_f64()?))),
        Role::Path | Role::Words => plain(FieldKind::Words, value.as_str()?.to_owned()),
        Role::Choice => {
            let all = choices(name).iter().map(|text| (*text).to_owned());
            plain(FieldKind::Choice(all.collect()), value.as_str()?.to_owned())
        }
        Role::Flag => plain(FieldKind::Flag, value.as_bool()?.to_string()),
        Role::Points | Role::Holes | Role::Boundaries => None,
    }
}

/// Returns the label of a parameter in English and Korean.
fn label(name: &str) -> Label {
    match name {
        "x" | "cx" => X,
        "y" | "cy" => Y,
        "width" => ["Width", "너비"],
        "height" => ["Height", "높이"],
        "radius" => ["Radius", "반지름"],
        "corner_radius" => ["Corner radius", "모서리 반지름"],
        "rx" => ["Semi-axis 1", "반축 1"],
        "ry" => ["Semi-axis 2", "반축 2"],
        "rotation" => ["Rotation", "회전"],
        "start_angle" => ["Start angle", "시작 각도"],
        "end_angle" => ["End angle", "끝 각도"],
        "angle" => ANGLE,
        "size" => ["Text height", "문자 높이"],
        "align" => ["Horizontal alignment", "가로 정렬"],
        "valign" => ["Vertical alignment", "세로 정렬"],
        "closed" => ["Closed", "닫힘"],
        "path" => ["Path", "경로"],
        _ => TEXT,
    }
}

/// Returns the words of a choice.
fn choices(name: &str) -> &'static [&'static str] {
    if name == "align" {
        &["left", "center", "right"]
    } else {
        &["baseline", "top", "middle", "bottom"]
    }
}

/// Returns the fields of the first [`MAX_POINTS`] points of a line or polygon, and the number of omitted points.
#[must_use]
pub fn point_fields(scene: &Scene, entity: &Entity) -> (Vec<Field>, usize) {
    let shape = world_shape(scene, entity);
    let all = shape.as_ref().map(points).unwrap_or_default();
    let mut fields = Vec::with_capacity(2 * all.len().min(MAX_POINTS));
    for (at, point) in all.iter().take(MAX_POINTS).enumerate() {
        for (is_y, value) in [(false, point.x), (true, point.y)] {
            fields.push(Field {
                coordinate: Some(Coordinate { point: at, is_y }),
                ..number("points", if is_y { Y } else { X }, FieldKind::Length, value)
            });
        }
    }
    (fields, all.len().saturating_sub(MAX_POINTS))
}

fn number(key: &'static str, label: Label, kind: FieldKind, value: f64) -> Field {
    Field::new(key, label, kind, format_number(value))
}
