//! Query tools that read entities and measures of the drawing.

use super::checks::invalid;
use super::outlines::{measured_paths, world_paths};
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use trammel_formats::json;
use trammel_kernel::boolean::uncross;
use trammel_kernel::{Path, norm, region_area};
use trammel_language::bilingual;
use trammel_scene::{check_coordinate, parts_of};

/// List all entities from back to front.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListEntities {
    /// In the sandbox: objects with name and type instead of plain names. Default: false there, true elsewhere.
    detail: Option<bool>,
}

impl Tool for ListEntities {
    const NAME: &'static str = "list_entities";
    const KOREAN: &'static str = "모든 항목을 뒤에서 앞으로 나열합니다.";
    const SYNONYMS: [&'static str; 2] = [
        "what is in the drawing, all names, inventory, contents",
        "목록, 모든 항목",
    ];
    const DOMAIN: Domain = Domain::Query;
    const KIND: Kind = Kind::Query;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &["detail"];
    const EXAMPLE: &'static str = "list_entities()";
    const RETURNS: &'static str = "string[] | { name: string; type: string }[]";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let entities = cx.edit.walk();
        let data: Value = if self.detail.unwrap_or(!cx.in_sandbox) {
            entities
                .map(|e| json!({ "name": e.name, "type": e.shape.kind() }))
                .collect()
        } else {
            entities.map(|e| json!(e.name)).collect()
        };
        Ok(Output::Data(data))
    }
}

/// Get everything about one entity: type, geometry, style, transform, group, children, and the parts other tools can
/// refer to ('plate.edge[0]').
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetEntity {
    /// The entity.
    name: String,
}

impl Tool for GetEntity {
    const NAME: &'static str = "get_entity";
    const KOREAN: &'static str = "항목 하나의 종류, 기하, 스타일, 변환, 그룹을 조회합니다.";
    const SYNONYMS: [&'static str; 2] = [
        "details, properties, parts, corners, geometry, coordinates, inspect",
        "속성, 정보, 부분, 좌표",
    ];
    const DOMAIN: Domain = Domain::Query;
    const KIND: Kind = Kind::Query;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &["name"];
    const EXAMPLE: &'static str =
        "draw_rect({ name: 'bed', x: 280, y: 20, width: 100, height: 150 });\nget_entity({ name: 'bed' })";
    const RETURNS: &'static str = "object";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let entity = cx.edit.require(&self.name)?;
        let mut data = json::entity(cx.edit, entity);
        data["parts"] = json!(parts_of(entity));
        Ok(Output::Data(data))
    }
}

/// Get the drawing's name, unit, number of entities and bounds.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetSceneInfo {}

impl Tool for GetSceneInfo {
    const NAME: &'static str = "get_scene_info";
    const KOREAN: &'static str = "도면의 이름, 단위, 항목 수, 경계를 조회합니다.";
    const SYNONYMS: [&'static str; 2] = [
        "drawing information, units, extents, total size, count",
        "도면 정보, 단위, 전체 크기",
    ];
    const DOMAIN: Domain = Domain::Query;
    const KIND: Kind = Kind::Query;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &[];
    const EXAMPLE: &'static str = "get_scene_info()";
    const RETURNS: &'static str = "{ name: string; units: string; entity_count: number; bounds: { min: [number, number]; max: \
        [number, number] } | null }";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        Ok(Output::Data(json!({
            "name": cx.edit.name(),
            "units": cx.edit.units(),
            "entity_count": cx.edit.len(),
            "bounds": cx.edit.bounds(),
        })))
    }
}

/// Tell whether an entity of that name exists.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Exists {
    /// The name.
    entity: String,
}

impl Tool for Exists {
    const NAME: &'static str = "exists";
    const KOREAN: &'static str = "그 이름의 항목이 있는지 확인합니다.";
    const SYNONYMS: [&'static str; 2] = ["is there, find a name, check a name", "있는지, 존재"];
    const DOMAIN: Domain = Domain::Query;
    const KIND: Kind = Kind::Query;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &["entity"];
    const EXAMPLE: &'static str = "exists({ entity: 'head' })";
    const RETURNS: &'static str = "boolean";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        Ok(Output::Data(json!(cx.edit.get(&self.entity).is_some())))
    }
}

/// Get the exact bounds of an entity or group in the drawing, all transforms included: { min, max }, or null for an
/// empty group.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetWorldBounds {
    /// The entity or group.
    entity: String,
}

