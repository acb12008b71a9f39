//! Outline that grows by lines, arcs, and curves.

use crate::num::norm;
use crate::{Conic, Point, Seg};

/// Growing outline.
pub(super) struct Outline {
    pub(super) segs: Vec<Seg>,
    at: Point,
}

impl Outline {
    pub(super) fn at(start: Point) -> Outline {
        Outline {
            segs: Vec::new(),
            at: start,
        }
    }

    pub(super) fn add(&mut self, seg: Seg) {
        self.at = seg.end();
        self.segs.push(seg);
    }

    /// Adds a line, unless it would have no length.
    pub(super) fn line(&mut self, to: Point) {
        let size = self
            .at
            .x
            .abs()
            .max(self.at.y.abs())
            .max(to.x.abs())
            .max(to.y.abs());
        if norm(to - self.at) > 1e-12 * size {
            self.add(Seg::line(self.at, to));
        }
    }

    /// Adds a counterclockwise arc by its start angle and sweep, unless it would have no radius.
    pub(super) fn arc(&mut self, center: Point, radius: f64, (from, sweep): (f64, f64)) {
        if radius > 0.0 {
            self.add(Seg::Conic(Conic::arc(center, radius, from, from + sweep)));
        }
    }

    /// Adds the shorter arc from the present point to another.
    pub(super) fn arc_to(&mut self, center: Point, radius: f64, to: Point, is_ccw: bool) {
        let angle = |point: Point| libm::atan2(point.y - center.y, point.x - center.x);
        let (from, end) = (angle(self.at), angle(to));
        self.add(Seg::Conic(if is_ccw {
            Conic::arc(center, radius, from, end)
        } else {
            Conic::arc(center, radius, end, from).reversed()
        }));
    }
}
