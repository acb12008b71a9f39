//! Area tools: boolean operations and decomposition. Operands are read in drawing coordinates.
//! The result is one region at the root of the drawing, even if the region has several pieces; only `decompose` draws
//! one region for each piece.

use super::made::DerivedShape;
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use super::types::StyleArg;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use trammel_kernel::boolean::{Op, combine, union};
use trammel_kernel::{Path, norm, rings};
use trammel_language::{Bilingual, bilingual};
use trammel_scene::{Edit, Entity, Shape};

macro_rules! boolean_tool {
    ($(#[$doc:meta])* korean $korean:literal words $words:tt $tool:ident = $name:literal, $op:expr, $empty:expr, $example:literal) => {
        $(#[$doc])*
        #[derive(Debug, Deserialize, JsonSchema)]
        pub(super) struct $tool {
            /// Two shapes or more, the first one leading.
            entities: Vec<String>,
            /// Name of the result; may be that of an operand that is used up. Edges nearer than a billionth of the size are
            /// welded.
            result: String,
            /// Stroke and fill. Default: those of the first shape.
            style: Option<StyleArg>,
            /// Layer of the result, which gives the stroke. Default: that of the first shape.
            layer: Option<String>,
            /// Keep the operands. Default: false, they are deleted.
            keep: Option<bool>,
        }

        impl Tool for $tool {
            const NAME: &'static str = $name;
            const KOREAN: &'static str = $korean;
            const SYNONYMS: [&'static str; 2] = $words;
            const DOMAIN: Domain = Domain::Boolean;
            const KIND: Kind = Kind::Action;
            const VERB: Verb = Verb::Combine;
            const POSITIONAL: &'static [&'static str] = &["entities", "result"];
            const EXAMPLE: &'static str = $example;

            fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
                let call = Call { tool: $name, op: $op, empty: $empty };
                let made = DerivedShape {
                    entities: &self.entities,
                    result: &self.result,
                    style: self.style.as_ref(),
                    layer: self.layer.as_deref(),
                    keep: self.keep.unwrap_or(false),
                };
                call.run(cx, &made)
            }
        }
    };
}

boolean_tool! {
    /// Unite areas into one region: circles, ellipses, closed arcs, lines and paths, polygons, regions, groups.
    korean "여러 영역을 하나로 합칩니다."
    words ["add, merge, weld, unite, combine areas, fuse", "합치기, 더하기, 합집합"]
    BooleanUnion = "boolean_union", Op::Union, ["the shapes have no area", "도형에 넓이가 없어요"],
    "draw_rect({ name: 'a', x: 0, y: 0, width: 10, height: 10 });\n\
        draw_circle({ name: 'b', x: 10, y: 5, radius: 4 });\nboolean_union({ entities: ['a', 'b'], result: 'u' })"
}

boolean_tool! {
    /// Cut the areas of the other shapes out of the first.
    korean "첫 영역에서 나머지 영역을 뺍니다."
    words ["subtract, cut out, hole, remove an area, keyway, notch, pocket", "빼기, 파내기, 키홈, 차집합"]
    BooleanDifference = "boolean_difference", Op::Difference, ["nothing of the first shape is left", "첫 도형에서 남는 것이 없어요"],
    "draw_circle({ name: 'disc', x: 0, y: 0, radius: 20 });\n\
        draw_circle({ name: 'hole', x: 0, y: 0, radius: 10 });\n\
        boolean_difference({ entities: ['disc', 'hole'], result: 'ring' })"
}

boolean_tool! {
    /// Keep the area common to all shapes.
    korean "모든 영역이 겹치는 부분만 남깁니다."
    words ["common area, overlap of two areas, intersection of areas, clip an area", "교집합, 공통 영역"]
    BooleanIntersect = "boolean_intersect", Op::Intersect, ["the shapes have no area in common", "도형이 겹치는 넓이가 없어요"],
    "draw_circle({ name: 'a', x: 0, y: 0, radius: 10 });\n\
        draw_circle({ name: 'b', x: 10, y: 0, radius: 10 });\nboolean_intersect({ entities: ['a', 'b'], result: 'lens' })"
}

boolean_tool! {
    /// Keep the area that lies in exactly one of two shapes (of more: in an odd number).
    korean "한 영역에만 속하는 부분을 남깁니다."
    words ["symmetric difference, either but not both", "대칭 차, 배타"]
    BooleanXor = "boolean_xor", Op::Xor, ["the shapes cover the same area", "도형이 같은 넓이를 덮어요"],
    "draw_rect({ name: 'a', x: 0, y: 0, width: 10, height: 10 });\n\
        draw_rect({ name: 'b', x: 5, y: 5, width: 10, height: 10 });\nboolean_xor({ entities: ['a', 'b'], result: 'x' })"
}

/// Parameters that distinguish the four boolean tools.
struct Call {
    tool: &'static str,
    op: Op,
    /// Reason for an empty result, in both languages.
    empty: [&'static str; 2],
}

impl Call {
    fn run(&self, cx: &mut ToolCx<'_>, made: &DerivedShape<'_>) -> Result<Output, ToolError> {
        let tool = self.tool;
        made.check(tool, 2)?;
        let areas = made
            .entities
            .iter()
            .map(|name| area_of(cx.edit, tool, name))
            .collect::<Result<Vec<_>, _>>()?;
        let found = combine(&areas, self.op).map_err(|error| ToolError::of_geometry(tool, &error))?;
        if found.is_empty() {
            let [english, korean] = self.empty;
            return Err(ToolError::new(Bilingual::new(
                format!("{tool}: the result is empty: {english}"),
                format!("{tool}: 결과가 비어 있어요. {korean}"),
            )));
        }
        made.draw(cx, tool, Shape::Region { paths: found })
    }
}

/// Split a region into its connected pieces, each an outer boundary with its holes, named result_1, result_2, ...
/// in the order of their lowest points; the original is deleted.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Decompose {
    /// The region, or another shape with area.
    entity: String,
    /// Start of the names of the pieces.
    result: String,
    /// Keep the original. Default: false.
    keep: Option<bool>,
}

impl Tool for Decompose {
    const NAME: &'static str = "decompose";
    const KOREAN: &'static str = "영역을 이어진 조각으로 나눕니다.";
    const SYNONYMS: [&'static str; 2] = ["split an area, separate pieces, islands", "조각, 나누기, 섬"];
    const DOMAIN: Domain = Domain::Boolean;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Combine;
    const POSITIONAL: &'static [&'static str] = &["entity", "result"];
    const EXAMPLE: &'static str = "draw_rect({ name: 'a', x: 0, y: 0, width: 1, height: 1 });\n\
        draw_rect({ name: 'b', x: 5, y: 0, width: 1, height: 1 });\n\
        boolean_union({ entities: ['a', 'b'], result: 'u' });\ndecompose({ entity: 'u', result: 'p' })";
    const RETURNS: &'static str = "{ entities: string[] }";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let area = area_of(cx.edit, Self::NAME, &self.entity)?;
        let clean = union(&[area]).map_err(|error| ToolError::of_geometry(Self::NAME, &error))?;
        let pieces = rings::pieces(clean);
        let mut names = Vec::with_capacity(pieces.len());
        let original = [self.entity];
        for (i, piece) in pieces.into_iter().enumerate() {
            let paths = std::iter::once(piece.outer).chain(piece.holes).collect();
            let made = DerivedShape::beside(&original, &self.result);
            names.push(made.draw_numbered(cx, Self::NAME, i + 1, Shape::Region { paths })?);
        }
        if !self.keep.unwrap_or(false) {
            cx.edit.remove(&original[0])?;
        }
        Ok(Output::Data(json!({ "entities": names })))
    }
}

