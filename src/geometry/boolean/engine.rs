//! What a boolean engine has to do, and the frame in which it does it.
//!
//! An engine only decides the topology: which stretches of which curves bound the answer. Its coordinates are
//! rounded to its own grid; `recover.rs` puts the exact source curves back. So two engines that agree on
//! the topology give the same result to the last bit.

use super::super::{Affine, Bounds, Path, Point};

/// Which points belong to the answer, told by how often the outlines run around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    /// Those with an odd winding number.
    Odd,
    /// Those with a winding number of at least this (1 or more).
    AtLeast(u32),
}

/// A stretch of an outline as an engine returns it: two ends and a point between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// Where it starts.
    pub from: Point,
    /// A point near its middle.
    pub via: Point,
    /// Where it ends.
    pub to: Point,
}

/// A program that cuts outlines where they meet and keeps what bounds the inside.
pub trait Engine {
    /// Its name, for reports.
    fn name(&self) -> &'static str;

    /// How far, in units of the frame, a point of its answer may lie from the curve it is on.
    fn accuracy(&self) -> f64;

    /// The boundary of the points that `inside` asks for, as closed rings of spans. The rings may run either way.
    /// The input is finite, closed and within [`Frame::SIZE`] of the origin.
    ///
    /// # Errors
    /// Says why the engine cannot.
    fn resolve(&self, rings: &[Path], inside: Inside) -> Result<Vec<Vec<Span>>, String>;
}

/// The move to the origin and the scaling by a power of two that engines with absolute tolerances need.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    center: Point,
    scale: f64,
}

impl Frame {
    /// The largest coordinate after scaling.
    pub(super) const SIZE: f64 = 1024.0;

    /// The frame for geometry in `bounds`; `None` when it has no extent or cannot be scaled.
    pub(super) fn of(bounds: &Bounds) -> Option<Frame> {
        let size = bounds.width().max(bounds.height());
        let (_, exponent) = libm::frexp(size);
        let scale = libm::ldexp(Frame::SIZE, -exponent);
        (size > 0.0 && scale.is_finite() && scale > 0.0).then(|| Frame {
            center: bounds.min.midpoint(bounds.max),
            scale,
        })
    }

    /// From the drawing to the engine.
    pub(super) fn inward(&self) -> Affine {
        Affine::scale(self.scale) * Affine::translate(-self.center.to_vec2())
    }

    /// A length of the frame in the drawing.
    pub(super) fn reach(&self, length: f64) -> f64 {
        length / self.scale
    }

    /// From the engine to the drawing.
    pub(super) fn outward(&self, point: Point) -> Point {
        self.center + point.to_vec2() / self.scale
    }
}
