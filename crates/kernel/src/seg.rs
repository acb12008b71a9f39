//! Segments of a path: straight lines, conic arcs and cubic Béziers.
//!
//! All three kinds have one interface. The parameter `u` of a segment is 0 at the start and 1 at the end; it is
//! proportional to the arc length on lines and circular arcs only.

use kurbo::{ParamCurve, ParamCurveArea, ParamCurveDeriv, ParamCurveNearest};
use serde::{Deserialize, Serialize};

use super::num::{self, norm};
use super::{Affine, Bounds, Conic, CubicBez, Point, Vec2};

/// One segment of a [`super::Path`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Seg {
    /// A straight line from `a` to `b`.
    Line {
        /// Start point.
        a: Point,
        /// End point.
        b: Point,
    },
    /// An arc of a circle or ellipse.
    Conic(Conic),
    /// A cubic Bézier curve.
    Cubic(CubicBez),
}

/// The point of a segment nearest to a query point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SegNearest {
    /// Parameter on the segment, 0 to 1.
    pub u: f64,
    /// Nearest point.
    pub point: Point,
    /// Distance from the query point.
    pub distance: f64,
}

impl Seg {
    /// Creates a straight line.
    pub fn line(a: Point, b: Point) -> Seg {
        Seg::Line { a, b }
    }

    /// Creates a quadratic Bézier as the identical cubic (degree elevation).
    pub fn quadratic(a: Point, control: Point, b: Point) -> Seg {
        Seg::Cubic(CubicBez::new(
            a,
            a.lerp(control, 2.0 / 3.0),
            b.lerp(control, 2.0 / 3.0),
            b,
        ))
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        match self {
            Seg::Line { a, b } => a.is_finite() && b.is_finite(),
            Seg::Conic(conic) => conic.is_finite(),
            Seg::Cubic(cubic) => cubic.is_finite(),
        }
    }

    /// Returns the start point.
    pub fn start(&self) -> Point {
        match self {
            Seg::Line { a, .. } => *a,
            Seg::Conic(conic) => conic.start(),
            Seg::Cubic(cubic) => cubic.p0,
        }
    }

    /// Returns the end point.
    pub fn end(&self) -> Point {
        match self {
            Seg::Line { b, .. } => *b,
            Seg::Conic(conic) => conic.end(),
            Seg::Cubic(cubic) => cubic.p3,
        }
    }

    /// Returns the point at parameter `u`; exactly [`Seg::start`] and [`Seg::end`] at 0 and 1.
    pub fn point_at(&self, u: f64) -> Point {
        if u == 1.0 {
            return self.end();
        }
        match self {
            Seg::Line { a, b } => a.lerp(*b, u),
            Seg::Conic(conic) => conic.point(conic.angle_at(u)),
            Seg::Cubic(cubic) => cubic.eval(u),
        }
    }

    /// Returns the derivative with respect to `u` at parameter `u`.
    pub fn derivative_at(&self, u: f64) -> Vec2 {
        match self {
            Seg::Line { a, b } => *b - *a,
            Seg::Conic(conic) => conic.tangent(conic.angle_at(u)) * conic.dt,
            Seg::Cubic(cubic) => cubic.deriv().eval(u).to_vec2(),
        }
    }

    /// Returns the unit direction of travel at parameter `u`; `None` on a segment without length. If the derivative
    /// of a Bézier vanishes at `u`, the direction is taken at a nearby parameter.
    pub fn direction_at(&self, u: f64) -> Option<Vec2> {
        let here = self.derivative_at(u);
        if let Seg::Cubic(cubic) = self {
            let size = norm(cubic.p1 - cubic.p0) + norm(cubic.p2 - cubic.p1) + norm(cubic.p3 - cubic.p2);
            if norm(here) <= 1e-9 * size {
                let beside = if u < 0.5 { u + 1e-5 } else { u - 1e-5 };
                return num::unit(self.derivative_at(beside));
            }
        }
        num::unit(here)
    }

