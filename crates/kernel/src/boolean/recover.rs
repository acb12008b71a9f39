//! Recovery of exact curves from the rounded result of an engine.
//!
//! Each span of the result lies on one of the input curves. That curve is looked up, consecutive spans on one line
//! or conic are joined into one run, and each corner is computed again from the two curves that meet there. The
//! output therefore consists of parts of the input, and corners that the operation did not change keep their
//! coordinates.

use std::f64::consts::{PI, TAU};

use super::super::num::norm;
use super::super::{Conic, Path, Point, Seg, Tol};
use super::corner::corner;
use super::engine::Span;
use super::lookup::Sources;
use super::run::{Run, angle_of};

/// Returns the exact rings. `reach` is the largest distance of an engine's point from its source curve.
///
/// # Errors
/// Returns an error if a span lies on none of the sources, or if a ring has edges too short to place.
pub(super) fn rebuild(
    rings: &[Vec<Span>],
    sources: &Sources<'_>,
    reach: f64,
    tol: Tol,
) -> Result<Vec<Path>, String> {
    let mut rebuilt = Vec::with_capacity(rings.len());
    for ring in rings {
        let mut runs: Vec<Run> = Vec::with_capacity(ring.len());
        for span in ring.iter().filter(|span| !is_degenerate(span, reach)) {
            let seg = sources
                .find(span, runs.last().map(|run| &run.seg), reach)
                .ok_or_else(|| {
                    format!(
                        "the result has a curve near ({}, {}) that is not in the input",
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

fn is_degenerate(span: &Span, reach: f64) -> bool {
    norm(span.to - span.from) <= reach && norm(span.via - span.from) <= reach
}

fn push(runs: &mut Vec<Run>, next: Run, tol: Tol) {
    match runs.last_mut() {
        Some(last) if last.continues_with(&next, tol) => last.extend(&next),
        _ => runs.push(next),
    }
}

/// Joins the last run to the first if the start of the ring lies within one run.
fn close(runs: &mut Vec<Run>, tol: Tol) {
    while runs.len() > 1 && runs[runs.len() - 1].continues_with(&runs[0], tol) {
        let first = runs.remove(0);
        if let Some(last) = runs.last_mut() {
            last.extend(&first);
        }
    }
}

/// Computes the corners and cuts the curves there. `None` for a degenerate ring.
fn chain(mut runs: Vec<Run>, reach: f64, tol: Tol) -> Result<Option<Path>, String> {
    if let [run] = runs.as_slice() {
        return Ok(run.is_whole().then(|| Path::new(vec![whole(run)], true)));
    }
    // Runs without length are removed, and the corners are computed again.
    for _ in 0..4 {
        if runs.len() < 2 {
            return Ok(None);
        }
        let corners: Vec<Point> = (0..runs.len())
            .map(|i| corner(&runs[(i + runs.len() - 1) % runs.len()], &runs[i], reach, tol))
            .collect();
        let span = |i: usize| (corners[i], corners[(i + 1) % corners.len()]);
        let has_no_length = |i: usize| {
            let (from, to) = span(i);
            norm(to - from) <= tol.merge && norm(runs[i].to - runs[i].from) <= 4.0 * reach.max(tol.merge) && {
                runs[i].sweep.abs() < 1.0
            }
        };
        let keep: Vec<bool> = (0..runs.len()).map(|i| !has_no_length(i)).collect();
        if keep.iter().all(|keep| *keep) {
            let segs: Vec<Seg> = (0..runs.len()).map(|i| part_of_run(&runs[i], span(i))).collect();
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
    Err("an outline of the result has edges that are too short".to_owned())
}

/// Returns the whole closed curve of a run, in the direction of the run.
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

/// Returns the part of a run's curve between two corners.
fn part_of_run(run: &Run, (from, to): (Point, Point)) -> Seg {
    match run.seg {
        Seg::Line { .. } => Seg::line(from, to),
        Seg::Conic(conic) => {
            let (mut t0, mut t1) = (place(&conic, from), place(&conic, to));
            // Shift the angles by full turns so that the sweep matches the sweep of the run.
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
                // The ends of a loop are one point: the parameter of the run selects the end.
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

/// Returns the parameter of a corner on a conic; exact for the two ends of the arc.
fn place(conic: &Conic, point: Point) -> f64 {
    if point == conic.start() {
        conic.t0
    } else if point == conic.end() {
        conic.t0 + conic.dt
    } else {
        angle_of(conic, point)
    }
}
