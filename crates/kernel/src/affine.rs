//! Affine maps: rotations exact at quarter turns, and decomposition into translation, rotation, shear and scale.
//!
//! The map type is [`Affine`]. Composition order is fixed: `T · R · Shear(x += k·y) · S`, that is, scale first,
//! then shear, then rotate, then translate. Every non-singular map has such a form ([`decompose`]).

use std::f64::consts::{PI, TAU};

use serde::{Deserialize, Serialize};

use super::num::{norm, sin_cos, unit};
use super::{Affine, Point, Vec2};

/// Components of an affine map, as the user edits them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trs {
    /// Translation: the image of the local origin.
    pub translate: Vec2,
    /// Rotation in radians, counterclockwise.
    pub rotate: f64,
    /// Shear: local x grows by `shear · y` before the rotation.
    pub shear: f64,
    /// Scale along the local axes; a negative factor mirrors.
    pub scale: Vec2,
}

impl Trs {
    /// The identity map.
    pub const IDENTITY: Trs = Trs {
        translate: Vec2::ZERO,
        rotate: 0.0,
        shear: 0.0,
        scale: Vec2::new(1.0, 1.0),
    };

    /// Returns the map `T · R · Shear · S`.
    pub fn to_affine(&self) -> Affine {
        let (sin, cos) = sin_cos(self.rotate);
        let Vec2 { x: sx, y: sy } = self.scale;
        let k = self.shear * sy;
        Affine::new([
            cos * sx,
            sin * sx,
            cos * k - sin * sy,
            sin * k + cos * sy,
            self.translate.x,
            self.translate.y,
        ])
    }
}

impl Default for Trs {
    fn default() -> Self {
        Trs::IDENTITY
    }
}

/// Returns the rotation by `theta` radians about the origin; its coefficients are exact (0 and ±1) at quarter
/// turns.
pub fn rotation(theta: f64) -> Affine {
    let (sin, cos) = sin_cos(theta);
    Affine::new([cos, sin, -sin, cos, 0.0, 0.0])
}

/// Returns the rotation by `theta` radians about `center`.
pub fn rotation_about(theta: f64, center: Point) -> Affine {
    about(rotation(theta), center)
}

/// Returns the scaling by `scale` along the axes with `center` as the fixed point.
pub fn scale_about(scale: Vec2, center: Point) -> Affine {
    about(Affine::scale_non_uniform(scale.x, scale.y), center)
}

/// Returns the reflection in the line through `a` and `b`; `None` if the points coincide or are not finite.
pub fn mirror(a: Point, b: Point) -> Option<Affine> {
    let d = unit(b - a)?;
    let (c2, s2) = (d.x * d.x - d.y * d.y, 2.0 * d.x * d.y);
    let m = about(Affine::new([c2, s2, s2, -c2, 0.0, 0.0]), a);
    m.is_finite().then_some(m)
}

/// Returns the linear map `m` with `center` as the fixed point instead of the origin.
pub fn about(m: Affine, center: Point) -> Affine {
    let [a, b, c, d, e, f] = m.as_coeffs();
    let moved = m * center;
    Affine::new([a, b, c, d, e + (center.x - moved.x), f + (center.y - moved.y)])
}

/// Returns the inverse map; `None` if `m` is singular or not finite.
pub fn inverse(m: &Affine) -> Option<Affine> {
    if is_singular(m) {
        return None;
    }
    let inv = m.inverse();
    inv.is_finite().then_some(inv)
}

