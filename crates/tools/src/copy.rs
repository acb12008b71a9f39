//! Tools that duplicate, mirror, rename and delete entities.

use super::argument_macros::{expecting, inline_schema};
use super::checks;
use super::points::Points;
use super::tool::{Domain, Kind, Output, Placing, Tool, ToolCx, ToolError, Verb};
use schemars::{JsonSchema, json_schema};
use serde::Deserialize;
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use trammel_kernel::{Affine, Path, Point, Vec2, affine};
use trammel_language::bilingual;
use trammel_scene::{Entity, Name, Shape};

/// Copy an entity, or a group with all that is in it. The copy stands in the same group, in front.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Duplicate {
    /// The entity or group to copy.
    entity: String,
    /// Name of the copy. Children of a copied group are called "result/child".
    result: String,
    /// Shift in x. Default: 0.
    dx: Option<f64>,
    /// Shift in y. Default: 0.
    dy: Option<f64>,
}

impl Tool for Duplicate {
    const NAME: &'static str = "duplicate";
    const KOREAN: &'static str = "항목이나 그룹을 복사합니다.";
    const SYNONYMS: [&'static str; 2] = ["copy, clone", "복사, 복제"];
    const DOMAIN: Domain = Domain::Transforms;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Change;
    const PLACING: Placing = Placing::Shifts;
    const NAMED_BY: Option<&'static str> = Some("result");
    const POSITIONAL: &'static [&'static str] = &["entity", "result", "dx", "dy"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'c', x: 0, y: 0, radius: 5 });\n\
        duplicate({ entity: 'c', result: 'd', dx: 20 })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let copy = copy(cx, &self.entity, &self.result)?;
        let by = Vec2::new(self.dx.unwrap_or(0.0), self.dy.unwrap_or(0.0));
        if by != Vec2::ZERO {
            cx.edit.map_in_world(&copy, Affine::translate(by))?;
        }
        cx.entity(&copy)
    }
}

/// Mirror an entity at an axis, in place or as a copy.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Mirror {
    /// The entity or group.
    entity: String,
    /// Name of a mirrored copy. Default: mirror the entity itself.
    result: Option<String>,
    /// "x" or "y" axis of the drawing, or a line through two points [x1, y1, x2, y2].
    axis: Axis,
}

impl Tool for Mirror {
    const NAME: &'static str = "mirror";
    const KOREAN: &'static str = "축에 대해 대칭으로 뒤집거나 대칭 복사본을 만듭니다.";
    const SYNONYMS: [&'static str; 2] = ["flip, reflect, symmetric, symmetry copy", "대칭, 뒤집기, 반사"];
    const DOMAIN: Domain = Domain::Transforms;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Change;
    const POSITIONAL: &'static [&'static str] = &["entity", "result", "axis"];
    const EXAMPLE: &'static str = "draw_rect({ name: 'r', x: 5, y: 0, width: 10, height: 4 });\n\
        mirror({ entity: 'r', result: 'r_mirrored', axis: 'y' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let name = match &self.result {
            None => cx.edit.require(&self.entity)?.name.clone(),
            Some(new_name) => copy(cx, &self.entity, new_name)?,
        };
        let Axis(from, to) = self.axis;
        let flip = affine::mirror(from, to).ok_or_else(|| {
            ToolError::new(bilingual!(
                "mirror: axis must be a line through two different points",
                "mirror: axis는 서로 다른 두 점을 지나는 선이어야 해요"
            ))
        })?;
        let flip = match readable_again(cx, &name, flip) {
            Some(turn) => flip * turn,
            None => flip,
        };
        cx.edit.map_in_world(&name, flip)?;
        cx.entity(&name)
    }
}

/// Returns a map in world coordinates that keeps a mirrored text readable: the text is first flipped within its own
/// box, along or across its lines. The chosen flip preserves the reading direction after the mirroring. `None` if
/// the entity is not a text.
fn readable_again(cx: &ToolCx<'_>, name: &str, flip: Affine) -> Option<Affine> {
    let entity = cx.edit.get(name)?;
    let Shape::Text(text) = &entity.shape else {
        return None;
    };
    let world = cx.edit.world_transform(name)?;
    let upright = affine::rotation_about(-text.angle, text.at);
    let center = Path::bounds_of(
        &text
            .paths()
            .iter()
            .map(|path| path.transformed(&upright))
            .collect::<Vec<_>>(),
    )?
    .center();
    let back = affine::inverse(&world)?;
    let turned = affine::inverse(&upright)?;
    let along = |map: Affine| {
        let lines = affine::rotation(text.angle) * Point::new(1.0, 0.0);
        (map * lines) - (map * Point::ORIGIN)
    };
    [Vec2::new(-1.0, 1.0), Vec2::new(1.0, -1.0)]
        .map(|scale| world * turned * affine::scale_about(scale, center) * upright * back)
        .into_iter()
        .find(|own| along(flip * *own * world).dot(along(world)) >= 0.0)
}

