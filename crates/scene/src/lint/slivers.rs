//! Edges that are too short to draw or to cut, which rounding leaves in outlines.

use crate::Shape;
use trammel_kernel::boolean::weld_tolerance;
use trammel_kernel::{Path, Seg, norm};

/// Whether a closed outline of the shape has an edge below the distance that booleans weld. `paths` gives the outlines in
/// the drawing.
pub(super) fn has_sliver(shape: &Shape, paths: impl FnOnce() -> Vec<Path>) -> bool {
    let may_have = match shape {
        Shape::Line { closed, .. } => *closed,
        shape => matches!(
            shape,
            Shape::Polygon { .. } | Shape::Region { .. } | Shape::Bezier(_)
        ),
    };
    if !may_have {
        return false;
    }
    let closed: Vec<Path> = paths()
        .into_iter()
        .filter(|path| path.closed && path.segs.len() > 1)
        .collect();
    if closed.is_empty() {
        return false;
    }
    let is_short = |seg: &Seg, reach: f64| norm(seg.end() - seg.start()) < reach && seg.length() < reach;
    let segs = closed.iter().flat_map(|path| &path.segs);
    weld_tolerance(std::slice::from_ref(&closed))
        .is_ok_and(|reach| segs.into_iter().any(|seg| is_short(seg, reach)))
}
