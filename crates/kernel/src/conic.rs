//! Circles, ellipses and their arcs, stored as conjugate vectors.
//!
//! `X(t) = c + p·cos t + q·sin t` for `t` from `t0` to `t0 + dt`; `dt` is signed and at most one turn. Every affine
//! map is exact: it maps `c`, `p` and `q` and leaves `t0` and `dt` unchanged. Start with [`Conic::arc`] and
//! [`Conic::bounds`]; [`Conic::nearest`] finds nearest points.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use serde::{Deserialize, Serialize};

use super::num::{self, norm, sin_cos};
use super::{Affine, Bounds, Point, Vec2};

/// A circle, an ellipse, or an arc of either. The module documentation defines the parameterization.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Conic {
    /// Center.
    pub c: Point,
    /// Vector from the center to the point at `t = 0`.
    pub p: Vec2,
    /// Vector from the center to the point at `t = π/2`.
    pub q: Vec2,
    /// Parameter of the start point, in radians.
    pub t0: f64,
    /// Signed sweep of the parameter, in radians, `|dt| <= 2π`.
    pub dt: f64,
}

/// Tolerance, in radians, within which a sweep counts as a full turn.
const TURN_SLACK: f64 = 1e-12;

impl Conic {
    /// Creates a full circle, counterclockwise from the point right of the center.
    pub fn circle(center: Point, radius: f64) -> Conic {
        Conic::ellipse(center, Vec2::new(radius, 0.0), Vec2::new(0.0, radius))
    }

    /// Creates the circular arc that runs counterclockwise from angle `start` to angle `end` (radians). If `end <=
    /// start`, the arc ends one turn later; a sweep of a full turn is the full circle.
    pub fn arc(center: Point, radius: f64, start: f64, end: f64) -> Conic {
        let sweep = end - start;
        let wrapped = if sweep > 0.0 && sweep <= TAU {
            sweep
        } else {
            sweep.rem_euclid(TAU)
        };
        let full = wrapped == 0.0 || (wrapped - TAU).abs() <= TURN_SLACK || (sweep - TAU).abs() <= TURN_SLACK;
        Conic {
            t0: start,
            dt: if full { TAU } else { wrapped },
            ..Conic::circle(center, radius)
        }
    }

    /// Creates a full ellipse through `center ± p` and `center ± q`, where `p` and `q` are conjugate half diameters
    /// (perpendicular for principal axes).
    pub fn ellipse(center: Point, p: Vec2, q: Vec2) -> Conic {
        Conic {
            c: center,
            p,
            q,
            t0: 0.0,
            dt: TAU,
        }
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        self.c.is_finite()
            && self.p.is_finite()
            && self.q.is_finite()
            && self.t0.is_finite()
            && self.dt.is_finite()
    }

    /// Returns the radius if this is part of a circle (to 1e-12 relative).
    pub fn radius(&self) -> Option<f64> {
        let (p, q) = (norm(self.p), norm(self.q));
        let round = (p - q).abs() <= 1e-12 * p.max(q) && self.p.dot(self.q).abs() <= 1e-12 * p * q;
        (round && p.is_finite()).then_some(p)
    }

    /// Whether this is part of a circle.
    pub fn is_circle(&self) -> bool {
        self.radius().is_some()
    }

    /// Whether the sweep is a full turn.
    pub fn is_full(&self) -> bool {
        self.dt.abs() >= TAU - TURN_SLACK
    }

    /// Whether the arc runs counterclockwise in the plane.
    pub fn is_ccw(&self) -> bool {
        self.p.cross(self.q) * self.dt >= 0.0
    }

    /// Returns the point at parameter `t` (in radians; may lie outside the sweep).
    pub fn point(&self, t: f64) -> Point {
        let (sin, cos) = sin_cos(t);
        self.c + self.p * cos + self.q * sin
    }

    /// Returns the derivative with respect to `t` at parameter `t`.
    pub fn tangent(&self, t: f64) -> Vec2 {
        let (sin, cos) = sin_cos(t);
        self.q * cos - self.p * sin
    }

    /// Returns the parameter (in radians) at the fraction `u` of the sweep, 0 at the start and 1 at the end.
    pub fn angle_at(&self, u: f64) -> f64 {
        self.t0 + u * self.dt
    }

