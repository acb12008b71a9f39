//! Query tool for the properties of an area.

use super::error::ToolError;
use super::outlines::world_paths;
use super::tool::{Domain, Kind, Output, Tool, ToolCx, Verb};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use trammel_kernel::boolean::uncross;
use trammel_kernel::moments::SecondMoments;
use trammel_kernel::{outline_lengths, region_area};
use trammel_language::bilingual;

/// Get the properties of a closed entity's area: { area, outer_perimeter, hole_perimeter, holes, centroid, moments: { xx, yy, xy
/// } about the centroid, principal: { largest, smallest, angle } }. Holes are subtracted; angle is in radians.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetAreaProperties {
    /// The entity; its outline must be closed.
    entity: String,
}

impl Tool for GetAreaProperties {
    const NAME: &'static str = "get_area_properties";
    const KOREAN: &'static str = "넓이, 바깥 둘레와 구멍 둘레, 도심, 단면 2차 모멘트, 주축을 구합니다.";
    const SYNONYMS: [&'static str; 2] = [
        "second moment of area, moment of inertia, section properties, outer perimeter, number of holes, principal axes, centroid",
        "단면 2차 모멘트, 관성 모멘트, 단면 성질, 바깥 둘레, 주축",
    ];
    const DOMAIN: Domain = Domain::Query;
    const KIND: Kind = Kind::Query;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &["entity"];
    const EXAMPLE: &'static str = "draw_rect({ name: 'beam', x: 0, y: 0, width: 20, height: 60 });\n\
        get_area_properties({ entity: 'beam' })";
    const RETURNS: &'static str = "{ area: number; outer_perimeter: number; hole_perimeter: number; holes: number; centroid: \
        [number, number]; moments: { xx: number; yy: number; xy: number }; principal: { largest: \
        number; smallest: number; angle: number } }";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let paths = world_paths(cx.edit, &self.entity)?;
        if paths.iter().any(|path| !path.closed) {
            return Err(ToolError::new(bilingual!(
                "get_area_properties: the outline of '{}' is open. Close it, or use get_length.",
                "get_area_properties: '{}' 항목의 외곽선이 열려 있어요. 닫거나 get_length를 쓰세요.",
                self.entity
            )));
        }
        let paths = uncross(paths);
        let moments = SecondMoments::of(&paths).ok_or_else(|| {
            ToolError::new(bilingual!(
                "get_area_properties: '{}' encloses no area",
                "get_area_properties: '{}' 항목이 넓이를 둘러싸지 않아요",
                self.entity
            ))
        })?;
        let (lengths, principal) = (outline_lengths(&paths), moments.principal());
        Ok(Output::Data(json!({
            "area": region_area(&paths),
            "outer_perimeter": lengths.outer,
            "hole_perimeter": lengths.inner,
            "holes": lengths.holes,
            "centroid": [moments.center.x, moments.center.y],
            "moments": { "xx": moments.xx, "yy": moments.yy, "xy": moments.xy },
            "principal": { "largest": principal.largest, "smallest": principal.smallest, "angle": principal.angle },
        })))
    }
}