impl Tool for GetWorldBounds {
    const NAME: &'static str = "get_world_bounds";
    const KOREAN: &'static str = "변환을 모두 반영한 정확한 경계를 조회합니다.";
    const SYNONYMS: [&'static str; 2] = [
        "bounding box, width and height, extents, size of an entity, min and max",
        "경계, 크기, 너비와 높이",
    ];
    const DOMAIN: Domain = Domain::Query;
    const KIND: Kind = Kind::Query;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &["entity"];
    const EXAMPLE: &'static str =
        "draw_circle({ name: 'c', x: 3, y: 4, radius: 5 });\nget_world_bounds({ entity: 'c' })";
    const RETURNS: &'static str = "{ min: [number, number]; max: [number, number] } | null";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        cx.edit.require(&self.entity)?;
        Ok(Output::Data(json!(cx.edit.world_bounds(&self.entity))))
    }
}

/// Get where a point of an entity, in the entity's own coordinates, lies in the drawing.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetWorldPoint {
    /// The entity or group.
    entity: String,
    /// x in the coordinates in which the entity was drawn.
    x: f64,
    /// y in the coordinates in which the entity was drawn.
    y: f64,
}

impl Tool for GetWorldPoint {
    const NAME: &'static str = "get_world_point";
    const KOREAN: &'static str = "항목 좌표의 점이 도면의 어디인지 조회합니다.";
    const SYNONYMS: [&'static str; 2] = [
        "local to world, convert a point, absolute coordinates",
        "좌표 변환, 절대 좌표",
    ];
    const DOMAIN: Domain = Domain::Query;
    const KIND: Kind = Kind::Query;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &["entity", "x", "y"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'c', x: 3, y: 4, radius: 5 });\n\
        translate({ name: 'c', dx: 10, dy: 0 });\nget_world_point({ entity: 'c', x: 3, y: 4 })";
    const RETURNS: &'static str = "[number, number]";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        for (parameter, value) in [("x", self.x), ("y", self.y)] {
            check_coordinate(&format!("get_world_point: {parameter}"), value).map_err(invalid)?;
        }
        cx.edit.require(&self.entity)?;
        let map = cx.edit.world_transform(&self.entity).unwrap_or_default();
        let point = map * trammel_kernel::Point::new(self.x, self.y);
        Ok(Output::Data(json!([point.x, point.y])))
    }
}

/// Get the length of an entity's outline, or of a part of it, in the drawing. The outlines of holes count too;
/// get_area_properties measures them apart.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetLength {
    /// The entity or part ("plate.edge[0]").
    entity: String,
}

impl Tool for GetLength {
    const NAME: &'static str = "get_length";
    const KOREAN: &'static str = "외곽선의 길이를 잽니다.";
    const SYNONYMS: [&'static str; 2] = [
        "perimeter, circumference, arc length, how long",
        "길이, 둘레, 호 길이",
    ];
    const DOMAIN: Domain = Domain::Query;
    const KIND: Kind = Kind::Query;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &["entity"];
    const EXAMPLE: &'static str =
        "draw_line({ name: 'l', points: [0, 0, 30, 40] });\nget_length({ entity: 'l' })";
    const RETURNS: &'static str = "number";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let paths = measured_paths(cx.edit, Self::NAME, &self.entity)?;
        let length: f64 = paths.iter().map(Path::length).sum();
        Ok(Output::Data(json!(length)))
    }
}

/// Get the area that an entity's outline encloses in the drawing, less the area of its holes.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetArea {
    /// The entity; its outline must be closed.
    entity: String,
}

impl Tool for GetArea {
    const NAME: &'static str = "get_area";
    const KOREAN: &'static str = "외곽선이 둘러싼 넓이를 잽니다. 구멍은 뺍니다.";
    const SYNONYMS: [&'static str; 2] = ["surface, enclosed area, how large", "넓이, 면적"];
    const DOMAIN: Domain = Domain::Query;
    const KIND: Kind = Kind::Query;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &["entity"];
    const EXAMPLE: &'static str =
        "draw_circle({ name: 'c', x: 0, y: 0, radius: 10 });\nget_area({ entity: 'c' })";
    const RETURNS: &'static str = "number";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let paths = world_paths(cx.edit, &self.entity)?;
        if let Some(open) = paths.iter().find(|path| !path.closed) {
            let ends = open.start().zip(open.end());
            let gap = ends.map_or(0.0, |(a, b)| norm(a - b));
            let message = bilingual!(
                "get_area: the outline of '{}' is open (its ends are {gap} apart). Close it, or use get_length.",
                "get_area: '{}' 항목의 외곽선이 열려 있어요(두 끝이 {gap}만큼 떨어져 있어요). 닫거나 get_length를 쓰세요.",
                self.entity
            );
            return Err(ToolError::new(message));
        }
        Ok(Output::Data(json!(region_area(&uncross(paths)))))
    }
}