    /// Returns the signed curvature at `u`, positive where the curve bends left; `None` where the derivative
    /// vanishes.
    pub fn curvature_at(&self, u: f64) -> Option<f64> {
        let first = self.derivative_at(u);
        let second = match self {
            Seg::Line { .. } => Vec2::ZERO,
            Seg::Conic(conic) => (conic.c - conic.point(conic.angle_at(u))) * (conic.dt * conic.dt),
            Seg::Cubic(cubic) => cubic.deriv().deriv().eval(u).to_vec2(),
        };
        let speed = norm(first);
        let bend = first.cross(second) / (speed * speed * speed);
        bend.is_finite().then_some(bend)
    }

    /// Returns the exact bounding box; `None` if a number is not finite.
    pub fn bounds(&self) -> Option<Bounds> {
        match self {
            Seg::Line { a, b } => Bounds::new(*a, *b),
            Seg::Conic(conic) => conic.bounds(),
            Seg::Cubic(cubic) => {
                let mut all = Bounds::new(cubic.p0, cubic.p3)?;
                if !cubic.is_finite() {
                    return None;
                }
                // The curve lies in the hull of its points, which is this box for most curves of glyphs and for quarter arcs.
                if all.contains(cubic.p1) && all.contains(cubic.p2) {
                    return Some(all);
                }
                for u in x_extremes(cubic) {
                    all.include(Point::new(cubic.eval(u).x, all.min.y));
                }
                for u in y_extremes(cubic) {
                    all.include(Point::new(all.min.x, cubic.eval(u).y));
                }
                Some(all)
            }
        }
    }

    /// Returns the parameters inside (0, 1) at which the segment changes between rising and falling in y,
    /// ascending.
    pub(crate) fn y_turns(&self) -> Vec<f64> {
        let mut turns: Vec<f64> = match self {
            Seg::Line { .. } => Vec::new(),
            Seg::Conic(conic) => {
                let t = libm::atan2(conic.q.y, conic.p.y);
                let opposite = t + std::f64::consts::PI;
                [t, opposite]
                    .into_iter()
                    .filter_map(|t| conic.fraction_of(t, 0.0))
                    .collect()
            }
            Seg::Cubic(cubic) => y_extremes(cubic),
        };
        turns.retain(|u| *u > 0.0 && *u < 1.0);
        turns.sort_by(f64::total_cmp);
        turns
    }

    /// Returns the arc length: exact for lines and circles, otherwise to about 1e-12 relative.
    pub fn length(&self) -> f64 {
        self.length_between(0.0, 1.0)
    }

    /// Returns the arc length between two parameters, `from <= to`.
    pub fn length_between(&self, from: f64, to: f64) -> f64 {
        match self {
            Seg::Line { a, b } => norm(*b - *a) * (to - from),
            Seg::Conic(conic) => conic.length_between(from, to),
            Seg::Cubic(cubic) => {
                let speed = cubic.deriv();
                let along = |u: f64| norm(speed.eval(u).to_vec2());
                // The speed of a curve that nearly reverses has a kink at its minimum; each side of the minimum is
                // integrated separately.
                let (mut total, mut at) = (0.0, from);
                for least in extreme_speeds(cubic) {
                    if at < least && least < to {
                        total += num::integrate(along, at, least);
                        at = least;
                    }
                }
                total + num::integrate(along, at, to)
            }
        }
    }

