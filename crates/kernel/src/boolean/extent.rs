//! Bounds and tolerances of an operation.

use super::super::{Bounds, Path, Tol};
use super::check;
use super::error::BooleanError;

/// Bounds of the input, and the tolerances that follow from its size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// Bounds of all paths; `None` if all of them are empty.
    pub(super) bounds: Option<Bounds>,
    /// Tolerances in drawing units.
    pub(super) tol: Tol,
}

impl Extent {
    /// Measures the input of an operation.
    ///
    /// # Errors
    /// Returns an error if the coordinates are not finite or too large for the size of the shapes, or if the outlines are
    /// too complex.
    pub(super) fn of(regions: &[&[Path]]) -> Result<Extent, BooleanError> {
        let mut bounds: Option<Bounds> = None;
        for path in regions
            .iter()
            .flat_map(|region| region.iter())
            .filter(|path| !path.is_empty())
        {
            let one = path.bounds().ok_or(BooleanError::Range)?;
            bounds = Some(bounds.map_or(one, |so_far| so_far.union(&one)));
        }
        let (size, far) = bounds.map_or((1.0, 1.0), |all| (all.width().max(all.height()), all.magnitude()));
        if size <= 1e-9 * far || far > 1e150 {
            return Err(BooleanError::Range);
        }
        if check::is_too_complex(regions) {
            return Err(BooleanError::TooComplex);
        }
        Ok(Extent {
            bounds,
            tol: Tol {
                len: (1e-12 * size).max(1e-14 * far),
                merge: (1e-9 * size).max(1e-13 * far),
                ang: 1e-9,
            },
        })
    }
}
