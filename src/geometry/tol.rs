//! The tolerances of the kernel, in one place.
//!
//! They grow with the size of the coordinates, because rounding does: a drawing in kilometres cannot
//! be held to nanometres. Every approximate question takes a [`Tol`], never a bare number.

use super::Bounds;

/// How near is near, in world units and radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tol {
    /// A point this near to a curve lies on it.
    pub len: f64,
    /// Two points nearer than this are one point.
    pub merge: f64,
    /// Two directions within this angle (radians) are parallel.
    pub ang: f64,
}

impl Tol {
    /// The tolerance for coordinates up to a few hundred units.
    pub const MODEL: Tol = Tol {
        len: 1e-9,
        merge: 1e-6,
        ang: 1e-9,
    };

    /// The tolerance for coordinates whose largest magnitude is `extent`.
    /// A NaN or infinite extent gives [`Tol::MODEL`].
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

    /// The tolerance for geometry inside `bounds`.
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