    /// Returns the parameter at distance `s` along the segment, clamped to the segment.
    pub fn param_at_length(&self, s: f64) -> f64 {
        let total = self.length();
        if s.is_nan() || s <= 0.0 || total.is_nan() || total <= 0.0 {
            return 0.0;
        }
        if s >= total {
            return 1.0;
        }
        let even = match self {
            Seg::Line { .. } => true,
            Seg::Conic(conic) => conic.is_circle(),
            Seg::Cubic(_) => false,
        };
        if even {
            return s / total;
        }
        // Newton's method on the length, kept inside a shrinking bracket.
        let (mut low, mut high, mut low_length) = (0.0, 1.0, 0.0);
        let mut u = s / total;
        for _ in 0..60 {
            let length = low_length + self.length_between(low, u);
            let miss = length - s;
            if miss.abs() <= 1e-14 * total {
                break;
            }
            if miss > 0.0 {
                high = u;
            } else {
                (low, low_length) = (u, length);
            }
            let newton = u - miss / norm(self.derivative_at(u));
            u = if newton > low && newton < high {
                newton
            } else {
                0.5 * (low + high)
            };
        }
        u
    }

    /// Returns `½∫(x dy − y dx)`: the contribution of the segment to the area of a closed outline. Closed form.
    pub fn signed_area(&self) -> f64 {
        match self {
            Seg::Line { a, b } => 0.5 * a.to_vec2().cross(b.to_vec2()),
            Seg::Conic(conic) => conic.signed_area(),
            Seg::Cubic(cubic) => cubic.signed_area(),
        }
    }

    /// Returns the image under `m`; exact for every affine map.
    #[must_use]
    pub fn transformed(&self, m: &Affine) -> Seg {
        match self {
            Seg::Line { a, b } => Seg::Line {
                a: *m * *a,
                b: *m * *b,
            },
            Seg::Conic(conic) => Seg::Conic(conic.transformed(m)),
            Seg::Cubic(cubic) => Seg::Cubic(*m * *cubic),
        }
    }

    /// Returns the same points in the opposite direction.
    #[must_use]
    pub fn reversed(&self) -> Seg {
        match self {
            Seg::Line { a, b } => Seg::Line { a: *b, b: *a },
            Seg::Conic(conic) => Seg::Conic(conic.reversed()),
            Seg::Cubic(c) => Seg::Cubic(CubicBez::new(c.p3, c.p2, c.p1, c.p0)),
        }
    }

    /// Returns the part between two parameters.
    #[must_use]
    pub fn sub(&self, from: f64, to: f64) -> Seg {
        match self {
            Seg::Line { .. } => Seg::Line {
                a: self.point_at(from),
                b: self.point_at(to),
            },
            Seg::Conic(conic) => Seg::Conic(conic.sub_arc(from, to)),
            Seg::Cubic(cubic) => Seg::Cubic(cubic.subsegment(from..to)),
        }
    }

    /// Returns the nearest point of the segment; `None` if a number is not finite.
    pub fn nearest(&self, point: Point) -> Option<SegNearest> {
        if !(self.is_finite() && point.is_finite()) {
            return None;
        }
        let u = match self {
            Seg::Line { a, b } => {
                let along = *b - *a;
                let u = (point - *a).dot(along) / along.hypot2();
                if u.is_finite() { u.clamp(0.0, 1.0) } else { 0.0 }
            }
            Seg::Conic(conic) => conic.nearest(point),
            Seg::Cubic(cubic) => cubic.nearest(point, 1e-12).t,
        };
        let foot = self.point_at(u);
        Some(SegNearest {
            u,
            point: foot,
            distance: norm(foot - point),
        })
    }

    /// Returns a lower bound of the distance from `point`, slightly reduced to allow for rounding; much cheaper
    /// than the distance.
    pub(crate) fn at_least_from(&self, point: Point) -> f64 {
        let (from, reach) = match self {
            Seg::Line { .. } => return 0.0,
            // No point of an arc is farther from the start than the length of the arc.
            Seg::Conic(arc) => (
                norm(arc.start() - point),
                norm(arc.p).max(norm(arc.q)) * 1.5 * arc.dt.abs(),
            ),
            Seg::Cubic(c) => {
                let legs = [c.p1 - c.p0, c.p2 - c.p0, c.p3 - c.p0];
                (norm(c.p0 - point), legs.map(norm).into_iter().fold(0.0, f64::max))
            }
        };
        0.99 * (from - reach)
    }