    /// Returns the fraction of the sweep at parameter `t`, taken modulo a full turn; `None` outside the sweep.
    /// Parameters up to `slack` radians beyond an end count as that end.
    pub fn fraction_of(&self, t: f64, slack: f64) -> Option<f64> {
        let sweep = self.dt.abs();
        let along = if self.dt < 0.0 { self.t0 - t } else { t - self.t0 }.rem_euclid(TAU);
        if along <= sweep + slack && sweep > 0.0 {
            return Some((along / sweep).min(1.0));
        }
        (along >= TAU - slack || (sweep == 0.0 && along <= slack)).then_some(0.0)
    }

    /// Returns the start point.
    pub fn start(&self) -> Point {
        self.point(self.t0)
    }

    /// Returns the end point; exactly the start point for a full turn.
    pub fn end(&self) -> Point {
        if self.is_full() {
            self.start()
        } else {
            self.point(self.t0 + self.dt)
        }
    }

    /// Returns the image under `m`; exact for every affine map.
    #[must_use]
    pub fn transformed(&self, m: &Affine) -> Conic {
        Conic {
            c: *m * self.c,
            p: num::linear(m, self.p),
            q: num::linear(m, self.q),
            ..*self
        }
    }

    /// Returns the same points in the opposite direction.
    #[must_use]
    pub fn reversed(&self) -> Conic {
        Conic {
            t0: self.t0 + self.dt,
            dt: -self.dt,
            ..*self
        }
    }

    /// Returns the part between the fractions `from` and `to` of the sweep, in the opposite direction if `to <
    /// from`.
    #[must_use]
    pub fn sub_arc(&self, from: f64, to: f64) -> Conic {
        Conic {
            t0: self.t0 + from * self.dt,
            dt: self.dt * (to - from),
            ..*self
        }
    }

    /// Returns the exact bounding box; `None` if a number is not finite.
    pub fn bounds(&self) -> Option<Bounds> {
        if !self.is_finite() {
            return None;
        }
        let mut all = Bounds::from_points([self.start(), self.end()])?;
        let (rx, ry) = (
            norm(Vec2::new(self.p.x, self.q.x)),
            norm(Vec2::new(self.p.y, self.q.y)),
        );
        let (tx, ty) = (libm::atan2(self.q.x, self.p.x), libm::atan2(self.q.y, self.p.y));
        let center = self.c;
        for (t, sign) in [(tx, 1.0), (tx + PI, -1.0)] {
            if self.fraction_of(t, 0.0).is_some() {
                all.include(Point::new(center.x + sign * rx, all.min.y));
            }
        }
        for (t, sign) in [(ty, 1.0), (ty + PI, -1.0)] {
            if self.fraction_of(t, 0.0).is_some() {
                all.include(Point::new(all.min.x, center.y + sign * ry));
            }
        }
        (center.x + rx).is_finite().then_some(all)
    }

    /// Returns the principal half axes, the longer one first, with the parameter of the first; the second axis is a
    /// quarter turn later in parameter. Equal axes (a circle) give `p`, `q` and 0.
    pub fn axes(&self) -> (Vec2, Vec2, f64) {
        if self.is_circle() {
            return (self.p, self.q, 0.0);
        }
        let size = norm(self.p).max(norm(self.q));
        let (p, q) = (self.p / size, self.q / size);
        let t = 0.5 * libm::atan2(2.0 * p.dot(q), p.hypot2() - q.hypot2());
        (self.point(t) - self.c, self.tangent(t), t)
    }

    /// Returns the arc length. Closed form for circles, otherwise integrated to about 1e-13 relative.
    pub fn length(&self) -> f64 {
        self.length_between(0.0, 1.0)
    }

    /// Returns the arc length between two fractions of the sweep, `from <= to`.
    pub(crate) fn length_between(&self, from: f64, to: f64) -> f64 {
        if let Some(radius) = self.radius() {
            return radius * (self.dt * (to - from)).abs();
        }
        let (major, minor, t_major) = self.axes();
        if !self.is_finite() || !norm(major).is_finite() {
            return f64::NAN;
        }
        let (a2, b2) = (major.hypot2(), minor.hypot2());
        let speed = |t: f64| {
            let (sin, cos) = libm::sincos(t);
            (a2 * sin * sin + b2 * cos * cos).sqrt()
        };
        let (t0, t1) = (self.angle_at(from) - t_major, self.angle_at(to) - t_major);
        let (low, high) = (t0.min(t1), t0.max(t1));
        // The speed of a flat ellipse has kinks at the quarter turns, so each quarter is integrated separately.
        let mut total = 0.0;
        let mut at = low;
        for _ in 0..6 {
            let next = (((at / FRAC_PI_2).floor() + 1.0) * FRAC_PI_2).min(high);
            total += num::integrate(speed, at, next);
            if next >= high {
                break;
            }
            at = next;
        }
        total
    }

