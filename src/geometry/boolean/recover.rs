//! From an engine's rounded answer back to exact curves.
//!
//! Each span of the answer lies on one of the curves that went in. Here that curve is looked up, neighbours on
//! one line or conic become one run, and each corner is computed anew where the two curves meet. So the
//! result consists of parts of the input, and corners that no operation touched keep their coordinates.

use std::f64::consts::{PI, TAU};

use super::super::num::norm;
use super::super::{Conic, Path, Point, Seg, Tol};
use super::corner::{angle_of, corner};
use super::engine::Span;
use super::lookup::Sources;

/// A stretch of one input curve.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// The input curve.
    pub(super) seg: Seg,
    /// Where the engine has it start and end.
    pub(super) from: Point,
    pub(super) to: Point,
    /// The signed change of the conic's angle or the Bézier's parameter, and where it starts; a line has
    /// its direction only in the end points.
    start: f64,
    sweep: f64,
}

/// The exact rings. `reach` is how far the engine may have moved a point.
///
/// # Errors
/// When a span lies on none of the sources, or a ring does not close.
pub(super) fn rebuild(
    rings: &[Vec<Span>],
    sources: &Sources<'_>,
    reach: f64,
    tol: Tol,
) -> Result<Vec<Path>, String> {
    let mut rebuilt = Vec::with_capacity(rings.len());
    for ring in rings {
        let mut runs: Vec<Run> = Vec::with_capacity(ring.len());
        for span in ring.iter().filter(|span| !is_speck(span, reach)) {
            let seg = sources
                .find(span, runs.last().map(|run| &run.seg), reach)
                .ok_or_else(|| {
                    format!(
                        "it returned a curve near ({}, {}) that is none of the input",
                        span.via.x, span.via.y
                    )
                })?;
            push(&mut runs, Run::new(seg, span), tol);
        }
        close(&mut runs, tol);
        if let Some(path) = chain(runs, reach, tol)? {
            rebuilt.push(path);
        }
    }
    Ok(rebuilt)
}

fn is_speck(span: &Span, reach: f64) -> bool {
    norm(span.to - span.from) <= reach && norm(span.via - span.from) <= reach
}

