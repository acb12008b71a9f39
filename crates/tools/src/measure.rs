//! Query tools that measure distances, angles and positions of entities, parts and points.

use super::argument_macros::{expecting, inline_schema};
use super::checks::check_point;
use super::measure_operand::MeasureOperand;
use super::operand::{Operand, tolerance};
use super::outlines::{measured_paths, resolved_part};
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use super::types::{AngleUnit, PointArg};
use schemars::{JsonSchema, json_schema};
use serde::Deserialize;
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde_json::json;
use trammel_kernel::{Path, Point, Seg, Vec2, contains, distance, norm, region};
use trammel_language::bilingual;
use trammel_scene::{PartRef, Resolved, Scene};

/// Name of an entity or part, or a point `[x, y]`.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PlaceArg {
    Name(String),
    Point(PointArg),
}

impl<'de> Deserialize<'de> for PlaceArg {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PlaceArg, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = PlaceArg;
            expecting!(
                "the name of an entity or a point [x, y]",
                "항목의 이름 또는 점 [x, y]"
            );
            fn visit_str<E: de::Error>(self, name: &str) -> Result<PlaceArg, E> {
                Ok(PlaceArg::Name(name.to_owned()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<PlaceArg, A::Error> {
                PointArg::deserialize(de::value::SeqAccessDeserializer::new(seq)).map(PlaceArg::Point)
            }
            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<PlaceArg, A::Error> {
                PointArg::deserialize(de::value::MapAccessDeserializer::new(map)).map(PlaceArg::Point)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

inline_schema!(
    PlaceArg,
    json_schema!({"anyOf": [
        {"type": "string"},
        {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
    ]})
);

impl PlaceArg {
    /// Returns the outlines or the point that the argument names.
    ///
    /// # Errors
    /// Returns an error if the name is unknown, or if a coordinate is out of range.
    pub(super) fn resolve(&self, scene: &Scene, parameter: &str) -> Result<MeasureOperand, ToolError> {
        match self {
            PlaceArg::Point(point) => Ok(MeasureOperand::Point(check_point(parameter, *point)?)),
            PlaceArg::Name(name) => MeasureOperand::of_name(scene, name),
        }
    }
}

/// Measure the shortest distance between the outlines of two entities, groups, parts or points: { distance, from, to,
/// dx, dy }. It is 0 where outlines meet.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct MeasureDistance {
    /// Name of an entity or part, or a point [x, y].
    entity: PlaceArg,
    /// Name of an entity or part, or a point [x, y].
    target: PlaceArg,
}

impl Tool for MeasureDistance {
    const NAME: &'static str = "measure_distance";
    const KOREAN: &'static str = "두 항목, 그룹, 부분 또는 점 사이의 최단 거리를 잽니다.";
    const SYNONYMS: [&'static str; 2] = [
        "gap, clearance, spacing, how far, shortest distance, minimum distance",
        "거리, 간격, 틈새",
    ];
    const DOMAIN: Domain = Domain::Query;
    const KIND: Kind = Kind::Query;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &["entity", "target"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'c', x: 0, y: 0, radius: 5 });\n\
        draw_line({ name: 'wall', points: [20, -10, 20, 10] });\nmeasure_distance({ entity: 'c', target: 'wall' })";
    const RETURNS: &'static str =
        "{ distance: number; from: [number, number]; to: [number, number]; dx: number; dy: number }";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let ends = MeasureOperand::closest(
            &self.entity.resolve(cx.edit, "entity")?,
            &self.target.resolve(cx.edit, "target")?,
        );
        let (from, to) = ends.ok_or_else(|| {
            ToolError::new(bilingual!(
                "measure_distance: entity or target has no outline",
                "measure_distance: entity나 target에 외곽선이 없어요"
            ))
        })?;
        let way = to - from;
        Ok(Output::Data(json!({
            "distance": norm(to - from), "from": [from.x, from.y], "to": [to.x, to.y], "dx": way.x, "dy": way.y,
        })))
    }
}

/// Measure the angle from one straight line to another, counterclockwise: { angle, between }; between is the smaller
/// angle between the lines, from 0 to a right angle.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct MeasureAngle {
    /// Name of a straight line or part, or a direction [dx, dy].
    entity: PlaceArg,
    /// Name of a straight line or part, or a direction [dx, dy].
    target: PlaceArg,
    /// Unit of the answer. Default: radian.
    angle_unit: Option<AngleUnit>,
}

impl Tool for MeasureAngle {
    const NAME: &'static str = "measure_angle";
    const KOREAN: &'static str = "한 직선에서 다른 직선까지의 각도를 반시계 방향으로 잽니다.";
    const SYNONYMS: [&'static str; 2] = ["degrees, protractor, slope, inclination", "각도, 기울기"];
    const DOMAIN: Domain = Domain::Query;
    const KIND: Kind = Kind::Query;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &["entity", "target", "angle_unit"];
    const EXAMPLE: &'static str = "draw_line({ name: 'floor', points: [0, 0, 100, 0] });\n\
        draw_line({ name: 'roof', points: [0, 0, 50, 50] });\nmeasure_angle({ entity: 'floor', target: 'roof', angle_unit: 'degree' })";
    const RETURNS: &'static str = "{ angle: number; between: number }";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let (a, b) = (
            direction(cx.edit, "entity", &self.entity)?,
            direction(cx.edit, "target", &self.target)?,
        );
        let angle = distance::angle_between(a, b).ok_or_else(|| {
            ToolError::new(bilingual!(
                "measure_angle: a direction must not be [0, 0]",
                "measure_angle: 방향은 [0, 0]이 아니어야 해요"
            ))
        })?;
        let between = libm::atan2(a.cross(b).abs(), a.dot(b).abs());
        let shown = |radians: f64| match self.angle_unit.unwrap_or_default() {
            AngleUnit::Radian => radians,
            AngleUnit::Degree => radians / std::f64::consts::PI * 180.0,
        };
        Ok(Output::Data(
            json!({ "angle": shown(angle), "between": shown(between) }),
        ))
    }
}

/// Returns the direction of a straight entity or part, or of a direction vector `[dx, dy]`. All other arguments are
/// errors.
fn direction(scene: &Scene, parameter: &str, place: &PlaceArg) -> Result<Vec2, ToolError> {
    let name = match place {
        PlaceArg::Point(point) => return Ok(check_point(parameter, *point)?.to_vec2()),
        PlaceArg::Name(name) => name,
    };
    let bent = || {
        ToolError::new(bilingual!(
            "measure_angle: '{name}' is not a straight line. Name an edge such as '{name}.edge[0]', or a direction [dx, dy].",
            "measure_angle: '{name}' 항목은 직선이 아니에요. '{name}.edge[0]' 같은 변이나 방향 [dx, dy]를 쓰세요."
        ))
    };
    let MeasureOperand::Paths(paths) = MeasureOperand::of_name(scene, name)? else {
        return Err(bent());
    };
    let [path] = paths.as_slice() else {
        return Err(bent());
    };
    let mut directions = path
        .segs
        .iter()
        .filter(|seg| seg.length() > 0.0)
        .map(|seg| match seg {
            Seg::Line { .. } => seg.direction_at(0.0),
            _ => None,
        });
    let first = directions.next().flatten().ok_or_else(bent)?;
    let straight = directions
        .all(|next| next.is_some_and(|next| next.cross(first).abs() <= 1e-9 && next.dot(first) > 0.0));
    if straight { Ok(first) } else { Err(bent()) }
}

/// Get the center of an entity's area, or of its line when it is open: [x, y].
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetCentroid {
    /// The entity or part ("plate.edge[0]").
    entity: String,
}

impl Tool for GetCentroid {
    const NAME: &'static str = "get_centroid";
    const KOREAN: &'static str = "닫힌 항목은 넓이의 도심, 열린 항목은 선의 도심을 구합니다.";
    const SYNONYMS: [&'static str; 2] = [
        "center of mass, center of gravity, middle",
        "무게 중심, 도심, 중심",
    ];
    const DOMAIN: Domain = Domain::Query;
    const KIND: Kind = Kind::Query;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &["entity"];
    const EXAMPLE: &'static str =
        "draw_polygon({ name: 'p', points: [0, 0, 6, 0, 0, 6] });\nget_centroid({ entity: 'p' })";
    const RETURNS: &'static str = "[number, number]";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let is_part = cx.edit.get(&self.entity).is_none() && PartRef::entity_of_part(&self.entity).is_some();
        if is_part && let Resolved::Point(at) = resolved_part(cx.edit, &self.entity)? {
            return Ok(Output::Data(json!([at.x, at.y])));
        }
        let paths = &measured_paths(cx.edit, Self::NAME, &self.entity)?;
        let closed = paths.iter().all(|path| path.closed);
        let area = if closed { region::centroid(paths) } else { None };
        let center = area.or_else(|| {
            let parts: Vec<(f64, Point)> = paths
                .iter()
                .filter_map(|path| Some((path.length(), path.wire_center()?)))
                .collect();
            let length: f64 = parts.iter().map(|(length, _)| length).sum();
            let sum = parts
                .iter()
                .fold(Vec2::ZERO, |sum, (length, at)| sum + at.to_vec2() * *length);
            (length > 0.0).then(|| (sum / length).to_point())
        });
        let at_point = paths.iter().find_map(Path::start);
        let center = center.or(at_point).ok_or_else(|| {
            ToolError::new(bilingual!(
                "get_centroid: '{}' has no outline",
                "get_centroid: '{}' 항목에 외곽선이 없어요",
                self.entity
            ))
        })?;
        Ok(Output::Data(json!([center.x, center.y])))
    }
}

