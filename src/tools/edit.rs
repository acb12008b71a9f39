//! Changing shapes where they meet.

use super::query::{checked, world_paths};
use super::types::PointArg;
use super::{Domain, Kind, Output, Tool, ToolCx, ToolError};
use crate::geometry::{Nearest, Path, Point, Seg, Tol, intersect, svg};
use crate::scene::{PathData, Shape};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

/// Get the points where two entities cross or touch: { points: [[x, y], ...] }, sorted along the first.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetIntersection {
    /// One entity.
    a: String,
    /// The other entity.
    b: String,
}

impl Tool for GetIntersection {
    const NAME: &'static str = "get_intersection";
    const DOMAIN: Domain = Domain::Edit;
    const KIND: Kind = Kind::Query;
    const POSITIONAL: &'static [&'static str] = &["a", "b"];
    const EXAMPLE: &'static str = "draw_line({ name: 'w1', points: [0, 0, 100, 0] });\n\
        draw_line({ name: 'w2', points: [60, -50, 60, 50] });\nget_intersection({ a: 'w1', b: 'w2' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let (a, b) = (world_paths(cx.edit, &self.a)?, world_paths(cx.edit, &self.b)?);
        let mut points: Vec<[f64; 2]> = Vec::new();
        let extent = Path::bounds_of(&a)
            .zip(Path::bounds_of(&b))
            .map_or(1.0, |(a, b)| a.union(&b).magnitude());
        let tol = Tol::for_extent(extent);
        for (one, other) in a.iter().flat_map(|one| b.iter().map(move |other| (one, other))) {
            points.extend(
                intersect::path_path(one, other, tol)
                    .iter()
                    .map(|hit| [hit.point.x, hit.point.y]),
            );
        }
        Ok(Output::Data(json!({ "points": points })))
    }
}

/// Get the point at a distance along an entity's outline from a point on it: { point: [x, y] }. Positive distances go
/// towards the end, negative ones towards the start.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetPointAtDistance {
    /// The entity.
    entity: String,
    /// A point on or near the outline, [x, y].
    from: PointArg,
    /// Distance along the outline.
    distance: f64,
}

impl Tool for GetPointAtDistance {
    const NAME: &'static str = "get_point_at_distance";
    const DOMAIN: Domain = Domain::Edit;
    const KIND: Kind = Kind::Query;
    const POSITIONAL: &'static [&'static str] = &["entity", "from", "distance"];
    const EXAMPLE: &'static str = "draw_line({ name: 'wall', points: [0, 0, 100, 0] });\n\
        get_point_at_distance({ entity: 'wall', from: [60, 0], distance: 20 })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let from = checked("from", self.from)?;
        let paths = world_paths(cx.edit, &self.entity)?;
        let (path, nearest) = nearest(&paths, from, &self.entity)?;
        let at = nearest.s + self.distance;
        let point = path.point_at_distance(at).ok_or_else(|| {
            let length = path.length();
            let (back, ahead) = (-nearest.s, length - nearest.s);
            ToolError::new(format!(
                "get_point_at_distance: '{}' ends before that: distance may be from {back} to {ahead}, got {}",
                self.entity, self.distance
            ))
        })?;
        Ok(Output::Data(json!({ "point": [point.x, point.y] })))
    }
}

/// Which side of a cut stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Keep {
    Start,
    End,
}

/// Cut an open entity (line, arc, open path) at the point nearest to the given one and keep the part towards its start
/// or its end.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct TrimAt {
    /// The entity.
    entity: String,
    /// Where to cut, [x, y].
    point: PointArg,
    /// The part that stays: "start" or "end".
    keep: Keep,
}

impl Tool for TrimAt {
    const NAME: &'static str = "trim_at";
    const DOMAIN: Domain = Domain::Edit;
    const KIND: Kind = Kind::Action;
    const POSITIONAL: &'static [&'static str] = &["entity", "point", "keep"];
    const EXAMPLE: &'static str = "draw_line({ name: 'wall', points: [0, 0, 100, 0] });\n\
        trim_at({ entity: 'wall', point: [80, 0], keep: 'start' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let name = &self.entity;
        let at = checked("point", self.point)?;
        let world = world_paths(cx.edit, name)?;
        let entity = cx.edit.require(name)?.clone();
        let local = entity.shape.paths();
        let ([path], [world_path]) = (local.as_slice(), world.as_slice()) else {
            return Err(ToolError::new(format!(
                "trim_at: '{name}' has several outlines; it can cut only one"
            )));
        };
        if path.closed {
            let message = format!(
                "trim_at: '{name}' is closed, so it has no start and end to keep; one cut is not enough"
            );
            return Err(ToolError::new(message));
        }
        let (_, cut) = nearest(std::slice::from_ref(world_path), at, name)?;
        let length = world_path.length();
        let slack = length * 1e-12;
        if cut.s <= slack || cut.s >= length - slack {
            let message = format!(
                "trim_at: the point is at an end of '{name}': nothing to cut off, or nothing would be left"
            );
            return Err(ToolError::new(message));
        }
        let shape = cut_shape(&entity.shape, path, &cut, self.keep)?;
        cx.edit.set_shape(name, shape)?;
        super::entity(cx, name)
    }
}

/// The part of an open shape on one side of a cut.
fn cut_shape(shape: &Shape, path: &Path, cut: &Nearest, keep: Keep) -> Result<Shape, ToolError> {
    match shape {
        Shape::Line { points, .. } => {
            let at = path.segs[cut.seg].point_at(cut.u);
            let mut kept: Vec<Point> = match keep {
                Keep::Start => points[..=cut.seg].iter().copied().chain([at]).collect(),
                Keep::End => std::iter::once(at)
                    .chain(points[cut.seg + 1..].iter().copied())
                    .collect(),
            };
            kept.dedup();
            Ok(Shape::Line {
                points: kept,
                closed: false,
            })
        }
        Shape::Arc { center, radius, .. } => {
            let Some(Seg::Conic(conic)) = path.segs.first() else {
                return Err(ToolError::new("trim_at: the arc has no length"));
            };
            let (start, middle) = (conic.t0, conic.t0 + conic.dt * cut.u);
            let (start_angle, end_angle) = match keep {
                Keep::Start => (start, middle),
                Keep::End => (middle, start + conic.dt),
            };
            Ok(Shape::Arc {
                center: *center,
                radius: *radius,
                start_angle,
                end_angle,
            })
        }
        _ => {
            let segs = match keep {
                Keep::Start => path.segs[..cut.seg]
                    .iter()
                    .copied()
                    .chain([path.segs[cut.seg].sub(0.0, cut.u)])
                    .collect(),
                Keep::End => std::iter::once(path.segs[cut.seg].sub(cut.u, 1.0))
                    .chain(path.segs[cut.seg + 1..].iter().copied())
                    .collect(),
            };
            let text = svg::write(&[Path::new(segs, false)], false);
            PathData::new(&text).map(Shape::Bezier).map_err(ToolError::new)
        }
    }
}

fn nearest<'a>(paths: &'a [Path], point: Point, name: &str) -> Result<(&'a Path, Nearest), ToolError> {
    let found = paths.iter().filter_map(|path| Some((path, path.nearest(point)?)));
    found
        .min_by(|a, b| a.1.distance.total_cmp(&b.1.distance))
        .ok_or_else(|| ToolError::new(format!("'{name}' has no outline")))
}
