//! Tolerances of the geometry kernel.
//!
//! Tolerances grow with the size of the coordinates, because rounding errors do: coordinates in kilometers cannot
//! be accurate to nanometers. Every approximate function takes a [`Tol`], never a bare number.

use super::Bounds;

/// Tolerances for lengths, in world units, and angles, in radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tol {
    /// Distance up to which a point lies on a curve.
    pub len: f64,
    /// Distance up to which two points are merged into one.
    pub merge: f64,
    /// Angle, in radians, up to which two directions are parallel.
    pub ang: f64,
}

impl Tol {
    /// Tolerances for coordinates up to about 1000 units.
    pub const MODEL: Tol = Tol {
        len: 1e-9,
        merge: 1e-6,
        ang: 1e-9,
    };

    /// Returns the tolerances for coordinates whose largest magnitude is `extent`; [`Tol::MODEL`] for a NaN or
    /// infinite extent.
    pub fn for_extent(extent: f64) -> Tol {
        if !extent.is_finite() {
            return Tol::MODEL;
        }
        let extent = extent.abs();
        Tol {
            len: (1e-12 * extent).max(1e-9),
            merge: (1e-9 * extent).max(1e-6),
            ang: 1e-9,
        }
    }

    /// Returns the tolerances for geometry inside `bounds`.
    pub fn for_bounds(bounds: &Bounds) -> Tol {
        Tol::for_extent(bounds.magnitude())
    }
}

impl Default for Tol {
    fn default() -> Self {
        Tol::MODEL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tol_grows_with_the_extent() {
        assert_eq!(Tol::for_extent(10.0), Tol::MODEL);
        assert_eq!(Tol::for_extent(-1e6).len, 1e-6);
        assert_eq!(Tol::for_extent(f64::NAN), Tol::MODEL);
    }
}
