//! Arc through three points.

use super::figure::{Entry, Figure, FigureCall, FigureKind, Step, Value, points};
use super::precision::without_dust;
use crate::editor::expression::TypedError;
use crate::editor::keys::Chord;
use crate::geometry::{Path, Point, Vec2, norm};
use serde_json::json;

/// A circular arc.
#[derive(Debug)]
pub struct Arc;

impl Figure for Arc {
    const KIND: FigureKind = FigureKind {
        id: "arc",
        prefix: "arc",
        keys: &[Chord("a")],
        icon: "M4 17C4 9 10 5 20 5M2.5 18.5a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0",
        label: ["Arc", "호"],
    };

    fn step(values: &[Value]) -> Step {
        Step {
            prompt: match values.len() {
                0 => ["Specify the start point", "시작점을 지정하세요"],
                1 => ["Specify a point on the arc", "호 위의 점을 지정하세요"],
                _ => ["Specify the end point", "끝점을 지정하세요"],
            },
            entry: Entry::Point,
        }
    }

    fn is_complete(values: &[Value]) -> bool {
        values.len() == 3
    }

    fn outlines(values: &[Value]) -> Vec<Path> {
        let points = points(values);
        match (points.len(), Circular::through(&points)) {
            (0 | 1, _) => Vec::new(),
            (_, Some(arc)) => vec![Path::arc(arc.center, arc.radius, arc.start, arc.end)],
            (_, None) => vec![Path::from_points(&points, false)],
        }
    }

    fn call(values: &[Value]) -> Result<FigureCall, TypedError> {
        let arc = Circular::through(&points(values)).ok_or(TypedError::Collinear)?;
        Ok(FigureCall {
            tool: "draw_arc",
            input: json!({
                "cx": without_dust(arc.center.x),
                "cy": without_dust(arc.center.y),
                "radius": without_dust(arc.radius),
                "start_angle": without_dust(arc.start.to_degrees()),
                "end_angle": without_dust(arc.end.to_degrees()),
                "angle_unit": "degree",
            }),
        })
    }
}

/// A counter-clockwise arc with angles in radians.
struct Circular {
    center: Point,
    radius: f64,
    start: f64,
    end: f64,
}

impl Circular {
    /// Returns the arc from the first to the third point through the second one; `None` if the points are on one line.
    fn through(points: &[Point]) -> Option<Self> {
        let [a, b, c] = points else { return None };
        let (ab, ac) = (*b - *a, *c - *a);
        let cross = ab.x * ac.y - ab.y * ac.x;
        // Below this angle, the center is too far away to be exact.
        if cross.abs() <= 1e-9 * norm(ab) * norm(ac) {
            return None;
        }
        let (ab2, ac2) = (ab.x * ab.x + ab.y * ab.y, ac.x * ac.x + ac.y * ac.y);
        let to_center = Vec2::new(ac.y * ab2 - ab.y * ac2, ab.x * ac2 - ac.x * ab2) / (2.0 * cross);
        let center = *a + to_center;
        let angle = |point: Point| libm::atan2(point.y - center.y, point.x - center.x);
        let (start, end) = if cross > 0.0 {
            (angle(*a), angle(*c))
        } else {
            (angle(*c), angle(*a))
        };
        let turn = if end > start { 0.0 } else { std::f64::consts::TAU };
        Some(Self {
            center,
            radius: norm(to_center),
            start,
            end: end + turn,
        })
    }
}
