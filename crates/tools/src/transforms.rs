//! Transform tools: move, rotate, scale and set transforms. Copying, renaming and deleting are in `copy.rs`.

use super::argument_macros::{expecting, inline_schema};
use super::checks::invalid;
use super::tool::{Domain, Kind, Output, Placing, Tool, ToolCx, ToolError, Verb};
use super::types::{AngleUnit, PointArg, Space};
use schemars::{JsonSchema, json_schema};
use serde::Deserialize;
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use trammel_base::numbers::number_text;
use trammel_kernel::affine::rotation_about;
use trammel_kernel::{Affine, Point, Vec2};
use trammel_language::bilingual;
use trammel_scene::{Entity, Transform, check_coordinate};

/// Move an entity by an offset.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Translate {
    /// The entity or group.
    name: String,
    /// Shift in x.
    dx: f64,
    /// Shift in y.
    dy: f64,
    /// Axes of the shift: "world" (default) or the entity's own, "local".
    space: Option<Space>,
}

impl Tool for Translate {
    const NAME: &'static str = "translate";
    const KOREAN: &'static str = "항목이나 그룹을 옮깁니다.";
    const SYNONYMS: [&'static str; 2] = [
        "move, shift, displace, drag, position, nudge",
        "이동, 옮기기, 위치",
    ];
    const DOMAIN: Domain = Domain::Transforms;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Change;
    const PLACING: Placing = Placing::Shifts;
    const POSITIONAL: &'static [&'static str] = &["name", "dx", "dy"];
    const EXAMPLE: &'static str =
        "draw_circle({ name: 'c', x: 0, y: 0, radius: 5 });\ntranslate({ name: 'c', dx: 10, dy: 0 })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let entity = cx.edit.require(&self.name)?;
        let by = Vec2::new(self.dx, self.dy);
        let shift = match self.space.unwrap_or_default() {
            Space::World => linear(cx.edit.parent_transform(entity)).inverse() * by.to_point(),
            Space::Local => linear(entity.matrix()) * by.to_point(),
        };
        let transform = Transform {
            translate: entity.transform.translate + shift.to_vec2(),
            ..entity.transform
        };
        cx.edit.set_transform(&self.name, transform)?;
        cx.entity(&self.name)
    }
}

/// Turn an entity counterclockwise, about its pivot or about a point of the drawing.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Rotate {
    /// The entity or group.
    name: String,
    /// Angle, counterclockwise.
    angle: f64,
    /// x of the center in the drawing. Default: the entity's pivot.
    cx: Option<f64>,
    /// y of the center in the drawing. Default: the entity's pivot.
    cy: Option<f64>,
    /// Unit of the angle. Default: radian.
    angle_unit: Option<AngleUnit>,
}

impl Tool for Rotate {
    const NAME: &'static str = "rotate";
    const KOREAN: &'static str = "항목이나 그룹을 회전합니다. 각도는 기본이 라디안입니다.";
    const SYNONYMS: [&'static str; 2] = ["turn, spin, angle, tilt", "회전, 돌리기, 기울이기"];
    const DOMAIN: Domain = Domain::Transforms;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Change;
    const POSITIONAL: &'static [&'static str] = &["name", "angle", "cx", "cy", "angle_unit"];
    const EXAMPLE: &'static str = "draw_rect({ name: 'r', x: 0, y: 0, width: 10, height: 4 });\n\
        rotate({ name: 'r', angle: 45, angle_unit: 'degree' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let entity = cx.edit.require(&self.name)?;
        let angle = self.angle_unit.unwrap_or_default().radians(self.angle);
        check_coordinate("angle", angle).map_err(invalid)?;
        let center = match (self.cx, self.cy) {
            (None, None) => None,
            (Some(x), Some(y)) => Some(Point::new(x, y)),
            _ => {
                return Err(ToolError::new(bilingual!(
                    "rotate: cx and cy must be given together. Omit both to rotate around the pivot.",
                    "rotate: cx와 cy는 함께 주어야 해요. 기준점을 중심으로 돌리려면 둘 다 빼세요."
                )));
            }
        };
        if center.is_none() && entity.parent.is_none() {
            // Without a center and a group, the angles are added, so that two rotations by 30 degrees read as 60
            // degrees.
            let transform = Transform {
                rotate: entity.transform.rotate + angle,
                ..entity.transform
            };
            cx.edit.set_transform(&self.name, transform)?;
        } else {
            let about = center.unwrap_or_else(|| world_pivot(cx, entity));
            cx.edit.map_in_world(&self.name, rotation_about(angle, about))?;
        }
        cx.entity(&self.name)
    }
}

