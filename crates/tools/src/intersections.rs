//! Query tools for intersections of outlines and for points along an outline.

use super::checks::check_point;
use super::outlines::measured_paths;
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use super::types::PointArg;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use trammel_base::numbers::number_text;
use trammel_kernel::{Hit, Nearest, Path, Point, Tol, intersect, norm};
use trammel_language::bilingual;

/// Get the points where two entities cross or touch: { points: [[x, y], ...] }, sorted along the first.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetIntersection {
    /// One entity or part ("plate.edge[0]").
    a: String,
    /// The other entity or part.
    b: String,
}

impl Tool for GetIntersection {
    const NAME: &'static str = "get_intersection";
    const KOREAN: &'static str = "두 항목이 만나는 점들을 구합니다.";
    const SYNONYMS: [&'static str; 2] = ["crossing points, where lines cross, meet", "교차점, 만나는 점"];
    const DOMAIN: Domain = Domain::Query;
    const KIND: Kind = Kind::Query;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &["a", "b"];
    const EXAMPLE: &'static str = "draw_line({ name: 'w1', points: [0, 0, 100, 0] });\n\
        draw_line({ name: 'w2', points: [60, -50, 60, 50] });\nget_intersection({ a: 'w1', b: 'w2' })";
    const RETURNS: &'static str = "{ points: [number, number][] }";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let [a, b] = [&self.a, &self.b].map(|name| measured_paths(cx.edit, Self::NAME, name));
        let (a, b) = (a?, b?);
        let extent = Path::bounds_of(&a)
            .zip(Path::bounds_of(&b))
            .map_or(1.0, |(a, b)| a.union(&b).magnitude());
        let tol = Tol::for_extent(extent);
        let points: Vec<[f64; 2]> = meetings(&a, &b, tol).iter().map(|at| [at.x, at.y]).collect();
        Ok(Output::Data(json!({ "points": points })))
    }
}

/// Returns the common points of two entities in their order along the first, each place once.
fn meetings(a: &[Path], b: &[Path], tol: Tol) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    for one in a {
        let mut hits: Vec<Hit> = b
            .iter()
            .flat_map(|other| intersect::path_path(one, other, tol))
            .collect();
        hits.sort_by(|first, second| first.t_a.total_cmp(&second.t_a));
        for hit in hits {
            if points.iter().all(|at| norm(*at - hit.point) > tol.merge) {
                points.push(hit.point);
            }
        }
    }
    points
}

/// Get the point at a distance along an entity's outline from a point on it: { point: [x, y] }. Positive distances go
/// toward the end, negative ones toward the start.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetPointAtDistance {
    /// The entity or part ("plate.edge[0]").
    entity: String,
    /// A point on or near the outline, [x, y].
    from: PointArg,
    /// Distance along the outline.
    distance: f64,
}

impl Tool for GetPointAtDistance {
    const NAME: &'static str = "get_point_at_distance";
    const KOREAN: &'static str = "외곽선을 따라 한 점에서 일정 거리에 있는 점을 구합니다.";
    const SYNONYMS: [&'static str; 2] = [
        "point along a curve, at a length, station, midpoint of an edge",
        "길이 위의 점, 따라간 점",
    ];
    const DOMAIN: Domain = Domain::Query;
    const KIND: Kind = Kind::Query;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &["entity", "from", "distance"];
    const EXAMPLE: &'static str = "draw_line({ name: 'wall', points: [0, 0, 100, 0] });\n\
        get_point_at_distance({ entity: 'wall', from: [60, 0], distance: 20 })";
    const RETURNS: &'static str = "{ point: [number, number] }";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let from = check_point("from", self.from)?;
        let paths = measured_paths(cx.edit, Self::NAME, &self.entity)?;
        let (path, nearest) = nearest(&paths, from, &self.entity)?;
        let at = nearest.s + self.distance;
        let point = path.point_at_distance(at).ok_or_else(|| {
            let length = path.length();
            let (back, ahead) = (number_text(-nearest.s), number_text(length - nearest.s));
            ToolError::new(bilingual!(
                "get_point_at_distance: distance is beyond the end of '{}': it must be from {back} to {ahead}, got {}", "get_point_at_distance: distance가 '{}' 항목의 끝을 넘어요. {back}~{ahead}이어야 하는데 {}을(를) 받았어요",
                self.entity, number_text(self.distance)
            ))
        })?;
        Ok(Output::Data(json!({ "point": [point.x, point.y] })))
    }
}

fn nearest<'a>(paths: &'a [Path], point: Point, name: &str) -> Result<(&'a Path, Nearest), ToolError> {
    let found = paths.iter().filter_map(|path| Some((path, path.nearest(point)?)));
    found
        .min_by(|a, b| a.1.distance.total_cmp(&b.1.distance))
        .ok_or_else(|| {
            ToolError::new(bilingual!(
                "'{name}' has no outline",
                "'{name}' 항목에 외곽선이 없어요"
            ))
        })
}
