//! Area tools: boolean operations, offset, and decomposition. Operands are read in drawing coordinates.
//! The result is one region at the root of the drawing, even if the region has several pieces; only `decompose` draws
//! one region for each piece.

use super::checks;
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use crate::geometry::boolean::{Op, combine, union};
use crate::geometry::offset::{Join, OffsetError, offset_region};
use crate::geometry::{Path, norm, rings};
use crate::scene::{Edit, Entity, Name, Shape};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

macro_rules! boolean_tool {
    ($(#[$doc:meta])* korean $korean:literal words $words:tt $tool:ident = $name:literal, $op:expr, $empty:literal, $example:literal) => {
        $(#[$doc])*
        #[derive(Debug, Deserialize, JsonSchema)]
        pub(super) struct $tool {
            /// The first shape; the result takes its style, layer and default place.
            a: Option<String>,
            /// The second shape.
            b: Option<String>,
            /// Name of the result; may be that of an operand that is used up. Edges nearer than a billionth of the size are
            /// welded.
            result: String,
            /// Two or more shapes instead of a and b, the first one leading.
            entities: Option<Vec<String>>,
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
            const POSITIONAL: &'static [&'static str] = &["a", "b", "result"];
            const EXAMPLE: &'static str = $example;

            fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
                let call = Call { tool: $name, op: $op, empty: $empty };
                let operands = call.operands(self.a, self.b, self.entities)?;
                call.run(cx, &operands, &self.result, self.keep.unwrap_or(false))
            }
        }
    };
}

boolean_tool! {
    /// Unite areas into one region: circles, ellipses, closed arcs, lines and paths, polygons, regions, groups.
    korean "여러 영역을 하나로 합칩니다."
    words ["add, merge, weld, unite, combine areas, fuse", "합치기, 더하기, 합집합"]
    BooleanUnion = "boolean_union", Op::Union, "the shapes have no area",
    "draw_rect({ name: 'a', x: 0, y: 0, width: 10, height: 10 });\n\
        draw_circle({ name: 'b', x: 10, y: 5, radius: 4 });\nboolean_union({ a: 'a', b: 'b', result: 'u' })"
}

boolean_tool! {
    /// Cut the area of b (and further shapes) out of a.
    korean "첫 영역에서 나머지 영역을 뺍니다."
    words ["subtract, cut out, hole, remove an area, keyway, notch, pocket", "빼기, 파내기, 키홈, 차집합"]
    BooleanDifference = "boolean_difference", Op::Difference, "nothing of the first shape is left",
    "draw_circle({ name: 'disc', x: 0, y: 0, radius: 20 });\n\
        draw_circle({ name: 'hole', x: 0, y: 0, radius: 10 });\n\
        boolean_difference({ a: 'disc', b: 'hole', result: 'ring' })"
}

boolean_tool! {
    /// Keep the area common to all shapes.
    korean "모든 영역이 겹치는 부분만 남깁니다."
    words ["common area, overlap of two areas, intersection of areas, clip an area", "교집합, 공통 영역"]
    BooleanIntersect = "boolean_intersect", Op::Intersect, "the shapes have no area in common",
    "draw_circle({ name: 'a', x: 0, y: 0, radius: 10 });\n\
        draw_circle({ name: 'b', x: 10, y: 0, radius: 10 });\nboolean_intersect({ a: 'a', b: 'b', result: 'lens' })"
}

boolean_tool! {
    /// Keep the area that lies in exactly one of two shapes (of more: in an odd number).
    korean "한 영역에만 속하는 부분을 남깁니다."
    words ["symmetric difference, either but not both", "대칭 차, 배타"]
    BooleanXor = "boolean_xor", Op::Xor, "the shapes cover the same area",
    "draw_rect({ name: 'a', x: 0, y: 0, width: 10, height: 10 });\n\
        draw_rect({ name: 'b', x: 5, y: 5, width: 10, height: 10 });\nboolean_xor({ a: 'a', b: 'b', result: 'x' })"
}

/// Parameters that distinguish the four boolean tools.
struct Call {
    tool: &'static str,
    op: Op,
    empty: &'static str,
}

