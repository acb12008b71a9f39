//! Operand of a measurement: the outlines or the point that an argument names.

use super::error::ToolError;
use super::operand::tolerance;
use super::outlines::resolved_part;
use trammel_kernel::distance::{self, TooMuchWork};
use trammel_kernel::{Path, Point};
use trammel_scene::{Resolved, Scene};

/// Resolved argument of a measurement.
pub(super) enum MeasureOperand {
    /// Outlines of an entity, or the curve of a part.
    Paths(Vec<Path>),
    /// Single point.
    Point(Point),
}

impl MeasureOperand {
    /// Returns the outlines or the point of an entity or part.
    ///
    /// # Errors
    /// Returns an error if there is no such entity or part.
    pub(super) fn of_name(scene: &Scene, name: &str) -> Result<MeasureOperand, ToolError> {
        Ok(match resolved_part(scene, name)? {
            Resolved::Point(at) => MeasureOperand::Point(at),
            Resolved::Curve(seg) => MeasureOperand::Paths(vec![Path::new(vec![seg], false)]),
            Resolved::Whole(paths) => MeasureOperand::Paths(paths),
        })
    }

    /// Returns the closest points of two operands; `None` if one has no outline.
    pub(super) fn closest(a: &MeasureOperand, b: &MeasureOperand) -> Option<(Point, Point)> {
        MeasureOperand::closest_within(a, b, |_| true).ok().flatten()
    }

    /// Returns the closest points like [`closest`](MeasureOperand::closest). `take` takes the work of each comparison of
    /// two pieces from a budget.
    ///
    /// # Errors
    /// Returns an error if `take` returns false.
    pub(super) fn closest_within(
        a: &MeasureOperand,
        b: &MeasureOperand,
        take: impl FnMut(usize) -> bool,
    ) -> Result<Option<(Point, Point)>, TooMuchWork> {
        let nearest = |paths: &[Path], at: Point| {
            let near = paths.iter().filter_map(|path| path.nearest(at));
            near.min_by(|x, y| x.distance.total_cmp(&y.distance))
                .map(|near| near.point)
        };
        Ok(match (a, b) {
            (MeasureOperand::Point(a), MeasureOperand::Point(b)) => Some((*a, *b)),
            (MeasureOperand::Point(a), MeasureOperand::Paths(b)) => nearest(b, *a).map(|b| (*a, b)),
            (MeasureOperand::Paths(a), MeasureOperand::Point(b)) => nearest(a, *b).map(|a| (a, *b)),
            (MeasureOperand::Paths(a), MeasureOperand::Paths(b)) => {
                let found = distance::closest_within(a, b, tolerance(a.iter().chain(b)), take)?;
                found.map(|found| (found.a, found.b))
            }
        })
    }
}
