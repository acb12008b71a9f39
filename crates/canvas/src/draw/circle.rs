//! Circles: by center and radius, through two or three points, and tangent to two curves.

use super::circular::Circular;
use crate::canvas_tool::CanvasCx;
use crate::expression::TypedError;
use crate::keys::Chord;
use crate::precision::round_computed;
use crate::steps::procedure::{
    DrawCall, Entry, Procedure, ProcedureKind, ProcedureStep, Subject, Target, Task,
};
use crate::steps::value::{StepValue, points};
use serde_json::json;
use trammel_kernel::corner::tangent_circles;
use trammel_kernel::{Path, Point, Tol, norm};

/// A circle.
#[derive(Debug)]
pub struct Circle;

impl Procedure for Circle {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "circle",
            subject: Subject::New("circle"),
            keys: &[Chord("c")],
            icon: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Z",
            label: ["Circle", "원"],
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        task.next(&[
            ProcedureStep::new(Entry::Point, ["Specify the center", "중심을 지정하세요"]),
            ProcedureStep::new(Entry::Radius, ["Specify the radius", "반지름을 지정하세요"]),
        ])
    }

    fn ghosts(&self, task: &Task<'_>, _: &CanvasCx<'_>) -> Vec<Path> {
        match task.values {
            [StepValue::Point(center), StepValue::Radius(radius)] => vec![Path::circle(*center, *radius)],
            _ => Vec::new(),
        }
    }

    fn draw_call(&self, values: &[StepValue]) -> Result<DrawCall, TypedError> {
        let [StepValue::Point(center), StepValue::Radius(radius)] = values else {
            return Err(TypedError::Incomplete);
        };
        Ok((
            "draw_circle",
            json!({ "x": center.x, "y": center.y, "radius": radius }),
        ))
    }
}

/// A circle whose diameter has the two points as ends.
#[derive(Debug)]
pub struct TwoPointCircle;

impl Procedure for TwoPointCircle {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "circle-2-points",
            subject: Subject::New("circle"),
            keys: &[],
            icon: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM2.5 12a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0M18.5 12a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0",
            label: ["Circle by 2 points", "두 점의 원"],
            method_of: Some("circle"),
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        task.next(&[
            ProcedureStep::new(
                Entry::Point,
                ["Specify one end of the diameter", "지름의 한 끝점을 지정하세요"],
            ),
            ProcedureStep::new(
                Entry::Point,
                [
                    "Specify the other end of the diameter",
                    "지름의 다른 끝점을 지정하세요",
                ],
            ),
        ])
    }

    fn ghosts(&self, task: &Task<'_>, _: &CanvasCx<'_>) -> Vec<Path> {
        let circle = across(task.values).map(|(center, radius)| Path::circle(center, radius));
        circle.into_iter().collect()
    }

    fn draw_call(&self, values: &[StepValue]) -> Result<DrawCall, TypedError> {
        across(values).map(call).ok_or(TypedError::Incomplete)
    }
}

/// A circle through three points.
#[derive(Debug)]
pub struct ThreePointCircle;

impl Procedure for ThreePointCircle {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "circle-3-points",
            subject: Subject::New("circle"),
            keys: &[],
            icon: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM10.5 4a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0M3.5 16a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0M17.5 16a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0",
            label: ["Circle by 3 points", "세 점의 원"],
            method_of: Some("circle"),
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        task.next(&[
            ProcedureStep::new(
                Entry::Point,
                ["Specify the first point", "첫 번째 점을 지정하세요"],
            ),
            ProcedureStep::new(
                Entry::Point,
                ["Specify the second point", "두 번째 점을 지정하세요"],
            ),
            ProcedureStep::new(
                Entry::Point,
                ["Specify the third point", "세 번째 점을 지정하세요"],
            ),
        ])
    }

    fn ghosts(&self, task: &Task<'_>, _: &CanvasCx<'_>) -> Vec<Path> {
        let values = task.values;
        match Circular::through(&points(values)) {
            Some(circle) => vec![Path::circle(circle.center, circle.radius)],
            None if values.len() > 1 => vec![Path::from_points(&points(values), false)],
            None => Vec::new(),
        }
    }

    fn draw_call(&self, values: &[StepValue]) -> Result<DrawCall, TypedError> {
        let circle = Circular::through(&points(values)).ok_or(TypedError::Collinear)?;
        Ok(call((circle.center, circle.radius)))
    }
}

/// A circle of a radius that is tangent to two lines, circles, or arcs.
#[derive(Debug)]
pub struct TangentCircle;

impl Procedure for TangentCircle {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "circle-tangent",
            subject: Subject::New("circle"),
            keys: &[],
            icon: "M3 21L12 3M3 21h18M10.5 10a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Z",
            label: ["Circle tangent to 2 curves", "두 곡선에 접하는 원"],
            method_of: Some("circle"),
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        task.next(&[
            ProcedureStep::new(
                Entry::Pick(Target::Edge),
                [
                    "Click the first line, circle, or arc",
                    "첫 번째 선, 원, 호를 클릭하세요",
                ],
            ),
            ProcedureStep::new(
                Entry::Pick(Target::Edge),
                [
                    "Click the second line, circle, or arc",
                    "두 번째 선, 원, 호를 클릭하세요",
                ],
            ),
            ProcedureStep::new(Entry::Radius, ["Specify the radius", "반지름을 지정하세요"]),
        ])
    }

    fn ghosts(&self, task: &Task<'_>, _: &CanvasCx<'_>) -> Vec<Path> {
        let values = task.values;
        let picked = values.iter().filter_map(|value| match value {
            StepValue::Pick(pick) => pick.seg,
            _ => None,
        });
        let circle = tangent(values).map(|(center, radius)| Path::circle(center, radius));
        picked
            .map(|seg| Path::new(vec![seg], false))
            .chain(circle)
            .collect()
    }

    fn draw_call(&self, values: &[StepValue]) -> Result<DrawCall, TypedError> {
        tangent(values).map(call).ok_or(TypedError::NoTangent)
    }
}

fn call((center, radius): (Point, f64)) -> DrawCall {
    (
        "draw_circle",
        json!({
            "x": round_computed(center.x),
            "y": round_computed(center.y),
            "radius": round_computed(radius),
        }),
    )
}

fn across(values: &[StepValue]) -> Option<(Point, f64)> {
    match points(values)[..] {
        [a, b] => Some((a.midpoint(b), norm(b - a) / 2.0)),
        _ => None,
    }
}

/// Returns the tangent circle that touches both curves nearest to the picked positions.
fn tangent(values: &[StepValue]) -> Option<(Point, f64)> {
    let [StepValue::Pick(a), StepValue::Pick(b), StepValue::Radius(radius)] = values else {
        return None;
    };
    let (first, second) = (a.seg?, b.seg?);
    let tol = Tol::for_bounds(&first.bounds()?.union(&second.bounds()?));
    let away = |touch: &trammel_kernel::corner::Touch| {
        norm(first.point_at(touch.t) - a.at) + norm(second.point_at(touch.u) - b.at)
    };
    let circles = tangent_circles(&first, &second, *radius, tol).into_iter();
    let best = circles.min_by(|one, other| away(one).total_cmp(&away(other)))?;
    Some((best.center, *radius))
}