impl Call {
    fn operands(
        &self,
        a: Option<String>,
        b: Option<String>,
        entities: Option<Vec<String>>,
    ) -> Result<Vec<String>, ToolError> {
        let tool = self.tool;
        let operands = match (a, b, entities) {
            (Some(a), Some(b), None) => vec![a, b],
            (None, None, Some(entities)) => entities,
            _ => return Err(ToolError::new(format!("{tool}: give a and b, or entities: [..]"))),
        };
        if operands.len() < 2 {
            return Err(ToolError::new(format!(
                "{tool}: entities must name two shapes or more"
            )));
        }
        let twice = operands
            .iter()
            .enumerate()
            .find(|(i, name)| operands[..*i].contains(name));
        match twice {
            Some((_, name)) => Err(ToolError::new(format!("{tool}: '{name}' is named twice"))),
            None => Ok(operands),
        }
    }

    fn run(
        &self,
        cx: &mut ToolCx<'_>,
        operands: &[String],
        result: &str,
        keep: bool,
    ) -> Result<Output, ToolError> {
        let tool = self.tool;
        let areas = operands
            .iter()
            .map(|name| area_of(cx.edit, tool, name))
            .collect::<Result<Vec<_>, _>>()?;
        let found = combine(&areas, self.op).map_err(|error| ToolError::new(format!("{tool}: {error}")))?;
        if found.is_empty() {
            let message = format!("{tool}: the result is empty: {}", self.empty);
            return Err(ToolError::new(message));
        }
        let used: &[String] = if keep { &[] } else { operands };
        let name = put(
            cx.edit,
            ResultShape {
                tool,
                model: &operands[0],
                result,
                shape: Shape::Region { paths: found },
            },
            used,
        )?;
        cx.entity(&name)
    }
}

/// Grow (delta above 0) or shrink (below 0) an area, holes included; the original stays. Ellipses and Béziers are
/// followed by arcs to a millionth of their size.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct OffsetPolygon {
    /// The shape.
    name: String,
    /// Distance, outwards positive.
    delta: f64,
    /// Name of the new region.
    result: String,
    /// Corners that open: "round", "miter" or "bevel". Default: round.
    join: Option<JoinArg>,
}

impl Tool for OffsetPolygon {
    const NAME: &'static str = "offset_polygon";
    const KOREAN: &'static str = "영역을 넓히거나(양수) 좁힙니다(음수). 원본은 남습니다.";
    const SYNONYMS: [&'static str; 2] = [
        "grow, shrink, inset an area, outset, margin, kerf, clearance around an area",
        "넓히기, 좁히기, 여유",
    ];
    const DOMAIN: Domain = Domain::Boolean;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Combine;
    const POSITIONAL: &'static [&'static str] = &["name", "delta", "result", "join"];
    const EXAMPLE: &'static str = "draw_rect({ name: 'plate', x: 0, y: 0, width: 10, height: 10 });\n\
        offset_polygon({ name: 'plate', delta: 2, result: 'rim', join: 'miter' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let area = area_of(cx.edit, Self::NAME, &self.name)?;
        let join = self.join.unwrap_or_default().into();
        let paths =
            offset_region(&area, self.delta, join).map_err(|error| refused(Self::NAME, "delta", &error))?;
        beside(cx, Self::NAME, (&self.name, &self.result), paths)
    }
}

/// Draws a new region with the style and layer of the entity `like`, which stays in the drawing.
pub(super) fn beside(
    cx: &mut ToolCx<'_>,
    tool: &str,
    (like, result): (&str, &str),
    paths: Vec<Path>,
) -> Result<Output, ToolError> {
    let name = put(
        cx.edit,
        ResultShape {
            tool,
            model: like,
            result,
            shape: Shape::Region { paths },
        },
        &[],
    )?;
    cx.entity(&name)
}

