//! Query tool that lists the pieces of an outline with their coordinates.

use super::error::ToolError;
use super::outlines::world_paths;
use super::tool::{Domain, Kind, Output, Tool, ToolCx, Verb};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use trammel_kernel::{Conic, Path, Point, Seg};
use trammel_language::bilingual;

/// Number of pieces in an answer without `count`.
const USUAL: i64 = 60;

/// Measure the pieces of an entity's outline in the drawing: { total, parts: [{ part, type, from, to, length, ... }] }. type is
/// "line", "arc" (with center, radius, sweep), "ellipse" (with center) or "curve". A part is a reference: 'plate.edge[0]'.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct MeasureParts {
    /// The entity.
    entity: String,
    /// First piece, from 0. Default: 0.
    first: Option<i64>,
    /// Number of pieces. Default: 60.
    count: Option<i64>,
}

impl Tool for MeasureParts {
    const NAME: &'static str = "measure_parts";
    const KOREAN: &'static str = "외곽선의 조각마다 좌표, 길이, 중심, 반지름을 조회합니다.";
    const SYNONYMS: [&'static str; 2] = [
        "coordinates of edges, corners, vertices, radius of an arc, center of an arc, list edges, end points",
        "모서리 좌표, 꼭짓점, 변 목록, 호의 반지름, 끝점",
    ];
    const DOMAIN: Domain = Domain::Query;
    const KIND: Kind = Kind::Query;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &["entity", "first", "count"];
    const EXAMPLE: &'static str = "draw_rect({ name: 'plate', x: 0, y: 0, width: 80, height: 50, corner_radius: 5 });\n\
        measure_parts({ entity: 'plate' })";
    const RETURNS: &'static str = "{ total: number; parts: object[]; closed: boolean }";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let paths = world_paths(cx.edit, &self.entity)?;
        let total = paths.iter().map(|path| path.segs.len()).sum::<usize>();
        let whole = |parameter: &str, value: Option<i64>, usual: i64| {
            let value = value.unwrap_or(usual);
            usize::try_from(value).map_err(|_| {
                ToolError::new(bilingual!(
                    "measure_parts: {parameter} must be 0 or more, got {value}",
                    "measure_parts: {parameter}은(는) 0 이상이어야 하는데 {value}을(를) 받았어요"
                ))
            })
        };
        let (first, count) = (whole("first", self.first, 0)?, whole("count", self.count, USUAL)?);
        let pieces = paths
            .iter()
            .enumerate()
            .flat_map(|(at, path)| path.segs.iter().map(move |seg| (at, seg)));
        let rows: Vec<Value> = pieces
            .enumerate()
            .skip(first)
            .take(count)
            .map(|(index, (outline, seg))| {
                row(&self.entity, index, seg, (paths.len() > 1).then_some(outline))
            })
            .collect();
        if first + rows.len() < total {
            cx.notes.warnings.push(bilingual!(
                "measure_parts: pieces {first} to {} of {total}. Pass first and count for the others.",
                "measure_parts: 조각 {total}개 중 {first}번부터 {}번까지예요. 나머지를 보려면 first와 count를 주세요.",
                first + rows.len().saturating_sub(1)
            ));
        }
        Ok(Output::Data(
            json!({ "total": total, "parts": rows, "closed": paths.iter().all(is_closed) }),
        ))
    }
}

fn is_closed(path: &Path) -> bool {
    path.closed
}

/// Returns the measures of a piece. `outline` is the number of its outline if the entity has several.
fn row(entity: &str, index: usize, seg: &Seg, outline: Option<usize>) -> Value {
    let pair = |point: Point| json!([point.x, point.y]);
    let mut row = json!({
        "part": format!("{entity}.edge[{index}]"),
        "type": kind(seg),
        "from": pair(seg.start()),
        "to": pair(seg.end()),
        "length": seg.length(),
    });
    if let Seg::Conic(conic) = seg {
        row["center"] = pair(conic.c);
        if let Some(radius) = conic.radius() {
            row["radius"] = json!(radius);
            row["sweep"] = json!(sweep(conic));
        }
    }
    if let Some(outline) = outline {
        row["outline"] = json!(outline);
    }
    row
}

fn kind(seg: &Seg) -> &'static str {
    match seg {
        Seg::Line { .. } => "line",
        Seg::Conic(conic) if conic.is_circle() => "arc",
        Seg::Conic(_) => "ellipse",
        Seg::Cubic(_) => "curve",
    }
}

/// Returns the sweep of an arc in radians, positive counterclockwise.
fn sweep(conic: &Conic) -> f64 {
    if conic.is_ccw() {
        conic.dt.abs()
    } else {
        -conic.dt.abs()
    }
}