/// Scale an entity. Negative factors flip.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Scale {
    /// The entity or group.
    name: String,
    /// Factor in x, not 0.
    sx: f64,
    /// Factor in y, not 0. Default: sx.
    sy: Option<f64>,
    /// Axes of the factors: "world" (default) or the entity's own, "local".
    space: Option<Space>,
    /// Fixed point: "pivot" (default), "center" of the bounds, "origin" of the drawing, or a point [x, y].
    around: Option<Around>,
}

impl Tool for Scale {
    const NAME: &'static str = "scale";
    const KOREAN: &'static str = "크기를 바꿉니다. 음수는 뒤집습니다.";
    const SYNONYMS: [&'static str; 2] = [
        "resize, enlarge, shrink, size, zoom an entity, stretch",
        "크기, 확대, 축소",
    ];
    const DOMAIN: Domain = Domain::Transforms;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Change;
    const POSITIONAL: &'static [&'static str] = &["name", "sx", "sy"];
    const EXAMPLE: &'static str = "draw_rect({ name: 'r', x: 0, y: 0, width: 10, height: 4 });\n\
        scale({ name: 'r', sx: 2, sy: 0.5 })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let (sx, sy) = (self.sx, self.sy.unwrap_or(self.sx));
        for (parameter, factor) in [("sx", sx), ("sy", sy)] {
            if factor == 0.0 || factor.abs() > 1e9 {
                let factor = number_text(factor);
                return Err(ToolError::new(bilingual!(
                    "scale: {parameter} must be within ±1e9 and not 0, got {factor}",
                    "scale: {parameter}은(는) ±1e9 안이고 0이 아니어야 하는데 {factor}을(를) 받았어요"
                )));
            }
        }
        let entity = cx.edit.require(&self.name)?.clone();
        let own_axes =
            entity.transform.rotate == 0.0 && entity.transform.shear == 0.0 && entity.parent.is_none();
        let local = self.space.unwrap_or_default() == Space::Local;
        let around = match self.around.unwrap_or(Around::Pivot) {
            Around::Pivot if local || own_axes => None,
            Around::Pivot => Some(world_pivot(cx, &entity)),
            Around::Center => Some(
                cx.edit
                    .world_bounds(&self.name)
                    .map_or(Point::ORIGIN, |b| b.center()),
            ),
            Around::Origin => Some(Point::ORIGIN),
            Around::At(point) => Some(point),
        };
        let factors = Affine::scale_non_uniform(sx, sy);
        match around {
            None => {
                let old = entity.transform;
                let scale = Vec2::new(old.scale.x * sx, old.scale.y * sy);
                cx.edit.set_transform(&self.name, Transform { scale, ..old })?;
            }
            Some(at) => {
                let about = Affine::translate(at.to_vec2());
                let axes = if local {
                    linear(cx.edit.world_transform(&self.name).unwrap_or_default())
                } else {
                    Affine::IDENTITY
                };
                let map = about * axes * factors * axes.inverse() * about.inverse();
                cx.edit.map_in_world(&self.name, map)?;
            }
        }
        cx.entity(&self.name)
    }
}

/// Set the fixed point of rotation and scale, in the entity's own coordinates. The entity does not move.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct SetPivot {
    /// The entity or group.
    name: String,
    /// Pivot x, in the coordinates in which the entity was drawn.
    px: f64,
    /// Pivot y.
    py: f64,
}

impl Tool for SetPivot {
    const NAME: &'static str = "set_pivot";
    const KOREAN: &'static str = "회전과 크기 변경의 기준점을 정합니다. 도형은 움직이지 않습니다.";
    const SYNONYMS: [&'static str; 2] = [
        "rotation center, base point, origin of rotation, handle",
        "회전 중심, 기준점",
    ];
    const DOMAIN: Domain = Domain::Transforms;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Change;
    const POSITIONAL: &'static [&'static str] = &["name", "px", "py"];
    const EXAMPLE: &'static str = "draw_rect({ name: 'r', x: 0, y: 0, width: 10, height: 4 });\n\
        set_pivot({ name: 'r', px: 0, py: 0 })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        check_coordinate("px", self.px).map_err(invalid)?;
        check_coordinate("py", self.py).map_err(invalid)?;
        cx.edit.set_pivot(&self.name, Point::new(self.px, self.py))?;
        cx.entity(&self.name)
    }
}