    /// Returns `½∫(x dy − y dx)` along the arc: its contribution to the area of a closed outline. Closed form.
    pub fn signed_area(&self) -> f64 {
        0.5 * (self.p.cross(self.q) * self.dt + self.c.to_vec2().cross(self.end() - self.start()))
    }

    /// Returns the fraction of the sweep at the point of the arc nearest to `point`. At the center of a circle,
    /// where all points are equally near, the result is the start.
    pub fn nearest(&self, point: Point) -> f64 {
        let foot = |u: f64| (self.point(self.angle_at(u)) - point).hypot2();
        let mut best = if foot(1.0) < foot(0.0) { 1.0 } else { 0.0 };
        for t in self.perpendicular_feet(point) {
            if let Some(u) = self.fraction_of(t, 0.0)
                && foot(u) < foot(best)
            {
                best = u;
            }
        }
        best
    }

    /// Returns the parameters where a line from `point` meets the whole ellipse at a right angle. For a circle,
    /// only the parameter of the nearest point is returned.
    pub(crate) fn perpendicular_feet(&self, point: Point) -> Vec<f64> {
        let v = point - self.c;
        if self.is_circle() {
            return vec![libm::atan2(v.dot(self.q), v.dot(self.p))];
        }
        let (a, b, t_major) = self.axes();
        // (X − v)·X' = (b² − a²) sin t cos t + (v·a) sin t − (v·b) cos t in the principal frame.
        let trig = num::Trig2 {
            one: 0.0,
            cos: -v.dot(b),
            sin: v.dot(a),
            cos2: 0.0,
            sin2: 0.5 * (b.hypot2() - a.hypot2()),
        };
        trig.roots(0.0).into_iter().map(|(t, _)| t + t_major).collect()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    #[track_caller]
    fn check_bounds(conic: Conic, expected: [f64; 4]) {
        let b = conic.bounds().unwrap();
        for (got, want) in [b.min.x, b.min.y, b.max.x, b.max.y].into_iter().zip(expected) {
            assert!((got - want).abs() < 1e-12, "{b:?} {expected:?}");
        }
    }

    #[test]
    fn conic_bounds_are_exact() {
        assert_eq!(
            Conic::circle(Point::new(1.0, 2.0), 3.0).bounds(),
            Bounds::new(Point::new(-2.0, -1.0), Point::new(4.0, 5.0))
        );
        check_bounds(
            Conic::arc(Point::ZERO, 10.0, 0.0, FRAC_PI_2),
            [0.0, 0.0, 10.0, 10.0],
        );
        check_bounds(
            Conic::arc(Point::ZERO, 10.0, FRAC_PI_2, PI),
            [-10.0, 0.0, 0.0, 10.0],
        );
        check_bounds(Conic::arc(Point::ZERO, 10.0, PI / 4.0, 3.0 * PI / 4.0), {
            let h = 50_f64.sqrt();
            [-h, h, h, 10.0]
        });
        check_bounds(
            Conic::arc(Point::ZERO, 1.0, -FRAC_PI_2, PI),
            [-1.0, -1.0, 1.0, 1.0],
        );
        check_bounds(
            Conic::arc(Point::ZERO, 1.0, 0.0, FRAC_PI_2).reversed(),
            [0.0, 0.0, 1.0, 1.0],
        );
    }

    #[test]
    fn conic_sheared_bounds() {
        // The maximum of x = cos t + sin t is √2, that of y = sin t is 1.
        let sheared =
            Conic::circle(Point::ZERO, 1.0).transformed(&Affine::new([1.0, 0.0, 1.0, 1.0, 0.0, 0.0]));
        let h = 2_f64.sqrt();
        check_bounds(sheared, [-h, -1.0, h, 1.0]);
        assert!(!sheared.is_circle());
    }

    #[test]
    fn conic_arc_sweeps() {
        assert_eq!(Conic::arc(Point::ZERO, 1.0, 0.0, 0.0).dt, TAU);
        assert_eq!(Conic::arc(Point::ZERO, 1.0, 1.0, 1.0 + TAU).dt, TAU);
        let across = Conic::arc(Point::ZERO, 1.0, 350_f64.to_radians(), 10_f64.to_radians());
        assert!((across.dt - 20_f64.to_radians()).abs() < 1e-14);
        assert!(Conic::arc(Point::ZERO, 1.0, 30_f64.to_radians(), 390_f64.to_radians()).is_full());
        assert!(Conic::arc(Point::ZERO, 1.0, 390_f64.to_radians(), 30_f64.to_radians()).is_full());
    }

    #[test]
    fn conic_length() {
        assert_eq!(Conic::circle(Point::ZERO, 2.0).length(), 4.0 * PI);
        // The ellipse of half axes 1 and 2: 8·E(3/4), E from Abramowitz and Stegun.
        let ellipse = Conic::ellipse(Point::ZERO, Vec2::new(1.0, 0.0), Vec2::new(0.0, 2.0));
        assert!(
            (ellipse.length() - 9.688_448_220_547_675).abs() < 1e-11,
            "{}",
            ellipse.length()
        );
        // An ellipse flattened to a line segment runs along the segment in both directions.
        let flat = Conic::ellipse(Point::ZERO, Vec2::new(3.0, 4.0), Vec2::ZERO);
        assert!((flat.length() - 20.0).abs() < 1e-11);
    }

    #[test]
    fn conic_area() {
        assert!((Conic::circle(Point::new(50.0, -30.0), 2.0).signed_area() - 4.0 * PI).abs() < 1e-12);
        let ellipse = Conic::ellipse(Point::ZERO, Vec2::new(0.0, 3.0), Vec2::new(2.0, 0.0));
        assert!((ellipse.signed_area() + 6.0 * PI).abs() < 1e-12);
    }

    #[test]
    fn conic_axes_of_a_rotated_ellipse() {
        let turned = Conic::ellipse(Point::ZERO, Vec2::new(1.0, 0.0), Vec2::new(0.0, 4.0))
            .transformed(&super::super::affine::rotation(0.3));
        let (major, minor, t) = turned.axes();
        assert!((norm(major) - 4.0).abs() < 1e-13 && (norm(minor) - 1.0).abs() < 1e-13);
        assert!((norm(turned.point(t) - turned.c) - 4.0).abs() < 1e-13);
    }

    #[test]
    fn conic_nearest() {
        let quarter = Conic::arc(Point::ZERO, 10.0, 0.0, FRAC_PI_2);
        assert!((quarter.nearest(Point::new(5.0, 5.0)) - 0.5).abs() < 1e-14);
        assert_eq!(quarter.nearest(Point::new(5.0, -5.0)), 0.0);
        assert_eq!(quarter.nearest(Point::new(-5.0, 7.0)), 1.0);
        assert_eq!(quarter.nearest(Point::ZERO), 0.0);
        let ellipse = Conic::ellipse(Point::ZERO, Vec2::new(5.0, 0.0), Vec2::new(0.0, 3.0));
        let foot = |x: f64, y: f64| ellipse.point(ellipse.angle_at(ellipse.nearest(Point::new(x, y))));
        assert!(norm(foot(9.0, 0.0) - Point::new(5.0, 0.0)) < 1e-12);
        assert!((foot(0.0, 0.0).y.abs() - 3.0).abs() < 1e-12);
        // A point outside, along the normal at t = 1.
        let (base, along) = (ellipse.point(1.0), ellipse.tangent(1.0));
        let outside = base + Vec2::new(along.y, -along.x) * 0.7;
        assert!(norm(foot(outside.x, outside.y) - base) < 1e-12);
    }

    #[test]
    fn conic_not_finite() {
        let broken = Conic::arc(Point::ZERO, f64::NAN, 0.0, 1.0);
        assert_eq!(broken.bounds(), None);
        assert_eq!(broken.radius(), None);
        assert!(broken.length().is_nan());
        assert_eq!(
            Conic::circle(Point::ZERO, 1e308)
                .transformed(&Affine::scale(10.0))
                .bounds(),
            None
        );
    }
}
