//! What a stroke looks like: a dot, a straight line, a closed line, a circle, an upright rectangle.
//!
//! Hands tremble and overshoot, so everything here has room for a few pixels and for a share of the stroke's own size; an
//! unclear stroke is called open or closed and nothing else.

use super::simplify::distance;
use crate::geometry::{Bounds, Path, Point, Vec2, norm};

/// What stays within so many pixels is a dot.
const DOT_PX: f64 = 4.0;
/// A straight stroke leaves its chord by no more than this many pixels, or this share of its length.
const STRAIGHT: (f64, f64) = (4.0, 0.05);
/// A straight stroke is at most so many times as long as its chord.
const DETOUR: f64 = 1.2;
/// The tangent of 8 degrees: straight strokes this near to an axis are meant to be along it.
const MEANT: f64 = 0.140_541;
/// The ends of a closed stroke are this near in pixels, or in shares of its length.
const GAP: (f64, f64) = (6.0, 0.12);
/// What is closed is at least so many pixels wide and high.
const LEAST_PX: f64 = 12.0;
/// An upright rectangle fills at least this share of its bounds; a circle fills 0.785.
const FILLS: f64 = 0.87;
/// The distances of a circle's points from its center differ from the radius by this share, on average.
const ROUND: f64 = 0.09;
/// As many points, at equal distances, stand for a stroke.
const SAMPLES: usize = 64;

/// What a stroke looks like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Form {
    /// A place is pointed at.
    Dot,
    /// From end to end.
    Straight(Direction),
    /// Anything else that does not end where it began.
    Open,
    /// It ends where it began.
    Closed,
    /// Closed, and about a circle.
    Circle { center: Point, radius: f64 },
    /// Closed, and about a rectangle along the axes.
    Rect(Bounds),
}

/// Where a straight stroke goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Direction {
    Horizontal,
    Vertical,
    /// Degrees from the x axis, from 0 to 180.
    Slanted(f64),
}

impl Form {
    /// The form of a line, where `pixel` drawing units are a pixel.
    pub(super) fn of(points: &[Point], pixel: f64) -> Form {
        let (Some(&first), Some(&last)) = (points.first(), points.last()) else {
            return Form::Open;
        };
        if is_dot(points, pixel) {
            return Form::Dot;
        }
        let (chord, length) = (last - first, length(points));
        let room = (STRAIGHT.0 * pixel).max(STRAIGHT.1 * norm(chord));
        let straight = points.iter().all(|point| distance(*point, first, last) <= room);
        if straight && length <= DETOUR * norm(chord) {
            return Form::Straight(Direction::of(chord.x, chord.y));
        }
        let samples = evenly(points, SAMPLES);
        match Bounds::from_points(samples.iter().copied()) {
            Some(bounds) if is_closed(&samples, &bounds, length, pixel) => closed(&samples, bounds),
            _ => Form::Open,
        }
    }

    /// Whether it ends where it began.
    pub(super) fn is_closed(self) -> bool {
        matches!(self, Form::Closed | Form::Circle { .. } | Form::Rect(_))
    }
}

impl Direction {
    fn of(dx: f64, dy: f64) -> Direction {
        if dy.abs() <= MEANT * dx.abs() {
            Direction::Horizontal
        } else if dx.abs() <= MEANT * dy.abs() {
            Direction::Vertical
        } else {
            Direction::Slanted(libm::atan2(dy, dx).to_degrees().rem_euclid(180.0))
        }
    }
}

/// Whether all of a line is one place.
pub(super) fn is_dot(points: &[Point], pixel: f64) -> bool {
    points
        .first()
        .is_some_and(|first| points.iter().all(|point| norm(*point - *first) <= DOT_PX * pixel))
}

/// The length of a line.
fn length(points: &[Point]) -> f64 {
    points.windows(2).map(|pair| norm(pair[1] - pair[0])).sum()
}

/// So many points at equal distances along a line, both ends among them.
pub(super) fn evenly(points: &[Point], count: usize) -> Vec<Point> {
    let path = Path::from_points(points, false);
    let total = path.length();
    let step = total / (count.max(2) - 1) as f64;
    let inner = (1..count - 1).filter_map(|at| path.point_at_distance(step * at as f64));
    points
        .iter()
        .take(1)
        .copied()
        .chain(inner)
        .chain(points.iter().skip(1).last().copied())
        .collect()
}

/// Whether an end comes near the other one; a hand that draws a loop often goes a little beyond where it began.
fn is_closed(samples: &[Point], bounds: &Bounds, length: f64, pixel: f64) -> bool {
    let gap = (GAP.0 * pixel).max(GAP.1 * length);
    let fifth = samples.len() / 5;
    let meets = |end: Option<&Point>, others: &[Point]| {
        end.is_some_and(|end| others.iter().any(|other| norm(*other - *end) <= gap))
    };
    let meet =
        meets(samples.last(), &samples[..fifth]) || meets(samples.first(), &samples[samples.len() - fifth..]);
    meet && bounds.width().min(bounds.height()) >= LEAST_PX * pixel
}

/// What a closed line looks like.
fn closed(samples: &[Point], bounds: Bounds) -> Form {
    let area = Path::from_points(samples, true).signed_area().abs();
    if area >= FILLS * bounds.width() * bounds.height() {
        return Form::Rect(bounds);
    }
    match circle(samples) {
        Some((center, radius)) => Form::Circle { center, radius },
        None => Form::Closed,
    }
}

/// The circle that fits best (least squares of the circle's equation), if the points lie about it.
fn circle(samples: &[Point]) -> Option<(Point, f64)> {
    let count = samples.len() as f64;
    let middle = samples.iter().fold(Vec2::ZERO, |sum, p| sum + p.to_vec2()) / count;
    let (mut uu, mut uv, mut vv, mut u_z, mut v_z, mut z) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
    for point in samples {
        let p = point.to_vec2() - middle;
        let square = p.hypot2();
        uu += p.x * p.x;
        uv += p.x * p.y;
        vv += p.y * p.y;
        u_z += p.x * square / 2.0;
        v_z += p.y * square / 2.0;
        z += square;
    }
    let determinant = uu * vv - uv * uv;
    let shift = Vec2::new(
        (u_z * vv - v_z * uv) / determinant,
        (v_z * uu - u_z * uv) / determinant,
    );
    let radius = (shift.hypot2() + z / count).sqrt();
    let center = (middle + shift).to_point();
    let off = |point: &Point| norm(*point - center) - radius;
    let mean = (samples.iter().map(|point| off(point) * off(point)).sum::<f64>() / count).sqrt();
    (center.is_finite() && mean <= ROUND * radius).then_some((center, radius))
}