/// Get the point of an entity's outline nearest to a point: { point, distance, s, seg, t }; s is the distance along the
/// outline, seg is the index of the segment, and t the parameter on it, 0 to 1.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetNearestPoint {
    /// The entity or part ("plate.edge[0]").
    entity: String,
    /// The reference point, [x, y].
    point: PointArg,
}

impl Tool for GetNearestPoint {
    const NAME: &'static str = "get_nearest_point";
    const KOREAN: &'static str = "외곽선에서 주어진 점에 가장 가까운 점을 구합니다.";
    const SYNONYMS: [&'static str; 2] = [
        "closest point, project onto, foot of the perpendicular",
        "가장 가까운 점, 수선의 발",
    ];
    const DOMAIN: Domain = Domain::Query;
    const KIND: Kind = Kind::Query;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &["entity", "point"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'c', x: 0, y: 0, radius: 10 });\n\
        get_nearest_point({ entity: 'c', point: [30, 40] })";
    const RETURNS: &'static str =
        "{ point: [number, number]; distance: number; s: number; seg: number; t: number }";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let at = check_point("point", self.point)?;
        let paths = measured_paths(cx.edit, Self::NAME, &self.entity)?;
        let found = paths.iter().filter_map(|path| path.nearest(at));
        let near = found
            .min_by(|x, y| x.distance.total_cmp(&y.distance))
            .ok_or_else(|| {
                ToolError::new(bilingual!(
                    "get_nearest_point: '{}' has no outline",
                    "get_nearest_point: '{}' 항목에 외곽선이 없어요",
                    self.entity
                ))
            })?;
        Ok(Output::Data(json!({
            "point": [near.point.x, near.point.y], "distance": near.distance, "s": near.s, "seg": near.seg, "t": near.u,
        })))
    }
}