/// Set an entity's placement in its group directly, with the parts that get_entity reports as "transform". Parts left
/// out stay as they are.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct SetTransform {
    /// The entity or group.
    entity: String,
    /// Shift [x, y] from where it was drawn.
    translate: Option<PointArg>,
    /// Turn about the pivot, counterclockwise.
    rotate: Option<f64>,
    /// Factors [x, y] along the entity's own axes, not 0.
    scale: Option<PointArg>,
    /// Shear: how much x grows with y, after scale and before rotate.
    shear: Option<f64>,
    /// Fixed point [x, y] of the others, in the coordinates in which the entity was drawn.
    pivot: Option<PointArg>,
    /// Unit of rotate. Default: radian.
    angle_unit: Option<AngleUnit>,
}

impl Tool for SetTransform {
    const NAME: &'static str = "set_transform";
    const KOREAN: &'static str =
        "항목의 배치를 get_entity가 알려 주는 값 그대로 정합니다. 빠진 부분은 그대로 둡니다.";
    const SYNONYMS: [&'static str; 2] = [
        "placement, matrix, absolute position, reset rotation",
        "배치, 행렬, 변환",
    ];
    const DOMAIN: Domain = Domain::Transforms;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Change;
    const POSITIONAL: &'static [&'static str] = &["entity"];
    const EXAMPLE: &'static str = "draw_rect({ name: 'r', x: 0, y: 0, width: 10, height: 4 });\n\
        set_transform({ entity: 'r', translate: [20, 0], rotate: 45, angle_unit: 'degree' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let old = cx.edit.require(&self.entity)?.transform;
        let rotate = self.rotate.map_or(old.rotate, |angle| {
            self.angle_unit.unwrap_or_default().radians(angle)
        });
        let transform = Transform {
            translate: self.translate.map_or(old.translate, |by| by.0.to_vec2()),
            rotate,
            shear: self.shear.unwrap_or(old.shear),
            scale: self.scale.map_or(old.scale, |factors| factors.0.to_vec2()),
            pivot: self.pivot.map(|at| at.0).or(old.pivot),
        };
        transform.check().map_err(invalid)?;
        cx.edit.set_transform(&self.entity, transform)?;
        cx.entity(&self.entity)
    }
}

fn linear(map: Affine) -> Affine {
    map.with_translation(Vec2::ZERO)
}

fn world_pivot(cx: &ToolCx<'_>, entity: &Entity) -> Point {
    let local = entity.transform.pivot.unwrap_or_else(|| entity.shape.center());
    cx.edit.parent_transform(entity) * entity.matrix() * local
}

/// Fixed point of a scaling.
#[derive(Clone, Copy, Debug)]
enum Around {
    Pivot,
    Center,
    Origin,
    At(Point),
}

impl<'de> Deserialize<'de> for Around {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Around, D::Error> {
        struct AroundVisitor;
        impl<'de> Visitor<'de> for AroundVisitor {
            type Value = Around;
            expecting!(
                "\"pivot\", \"center\", \"origin\" or a point [x, y]",
                "\"pivot\", \"center\", \"origin\", 점 [x, y] 중 하나"
            );
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Around, E> {
                match text {
                    "pivot" => Ok(Around::Pivot),
                    "center" => Ok(Around::Center),
                    "origin" => Ok(Around::Origin),
                    _ => Err(E::invalid_value(de::Unexpected::Str(text), &self)),
                }
            }
            fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Around, A::Error> {
                PointArg::deserialize(de::value::SeqAccessDeserializer::new(seq)).map(|p| Around::At(p.0))
            }
        }
        deserializer.deserialize_any(AroundVisitor)
    }
}

inline_schema!(
    Around,
    json_schema!({"anyOf": [
        {"type": "string", "enum": ["pivot", "center", "origin"]},
        {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
    ]})
);
