//! Second moments of area of regions.
//!
//! Green's theorem turns the integrals over the area into integrals along the outlines (Beer, Johnston: Vector Mechanics for
//! Engineers, appendix on moments of inertia). Coordinates are taken from the center of the area, so that nothing cancels far
//! from the origin.

use super::num::integrate;
use super::region::{centroid, nesting, region_area};
use super::{Affine, Path, Point, Seg};

/// Second moments of area about axes through the center of the area, in drawing units to the fourth power.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SecondMoments {
    /// Center of the area.
    pub center: Point,
    /// About the x direction: the integral of y squared.
    pub xx: f64,
    /// About the y direction: the integral of x squared.
    pub yy: f64,
    /// Product: the integral of x times y.
    pub xy: f64,
}

/// Principal axes of an area.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrincipalAxes {
    /// Largest second moment.
    pub largest: f64,
    /// Smallest second moment.
    pub smallest: f64,
    /// Direction of the axis about which the moment is largest, in radians, more than -π/2 and at most π/2; 0 if all
    /// directions have the same moment.
    pub angle: f64,
}

impl SecondMoments {
    /// Computes the second moments of a region; `None` if it has no area. Outlines at odd nesting depth are holes.
    pub fn of(paths: &[Path]) -> Option<SecondMoments> {
        let center = centroid(paths)?;
        let home = Affine::translate(-center.to_vec2());
        let mut sums = [0.0; 3];
        for (path, around) in paths.iter().zip(nesting(paths)) {
            let is_hole = !around.len().is_multiple_of(2);
            let is_ccw = path.signed_area() >= 0.0;
            let sign = if is_hole == is_ccw { -1.0 } else { 1.0 };
            for seg in &path.segs {
                for (sum, part) in sums.iter_mut().zip(integrals(&seg.transformed(&home))) {
                    *sum += sign * part;
                }
            }
        }
        (region_area(paths) > 0.0 && sums.iter().all(|sum| sum.is_finite())).then_some(SecondMoments {
            center,
            xx: sums[0],
            yy: sums[1],
            xy: sums[2],
        })
    }

    /// Returns the principal axes (Mohr's circle).
    pub fn principal(&self) -> PrincipalAxes {
        let (middle, half) = (0.5 * (self.xx + self.yy), 0.5 * (self.xx - self.yy));
        let radius = libm::hypot(half, self.xy);
        // Rounding gives symmetric areas a tiny radius, whose direction means nothing.
        let angle = if radius <= 1e-12 * middle {
            0.0
        } else {
            -0.5 * libm::atan2(self.xy, half)
        };
        PrincipalAxes {
            largest: middle + radius,
            smallest: middle - radius,
            angle: angle + 0.0,
        }
    }
}

/// Returns the contributions of a segment to the integrals of y², x², and xy.
fn integrals(seg: &Seg) -> [f64; 3] {
    let along = |f: &dyn Fn(Point, super::Vec2) -> f64| {
        integrate(|u| f(seg.point_at(u), seg.derivative_at(u)), 0.0, 1.0)
    };
    [
        along(&|at, d| -at.y * at.y * at.y * d.x / 3.0),
        along(&|at, d| at.x * at.x * at.x * d.y / 3.0),
        along(&|at, d| 0.5 * at.x * at.x * at.y * d.y),
    ]
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::affine::rotation;
    use std::f64::consts::PI;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-9 * (1.0 + b.abs())
    }

    #[test]
    fn rectangle_circle_and_ring_have_the_values_of_the_tables() {
        let rect = SecondMoments::of(&[Path::rect(Point::new(1000.0, -500.0), 6.0, 2.0)]).unwrap();
        assert!(near(rect.xx, 6.0 * 8.0 / 12.0) && near(rect.yy, 216.0 * 2.0 / 12.0) && near(rect.xy, 0.0));
        assert!(
            near(rect.principal().angle.abs(), PI / 2.0),
            "the moment about y is the largest"
        );
        let circle = SecondMoments::of(&[Path::circle(Point::new(3.0, 4.0), 2.0)]).unwrap();
        assert!(near(circle.xx, PI * 16.0 / 4.0) && near(circle.yy, circle.xx));
        let ring = [Path::circle(Point::ORIGIN, 2.0), Path::circle(Point::ORIGIN, 1.0)];
        assert!(near(SecondMoments::of(&ring).unwrap().xx, PI * 15.0 / 4.0));
        assert_eq!(SecondMoments::of(&[Path::from_points(&[], true)]), None);
    }

    #[test]
    fn principal_axes_turn_with_the_area() {
        for degrees in [-80.0, -30.0, 0.0, 10.0, 45.0, 89.0_f64] {
            let angle = degrees.to_radians();
            let bar = Path::rect(Point::new(-1.0, -5.0), 2.0, 10.0).transformed(&rotation(angle));
            let principal = SecondMoments::of(&[bar]).unwrap().principal();
            assert!(
                near(principal.largest, 2.0 * 1000.0 / 12.0) && near(principal.smallest, 10.0 * 8.0 / 12.0)
            );
            assert!(
                near(principal.angle, angle),
                "{degrees}: {}",
                principal.angle.to_degrees()
            );
        }
    }
}
