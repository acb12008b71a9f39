//! Circular arcs: through points, around a center, and tangent to a direction.

use crate::precision::round_computed;
use crate::steps::procedure::DrawCall;
use crate::steps::value::StepValue;
use serde_json::json;
use trammel_kernel::{Path, Point, Vec2, norm};

/// A counterclockwise arc with angles in radians.
pub(super) struct Circular {
    pub(super) center: Point,
    pub(super) radius: f64,
    start: f64,
    end: f64,
}

impl Circular {
    /// Returns the arc from the first to the third point through the second one; `None` if the points are on one line.
    pub(super) fn through(points: &[Point]) -> Option<Self> {
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
        let ends = if cross > 0.0 { (*a, *c) } else { (*c, *a) };
        Some(Self::between(center, ends, norm(to_center)))
    }

    /// Returns the counterclockwise arc between two points.
    fn between(center: Point, (from, to): (Point, Point), radius: f64) -> Self {
        let angle = |point: Point| libm::atan2(point.y - center.y, point.x - center.x);
        let (start, end) = (angle(from), angle(to));
        let turn = if end > start { 0.0 } else { std::f64::consts::TAU };
        Self {
            center,
            radius,
            start,
            end: end + turn,
        }
    }

    /// Returns the arc with the center, start, and end direction of the values.
    pub(super) fn around(values: &[StepValue]) -> Option<Self> {
        let [
            StepValue::Point(center),
            StepValue::Point(start),
            StepValue::Angle(degrees),
        ] = values
        else {
            return None;
        };
        let way = *start - *center;
        let (start, mut end) = (libm::atan2(way.y, way.x), degrees.to_radians());
        while end <= start + 1e-12 {
            end += std::f64::consts::TAU;
        }
        Some(Self {
            center: *center,
            radius: norm(way),
            start,
            end,
        })
    }

    /// Returns the arc from a picked end to a point; `None` if the continuation is straight.
    pub(super) fn continuing(values: &[StepValue]) -> Option<Self> {
        let [StepValue::Pick(pick), StepValue::Point(to)] = values else {
            return None;
        };
        let bend = Bend::new(pick.at, pick.seg?.direction_at(1.0)?, *to)?;
        let ends = if bend.ccw { (pick.at, *to) } else { (*to, pick.at) };
        Some(Self::between(bend.center, ends, bend.radius))
    }

    /// Returns the arc as a path.
    pub(super) fn path(&self) -> Path {
        Path::arc(self.center, self.radius, self.start, self.end)
    }

    /// Returns the call that draws the arc.
    pub(super) fn call(&self) -> DrawCall {
        (
            "draw_arc",
            json!({
                "cx": round_computed(self.center.x),
                "cy": round_computed(self.center.y),
                "radius": round_computed(self.radius),
                "start_angle": round_computed(self.start.to_degrees()),
                "end_angle": round_computed(self.end.to_degrees()),
                "angle_unit": "degree",
            }),
        )
    }
}

/// An arc that starts in a given direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bend {
    pub(super) center: Point,
    pub(super) radius: f64,
    /// Whether the arc turns counterclockwise.
    pub(super) ccw: bool,
    /// Whether the arc is longer than half a circle.
    pub(super) large: bool,
    /// Direction at the end of the arc.
    pub(super) direction: Vec2,
}

impl Bend {
    /// Returns the arc from `from` in the unit direction `along` to `to`; `None` if the arc is straight.
    pub(super) fn new(from: Point, along: Vec2, to: Point) -> Option<Self> {
        let way = to - from;
        let chord = norm(way);
        let side = along.cross(way);
        if chord == 0.0 || side.abs() <= 1e-9 * chord {
            return None;
        }
        let left = Vec2::new(-along.y, along.x);
        // Signed radius: positive if the center is on the left.
        let radius = chord * chord / (2.0 * left.dot(way));
        let unit = way / chord;
        Some(Self {
            center: from + left * radius,
            radius: radius.abs(),
            ccw: side > 0.0,
            large: along.dot(unit) < 0.0,
            direction: unit * (2.0 * along.dot(unit)) - along,
        })
    }

    /// Returns the arc between its ends as a path.
    pub(super) fn path(&self, from: Point, to: Point) -> Path {
        let ends = if self.ccw { (from, to) } else { (to, from) };
        Circular::between(self.center, ends, self.radius).path()
    }
}