/// Tell whether a point lies inside a closed entity; its border counts as inside, holes do not.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ContainsPoint {
    /// The entity.
    entity: String,
    /// The point, [x, y].
    point: PointArg,
}

impl Tool for ContainsPoint {
    const NAME: &'static str = "contains_point";
    const KOREAN: &'static str = "점이 닫힌 항목 안에 있는지 확인합니다. 경계는 안으로 봅니다.";
    const SYNONYMS: [&'static str; 2] = [
        "inside, outside, hit test, point in polygon",
        "안에 있는지, 내부, 포함",
    ];
    const DOMAIN: Domain = Domain::Query;
    const KIND: Kind = Kind::Query;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &["entity", "point"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'c', x: 0, y: 0, radius: 10 });\n\
        contains_point({ entity: 'c', point: [3, 4] })";
    const RETURNS: &'static str = "boolean";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let at = check_point("point", self.point)?;
        let operand = Operand::of(cx.edit, &self.entity)?;
        let paths = &operand.paths;
        if paths.is_empty() || paths.iter().any(|path| !path.closed) {
            return Err(ToolError::new(bilingual!(
                "contains_point: the outline of '{}' is open, so it has no inside. Close it first.",
                "contains_point: '{}' 항목의 외곽선이 열려 있어서 안쪽이 없어요. 먼저 닫으세요.",
                self.entity
            )));
        }
        let tol = tolerance(paths);
        let on_border = paths
            .iter()
            .any(|path| path.distance_to(at).is_some_and(|far| far <= tol.len));
        Ok(Output::Data(json!(on_border || contains(paths, at))))
    }
}

/// Get how an entity is placed in the drawing, all groups included: { matrix, translate, rotate, scale, shear }; matrix
/// is [a, b, c, d, e, f] with x' = a x + c y + e and y' = b x + d y + f.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetWorldTransform {
    /// The entity or group.
    entity: String,
}

impl Tool for GetWorldTransform {
    const NAME: &'static str = "get_world_transform";
    const KOREAN: &'static str = "그룹까지 모두 반영한 변환(행렬, 이동, 회전, 크기)을 조회합니다.";
    const SYNONYMS: [&'static str; 2] = ["matrix, total rotation, placement", "변환 행렬, 회전각"];
    const DOMAIN: Domain = Domain::Query;
    const KIND: Kind = Kind::Query;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &["entity"];
    const EXAMPLE: &'static str = "draw_rect({ name: 'r', x: 0, y: 0, width: 10, height: 4 });\n\
        rotate({ name: 'r', angle: 90, angle_unit: 'degree' });\nget_world_transform({ entity: 'r' })";
    const RETURNS: &'static str = "{ matrix: number[]; translate?: [number, number]; rotate?: number; scale?: [number, \
        number]; shear?: number }";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        use trammel_kernel::affine::{Trs, decompose};
        let entity = cx.edit.require(&self.entity)?;
        let map = cx.edit.world_transform(&entity.name).unwrap_or_default();
        let mut data = json!({ "matrix": map.as_coeffs() });
        if let Some(parts) = decompose(map, &Trs::IDENTITY) {
            data["translate"] = json!([parts.translate.x, parts.translate.y]);
            data["rotate"] = json!(parts.rotate);
            data["scale"] = json!([parts.scale.x, parts.scale.y]);
            data["shear"] = json!(parts.shear);
        }
        Ok(Output::Data(data))
    }
}
