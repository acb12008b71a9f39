//! Spline through points: a uniform Catmull-Rom curve, written as cubic Béziers.
//!
//! Invariant: the curve passes through every point, and its direction there is parallel to the line between the two
//! neighbors. The curve ends on request, or at its first point, where it then closes smoothly.

use super::line::{chain_step, is_closed};
use crate::canvas_tool::CanvasCx;
use crate::expression::TypedError;
use crate::keys::Chord;
use crate::precision::round_computed;
use crate::steps::procedure::{DrawCall, Procedure, ProcedureKind, ProcedureStep, Subject, Task};
use crate::steps::value::{StepValue, points};
use serde_json::json;
use std::fmt::Write;
use trammel_kernel::{CubicBez, Path, Point, Seg};

/// A smooth curve through points.
#[derive(Debug)]
pub struct Spline;

impl Procedure for Spline {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "spline",
            subject: Subject::New("spline"),
            keys: &[Chord("s")],
            icon: "M4 18C8 2 14 24 20 6M2.5 18a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0M18.5 6a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0",
            label: ["Spline", "스플라인"],
            is_chain: true,
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        let points = points(task.values);
        (!is_closed(&points)).then(|| {
            chain_step(
                points.len(),
                ["Specify the first point", "첫 번째 점을 지정하세요"],
            )
        })
    }

    fn ghosts(&self, task: &Task<'_>, _: &CanvasCx<'_>) -> Vec<Path> {
        let curves = curves(&points(task.values));
        if curves.is_empty() {
            return Vec::new();
        }
        vec![Path::new(curves.into_iter().map(Seg::Cubic).collect(), false)]
    }

    fn draw_call(&self, values: &[StepValue]) -> Result<DrawCall, TypedError> {
        let points = points(values);
        let curves = curves(&points);
        let start = curves.first().ok_or(TypedError::Incomplete)?.p0;
        let pair = |point: Point| format!("{},{}", round_computed(point.x), round_computed(point.y));
        let mut path = format!("M{}", pair(start));
        for curve in &curves {
            let [a, b, c] = [curve.p1, curve.p2, curve.p3].map(pair);
            let written = write!(path, " C{a} {b} {c}");
            debug_assert!(written.is_ok(), "writing to a string cannot fail");
        }
        if is_closed(&points) {
            path.push_str(" Z");
        }
        Ok(("draw_bezier", json!({ "path": path })))
    }
}

/// Returns the Bézier curves between the points.
fn curves(points: &[Point]) -> Vec<CubicBez> {
    let count = points.len();
    if count < 2 {
        return Vec::new();
    }
    let closed = is_closed(points);
    let before = |at: usize| match at {
        0 if closed => points[count - 2],
        0 => points[0],
        at => points[at - 1],
    };
    let after = |at: usize| match at + 1 {
        next if next < count => points[next],
        _ if closed => points[1],
        _ => points[at],
    };
    let slope = |at: usize| (after(at) - before(at)) / 6.0;
    let curve = |at: usize| {
        let (from, to) = (points[at], points[at + 1]);
        CubicBez::new(from, from + slope(at), to - slope(at + 1), to)
    };
    (0..count - 1).map(curve).collect()
}