    /// Returns the number of equal parameter steps (1 to 4096) for which chords stay within `tolerance` of the
    /// curve.
    pub(crate) fn flat_steps(&self, tolerance: f64) -> usize {
        let steps = match self {
            Seg::Line { .. } => 1.0,
            Seg::Conic(conic) => {
                let sagitta = tolerance / norm(conic.axes().0);
                // The sagitta of a chord of angle a on the unit circle is 1 − cos(a/2).
                let widest = 2.0 * libm::acos((1.0 - sagitta).clamp(0.0, 1.0));
                (conic.dt.abs() / widest.min(std::f64::consts::FRAC_PI_2)).ceil()
            }
            Seg::Cubic(c) => {
                let bend = norm((c.p0 - c.p1) + (c.p2 - c.p1)).max(norm((c.p1 - c.p2) + (c.p3 - c.p2)));
                (0.75 * bend / tolerance).sqrt().ceil()
            }
        };
        // Infinity is clamped to 4096, and the cast turns NaN into 0.
        steps.clamp(1.0, 4096.0) as usize
    }
}

fn x_extremes(c: &CubicBez) -> Vec<f64> {
    extremes(c.p0.x, c.p1.x, c.p2.x, c.p3.x)
}

fn y_extremes(c: &CubicBez) -> Vec<f64> {
    extremes(c.p0.y, c.p1.y, c.p2.y, c.p3.y)
}

/// Returns the parameters inside (0, 1) at which the derivative of a one-dimensional cubic Bézier vanishes.
fn extremes(p0: f64, p1: f64, p2: f64, p3: f64) -> Vec<f64> {
    // Coefficients of huge control points would overflow. The parameters do not depend on the scale.
    let is_huge = [p0, p1, p2, p3].iter().any(|p| p.abs() > 1e300);
    let [p0, p1, p2, p3] = [p0, p1, p2, p3].map(|p| if is_huge { p * 1e-8 } else { p });
    let (d0, d1, d2) = (p1 - p0, p2 - p1, p3 - p2);
    let mut roots = kurbo::common::solve_quadratic(d0, 2.0 * (d1 - d0), d0 - 2.0 * d1 + d2).to_vec();
    roots.retain(|u| *u > 0.0 && *u < 1.0);
    roots
}

