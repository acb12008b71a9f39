//! Numeric helpers of the curve modules: exact trigonometry at quarter turns, vector normalization, Gauss-Legendre
//! integration with bounded work, and root finding.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use super::{Affine, Vec2};

/// Returns `(sin t, cos t)`, exact (0 and ±1) if `t` is a multiple of a quarter turn to within rounding.
pub(crate) fn sin_cos(t: f64) -> (f64, f64) {
    let quarters = (t / FRAC_PI_2).round();
    // For larger angles, the interval that is rounded to a quarter turn would exceed the useful resolution of
    // angles.
    if quarters.abs() < 1e6 && (t - quarters * FRAC_PI_2).abs() <= 1e-15 * t.abs().max(1.0) {
        return match quarters.rem_euclid(4.0) as u8 {
            0 => (0.0, 1.0),
            1 => (1.0, 0.0),
            2 => (0.0, -1.0),
            _ => (-1.0, 0.0),
        };
    }
    libm::sincos(t)
}

/// Returns the length of `v` without overflow or underflow.
pub fn norm(v: Vec2) -> f64 {
    let squared = v.hypot2();
    // The square root has an error of at most about one unit in the last place in this range; `hypot` is ten times
    // slower.
    if squared > 1e-280 && squared < 1e280 {
        squared.sqrt()
    } else {
        libm::hypot(v.x, v.y)
    }
}

/// Returns the unit vector along `v`; `None` for a zero or non-finite vector.
pub(crate) fn unit(v: Vec2) -> Option<Vec2> {
    let length = norm(v);
    (length > 0.0 && length.is_finite()).then(|| Vec2::new(v.x / length, v.y / length))
}

/// Applies the linear part of `m` to a vector.
pub(crate) fn linear(m: &Affine, v: Vec2) -> Vec2 {
    let [a, b, c, d, _, _] = m.as_coeffs();
    Vec2::new(a * v.x + c * v.y, b * v.x + d * v.y)
}

/// Integrates `f` over `[a, b]` with the 16-point Gauss-Legendre rule. Intervals are halved until both estimates
/// agree to about 1e-13 relative, at most 2000 times, so an irregular `f` costs time but always terminates.
pub(crate) fn integrate(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    let whole = gauss16(&f, a, b);
    let mut total = 0.0;
    let mut open = vec![(a, b, whole)];
    let mut budget = 2000_u32;
    while let Some((a, b, coarse)) = open.pop() {
        let mid = 0.5 * (a + b);
        let (left, right) = (gauss16(&f, a, mid), gauss16(&f, mid, b));
        let fine = left + right;
        let rough = (fine - coarse).abs() > 1e-13 * (whole.abs() + fine.abs());
        if rough && budget > 0 && (b - a).abs() > 1e-9 {
            budget -= 1;
            open.push((mid, b, right));
            open.push((a, mid, left));
        } else {
            total += fine;
        }
    }
    total
}

/// Returns one 16-point Gauss-Legendre estimate; exact for polynomials up to degree 31.
pub(crate) fn gauss16(f: &impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    let (mid, half) = (0.5 * (a + b), 0.5 * (b - a));
    half * NODES
        .iter()
        .map(|&(x, w)| w * (f(mid - half * x) + f(mid + half * x)))
        .sum::<f64>()
}

/// The trigonometric polynomial `one + cos·cos t + sin·sin t + cos2·cos 2t + sin2·sin 2t`, to which the equations
/// of conics are reduced.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trig2 {
    pub(crate) one: f64,
    pub(crate) cos: f64,
    pub(crate) sin: f64,
    pub(crate) cos2: f64,
    pub(crate) sin2: f64,
}

impl Trig2 {
    /// Returns the value at `t`.
    pub(crate) fn eval(&self, t: f64) -> f64 {
        let (s, c) = sin_cos(t);
        self.one + self.cos * c + self.sin * s + self.cos2 * (c * c - s * s) + self.sin2 * (2.0 * s * c)
    }

    /// Returns all roots `t` in one turn (-π/2 to 3π/2), ascending, with `false`. An extreme value within `touch`
    /// of zero is returned once, with `true`, and replaces the roots beside it. A constant has no roots.
    pub(crate) fn roots(&self, touch: f64) -> Vec<(f64, bool)> {
        let slope = self.derivative();
        let roots: Vec<f64> = self
            .sign_changes()
            .into_iter()
            .map(|t| self.polish(&slope, t))
            .collect();
        let extremes = if touch > 0.0 {
            slope.sign_changes()
        } else {
            Vec::new()
        };
        let bend = slope.derivative();
        let mut found = with_touches(
            roots,
            &extremes,
            touch,
            |t| (self.eval(t), bend.eval(t)),
            same_angle,
        );
        found.dedup_by(|a, b| (a.0 - b.0).abs() <= 1e-12);
        found
    }

    fn derivative(&self) -> Trig2 {
        Trig2 {
            one: 0.0,
            cos: self.sin,
            sin: -self.cos,
            cos2: 2.0 * self.sin2,
            sin2: -2.0 * self.cos2,
        }
    }

    fn sign_changes(&self) -> Vec<f64> {
        let all = [self.one, self.cos, self.sin, self.cos2, self.sin2];
        let size = all.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
        if !(size > 0.0 && all.iter().all(|v| v.is_finite())) {
            return Vec::new();
        }
        let mut found = Vec::new();
        // tan(t/2) is well conditioned on half a turn: process the right half, then the left half mirrored.
        for (sign, offset) in [(1.0, 0.0), (-1.0, PI)] {
            let (one, cos2, sin2) = (self.one / size, self.cos2 / size, self.sin2 / size);
            let (cos, sin) = (sign * self.cos / size, sign * self.sin / size);
            let poly = polycool::Poly::new([
                one + cos + cos2,
                2.0 * sin + 4.0 * sin2,
                2.0 * one - 6.0 * cos2,
                2.0 * sin - 4.0 * sin2,
                one - cos + cos2,
            ]);
            let edge = 1.0 + 1e-9;
            found.extend(
                poly.roots_between(-edge, edge, 1e-14)
                    .into_iter()
                    .map(|x| 2.0 * libm::atan(x) + offset),
            );
        }
        found
    }