/// Give an entity another name.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct RenameEntity {
    /// The entity or group.
    entity: String,
    /// Its new name; must be free.
    new_name: String,
}

impl Tool for RenameEntity {
    const NAME: &'static str = "rename_entity";
    const KOREAN: &'static str = "항목의 이름을 바꿉니다.";
    const SYNONYMS: [&'static str; 2] = ["name, title, identifier", "이름 바꾸기, 이름"];
    const DOMAIN: Domain = Domain::Transforms;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Change;
    const PLACING: Placing = Placing::Keeps;
    const NAMED_BY: Option<&'static str> = Some("new_name");
    const POSITIONAL: &'static [&'static str] = &["entity", "new_name"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'c', x: 0, y: 0, radius: 5 });\n\
        rename_entity({ entity: 'c', new_name: 'hub' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let new_name = checks::name("rename_entity: new_name", &self.new_name)?;
        cx.edit.rename(&self.entity, &new_name)?;
        cx.entity(&new_name)
    }
}

/// Delete an entity; deleting a group deletes what is in it.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DeleteEntity {
    /// The entity or group.
    name: String,
}

impl Tool for DeleteEntity {
    const NAME: &'static str = "delete_entity";
    const KOREAN: &'static str = "항목을 지웁니다. 그룹은 자식까지 지웁니다.";
    const SYNONYMS: [&'static str; 2] = ["remove, erase, clear, get rid of", "지우기, 삭제, 제거"];
    const DOMAIN: Domain = Domain::Transforms;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Delete;
    const POSITIONAL: &'static [&'static str] = &["name"];
    const EXAMPLE: &'static str =
        "draw_circle({ name: 'c', x: 0, y: 0, radius: 5 });\ndelete_entity({ name: 'c' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let entity = cx.entity(&self.name)?;
        cx.edit.remove(&self.name)?;
        Ok(entity)
    }
}

pub(super) fn copy(cx: &mut ToolCx<'_>, name: &str, new_name: &str) -> Result<Name, ToolError> {
    let root = cx.edit.require(name)?.clone();
    let new_name = checks::name("result", new_name)?;
    copy_tree(cx, &root, &new_name, root.parent.as_ref())?;
    Ok(new_name)
}

fn copy_tree(
    cx: &mut ToolCx<'_>,
    entity: &Entity,
    name: &Name,
    parent: Option<&Name>,
) -> Result<(), ToolError> {
    cx.edit
        .insert(name, entity.shape.clone(), entity.style.clone(), false)?;
    cx.edit.put_on_layer(name, entity.layer.as_ref())?;
    cx.edit.set_as_drawn(name, entity.as_drawn)?;
    cx.edit.reparent(name, parent)?;
    cx.edit.set_transform(name, entity.transform)?;
    let children: Vec<_> = cx.edit.children(Some(&entity.name)).cloned().collect();
    for child in children {
        let child_name = checks::name("result", &format!("{name}/{}", child.name))?;
        copy_tree(cx, &child, &child_name, Some(name))?;
    }
    Ok(())
}

/// Mirror line through two points.
#[derive(Clone, Copy, Debug)]
struct Axis(Point, Point);

impl<'de> Deserialize<'de> for Axis {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Axis, D::Error> {
        struct AxisVisitor;
        impl<'de> Visitor<'de> for AxisVisitor {
            type Value = Axis;
            expecting!(
                "\"x\", \"y\" or a line [x1, y1, x2, y2]",
                "\"x\", \"y\", 선 [x1, y1, x2, y2] 중 하나"
            );
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Axis, E> {
                match text {
                    "x" => Ok(Axis(Point::ORIGIN, Point::new(1.0, 0.0))),
                    "y" => Ok(Axis(Point::ORIGIN, Point::new(0.0, 1.0))),
                    _ => Err(E::invalid_value(de::Unexpected::Str(text), &self)),
                }
            }
            fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Axis, A::Error> {
                let points = Points::deserialize(de::value::SeqAccessDeserializer::new(seq))?.0;
                match points.as_slice() {
                    [a, b] if a != b => Ok(Axis(*a, *b)),
                    _ => Err(de::Error::custom(bilingual!(
                        "must be two different points [x1, y1, x2, y2]",
                        "서로 다른 두 점 [x1, y1, x2, y2]여야 해요"
                    ))),
                }
            }
        }
        deserializer.deserialize_any(AxisVisitor)
    }
}

inline_schema!(
    Axis,
    json_schema!({"anyOf": [
        {"type": "string", "enum": ["x", "y"]},
        {"type": "array", "items": {"type": "number"}, "minItems": 4, "maxItems": 4}
    ]})
);