/// Returns the union of the areas of entities in drawing coordinates.
pub(super) fn areas_of(edit: &Edit, tool: &str, names: &[String]) -> Result<Vec<Path>, ToolError> {
    if let [name] = names {
        return area_of(edit, tool, name);
    }
    let areas: Result<Vec<_>, _> = names.iter().map(|name| area_of(edit, tool, name)).collect();
    combine(&areas?, Op::Union).map_err(|error| ToolError::of_geometry(tool, &error))
}

/// Returns the area of an entity in drawing coordinates. The area of a group is the union of the areas of its
/// children.
fn area_of(edit: &Edit, tool: &str, name: &str) -> Result<Vec<Path>, ToolError> {
    let root: &Entity = edit.require(name)?;
    let mut areas = Vec::new();
    collect(edit, tool, root, &mut areas)?;
    match areas.len() {
        0 => Err(ToolError::new(bilingual!(
            "{tool}: '{name}' has no area",
            "{tool}: '{name}' 항목에 넓이가 없어요"
        ))),
        1 => Ok(areas.swap_remove(0)),
        _ => combine(&areas, Op::Union)
            .map_err(|error| ToolError::of_geometry(&format!("{tool}: '{name}'"), &error)),
    }
}

fn collect(edit: &Edit, tool: &str, entity: &Entity, areas: &mut Vec<Vec<Path>>) -> Result<(), ToolError> {
    if entity.shape.is_group() {
        for child in edit.children(Some(&entity.name)) {
            collect(edit, tool, child, areas)?;
        }
        return Ok(());
    }
    let paths = edit.world_paths(&entity.name);
    if let Some(open) = paths.iter().find(|path| !path.closed) {
        let gap = open.start().zip(open.end()).map_or(0.0, |(a, b)| norm(a - b));
        let message = bilingual!(
            "{tool}: '{}' ({}) has no area: its outline is open, and its ends are {gap} apart. Close it first.",
            "{tool}: '{}' 항목({})은 외곽선이 열려 있어 넓이가 없고 두 끝이 {gap}만큼 떨어져 있어요. 먼저 닫으세요.",
            entity.name,
            entity.shape.kind()
        );
        return Err(ToolError::new(message));
    }
    areas.extend((!paths.is_empty()).then_some(paths));
    Ok(())
}