impl Run {
    fn new(seg: Seg, span: &Span) -> Run {
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
                // The ends of a closed loop are one point: take the end on the side of the middle.
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

    /// Whether `next` goes on along the same line or conic, or the same Bézier.
    fn goes_on(&self, next: &Run, tol: Tol) -> bool {
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

    /// The side to which a conic turns in the plane.
    fn direction(&self) -> bool {
        match &self.seg {
            Seg::Conic(conic) => (conic.p.cross(conic.q) < 0.0) == (self.sweep < 0.0),
            _ => self.sweep >= 0.0,
        }
    }

    fn extend(&mut self, next: &Run) {
        self.to = next.to;
        self.sweep += match (&self.seg, &next.seg) {
            (Seg::Conic(a), Seg::Conic(b)) if (a.p.cross(a.q) < 0.0) != (b.p.cross(b.q) < 0.0) => -next.sweep,
            _ => next.sweep,
        };
    }

    /// Whether it is a whole turn of a conic, or a Bézier that is a ring by itself.
    fn is_whole(&self) -> bool {
        match self.seg {
            Seg::Conic(_) => {
                self.sweep.abs() > TAU - 1e-3 && norm(self.to - self.from) < 1e-3 * self.seg.length()
            }
            Seg::Cubic(_) => self.sweep.abs() > 0.999,
            Seg::Line { .. } => false,
        }
    }
}

/// The distance of a point from the whole line through a piece.
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
    let along = |x: super::super::Vec2, y: super::super::Vec2| norm(x - y).min(norm(x + y)) <= tol.len;
    along(major_a, major_b) && along(minor_a, minor_b)
}

fn push(runs: &mut Vec<Run>, next: Run, tol: Tol) {
    match runs.last_mut() {
        Some(last) if last.goes_on(&next, tol) => last.extend(&next),
        _ => runs.push(next),
    }
}

/// Joins the last run to the first where the ring's seam lies within one.
fn close(runs: &mut Vec<Run>, tol: Tol) {
    while runs.len() > 1 && runs[runs.len() - 1].goes_on(&runs[0], tol) {
        let first = runs.remove(0);
        if let Some(last) = runs.last_mut() {
            last.extend(&first);
        }
    }
}

/// Computes the corners and cuts the curves there. `None` for a ring that has collapsed.
fn chain(mut runs: Vec<Run>, reach: f64, tol: Tol) -> Result<Option<Path>, String> {
    if let [run] = runs.as_slice() {
        return Ok(run.is_whole().then(|| Path::new(vec![whole(run)], true)));
    }
    // Runs that turn out to have no length are taken out, and the corners beside them computed again.
    for _ in 0..4 {
        if runs.len() < 2 {
            return Ok(None);
        }
        let corners: Vec<Point> = (0..runs.len())
            .map(|i| corner(&runs[(i + runs.len() - 1) % runs.len()], &runs[i], reach, tol))
            .collect();
        let span = |i: usize| (corners[i], corners[(i + 1) % corners.len()]);
        let is_gone = |i: usize| {
            let (from, to) = span(i);
            norm(to - from) <= tol.merge && norm(runs[i].to - runs[i].from) <= 4.0 * reach.max(tol.merge) && {
                runs[i].sweep.abs() < 1.0
            }
        };
        let keep: Vec<bool> = (0..runs.len()).map(|i| !is_gone(i)).collect();
        if keep.iter().all(|keep| *keep) {
            let segs: Vec<Seg> = (0..runs.len()).map(|i| cut(&runs[i], span(i))).collect();
            return Ok(Some(Path::new(segs, true)));
        }
        let mut left = Vec::with_capacity(runs.len());
        for (run, keep) in runs.into_iter().zip(keep) {
            if keep {
                push(&mut left, run, tol);
            }
        }
        close(&mut left, tol);
        runs = left;
        if let [run] = runs.as_slice() {
            return Ok(run.is_whole().then(|| Path::new(vec![whole(run)], true)));
        }
    }
    Err("a ring of its answer has edges too short to place".to_owned())
}

/// A closed curve as it went in.
fn whole(run: &Run) -> Seg {
    let seg = match run.seg {
        Seg::Conic(conic) => Seg::Conic(Conic {
            dt: if conic.dt < 0.0 { -TAU } else { TAU },
            ..conic
        }),
        other => other,
    };
    let backwards = match seg {
        Seg::Conic(conic) => conic.dt * run.sweep < 0.0,
        _ => run.sweep < 0.0,
    };
    if backwards { seg.reversed() } else { seg }
}

/// The part of a run's curve between two corners.
fn cut(run: &Run, (from, to): (Point, Point)) -> Seg {
    match run.seg {
        Seg::Line { .. } => Seg::line(from, to),
        Seg::Conic(conic) => {
            let (mut t0, mut t1) = (place(&conic, from), place(&conic, to));
            // The same turns as the run, however the angles are counted.
            t0 += TAU * ((conic.t0 - t0) / TAU).round();
            t1 += TAU * ((t0 + run.sweep - t1) / TAU).round();
            if (t1 - t0 - run.sweep).abs() > PI {
                t1 = t0 + run.sweep;
            }
            Seg::Conic(Conic {
                t0,
                dt: (t1 - t0).clamp(-TAU, TAU),
                ..conic
            })
        }
        Seg::Cubic(curve) => {
            let u = |point: Point, otherwise: f64| {
                let near = run.seg.nearest(point);
                // A loop's ends are one point: keep the run's idea of which of them is meant.
                near.map(|near| near.u)
                    .filter(|u| (u - otherwise).abs() < 0.5)
                    .unwrap_or(otherwise)
            };
            let (u0, u1) = (u(from, run.start), u(to, run.start + run.sweep));
            let whole_way = (u0, u1) == (0.0, 1.0) || (u0, u1) == (1.0, 0.0);
            let part = match (whole_way, u0 < u1) {
                (true, true) => Seg::Cubic(curve),
                (true, false) => Seg::Cubic(curve).reversed(),
                (false, true) => run.seg.sub(u0, u1),
                (false, false) => run.seg.sub(u1, u0).reversed(),
            };
            match part {
                Seg::Cubic(mut part) => {
                    (part.p0, part.p3) = (from, to);
                    Seg::Cubic(part)
                }
                other => other,
            }
        }
    }
}

/// The angle of a corner on a conic; that of an end of the arc exactly.
fn place(conic: &Conic, point: Point) -> f64 {
    if point == conic.start() {
        conic.t0
    } else if point == conic.end() {
        conic.t0 + conic.dt
    } else {
        angle_of(conic, point)
    }
}