    /// Refines a root by at most three Newton steps; a step is accepted only if it reduces the absolute value.
    fn polish(&self, slope: &Trig2, mut t: f64) -> f64 {
        for _ in 0..3 {
            let (value, rate) = (self.eval(t), slope.eval(t));
            let next = t - value / rate;
            if !next.is_finite() || self.eval(next).abs() >= value.abs() {
                break;
            }
            t = next;
        }
        t
    }
}

/// Whether two angles differ by at most `slack` radians modulo a full turn.
pub(crate) fn same_angle(a: f64, b: f64, slack: f64) -> bool {
    let d = (a - b).rem_euclid(TAU);
    d <= slack || TAU - d <= slack
}

/// Returns all roots in 0 to 1 of the polynomial with these coefficients, constant first; the flag is that of
/// [`Trig2::roots`].
pub(crate) fn real_roots(coefficients: &[f64], touch: f64) -> Vec<(f64, bool)> {
    let size = coefficients.iter().fold(0.0, |m: f64, c| m.max(c.abs()));
    // The maximum ignores NaN, and polycool would search for the roots of such a polynomial without end.
    if !(size > 0.0 && coefficients.iter().all(|c| c.is_finite())) {
        return Vec::new();
    }
    let poly = polycool::PolyDyn::new(coefficients.iter().map(|c| c / size));
    let slope = poly.deriv();
    let bend = slope.deriv();
    let touch = touch / size;
    let roots = poly.roots_between(0.0, 1.0, 1e-15);
    let extremes = slope.roots_between(0.0, 1.0, 1e-15);
    with_touches(
        roots,
        &extremes,
        touch,
        |x| (poly.eval(x), bend.eval(x)),
        |a, b, slack| (a - b).abs() <= slack,
    )
}

/// Adds to the simple roots the extremes whose value is within `touch` of zero. Each extreme replaces the pair of
/// roots into which rounding may have split it. `value` returns the value and the second derivative.
fn with_touches(
    mut roots: Vec<f64>,
    extremes: &[f64],
    touch: f64,
    value: impl Fn(f64) -> (f64, f64),
    near: impl Fn(f64, f64, f64) -> bool,
) -> Vec<(f64, bool)> {
    let mut found = Vec::new();
    for &extreme in extremes {
        let (height, bend) = value(extreme);
        if height.abs() <= touch && bend != 0.0 {
            let reach = (4.0 * touch / bend.abs()).sqrt();
            roots.retain(|&root| !near(root, extreme, reach));
            found.push((extreme, true));
        }
    }
    found.extend(roots.into_iter().map(|root| (root, false)));
    trammel_base::sort::by(&mut found, |a, b| a.0.total_cmp(&b.0));
    found
}

/// Positive nodes and their weights on [-1, 1].
const NODES: [(f64, f64); 8] = [
    (0.095_012_509_837_637_44, 0.189_450_610_455_068_5),
    (0.281_603_550_779_258_9, 0.182_603_415_044_923_6),
    (0.458_016_777_657_227_4, 0.169_156_519_395_002_54),
    (0.617_876_244_402_643_7, 0.149_595_988_816_576_73),
    (0.755_404_408_355_003, 0.124_628_971_255_533_87),
    (0.865_631_202_387_831_7, 0.095_158_511_682_492_78),
    (0.944_575_023_073_232_6, 0.062_253_523_938_647_894),
    (0.989_400_934_991_649_9, 0.027_152_459_411_754_096),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sin_cos_is_exact_at_quarter_turns() {
        assert_eq!(sin_cos(0.0), (0.0, 1.0));
        assert_eq!(sin_cos(90_f64.to_radians()), (1.0, 0.0));
        assert_eq!(sin_cos(-PI), (0.0, -1.0));
        assert_eq!(sin_cos(270_f64.to_radians()), (-1.0, 0.0));
        assert_eq!(sin_cos(3600_f64.to_radians()), (0.0, 1.0));
        assert!(sin_cos(f64::NAN).0.is_nan());
    }

    #[test]
    fn invalid_polynomials_have_no_roots() {
        assert_eq!(real_roots(&[1.0, f64::NAN, -2.0, 1.0], 0.0), []);
        assert_eq!(real_roots(&[1.0, f64::INFINITY, -2.0], 0.0), []);
        assert_eq!(real_roots(&[0.0, 0.0], 0.0), []);
        let trig = Trig2 {
            one: f64::NAN,
            cos: 1.0,
            sin: 1.0,
            cos2: 0.0,
            sin2: 0.0,
        };
        assert_eq!(trig.roots(0.0), []);
        assert_eq!(real_roots(&[-0.25, 0.0, 1.0], 0.0), [(0.5, false)]);
    }

    #[test]
    fn integrate_matches_closed_forms() {
        assert!((integrate(libm::sin, 0.0, PI) - 2.0).abs() < 1e-14);
        assert!((integrate(|x| x.abs().sqrt(), -1.0, 1.0) - 4.0 / 3.0).abs() < 1e-9);
        assert!(integrate(|_| f64::NAN, 0.0, 1.0).is_nan());
        assert!((gauss16(&|x| libm::pow(x, 31.0), 0.0, 1.0) - 1.0 / 32.0).abs() < 1e-15);
    }
}