/// Splits `m` into its components; `None` if `m` is singular or not finite.
///
/// The components are not unique: `(rotate, scale)` and `(rotate + π, -scale)` give the same map, and full turns
/// may be added to the rotation. The choice nearest to `hint` is returned. A component that agrees with the hint to
/// within rounding is the exact number of the hint, so unedited values stay the same bit for bit.
pub fn decompose(m: Affine, hint: &Trs) -> Option<Trs> {
    if is_singular(&m) {
        return None;
    }
    if hint.to_affine() == m {
        return Some(*hint);
    }
    let [a, b, c, d, e, f] = m.as_coeffs();
    let sx = norm(Vec2::new(a, b));
    let (ux, uy) = (a / sx, b / sx);
    let sy = ux * d - uy * c;
    let shear = (ux * c + uy * d) / sy;
    let angle = libm::atan2(b, a);

    let upright = (nearest_turn(angle, hint.rotate), Vec2::new(sx, sy));
    let flipped = (nearest_turn(angle + PI, hint.rotate), Vec2::new(-sx, -sy));
    let same_hand = (hint.scale.x * hint.scale.y < 0.0) == (sy < 0.0);
    let take_upright = if same_hand {
        hint.scale.x >= 0.0
    } else {
        (upright.0 - hint.rotate).abs() <= (flipped.0 - hint.rotate).abs()
    };
    let (rotate, scale) = if take_upright { upright } else { flipped };
    let parts = Trs {
        translate: Vec2::new(e, f),
        rotate: keep(rotate, hint.rotate, PI),
        shear: keep(shear, hint.shear, 1.0),
        scale: Vec2::new(keep(scale.x, hint.scale.x, 0.0), keep(scale.y, hint.scale.y, 0.0)),
    };
    (parts.to_affine().is_finite() && parts.rotate.is_finite()).then_some(parts)
}

/// Returns the largest factor by which `m` stretches a length.
pub fn max_scale(m: &Affine) -> f64 {
    let [a, b, c, d, _, _] = m.as_coeffs();
    // The singular values of a 2x2 matrix are the sum and difference of these two numbers.
    let same = libm::hypot(0.5 * (a + d), 0.5 * (b - c));
    let mirrored = libm::hypot(0.5 * (a - d), 0.5 * (b + c));
    same + mirrored
}

/// Returns the mean scale of lengths: the square root of the scale of areas. That of a similarity is its scale.
pub fn mean_scale(m: &Affine) -> f64 {
    libm::sqrt(m.determinant().abs())
}

/// Returns the scale of the width of a line: that of a similarity, or the mean scale of a map that distorts lines.
pub fn line_scale(m: &Affine) -> f64 {
    match is_similarity(m) {
        true => max_scale(m),
        false => mean_scale(m),
    }
}

/// Whether `m` is a similarity (maps circles to circles), to 1e-12 relative.
pub fn is_similarity(m: &Affine) -> bool {
    let [a, b, c, d, _, _] = m.as_coeffs();
    let same = libm::hypot(0.5 * (a + d), 0.5 * (b - c));
    let mirrored = libm::hypot(0.5 * (a - d), 0.5 * (b + c));
    same.min(mirrored) <= 1e-12 * same.max(mirrored)
}

fn is_singular(m: &Affine) -> bool {
    let [a, b, c, d, _, _] = m.as_coeffs();
    let (p, q) = (norm(Vec2::new(a, b)), norm(Vec2::new(c, d)));
    if !(m.is_finite() && p > 0.0 && q > 0.0) {
        return true;
    }
    // The sine of the angle between the images of the axes is independent of the scale.
    let sine = (a / p) * (d / q) - (b / p) * (c / q);
    sine.abs() <= 1e-15
}

/// Returns `angle` plus the whole number of turns that brings it nearest to `target`.
fn nearest_turn(angle: f64, target: f64) -> f64 {
    angle + ((target - angle) / TAU).round() * TAU
}

