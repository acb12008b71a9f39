//! Tool that draws convex hulls.

use super::boolean::beside;
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use crate::geometry::hull;
use schemars::JsonSchema;
use serde::Deserialize;

/// Draw the convex hull of a shape or group, curves included; the original stays.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ConvexHull {
    /// The shape or group.
    name: String,
    /// Name of the new region.
    result: String,
}

impl Tool for ConvexHull {
    const NAME: &'static str = "convex_hull";
    const KOREAN: &'static str = "도형이나 그룹을 감싸는 볼록 껍질을 그립니다.";
    const SYNONYMS: [&'static str; 2] = [
        "tangent sides, tangent lines of two circles, envelope, wrap, belt, slotted link, rubber band",
        "볼록 껍질, 접선, 감싸기, 벨트",
    ];
    const DOMAIN: Domain = Domain::Boolean;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Combine;
    const POSITIONAL: &'static [&'static str] = &["name", "result"];
    const EXAMPLE: &'static str = "draw_polygon({ name: 'star', points: [0, 0, 10, 0, 10, 10, 5, 2, 0, 10] });\n\
        convex_hull({ name: 'star', result: 'hull' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        cx.edit.require(&self.name)?;
        let outlines = cx.edit.world_paths(&self.name);
        let paths = hull::convex_hull(&outlines)
            .map_err(|error| ToolError::new(format!("convex_hull: '{}': {error}", self.name)))?;
        if paths.is_empty() {
            let message = format!(
                "convex_hull: the hull of '{}' has no area, because all its points lie on one line",
                self.name
            );
            return Err(ToolError::new(message));
        }
        beside(cx, Self::NAME, (&self.name, &self.result), paths)
    }
}
