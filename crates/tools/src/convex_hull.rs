//! Tool that draws convex hulls.

use super::made::DerivedShape;
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use super::types::StyleArg;
use schemars::JsonSchema;
use serde::Deserialize;
use trammel_kernel::hull;
use trammel_language::bilingual;
use trammel_scene::Shape;

/// Draw the convex hull of shapes and groups together, curves included; the originals stay.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ConvexHull {
    /// Shapes or groups. The first one gives the default style and layer.
    entities: Vec<String>,
    /// Name of the new region.
    result: String,
    /// Stroke and fill. Default: those of the first shape.
    style: Option<StyleArg>,
    /// Layer of the result, which gives the stroke. Default: that of the first shape.
    layer: Option<String>,
    /// Keep the originals. Default: true.
    keep: Option<bool>,
}

impl Tool for ConvexHull {
    const NAME: &'static str = "convex_hull";
    const KOREAN: &'static str = "도형이나 그룹을 감싸는 볼록 껍질을 그립니다. 원본은 남습니다.";
    const SYNONYMS: [&'static str; 2] = [
        "tangent sides, tangent lines of two circles, envelope, wrap, belt, slotted link, rubber band",
        "볼록 껍질, 접선, 감싸기, 벨트",
    ];
    const DOMAIN: Domain = Domain::Boolean;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Combine;
    const POSITIONAL: &'static [&'static str] = &["entities", "result"];
    const EXAMPLE: &'static str = "draw_polygon({ name: 'star', points: [0, 0, 10, 0, 10, 10, 5, 2, 0, 10] });\n\
        convex_hull({ entities: ['star'], result: 'hull' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let made = DerivedShape {
            entities: &self.entities,
            result: &self.result,
            style: self.style.as_ref(),
            layer: self.layer.as_deref(),
            keep: self.keep.unwrap_or(true),
        };
        made.check(Self::NAME, 1)?;
        let mut outlines = Vec::new();
        for name in &self.entities {
            cx.edit.require(name)?;
            outlines.extend(cx.edit.world_paths(name));
        }
        let paths = hull::convex_hull(&outlines).map_err(|error| {
            ToolError::of_geometry(&format!("{}: {}", Self::NAME, made.source_names()), &error)
        })?;
        if paths.is_empty() {
            let message = bilingual!(
                "convex_hull: the hull of {} has no area, because all its points lie on one line",
                "convex_hull: {}의 모든 점이 한 직선에 있어서 껍질에 넓이가 없어요",
                made.source_names()
            );
            return Err(ToolError::new(message));
        }
        made.draw(cx, Self::NAME, Shape::Region { paths })
    }
}
