//! List of all tools: the only file that refers to the tool structs of other files.

use super::domain::Domain;
use super::error::ToolError;
use super::file_tools::{concatenate, count};
use super::old_names;
use super::registry::{AnyTool, suggest_among};
use super::spec::{Catalog, ToolEnv, ToolSpec};
use super::{
    align, area_properties, arrays, bash, boolean, code, constraints, convex_hull, copy, describe,
    dimensions, discovery, draw_annotation, draw_curve, drawing, expect, fabrication, fillet, find_pattern,
    fit_text, groups, hatch, intersections, join, knowledge, layers, look, lsp, measure, measure_parts,
    offset, parts, primitives, query, search, style, text, tool_requests, transforms, trim,
};
use trammel_base::suggest;
use trammel_formats::FORMATS;
use trammel_language::bilingual;

/// All tools, in the order of listings, schemas and documentation.
pub const TOOLS: &[ToolSpec] =
    &concatenate::<{ DRAWING.len() + count(FORMATS) + CODE.len() }>(DRAWING, FORMATS, CODE);

/// Tools on the drawing, listed before the tools of the file formats.
const DRAWING: &[ToolSpec] = &[
    ToolSpec::of::<primitives::DrawLine>(),
    ToolSpec::of::<primitives::DrawCircle>(),
    ToolSpec::of::<primitives::DrawRect>(),
    ToolSpec::of::<primitives::DrawArc>(),
    ToolSpec::of::<primitives::DrawPolygon>(),
    ToolSpec::of::<primitives::DrawRegularPolygon>(),
    ToolSpec::of::<primitives::DrawEllipse>(),
    ToolSpec::of::<primitives::DrawBezier>(),
    ToolSpec::of::<draw_curve::DrawCurve>(),
    ToolSpec::of::<text::DrawText>(),
    ToolSpec::of::<fit_text::FitText>(),
    ToolSpec::of::<primitives::DrawPoint>(),
    ToolSpec::of::<primitives::DrawRegion>(),
    ToolSpec::of::<parts::slot::DrawSlot>(),
    ToolSpec::of::<parts::bolt_circle::BoltCircle>(),
    ToolSpec::of::<parts::gear::DrawGear>(),
    ToolSpec::of::<parts::wall::DrawWall>(),
    ToolSpec::of::<style::SetStroke>(),
    ToolSpec::of::<style::SetFill>(),
    ToolSpec::of::<style::RemoveStroke>(),
    ToolSpec::of::<style::RemoveFill>(),
    ToolSpec::of::<style::DrawOrder>(),
    ToolSpec::of::<style::GetDrawOrder>(),
    ToolSpec::of::<transforms::Translate>(),
    ToolSpec::of::<transforms::Rotate>(),
    ToolSpec::of::<transforms::Scale>(),
    ToolSpec::of::<transforms::SetPivot>(),
    ToolSpec::of::<transforms::SetTransform>(),
    ToolSpec::of::<copy::Duplicate>(),
    ToolSpec::of::<copy::Mirror>(),
    ToolSpec::of::<arrays::ArrayLinear>(),
    ToolSpec::of::<arrays::ArrayGrid>(),
    ToolSpec::of::<arrays::ArrayPolar>(),
    ToolSpec::of::<align::Align>(),
    ToolSpec::of::<align::Distribute>(),
    ToolSpec::of::<copy::RenameEntity>(),
    ToolSpec::of::<copy::DeleteEntity>(),
    ToolSpec::of::<groups::CreateGroup>(),
    ToolSpec::of::<groups::Ungroup>(),
    ToolSpec::of::<groups::AddToGroup>(),
    ToolSpec::of::<groups::RemoveFromGroup>(),
    ToolSpec::of::<query::ListEntities>(),
    ToolSpec::of::<query::GetEntity>(),
    ToolSpec::of::<query::GetSceneInfo>(),
    ToolSpec::of::<query::Exists>(),
    ToolSpec::of::<query::GetWorldBounds>(),
    ToolSpec::of::<query::GetWorldPoint>(),
    ToolSpec::of::<query::GetLength>(),
    ToolSpec::of::<query::GetArea>(),
    ToolSpec::of::<area_properties::GetAreaProperties>(),
    ToolSpec::of::<expect::Expect>(),
    ToolSpec::of::<expect::ExpectNear>(),
    ToolSpec::of::<expect::ExpectClearance>(),
    ToolSpec::of::<expect::ExpectInside>(),
    ToolSpec::of::<expect::ExpectClosed>(),
    ToolSpec::of::<measure::GetCentroid>(),
    ToolSpec::of::<measure::GetWorldTransform>(),
    ToolSpec::of::<measure::MeasureDistance>(),
    ToolSpec::of::<measure::MeasureAngle>(),
    ToolSpec::of::<measure_parts::MeasureParts>(),
    ToolSpec::of::<intersections::GetIntersection>(),
    ToolSpec::of::<intersections::GetPointAtDistance>(),
    ToolSpec::of::<measure::GetNearestPoint>(),
    ToolSpec::of::<measure::ContainsPoint>(),
    ToolSpec::of::<search::FindEntities>(),
    ToolSpec::of::<search::FindOverlaps>(),
    ToolSpec::of::<find_pattern::FindPattern>(),
    ToolSpec::of::<describe::DescribeScene>(),
    ToolSpec::of::<search::GetSelection>(),
    ToolSpec::of::<trim::TrimAt>(),
    ToolSpec::of::<trim::Trim>(),
    ToolSpec::of::<trim::ExtendTo>(),
    ToolSpec::of::<trim::SplitAt>(),
    ToolSpec::of::<trim::Lengthen>(),
    ToolSpec::of::<fillet::Fillet>(),
    ToolSpec::of::<fillet::Chamfer>(),
    ToolSpec::of::<fillet::FilletCorners>(),
    ToolSpec::of::<join::Join>(),
    ToolSpec::of::<join::Explode>(),
    ToolSpec::of::<join::Reverse>(),
    ToolSpec::of::<offset::Offset>(),
    ToolSpec::of::<boolean::BooleanUnion>(),
    ToolSpec::of::<boolean::BooleanDifference>(),
    ToolSpec::of::<boolean::BooleanIntersect>(),
    ToolSpec::of::<boolean::BooleanXor>(),
    ToolSpec::of::<convex_hull::ConvexHull>(),
    ToolSpec::of::<boolean::Decompose>(),
    ToolSpec::of::<dimensions::DimensionLinear>(),
    ToolSpec::of::<dimensions::DimensionAligned>(),
    ToolSpec::of::<dimensions::DimensionAngular>(),
    ToolSpec::of::<dimensions::DimensionRadius>(),
    ToolSpec::of::<dimensions::DimensionDiameter>(),
    ToolSpec::of::<dimensions::DimensionChain>(),
    ToolSpec::of::<dimensions::DimensionBaseline>(),
    ToolSpec::of::<dimensions::DimensionExtent>(),
    ToolSpec::of::<dimensions::DrawLeader>(),
    ToolSpec::of::<hatch::Hatch>(),
    ToolSpec::of::<draw_annotation::DrawAnnotation>(),
    ToolSpec::of::<constraints::AddConstraint>(),
    ToolSpec::of::<constraints::ListConstraints>(),
    ToolSpec::of::<constraints::RemoveConstraint>(),
    ToolSpec::of::<constraints::SolveConstraints>(),
    ToolSpec::of::<layers::CreateLayer>(),
    ToolSpec::of::<layers::RenameLayer>(),
    ToolSpec::of::<layers::DeleteLayer>(),
    ToolSpec::of::<layers::SetLayer>(),
    ToolSpec::of::<layers::ListLayers>(),
    ToolSpec::of::<drawing::SetDrawing>(),
    ToolSpec::of::<drawing::ConvertUnits>(),
    ToolSpec::of::<fabrication::check::CheckForCutting>(),
    ToolSpec::of::<fabrication::check::RepairForCutting>(),
    ToolSpec::of::<fabrication::kerf::ApplyKerf>(),
    ToolSpec::of::<fabrication::kerf::CutAsDrawn>(),
    ToolSpec::of::<fabrication::order::OrderCuts>(),
    ToolSpec::of::<fabrication::sheets::Nest>(),
    ToolSpec::of::<fabrication::joints::DrawFingerPanel>(),
    ToolSpec::of::<fabrication::edge::FingerEdge>(),
    ToolSpec::of::<fabrication::joints::DrawKerfCoupon>(),
];

