//! Corner tools: fillet and chamfer.

use super::lengths::zero_or_more;
use super::operand::{Operand, add, free, tolerance};
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use super::trim::about;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use trammel_kernel::corner::{self, Cornered};
use trammel_kernel::modify::ModifyError;
use trammel_kernel::{Path, Tol};
use trammel_language::bilingual;
use trammel_scene::explain::Explain;
use trammel_scene::{Part, PartRef, Shape};

/// Round the corner of two entities with an arc that touches both; they are trimmed or extended to it. Radius 0 lets
/// them meet in a sharp corner. Closed entities stay whole. Returns { a, b, arc }. Two adjacent edges of one entity,
/// such as "plate.edge[0]" and "plate.edge[1]", are rounded in place.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Fillet {
    /// One entity or edge.
    entity: String,
    /// The other entity or edge.
    target: String,
    /// Radius, 0 or more.
    radius: f64,
}

impl Tool for Fillet {
    const NAME: &'static str = "fillet";
    const KOREAN: &'static str =
        "두 항목의 모서리를 둘에 접하는 호로 둥글게 합니다. 반지름 0이면 모서리에서 만납니다.";
    const SYNONYMS: [&'static str; 2] = [
        "round the corner of two lines, tangent arc, radius between two entities, blend",
        "모깎기, 둥글게, 접하는 호",
    ];
    const DOMAIN: Domain = Domain::Edit;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Reshape;
    const POSITIONAL: &'static [&'static str] = &["entity", "target", "radius"];
    const EXAMPLE: &'static str = "draw_line({ name: 'floor', points: [0, 0, 100, 0] });\n\
        draw_line({ name: 'wall', points: [0, 0, 0, 80] });\nfillet({ entity: 'floor', target: 'wall', radius: 10 })";
    const RETURNS: &'static str = "string | { a: string; b: string; arc: string | null }";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let radius = zero_or_more(Self::NAME, "radius", self.radius)?;
        let corner = |path: &Path, at: usize, _, tol: Tol| corner::fillet_corners(path, &[(at, radius)], tol);
        let pair = |a: &Path, b: &Path, tol: Tol| corner::fillet(a, b, radius, [None; 2], tol);
        let made = CornerTool {
            name: Self::NAME,
            joint: "arc",
        };
        join_corner(cx, &made, (&self.entity, &self.target), corner, pair)
    }
}

/// Cut the corner of two entities off with a straight line; they are trimmed or extended to it. Returns
/// { a, b, line }.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Chamfer {
    /// One entity or edge.
    entity: String,
    /// The other entity or edge.
    target: String,
    /// Distance from the corner along `entity`.
    distance: f64,
    /// Distance from the corner along `target`. Default: the same.
    distance2: Option<f64>,
}

impl Tool for Chamfer {
    const NAME: &'static str = "chamfer";
    const KOREAN: &'static str = "두 항목의 모서리를 직선으로 잘라 냅니다.";
    const SYNONYMS: [&'static str; 2] = ["bevel, cut the corner off, slanted corner", "모따기, 모서리 따기"];
    const DOMAIN: Domain = Domain::Edit;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Reshape;
    const POSITIONAL: &'static [&'static str] = &["entity", "target", "distance", "distance2"];
    const EXAMPLE: &'static str = "draw_line({ name: 'floor', points: [0, 0, 100, 0] });\n\
        draw_line({ name: 'wall', points: [0, 0, 0, 80] });\nchamfer({ entity: 'floor', target: 'wall', distance: 10 })";
    const RETURNS: &'static str = "string | { a: string; b: string; line: string | null }";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let distance = zero_or_more(Self::NAME, "distance", self.distance)?;
        let distance2 = zero_or_more(Self::NAME, "distance2", self.distance2.unwrap_or(distance))?;
        let sizes = [distance, distance2];
        let corner = |path: &Path, at: usize, turned: bool, tol: Tol| {
            let sizes = if turned { [sizes[1], sizes[0]] } else { sizes };
            corner::chamfer_corners(path, &[(at, sizes)], tol)
        };
        let pair = |a: &Path, b: &Path, tol: Tol| corner::chamfer(a, b, sizes, [None; 2], tol);
        let made = CornerTool {
            name: Self::NAME,
            joint: "line",
        };
        join_corner(cx, &made, (&self.entity, &self.target), corner, pair)
    }
}