/// Split a region into its connected pieces, each an outer boundary with its holes, named prefix_1, prefix_2, ...
/// in the order of their lowest points; the original is deleted.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Decompose {
    /// The region, or another shape with area.
    name: String,
    /// Prefix of the names of the pieces.
    prefix: String,
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
    const POSITIONAL: &'static [&'static str] = &["name", "prefix"];
    const EXAMPLE: &'static str = "draw_rect({ name: 'a', x: 0, y: 0, width: 1, height: 1 });\n\
        draw_rect({ name: 'b', x: 5, y: 0, width: 1, height: 1 });\n\
        boolean_union({ a: 'a', b: 'b', result: 'u' });\ndecompose({ name: 'u', prefix: 'p' })";
    const RETURNS: &'static str = "{ entities: string[] }";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let area = area_of(cx.edit, Self::NAME, &self.name)?;
        let clean = union(&[area]).map_err(|error| ToolError::new(format!("decompose: {error}")))?;
        let pieces = rings::pieces(clean);
        let mut names = Vec::with_capacity(pieces.len());
        for (i, piece) in pieces.into_iter().enumerate() {
            let paths = std::iter::once(piece.outer).chain(piece.holes).collect();
            let result = format!("{}_{}", self.prefix, i + 1);
            names.push(put(
                cx.edit,
                ResultShape {
                    tool: Self::NAME,
                    model: &self.name,
                    result: &result,
                    shape: Shape::Region { paths },
                },
                &[],
            )?);
        }
        if !self.keep.unwrap_or(false) {
            cx.edit.remove(&self.name)?;
        }
        Ok(Output::Data(json!({ "entities": names })))
    }
}

/// Join of corners.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(super) enum JoinArg {
    #[default]
    Round,
    Miter,
    Bevel,
}

impl From<JoinArg> for Join {
    fn from(join: JoinArg) -> Join {
        match join {
            JoinArg::Round => Join::Round,
            JoinArg::Miter => Join::Miter,
            JoinArg::Bevel => Join::Bevel,
        }
    }
}

/// Converts an offset error into a tool error. `parameter` is the name of the parameter with the distance.
pub(super) fn refused(tool: &str, parameter: &str, error: &OffsetError) -> ToolError {
    ToolError::new(match error {
        OffsetError::Swallowed { limit } => format!(
            "{tool}: the result would be empty: {parameter} must shrink the shape by less than {limit}"
        ),
        other => format!("{tool}: {other}"),
    })
}

/// Returns the area of an entity in drawing coordinates. The area of a group is the union of the areas of its
/// children.
pub(super) fn area_of(edit: &Edit, tool: &str, name: &str) -> Result<Vec<Path>, ToolError> {
    let root: &Entity = edit.require(name)?;
    let mut areas = Vec::new();
    collect(edit, tool, root, &mut areas)?;
    match areas.len() {
        0 => Err(ToolError::new(format!("{tool}: '{name}' has no area"))),
        1 => Ok(areas.swap_remove(0)),
        _ => combine(&areas, Op::Union).map_err(|error| ToolError::new(format!("{tool}: '{name}': {error}"))),
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
        let message = format!(
            "{tool}: '{}' ({}) has no area: its outline is open, and its ends are {gap} apart. Close it first.",
            entity.name,
            entity.shape.kind()
        );
        return Err(ToolError::new(message));
    }
    areas.extend((!paths.is_empty()).then_some(paths));
    Ok(())
}

/// Result of a tool that makes one shape from other shapes.
pub(super) struct ResultShape<'a> {
    /// Name of the tool, for error messages.
    pub(super) tool: &'a str,
    /// Name of the entity that provides style and layer.
    pub(super) model: &'a str,
    /// Name of the new entity.
    pub(super) result: &'a str,
    /// Geometry of the new entity.
    pub(super) shape: Shape,
}

/// Draws a result with the style and layer of its model, and deletes the used operands. The name of the result may
/// be the name of a used operand.
pub(super) fn put(edit: &mut Edit, new: ResultShape<'_>, used: &[String]) -> Result<Name, ToolError> {
    let name = checks::name(&format!("{}: result", new.tool), new.result)?;
    let model = first_shape(edit, new.model)?;
    for operand in used {
        // Removing a group also removes its children, so a child may already be gone.
        if edit.get(operand).is_some() {
            edit.remove(operand)?;
        }
    }
    edit.insert(&name, new.shape, model.style.clone(), false)?;
    edit.put_on_layer(&name, model.layer.as_ref())?;
    Ok(name)
}

/// Returns the entity, or the first non-group entity within a group.
fn first_shape(edit: &Edit, name: &str) -> Result<Entity, ToolError> {
    let mut entity = edit.require(name)?;
    while let Some(child) = edit
        .children(Some(&entity.name))
        .next()
        .filter(|_| entity.shape.is_group())
    {
        entity = child;
    }
    Ok(Entity::clone(entity))
}
