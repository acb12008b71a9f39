//! Recognition of strokes: dots, straight lines, closed lines, circles, and axis-aligned rectangles.
//!
//! Freehand strokes are imprecise and overshoot, so every criterion tolerates a few pixels or a share of the
//! stroke's size. An unclear stroke is classified only as open or closed.

use super::simplify::distance;
use trammel_kernel::{Bounds, Path, Point, Vec2, norm};

/// Maximum distance in pixels of a dot's points from its first point.
const DOT_PX: f64 = 4.0;
/// Maximum deviation of a straight stroke from its chord: this many pixels, or this share of the chord,
/// whichever is larger.
const STRAIGHT: (f64, f64) = (4.0, 0.05);
/// Maximum ratio of the length of a straight stroke to its chord.
const DETOUR: f64 = 1.2;
/// Tangent of 8 degrees: straight strokes within this angle of an axis are treated as parallel to the axis.
const MEANT: f64 = 0.140_541;
/// Maximum gap between the ends of a closed stroke: this many pixels, or this share of its length, whichever is larger.
const GAP: (f64, f64) = (6.0, 0.12);
/// Minimum width and height of a closed stroke in pixels.
const LEAST_PX: f64 = 12.0;
/// Minimum share of its bounding box that an axis-aligned rectangle fills; a circle fills 0.785.
const FILLS: f64 = 0.87;
/// Maximum root mean square deviation of a circle's points from the radius, as a share of the radius.
const ROUND: f64 = 0.09;
/// Number of equidistant points that represent a stroke.
const SAMPLES: usize = 64;

/// Form of a stroke.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Form {
    /// A single place.
    Dot,
    /// A straight line from end to end.
    Straight(Direction),
    /// Any other stroke whose ends do not meet.
    Open,
    /// A stroke whose ends meet.
    Closed,
    /// A closed stroke that resembles a circle.
    Circle { center: Point, radius: f64 },
    /// A closed stroke that resembles an axis-aligned rectangle.
    Rect(Bounds),
}

/// Direction of a straight stroke.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Direction {
    Horizontal,
    Vertical,
    /// Angle from the x axis in degrees, from 0 to 180.
    Slanted(f64),
}

impl Form {
    /// Classifies a polyline, where one pixel is `pixel` drawing units.
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
            Some(bounds) if is_closed(&samples, &bounds, length, pixel) => classify_closed(&samples, bounds),
            _ => Form::Open,
        }
    }

    /// Whether the ends of the stroke meet.
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

/// Whether all points are within the size of a dot.
pub(super) fn is_dot(points: &[Point], pixel: f64) -> bool {
    points
        .first()
        .is_some_and(|first| points.iter().all(|point| norm(*point - *first) <= DOT_PX * pixel))
}

/// Returns the length of a polyline.
fn length(points: &[Point]) -> f64 {
    points.windows(2).map(|pair| norm(pair[1] - pair[0])).sum()
}

/// Returns `count` equidistant points along a polyline, including both ends.
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

/// Whether one end comes near the other end of the stroke; freehand loops often overshoot their start.
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

/// Classifies a closed polyline.
fn classify_closed(samples: &[Point], bounds: Bounds) -> Form {
    let area = Path::from_points(samples, true).signed_area().abs();
    if area >= FILLS * bounds.width() * bounds.height() {
        return Form::Rect(bounds);
    }
    match circle(samples) {
        Some((center, radius)) => Form::Circle { center, radius },
        None => Form::Closed,
    }
}

/// Returns the best-fit circle (least squares of the circle's equation) if the points are close to the circle.
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