/// Round corners of one polyline, rectangle, polygon or path.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct FilletCorners {
    /// The entity.
    entity: String,
    /// Radius, 0 or more.
    radius: f64,
    /// Which corners: numbers of points from 0, in the order of the outline (of a rect counterclockwise from the lower
    /// left). Default: all.
    corners: Option<Vec<i64>>,
}

impl Tool for FilletCorners {
    const NAME: &'static str = "fillet_corners";
    const KOREAN: &'static str = "폴리선, 직사각형, 다각형의 모서리를 둥글게 합니다.";
    const SYNONYMS: [&'static str; 2] = [
        "rounded corners, round the corners of a polygon, radius on a corner",
        "모서리 둥글게, 모깎기",
    ];
    const DOMAIN: Domain = Domain::Edit;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Reshape;
    const POSITIONAL: &'static [&'static str] = &["entity", "radius", "corners"];
    const EXAMPLE: &'static str = "draw_polygon({ name: 'plate', points: [0, 0, 100, 0, 50, 80] });\n\
        fillet_corners({ entity: 'plate', radius: 8 })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        zero_or_more(Self::NAME, "radius", self.radius)?;
        let target = Operand::of(cx.edit, &self.entity)?;
        let path = target.single(Self::NAME)?;
        let mut corners: Vec<usize> = match &self.corners {
            None => corner::sharp_corners(path),
            Some(list) => list
                .iter()
                .map(|at| usize::try_from(*at).map_err(|_| no_corner(path, &self.entity, *at)))
                .collect::<Result<_, _>>()?,
        };
        corners.sort_unstable();
        corners.dedup();
        if corners.is_empty() {
            return Err(ToolError::new(bilingual!(
                "fillet_corners: '{}' has no corners. Name a polyline, a rectangle, or a polygon.",
                "fillet_corners: '{}' 항목에 모서리가 없어요. 폴리선, 직사각형, 다각형을 쓰세요.",
                self.entity
            )));
        }
        let sizes: Vec<(usize, f64)> = corners.iter().map(|at| (*at, self.radius)).collect();
        let rounded =
            corner::fillet_corners(path, &sizes, tolerance([path])).map_err(|error| match error {
                ModifyError::Smooth(at) => no_corner(path, &self.entity, at as i64),
                error => about(Self::NAME, &self.entity, error),
            })?;
        match whole_rect(&target, corners.len(), self.radius) {
            Some(rect) => cx.edit.set_shape(&self.entity, rect)?,
            None => target.put(cx, &rounded)?,
        }
        target.change_output(cx)
    }
}

/// Returns a rectangle with a corner radius if all four corners of a sharp rectangle get the same radius and its
/// transform is a similarity; `None` otherwise.
fn whole_rect(target: &Operand, count: usize, radius: f64) -> Option<Shape> {
    match &target.entity.shape {
        Shape::Rect {
            corner,
            width,
            height,
            corner_radius,
        } if *corner_radius == 0.0 && count == 4 && target.scale()? > 0.0 => Some(Shape::Rect {
            corner: *corner,
            width: *width,
            height: *height,
            corner_radius: (radius / target.scale()?).min(0.5 * width).min(0.5 * height),
        }),
        _ => None,
    }
}

fn no_corner(path: &Path, name: &str, at: i64) -> ToolError {
    let sharp = corner::sharp_corners(path);
    let shown: Vec<String> = sharp.iter().take(20).map(usize::to_string).collect();
    let list = if shown.is_empty() {
        bilingual!("it has none", "모서리가 없어요")
    } else {
        bilingual!("its corners are {}", "있는 모서리: {}", shown.join(", "))
    };
    ToolError::new(bilingual!(
        "fillet_corners: '{name}' has no corner {at}: {list}",
        "fillet_corners: '{name}' 항목에 모서리 {at}이(가) 없어요. {list:#}"
    ))
}

