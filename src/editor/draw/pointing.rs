//! Position of the pointer: snapped, constrained to multiples of 15°, or rounded to less than a pixel.

use super::precision::{round, round_point};
use crate::editor::canvas_tool::CanvasCx;
use crate::editor::coordinates::direction;
use crate::editor::snapping::Snapped;
use crate::geometry::Point;

/// Step of the angles that Shift permits, in degrees.
const SHIFT_STEP: f64 = 15.0;

/// Position of the pointer in the drawing.
#[derive(Clone, Debug)]
pub(super) struct Pointed {
    pub(super) at: Point,
    pub(super) snap: Option<Snapped>,
    /// Whether the position is exact, by a snap or by Shift.
    pub(super) exact: bool,
}

impl Pointed {
    /// Returns the position under a pixel: `own`, or a snap point of the drawing, unless Alt is held; on a multiple of
    /// 15° around `from` if Shift is held.
    pub(super) fn new(at: Point, from: Option<Point>, own: Option<Snapped>, cx: &CanvasCx<'_>) -> Self {
        let snap = if cx.modifiers.alt {
            None
        } else {
            own.or_else(|| cx.snap(at, from))
        };
        let (world, pixel) = (cx.world(at), cx.units(1.0));
        let center = from.filter(|_| cx.modifiers.shift);
        let snap = snap.filter(|snap| center.is_none_or(|center| on_step(center, snap.point)));
        let at = match (&snap, center) {
            (Some(snap), _) => snap.point,
            (None, Some(center)) => constrained(center, world, pixel),
            (None, None) => cx.on_grid(world).unwrap_or_else(|| round_point(world, pixel)),
        };
        Self {
            at,
            exact: snap.is_some() || center.is_some() || cx.grid.is_some(),
            snap,
        }
    }
}

/// Whether the direction between two points is a multiple of 15°.
fn on_step(from: Point, to: Point) -> bool {
    let way = to - from;
    let steps = libm::atan2(way.y, way.x).to_degrees() / SHIFT_STEP;
    (steps - steps.round()).abs() < 1e-9
}

/// Moves a position to the nearest multiple of 15° around `from`, at a rounded distance.
fn constrained(from: Point, to: Point, pixel: f64) -> Point {
    let way = to - from;
    let degrees = (libm::atan2(way.y, way.x).to_degrees() / SHIFT_STEP).round() * SHIFT_STEP;
    let along = direction(degrees);
    let length = way.x * along.x + way.y * along.y;
    let is_diagonal = degrees.rem_euclid(90.0) == 45.0;
    if is_diagonal {
        // Both coordinates change by the same short number.
        let side = round(length * along.x.abs(), pixel);
        return Point::new(from.x + side * along.x.signum(), from.y + side * along.y.signum());
    }
    from + along * round(length, pixel)
}
