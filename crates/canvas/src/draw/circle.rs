//! Circles: by center and radius, through two or three points, and tangent to two curves.

use super::circular::Circular;
use super::figure::{Entry, Figure, FigureCall, FigureKind, Step, Target};
use super::precision::without_dust;
use super::value::{Value, points};
use crate::expression::TypedError;
use crate::keys::Chord;
use serde_json::json;
use trammel_kernel::corner::tangent_circles;
use trammel_kernel::{Path, Point, Tol, norm};

/// A circle.
#[derive(Debug)]
pub struct Circle;

impl Figure for Circle {
    const KIND: FigureKind = FigureKind {
        id: "circle",
        prefix: "circle",
        keys: &[Chord("c")],
        icon: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Z",
        label: ["Circle", "원"],
    };

    fn step(values: &[Value]) -> Step {
        if values.is_empty() {
            return Step {
                prompt: ["Specify the center", "중심을 지정하세요"],
                entry: Entry::Point,
            };
        }
        Step {
            prompt: ["Specify the radius", "반지름을 지정하세요"],
            entry: Entry::Radius,
        }
    }

    fn is_complete(values: &[Value]) -> bool {
        values.len() == 2
    }

    fn outlines(values: &[Value]) -> Vec<Path> {
        match values {
            [Value::Point(center), Value::Radius(radius)] => vec![Path::circle(*center, *radius)],
            _ => Vec::new(),
        }
    }

    fn call(values: &[Value]) -> Result<FigureCall, TypedError> {
        let [Value::Point(center), Value::Radius(radius)] = values else {
            return Err(TypedError::Incomplete);
        };
        Ok(FigureCall {
            tool: "draw_circle",
            input: json!({ "x": center.x, "y": center.y, "radius": radius }),
        })
    }
}

/// A circle whose diameter has the two points as ends.
#[derive(Debug)]
pub struct TwoPointCircle;

impl Figure for TwoPointCircle {
    const KIND: FigureKind = FigureKind {
        id: "circle-2-points",
        prefix: "circle",
        keys: &[],
        icon: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM2.5 12a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0M18.5 12a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0",
        label: ["Circle by 2 points", "두 점의 원"],
    };
    const METHOD_OF: Option<&'static str> = Some("circle");

    fn step(values: &[Value]) -> Step {
        Step::new(
            Entry::Point,
            match values.len() {
                0 => ["Specify one end of the diameter", "지름의 한 끝점을 지정하세요"],
                _ => [
                    "Specify the other end of the diameter",
                    "지름의 다른 끝점을 지정하세요",
                ],
            },
        )
    }

    fn is_complete(values: &[Value]) -> bool {
        values.len() == 2
    }

    fn outlines(values: &[Value]) -> Vec<Path> {
        let circle = across(values).map(|(center, radius)| Path::circle(center, radius));
        circle.into_iter().collect()
    }

    fn call(values: &[Value]) -> Result<FigureCall, TypedError> {
        across(values).map(call).ok_or(TypedError::Incomplete)
    }
}

/// A circle through three points.
#[derive(Debug)]
pub struct ThreePointCircle;

impl Figure for ThreePointCircle {
    const KIND: FigureKind = FigureKind {
        id: "circle-3-points",
        prefix: "circle",
        keys: &[],
        icon: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM10.5 4a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0M3.5 16a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0M17.5 16a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0",
        label: ["Circle by 3 points", "세 점의 원"],
    };
    const METHOD_OF: Option<&'static str> = Some("circle");

    fn step(values: &[Value]) -> Step {
        Step::new(
            Entry::Point,
            match values.len() {
                0 => ["Specify the first point", "첫 번째 점을 지정하세요"],
                1 => ["Specify the second point", "두 번째 점을 지정하세요"],
                _ => ["Specify the third point", "세 번째 점을 지정하세요"],
            },
        )
    }

    fn is_complete(values: &[Value]) -> bool {
        values.len() == 3
    }

    fn outlines(values: &[Value]) -> Vec<Path> {
        match Circular::through(&points(values)) {
            Some(circle) => vec![Path::circle(circle.center, circle.radius)],
            None if values.len() > 1 => vec![Path::from_points(&points(values), false)],
            None => Vec::new(),
        }
    }

    fn call(values: &[Value]) -> Result<FigureCall, TypedError> {
        let circle = Circular::through(&points(values)).ok_or(TypedError::Collinear)?;
        Ok(call((circle.center, circle.radius)))
    }
}

/// A circle of a radius that is tangent to two lines, circles, or arcs.
#[derive(Debug)]
pub struct TangentCircle;

impl Figure for TangentCircle {
    const KIND: FigureKind = FigureKind {
        id: "circle-tangent",
        prefix: "circle",
        keys: &[],
        icon: "M3 21L12 3M3 21h18M10.5 10a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Z",
        label: ["Circle tangent to 2 curves", "두 곡선에 접하는 원"],
    };
    const METHOD_OF: Option<&'static str> = Some("circle");

    fn step(values: &[Value]) -> Step {
        match values.len() {
            0 => Step::new(
                Entry::Pick(Target::Edge),
                [
                    "Click the first line, circle, or arc",
                    "첫 번째 선, 원, 호를 클릭하세요",
                ],
            ),
            1 => Step::new(
                Entry::Pick(Target::Edge),
                [
                    "Click the second line, circle, or arc",
                    "두 번째 선, 원, 호를 클릭하세요",
                ],
            ),
            _ => Step::new(Entry::Radius, ["Specify the radius", "반지름을 지정하세요"]),
        }
    }

    fn is_complete(values: &[Value]) -> bool {
        values.len() == 3
    }

    fn outlines(values: &[Value]) -> Vec<Path> {
        let picked = values.iter().filter_map(|value| match value {
            Value::Pick(pick) => pick.seg,
            _ => None,
        });
        let circle = tangent(values).map(|(center, radius)| Path::circle(center, radius));
        picked
            .map(|seg| Path::new(vec![seg], false))
            .chain(circle)
            .collect()
    }

    fn call(values: &[Value]) -> Result<FigureCall, TypedError> {
        tangent(values).map(call).ok_or(TypedError::NoTangent)
    }
}

fn call((center, radius): (Point, f64)) -> FigureCall {
    FigureCall {
        tool: "draw_circle",
        input: json!({
            "x": without_dust(center.x),
            "y": without_dust(center.y),
            "radius": without_dust(radius),
        }),
    }
}

fn across(values: &[Value]) -> Option<(Point, f64)> {
    match points(values)[..] {
        [a, b] => Some((a.midpoint(b), norm(b - a) / 2.0)),
        _ => None,
    }
}

/// Returns the tangent circle that touches both curves nearest to the picked positions.
fn tangent(values: &[Value]) -> Option<(Point, f64)> {
    let [Value::Pick(a), Value::Pick(b), Value::Radius(radius)] = values else {
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
