//! Runs: connected parts of a single input curve.

use std::f64::consts::TAU;

use super::super::num::norm;
use super::super::{Conic, Point, Seg, Tol, Vec2};
use super::engine::Span;

/// A connected part of one input curve.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// Input curve.
    pub(super) seg: Seg,
    /// Start and end points as given by the engine.
    pub(super) from: Point,
    pub(super) to: Point,
    /// Start of the conic's angle or the Bézier's parameter, and its signed change along the run. Both are 0 for a
    /// line, whose direction is given by the end points.
    pub(super) start: f64,
    pub(super) sweep: f64,
}

impl Run {
    pub(super) fn new(seg: Seg, span: &Span) -> Run {
        let (start, sweep) = match &seg {
            Seg::Line { .. } => (0.0, 0.0),
            Seg::Conic(conic) => {
                let [from, via, to] = [span.from, span.via, span.to].map(|point| angle_of(conic, point));
                let (half, all) = ((via - from).rem_euclid(TAU), (to - from).rem_euclid(TAU));
                let sweep =
                    if norm(span.to - span.from) <= 1e-9 * norm(conic.p) && half > 0.1 && half < TAU - 0.1 {
                        TAU
                    } else if half <= all {
                        all
                    } else {
                        all - TAU
                    };
                (from, sweep)
            }
            Seg::Cubic(_) => {
                let place = |point: Point| seg.nearest(point).map_or(0.0, |near| near.u);
                let (mut from, via, mut to) = (place(span.from), place(span.via), place(span.to));
                // The ends of a closed loop are one point: the end on the side of the middle is used.
                if norm(seg.start() - seg.end()) <= 1e-9 * seg.length() {
                    if (from == 0.0 || from == 1.0) && (from - to).signum() == -(via - to).signum() {
                        from = 1.0 - from;
                    }
                    if (to == 0.0 || to == 1.0) && (to - via).signum() != (via - from).signum() {
                        to = 1.0 - to;
                    }
                }
                (from, to - from)
            }
        };
        Run {
            seg,
            from: span.from,
            to: span.to,
            start,
            sweep,
        }
    }

    /// Whether `next` continues along the same line, conic or Bézier.
    pub(super) fn continues_with(&self, next: &Run, tol: Tol) -> bool {
        match (&self.seg, &next.seg) {
            (Seg::Line { .. }, Seg::Line { .. }) => {
                let (this, that) = (self.to - self.from, next.to - next.from);
                let straight = |seg: &Seg, point: Point| off_line(seg, point) <= tol.merge;
                let reference = if this.hypot2() >= that.hypot2() {
                    &self.seg
                } else {
                    &next.seg
                };
                this.dot(that) > 0.0
                    && [self.from, next.to]
                        .into_iter()
                        .all(|point| straight(reference, point))
                    && [self.seg.start(), self.seg.end(), next.seg.start(), next.seg.end()]
                        .into_iter()
                        .all(|point| off_line(reference, point) <= 4.0 * tol.len)
            }
            (Seg::Conic(a), Seg::Conic(b)) => same_conic(a, b, tol) && self.direction() == next.direction(),
            (Seg::Cubic(a), Seg::Cubic(b)) => {
                a == b
                    && self.sweep * next.sweep > 0.0
                    && (self.start + self.sweep - next.start).abs() <= 1e-6
            }
            _ => false,
        }
    }

    /// Whether the run turns counterclockwise in the plane (conic), or follows increasing parameters (Bézier).
    pub(super) fn direction(&self) -> bool {
        match &self.seg {
            Seg::Conic(conic) => (conic.p.cross(conic.q) < 0.0) == (self.sweep < 0.0),
            _ => self.sweep >= 0.0,
        }
    }

    pub(super) fn extend(&mut self, next: &Run) {
        self.to = next.to;
        self.sweep += match (&self.seg, &next.seg) {
            (Seg::Conic(a), Seg::Conic(b)) if (a.p.cross(a.q) < 0.0) != (b.p.cross(b.q) < 0.0) => -next.sweep,
            _ => next.sweep,
        };
    }

    /// Whether the run is a full turn of a conic, or a Bézier that forms a ring by itself.
    pub(super) fn is_whole(&self) -> bool {
        match self.seg {
            Seg::Conic(_) => {
                self.sweep.abs() > TAU - 1e-3 && norm(self.to - self.from) < 1e-3 * self.seg.length()
            }
            Seg::Cubic(_) => self.sweep.abs() > 0.999,
            Seg::Line { .. } => false,
        }
    }
}

/// Returns the parameter of the point of a conic in the direction of `point`.
pub(super) fn angle_of(conic: &Conic, point: Point) -> f64 {
    let v = point - conic.c;
    // Both products change their sign if the conic is mirrored, so that p turns clockwise to q.
    let turn = conic.p.cross(conic.q).signum();
    libm::atan2(turn * conic.p.cross(v), turn * v.cross(conic.q))
}

/// Returns the distance of a point from the infinite line through the ends of a segment.
pub(super) fn off_line(seg: &Seg, point: Point) -> f64 {
    let along = seg.end() - seg.start();
    ((point - seg.start()).cross(along) / norm(along)).abs()
}

/// Whether two arcs lie on one ellipse.
pub(super) fn same_conic(a: &Conic, b: &Conic, tol: Tol) -> bool {
    if norm(a.c - b.c) > tol.len {
        return false;
    }
    let ((major_a, minor_a, _), (major_b, minor_b, _)) = (a.axes(), b.axes());
    if a.is_circle() && b.is_circle() {
        return (norm(major_a) - norm(major_b)).abs() <= tol.len;
    }
    let along = |x: Vec2, y: Vec2| norm(x - y).min(norm(x + y)) <= tol.len;
    along(major_a, major_b) && along(minor_a, minor_b)
}