/// Tool that joins two entities at a corner.
struct CornerTool {
    /// Name of the tool.
    name: &'static str,
    /// Field of the output with the name of the new entity at the corner: `arc` or `line`.
    joint: &'static str,
}

/// Joins two entities at a corner with `pair`, or changes the corner of two neighboring edges of one entity
/// (`plate.edge[0]`, `plate.edge[1]`) with `corner`.
fn join_corner(
    cx: &mut ToolCx<'_>,
    &CornerTool { name: tool, joint }: &CornerTool,
    (a, b): (&str, &str),
    corner: impl Fn(&Path, usize, bool, Tol) -> Result<Path, ModifyError>,
    pair: impl Fn(&Path, &Path, Tol) -> Result<Cornered, ModifyError>,
) -> Result<Output, ToolError> {
    let edges = (PartRef::parse(cx.edit, a)?, PartRef::parse(cx.edit, b)?);
    if edges.0.part.is_some() || edges.1.part.is_some() {
        return own_corner(cx, tool, &edges, corner);
    }
    if a == b {
        return Err(ToolError::new(bilingual!(
            "{tool}: entity and target are both '{a}'. Use fillet_corners for the corners of one entity.",
            "{tool}: entity와 target이 모두 '{a}' 항목이에요. 항목 하나의 모서리에는 fillet_corners를 쓰세요."
        )));
    }
    let (first, second) = (Operand::of(cx.edit, a)?, Operand::of(cx.edit, b)?);
    let (path_a, path_b) = (first.single(tool)?, second.single(tool)?);
    let done = pair(path_a, path_b, tolerance([path_a, path_b])).map_err(|error| {
        let error = error.explain();
        ToolError::new(bilingual!(
            "{tool}: '{a}' and '{b}' were not changed: {error}",
            "{tool}: '{a}'과(와) '{b}'을(를) 바꾸지 않았어요. {error:#}"
        ))
    })?;
    for (operand, path, kept) in [(&first, path_a, &done.a), (&second, path_b, &done.b)] {
        if path != kept {
            operand.put(cx, kept)?;
        }
    }
    let mut data = json!({ "a": first.entity.name, "b": second.entity.name });
    data[joint] = Value::Null;
    if let Some(seg) = done.joint {
        let name = free(cx.edit, &format!("{a}_{b}_{tool}"))?;
        add(cx.edit, &name, &first.entity, &Path::new(vec![seg], false))?;
        data[joint] = json!(name);
    }
    Ok(Output::Data(data))
}

/// Changes the corner between two neighboring edges of one entity.
fn own_corner(
    cx: &mut ToolCx<'_>,
    tool: &str,
    (a, b): &(PartRef, PartRef),
    corner: impl Fn(&Path, usize, bool, Tol) -> Result<Path, ModifyError>,
) -> Result<Output, ToolError> {
    let (Some(Part::Edge(i)), Some(Part::Edge(j)), true) = (a.part, b.part, a.entity == b.entity) else {
        return Err(ToolError::new(bilingual!(
            "{tool}: '{a}' and '{b}' form no corner. Name two entities, or two adjacent edges of one entity.",
            "{tool}: '{a}'과(와) '{b}'은(는) 모서리를 이루지 않아요. 항목 두 개나, 한 항목의 이웃한 두 변을 쓰세요."
        )));
    };
    let target = Operand::of(cx.edit, &a.entity)?;
    let path = target.single(tool)?;
    let next = |at: usize| match at + 1 {
        next if next < path.segs.len() => Some(next),
        _ => path.closed.then_some(0),
    };
    let (at, turned) = match (next(i) == Some(j), next(j) == Some(i)) {
        (true, _) => (j, false),
        (_, true) => (i, true),
        _ => {
            return Err(ToolError::new(bilingual!(
                "{tool}: '{a}' and '{b}' are not adjacent, so they share no corner. Name two adjacent edges.",
                "{tool}: '{a}'과(와) '{b}'은(는) 이웃하지 않아서 함께 쓰는 모서리가 없어요. 이웃한 두 변을 쓰세요."
            )));
        }
    };
    let done = corner(path, at, turned, tolerance([path])).map_err(|error| about(tool, &a.entity, error))?;
    target.put(cx, &done)?;
    target.change_output(cx)
}