/// Returns `hint` if `value` equals it to within rounding, else `value`.
fn keep(value: f64, hint: f64, magnitude: f64) -> f64 {
    let close = (value - hint).abs() <= 8.0 * f64::EPSILON * hint.abs().max(magnitude);
    if close { hint } else { value }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use std::f64::consts::FRAC_PI_2;

    use super::*;

    #[test]
    fn rotation_is_exact_at_quarter_turns() {
        assert_eq!(rotation(FRAC_PI_2).as_coeffs(), [0.0, 1.0, -1.0, 0.0, 0.0, 0.0]);
        assert_eq!(rotation(PI) * Point::new(3.0, 4.0), Point::new(-3.0, -4.0));
        assert_eq!(
            rotation_about(FRAC_PI_2, Point::new(1.0, 1.0)) * Point::new(2.0, 1.0),
            Point::new(1.0, 2.0)
        );
    }

    #[test]
    fn mirror_in_the_diagonal_swaps_coordinates() {
        let m = mirror(Point::ZERO, Point::new(5.0, 5.0)).unwrap();
        let image = m * Point::new(3.0, 7.0);
        assert!((image.x - 7.0).abs() < 1e-14 && (image.y - 3.0).abs() < 1e-14);
        assert_eq!(mirror(Point::ZERO, Point::ZERO), None);
    }

    #[test]
    fn decompose_keeps_components_that_did_not_change() {
        let parts = Trs {
            translate: Vec2::new(3.0, -7.0),
            rotate: 0.7,
            shear: 0.3,
            scale: Vec2::new(2.0, -3.5),
        };
        let moved = Affine::translate((10.0, 20.0)) * parts.to_affine();
        let after = decompose(moved, &parts).unwrap();
        assert_eq!(
            after,
            Trs {
                translate: Vec2::new(13.0, 13.0),
                ..parts
            }
        );
        let far = Trs {
            rotate: 0.7 + 4.0 * PI,
            ..parts
        };
        let turned = decompose(rotation(0.1) * far.to_affine(), &far).unwrap();
        assert!((turned.rotate - far.rotate - 0.1).abs() < 1e-12);
        assert_eq!((turned.scale, turned.shear), (far.scale, far.shear));
    }

    #[test]
    fn decompose_prefers_the_sign_without_a_rotation() {
        let flip_x = decompose(Affine::scale_non_uniform(-1.0, 1.0), &Trs::IDENTITY).unwrap();
        assert_eq!(
            flip_x,
            Trs {
                scale: Vec2::new(-1.0, 1.0),
                ..Trs::IDENTITY
            }
        );
        let flip_y = decompose(Affine::scale_non_uniform(1.0, -1.0), &Trs::IDENTITY).unwrap();
        assert_eq!(
            flip_y,
            Trs {
                scale: Vec2::new(1.0, -1.0),
                ..Trs::IDENTITY
            }
        );
        let half = decompose(rotation(PI), &Trs::IDENTITY).unwrap();
        assert_eq!((half.rotate.abs(), half.scale), (PI, Vec2::new(1.0, 1.0)));
    }

    #[test]
    fn singular_maps_are_not_decomposed() {
        assert_eq!(
            decompose(Affine::scale_non_uniform(1.0, 0.0), &Trs::IDENTITY),
            None
        );
        assert_eq!(
            decompose(Affine::new([1.0, 2.0, 2.0, 4.0, 0.0, 0.0]), &Trs::IDENTITY),
            None
        );
        assert_eq!(decompose(Affine::new([f64::NAN; 6]), &Trs::IDENTITY), None);
        assert_eq!(inverse(&Affine::scale(f64::INFINITY)), None);
        assert!(decompose(Affine::scale_non_uniform(1e-9, 1e9), &Trs::IDENTITY).is_some());
    }

    #[test]
    fn similarity_and_maximum_scale_are_detected() {
        assert!(is_similarity(&(rotation(0.3) * Affine::scale(2.0))));
        assert!(is_similarity(&Affine::FLIP_Y));
        assert!(!is_similarity(&Affine::scale_non_uniform(1.0, 2.0)));
        assert!((max_scale(&(rotation(0.3) * Affine::scale_non_uniform(1.0, -5.0))) - 5.0).abs() < 1e-14);
    }
}
