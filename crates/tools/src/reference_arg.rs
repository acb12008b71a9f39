//! Argument that references a point or a part of an entity, for associative annotations.

use super::argument_macros::{expecting, inline_schema};
use super::checks::check_point;
use super::error::ToolError;
use super::points::PointArg;
use schemars::json_schema;
use serde::Deserialize;
use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor};
use trammel_kernel::Point;
use trammel_language::bilingual;
use trammel_scene::{PartRef, Resolved, Scene};

/// Point argument: coordinates `[x, y]`, which stay fixed, or a reference such as `"plate.point[1]"`, which follows
/// the entity.
#[derive(Clone, Debug)]
pub(super) enum Anchor {
    /// Point in world coordinates.
    Point(PointArg),
    /// Reference to an entity or to a part of an entity.
    Part(String),
}

impl Anchor {
    /// Returns the point in world coordinates, with the reference if the argument is one.
    pub(super) fn point(
        &self,
        scene: &Scene,
        parameter: &str,
    ) -> Result<(Point, Option<PartRef>), ToolError> {
        if let Anchor::Point(point) = self {
            return Ok((check_point(parameter, *point)?, None));
        }
        let tie = self.reference(scene, parameter)?;
        match tie.resolve(scene)? {
            Resolved::Point(point) => Ok((point, Some(tie))),
            _ => {
                let parts = trammel_scene::parts_of(scene.require(&tie.entity)?).join(", ");
                Err(ToolError::new(bilingual!(
                    "{parameter}: '{tie}' is not a point. The parts of '{}' are: {parts}",
                    "{parameter}: '{tie}'은(는) 점이 아니에요. '{}' 항목의 부분: {parts}",
                    tie.entity
                )))
            }
        }
    }

    /// Returns the referenced part. A point with coordinates is an error.
    pub(super) fn reference(&self, scene: &Scene, parameter: &str) -> Result<PartRef, ToolError> {
        match self {
            Anchor::Part(text) => Ok(PartRef::parse(scene, text)?),
            Anchor::Point(_) => Err(ToolError::new(bilingual!(
                "{parameter} must name an edge here, for example \"plate.edge[0]\", not a point",
                "{parameter}에는 점이 아니라 \"plate.edge[0]\" 같은 변을 써야 해요"
            ))),
        }
    }
}

impl<'de> Deserialize<'de> for Anchor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Anchor, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Anchor;
            expecting!(
                "a point [x, y] or a part such as \"plate.point[1]\"",
                "점 [x, y] 또는 \"plate.point[1]\" 같은 부분"
            );
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Anchor, E> {
                Ok(Anchor::Part(text.to_owned()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Anchor, A::Error> {
                PointArg::deserialize(de::value::SeqAccessDeserializer::new(seq)).map(Anchor::Point)
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Anchor, A::Error> {
                PointArg::deserialize(de::value::MapAccessDeserializer::new(map)).map(Anchor::Point)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

inline_schema!(
    Anchor,
    json_schema!({"anyOf": [
        {"type": "string"},
        {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
    ]})
);