/// Tools on files, tools and knowledge, listed after the tools of the file formats.
const CODE: &[ToolSpec] = &[
    ToolSpec::of::<code::Glob>(),
    ToolSpec::of::<code::Read>(),
    ToolSpec::of::<look::Look>(),
    ToolSpec::of::<code::EditFile>(),
    ToolSpec::of::<code::Write>(),
    ToolSpec::of::<lsp::Lsp>(),
    ToolSpec::of::<bash::Bash>(),
    ToolSpec::of::<code::RunCadCode>(),
    ToolSpec::of::<code::QueryCode>(),
    ToolSpec::of::<discovery::ListDomains>(),
    ToolSpec::of::<discovery::ListTools>(),
    ToolSpec::of::<discovery::GetToolSchema>(),
    ToolSpec::of::<discovery::CallTool>(),
    ToolSpec::of::<tool_requests::RequestTool>(),
    ToolSpec::of::<tool_requests::ListToolRequests>(),
    ToolSpec::of::<tool_requests::RegisterTool>(),
    ToolSpec::of::<knowledge::SaveDecision>(),
    ToolSpec::of::<knowledge::SearchDecisions>(),
    ToolSpec::of::<knowledge::RecordOutcome>(),
    ToolSpec::of::<knowledge::SaveCheckpoint>(),
    ToolSpec::of::<knowledge::LoadCheckpoint>(),
    ToolSpec::of::<knowledge::EditHint>(),
];

