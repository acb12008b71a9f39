//! Position of the pointer: snapped, constrained to multiples of 15°, or rounded to half a step of the grid.

use crate::canvas_tool::{CanvasCx, DRAG_THRESHOLD};
use crate::coordinates::direction;
use crate::precision::{round, round_length, round_point};
use crate::snapping::Snapped;
use trammel_kernel::{Point, Vec2, norm};

/// Step of the angles that Shift permits, in degrees.
const SHIFT_STEP: f64 = 15.0;

/// Position of the pointer in the drawing.
#[derive(Clone, Debug)]
pub(crate) struct Pointed {
    pub(crate) at: Point,
    /// Position in pixels.
    pub(crate) pixel: Point,
    pub(crate) snap: Option<Snapped>,
    /// Whether the position is exact, by a snap or by Shift.
    pub(crate) exact: bool,
    /// Whether the user typed the position.
    pub(crate) typed: bool,
}

impl Pointed {
    /// Returns the position under a pixel: `own`, or a snap point of the drawing, unless Alt is held; on a multiple of
    /// 15° around `from` if Shift is held.
    pub(crate) fn new(pixel: Point, from: Option<Point>, own: Option<Snapped>, cx: &CanvasCx<'_>) -> Self {
        let snap = if cx.modifiers.alt {
            None
        } else {
            own.or_else(|| cx.snap(pixel, from))
        };
        Self {
            pixel,
            ..Self::near(cx.world(pixel), from, snap, cx)
        }
    }

    /// Returns a position: the snap point, or else the position itself; on a multiple of 15° around `from` if Shift is
    /// held.
    pub(crate) fn near(world: Point, from: Option<Point>, snap: Option<Snapped>, cx: &CanvasCx<'_>) -> Self {
        let step = cx.grid_step();
        let center = from.filter(|_| cx.modifiers.shift);
        let snap = snap.filter(|snap| center.is_none_or(|center| on_step(center, snap.point)));
        let at = match (&snap, center) {
            (Some(snap), _) => snap.point,
            (None, Some(center)) => constrain(center, world, step),
            (None, None) => round_position(world, from, cx),
        };
        Self {
            at,
            pixel: cx.camera.to_screen(world, cx.viewport),
            exact: snap.is_some() || center.is_some(),
            snap,
            typed: false,
        }
    }

    /// Returns the position to which a drag moves the point `from`: the snap point, or else a position at a short distance.
    /// A drag along one axis then keeps the other coordinate.
    pub(crate) fn from_drag(world: Point, from: Point, snap: Option<Snapped>, cx: &CanvasCx<'_>) -> Self {
        let near = Self::near(world, Some(from), snap, cx);
        if near.exact {
            return near;
        }
        Self {
            at: from + short(world - from, cx),
            ..near
        }
    }

    /// Returns the position under a pixel without snapping and rounding.
    pub(crate) fn free(pixel: Point, cx: &CanvasCx<'_>) -> Self {
        Self {
            at: cx.world(pixel),
            pixel,
            snap: None,
            exact: false,
            typed: false,
        }
    }

    /// Returns a typed position, with the snap point of an entity exactly there.
    pub(crate) fn from_text(at: Point, cx: &CanvasCx<'_>) -> Self {
        let pixel = cx.camera.to_screen(at, cx.viewport);
        let is_here = |snap: &Snapped| norm(snap.point - at) <= 1e-9 * (1.0 + norm(at.to_vec2()));
        Self {
            at,
            pixel,
            snap: cx.snap_to_entity(pixel, None).filter(is_here),
            exact: true,
            typed: true,
        }
    }
}

/// Rounds a position to half a step of the grid, or to a pixel if that would move the position back to `from`.
pub(super) fn round_position(world: Point, from: Option<Point>, cx: &CanvasCx<'_>) -> Point {
    let at = round_point(world, cx.grid_step());
    let is_apart = |from: Point| norm(world - from) > cx.units(DRAG_THRESHOLD);
    if from.is_some_and(|from| at == from && is_apart(from)) {
        return round_point(world, cx.units(1.0));
    }
    at
}

/// Rounds a distance to half a step of the grid, or to a pixel if nothing else would be left.
fn short(by: Vec2, cx: &CanvasCx<'_>) -> Vec2 {
    let rounded = |step: f64| Vec2::new(round(by.x, step), round(by.y, step));
    let short = rounded(cx.grid_step());
    if short == Vec2::ZERO {
        return rounded(cx.units(1.0));
    }
    short
}

/// Whether the direction between two points is a multiple of 15°.
fn on_step(from: Point, to: Point) -> bool {
    let way = to - from;
    let steps = libm::atan2(way.y, way.x).to_degrees() / SHIFT_STEP;
    (steps - steps.round()).abs() < 1e-9
}

/// Moves a position to the nearest multiple of 15° around `from`, at a rounded distance.
fn constrain(from: Point, to: Point, step: f64) -> Point {
    let way = to - from;
    let degrees = (libm::atan2(way.y, way.x).to_degrees() / SHIFT_STEP).round() * SHIFT_STEP;
    let along = direction(degrees);
    let length = way.x * along.x + way.y * along.y;
    let is_diagonal = degrees.rem_euclid(90.0) == 45.0;
    if is_diagonal {
        // Both coordinates change by the same short number.
        let side = round(length * along.x.abs(), step);
        return Point::new(from.x + side * along.x.signum(), from.y + side * along.y.signum());
    }
    from + along * round_length(length, step)
}