/// Returns the parameters, ascending, at which the speed of a cubic has an extreme: the roots of `v·v′` for the
/// hodograph `v`.
fn extreme_speeds(cubic: &CubicBez) -> Vec<f64> {
    let [p0, p1, p2, p3] = [cubic.p0, cubic.p1, cubic.p2, cubic.p3].map(Point::to_vec2);
    let (a, b, c) = (p3 - p0 + (p1 - p2) * 3.0, (p0 - p1 * 2.0 + p2) * 2.0, p1 - p0);
    let slope = [
        b.dot(c),
        b.hypot2() + 2.0 * a.dot(c),
        3.0 * a.dot(b),
        2.0 * a.hypot2(),
    ];
    let roots = num::real_roots(&slope, 0.0);
    roots.into_iter().map(|(u, _)| u).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn length_of_a_curve_with_a_near_cusp() {
        let points = [
            (0.000_770_617_577_675_266, 0.0),
            (0.000_864_677_362_275_929_3, 27.515_207_854_987_935),
            (0.000_419_992_779_164_024_15, -17.141_399_656_264_337),
            (0.000_756_216_404_272_145_7, -902.260_237_971_268_3),
        ];
        let [a, b, c, d] = points.map(Point::from);
        let cubic = Seg::Cubic(CubicBez::new(a, b, c, d));
        let first = cubic.length_between(0.0, 0.313_004_465_938_103_8);
        // Reference by quadrature around the turn, to 50 digits. Samples that miss the turn give 1.4e-6 less.
        assert!((first - 29.862_372_039_922_67).abs() < 1e-10, "{first}");
        assert!((cubic.length() - 913.187_257_849_320_9).abs() < 1e-10);
    }

    fn arch() -> Seg {
        let [a, b, c, d] = [(0.0, 0.0), (0.0, 100.0), (100.0, 100.0), (100.0, 0.0)].map(Point::from);
        Seg::Cubic(CubicBez::new(a, b, c, d))
    }

    #[test]
    fn seg_cubic_bounds_are_exact() {
        let b = arch().bounds().unwrap();
        assert_eq!((b.min, b.max), (Point::ZERO, Point::new(100.0, 75.0)));
    }

    #[test]
    fn bounds_of_a_cubic_include_the_reach_of_huge_control_points() {
        for huge in [1e308, -1e308] {
            for at in [1, 2] {
                let mut points = [(0.0, 0.0), (1.0, 1.0), (2.0, 1.0), (3.0, 0.0)].map(Point::from);
                points[at] = Point::new(huge, -huge);
                let [a, b, c, d] = points;
                let bounds = Seg::Cubic(CubicBez::new(a, b, c, d)).bounds().unwrap();
                let reach = bounds.width().min(bounds.height());
                assert!(
                    (reach / huge.abs() - 4.0 / 9.0).abs() < 1e-9,
                    "{huge} at {at}: {bounds:?}"
                );
            }
        }
    }

    #[test]
    fn seg_length() {
        // A cubic along a straight line, with nonuniform speed.
        let [a, b, c, d] = [0.0, 3.0, 4.0, 10.0].map(|x| Point::new(x, 2.0 * x));
        let straight = Seg::Cubic(CubicBez::new(a, b, c, d));
        assert!((straight.length() - 500_f64.sqrt()).abs() < 1e-11);
        let half = straight.param_at_length(0.5 * 500_f64.sqrt());
        assert!((straight.point_at(half).x - 5.0).abs() < 1e-10);
        assert_eq!(arch().param_at_length(-1.0), 0.0);
        assert_eq!(arch().param_at_length(1e9), 1.0);
        assert_eq!(arch().param_at_length(f64::NAN), 0.0);
        assert!((arch().length() - 200.0).abs() < 1e-9, "{}", arch().length());
    }

    #[test]
    fn seg_direction_where_the_handle_is_short() {
        let a = Point::ZERO;
        let stopped = Seg::Cubic(CubicBez::new(a, a, Point::new(5.0, 0.0), Point::new(10.0, 0.0)));
        assert_eq!(stopped.direction_at(0.0), Some(Vec2::new(1.0, 0.0)));
        assert_eq!(Seg::line(a, a).direction_at(0.5), None);
    }

    #[test]
    fn seg_curvature() {
        let arc = Seg::Conic(Conic::arc(Point::ZERO, 4.0, 0.0, 1.0));
        assert!((arc.curvature_at(0.3).unwrap() - 0.25).abs() < 1e-14);
        assert!((arc.reversed().curvature_at(0.3).unwrap() + 0.25).abs() < 1e-14);
        assert_eq!(
            Seg::line(Point::ZERO, Point::new(1.0, 0.0)).curvature_at(0.5),
            Some(0.0)
        );
    }

    #[test]
    fn seg_nearest() {
        let near = arch().nearest(Point::new(50.0, 90.0)).unwrap();
        assert!((near.u - 0.5).abs() < 1e-9 && (near.distance - 15.0).abs() < 1e-12);
        let line = Seg::line(Point::ZERO, Point::new(10.0, 0.0));
        assert_eq!(line.nearest(Point::new(4.0, 3.0)).unwrap().distance, 3.0);
        assert_eq!(line.nearest(Point::new(14.0, 3.0)).unwrap().distance, 5.0);
        assert_eq!(
            Seg::line(Point::ZERO, Point::ZERO)
                .nearest(Point::new(3.0, 4.0))
                .unwrap()
                .distance,
            5.0
        );
        assert_eq!(line.nearest(Point::new(f64::NAN, 0.0)), None);
    }
}