/// Old names of tools, in no listing.
const OLD_TOOLS: &[ToolSpec] = &[ToolSpec {
    name: old_names::TOOLS[0].name,
    positional: old_names::TOOLS[0].positional,
    ..ToolSpec::of::<offset::Offset>()
}];

/// Returns the tool called `name`, in snake_case or camelCase; for an old name, the present tool.
///
/// # Errors
/// Returns an error with the nearest names if no tool has this name.
pub fn find(name: &str) -> Result<&'static ToolSpec, ToolError> {
    Catalog::ALL.built_in(name).ok_or_else(|| {
        let suggestions = suggest::nearest(name, TOOLS.iter().map(|tool| tool.name));
        ToolError::new(bilingual!(
            "Tool '{name}' not found",
            "'{name}' 도구를 찾을 수 없어요"
        ))
        .suggesting(suggestions)
    })
}

/// Returns the tools of the sandbox that a wrong name in snake_case probably means, best first.
pub fn suggest_functions(wrong: &str) -> Vec<String> {
    let tools = TOOLS.iter().filter(|tool| tool.in_sandbox());
    suggest_among(wrong, &tools.map(AnyTool::Ours).collect::<Vec<_>>())
}

/// Returns the synonyms of a tool in both languages, with spaces between; empty for another name.
pub fn synonyms_of(name: &str) -> String {
    let tool = TOOLS.iter().find(|tool| tool.name == name);
    tool.map_or_else(String::new, |tool| tool.synonyms.join(" ").replace(',', ""))
}

/// Returns the tools of the given domains.
pub fn tools_for_domains(domains: &[Domain]) -> impl Iterator<Item = &'static ToolSpec> {
    TOOLS.iter().filter(move |tool| domains.contains(&tool.domain))
}

/// Returns the tools that a conversation starts with.
pub fn first_tools() -> impl Iterator<Item = &'static ToolSpec> {
    TOOLS.iter().filter(|tool| tool.initial)
}

impl Catalog {
    /// All tools, old names, and file formats.
    pub const ALL: Catalog = Catalog {
        tools: TOOLS,
        old: OLD_TOOLS,
        formats: FORMATS,
    };
}

impl Default for ToolEnv {
    fn default() -> ToolEnv {
        ToolEnv::of(Catalog::ALL)
    }
}
