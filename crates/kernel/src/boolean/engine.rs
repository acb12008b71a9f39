//! Interface of a Boolean engine, and the coordinate frame for its input.
//!
//! An engine only decides the topology: which parts of which curves bound the result. Its coordinates have the
//! accuracy of its own tolerances; `recover.rs` restores the exact source curves. Two engines that agree on the
//! topology therefore give the same result to the last bit.

use super::super::{Affine, Bounds, Path, Point};

/// Rule that selects the points of the result by their winding number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    /// Points with an odd winding number.
    Odd,
    /// Points with at least this winding number (1 or more).
    AtLeast(u32),
}

/// A part of an outline as an engine returns it: two ends and a point between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// Start point.
    pub from: Point,
    /// A point near the middle of the span.
    pub via: Point,
    /// End point.
    pub to: Point,
}

/// Algorithm that cuts outlines at their intersections and keeps the boundary of the inside.
pub trait Engine {
    /// Returns the name of the engine, for error messages.
    fn name(&self) -> &'static str;

    /// Returns the largest distance, in units of the frame, of a result point from its source curve.
    fn accuracy(&self) -> f64;

    /// Returns the boundary of the points selected by `inside`, as closed rings of spans in either direction. The
    /// input is finite, closed and within `Frame::SIZE` of the origin.
    ///
    /// # Errors
    /// Returns the reason as text if the engine cannot resolve the rings.
    fn resolve(&self, rings: &[Path], inside: Inside) -> Result<Vec<Vec<Span>>, String>;
}

/// Coordinate frame for engines with absolute tolerances: a translation to the origin and a scaling by a power of
/// two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    center: Point,
    scale: f64,
}

impl Frame {
    /// Largest coordinate after scaling.
    pub(super) const SIZE: f64 = 1024.0;

    /// Returns the frame for geometry in `bounds`; `None` if the bounds have no extent or cannot be scaled.
    pub(super) fn of(bounds: &Bounds) -> Option<Frame> {
        let size = bounds.width().max(bounds.height());
        let (_, exponent) = libm::frexp(size);
        let scale = libm::ldexp(Frame::SIZE, -exponent);
        (size > 0.0 && scale.is_finite() && scale > 0.0).then(|| Frame {
            center: bounds.min.midpoint(bounds.max),
            scale,
        })
    }

    /// Returns the map from drawing coordinates to frame coordinates.
    pub(super) fn inward(&self) -> Affine {
        Affine::scale(self.scale) * Affine::translate(-self.center.to_vec2())
    }

    /// Converts a length in the frame to drawing units.
    pub(super) fn reach(&self, length: f64) -> f64 {
        length / self.scale
    }

    /// Converts a point in the frame to drawing coordinates.
    pub(super) fn outward(&self, point: Point) -> Point {
        self.center + point.to_vec2() / self.scale
    }
}
