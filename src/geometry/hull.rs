//! Convex hull of outlines with exact curves: parts of the outermost curves joined by tangent straight lines
//! (bridges).
//!
//! Points sampled along the curves determine which curves the hull contains and in what order. Each bridge is then
//! adjusted until it is tangent to the curves at both its ends, so the result does not depend on the sampling. A
//! final check tests points of every curve for containment in the hull.

use super::boolean::{BooleanError, union};
use super::num::{norm, unit};
use super::{Path, Point, Seg, Vec2};

/// Returns the convex hull in normal form (see [`super::rings`]); an empty list if all points lie on one line.
///
/// # Errors
/// Returns an error if a number is not finite, or if a curve extends beyond the computed hull.
pub fn convex_hull(paths: &[Path]) -> Result<Vec<Path>, BooleanError> {
    let segs: Vec<Seg> = paths
        .iter()
        .flat_map(|path| path.segs.iter().flat_map(halved))
        .collect();
    let bounds = Path::bounds_of(paths).filter(|_| segs.iter().all(Seg::is_finite));
    let Some(bounds) = bounds else {
        return if segs.is_empty() {
            Ok(Vec::new())
        } else {
            Err(BooleanError::Range)
        };
    };
    let size = bounds.width().max(bounds.height());
    // The sampling is refined if a curve bulges out between two samples.
    for steps in [24_u32, 96, 384] {
        let Some(hull) = hull(&segs, steps, size) else {
            return Ok(Vec::new());
        };
        if segs.iter().all(|seg| is_inside(&hull, seg, 1e-9 * size)) {
            return union(&[vec![hull]]);
        }
    }
    Err(BooleanError::Unproven(
        "a curve reaches out of the hull".to_owned(),
    ))
}

/// Splits an arc of more than half a turn in two halves.
fn halved(seg: &Seg) -> Vec<Seg> {
    match seg {
        Seg::Conic(conic) if conic.dt.abs() > std::f64::consts::PI => {
            vec![seg.sub(0.0, 0.5), seg.sub(0.5, 1.0)]
        }
        _ => vec![*seg],
    }
}

/// A sampled point with its segment and parameter.
#[derive(Clone, Copy)]
struct Sample {
    point: Point,
    seg: usize,
    u: f64,
}

/// A part of a curve on the hull, in the direction of the hull.
#[derive(Clone, Copy)]
struct Visit {
    seg: usize,
    from: f64,
    to: f64,
}

fn hull(segs: &[Seg], steps: u32, size: f64) -> Option<Path> {
    let mut samples = Vec::new();
    for (seg, curve) in segs.iter().enumerate() {
        let steps = if matches!(curve, Seg::Line { .. }) {
            1
        } else {
            steps
        };
        samples.extend((0..=steps).map(|i| {
            let u = f64::from(i) / f64::from(steps);
            Sample {
                point: curve.point_at(u),
                seg,
                u,
            }
        }));
    }
    let corners = chain(samples, size);
    if corners.len() < 2 {
        return None;
    }
    let step = 1.0 / f64::from(steps);
    let mut visits: Vec<Visit> = Vec::new();
    for sample in &corners {
        let visit = Visit {
            seg: sample.seg,
            from: sample.u,
            to: sample.u,
        };
        match visits.last_mut() {
            Some(last) if follows(segs, last, sample, step) => last.to = sample.u,
            _ => visits.push(visit),
        }
    }
    if visits.len() > 1 {
        let (first, last) = (visits[0], visits[visits.len() - 1]);
        let sample = Sample {
            point: Point::ZERO,
            seg: first.seg,
            u: first.from,
        };
        if follows(segs, &last, &sample, step) {
            visits[0].from = last.from;
            visits.pop();
        }
    }
    if visits.len() < 2
        && visits
            .iter()
            .all(|visit| matches!(segs[visit.seg], Seg::Line { .. }))
    {
        return None;
    }
    let count = visits.len();
    for i in 0..count {
        let (mut a, mut b) = (visits[i], visits[(i + 1) % count]);
        if !joined((&segs[a.seg], &mut a.to), (&segs[b.seg], &mut b.from), step, size) {
            bridge((&segs[a.seg], &mut a.to), (&segs[b.seg], &mut b.from), 1.5 * step);
        }
        visits[i].to = a.to;
        visits[(i + 1) % count].from = b.from;
    }
    let mut outline: Vec<Seg> = Vec::new();
    for (i, visit) in visits.iter().enumerate() {
        let part = segs[visit.seg].sub(visit.from, visit.to);
        let curved = visit.from != visit.to && !matches!(part, Seg::Line { .. });
        let end = segs[visit.seg].point_at(visit.to);
        if curved {
            outline.push(part);
        }
        let next = visits[(i + 1) % count];
        let start = segs[next.seg].point_at(next.from);
        if norm(start - end) > 1e-12 * size {
            outline.push(Seg::line(end, start));
        }
    }
    let path = Path::new(outline, true);
    (path.signed_area() > 1e-12 * size * size).then_some(path)
}

/// Whether a sample continues along the curve of a visit.
fn follows(segs: &[Seg], last: &Visit, sample: &Sample, step: f64) -> bool {
    let gap = sample.u - last.to;
    let same_way = last.from == last.to || (last.to - last.from) * gap > 0.0;
    last.seg == sample.seg
        && gap.abs() <= 1.01 * step
        && same_way
        && !matches!(segs[last.seg], Seg::Line { .. })
}

/// Returns the corners of the convex hull of points, counterclockwise (Andrew's monotone chain).
fn chain(mut samples: Vec<Sample>, size: f64) -> Vec<Sample> {
    crate::sort::by(&mut samples, |a, b| {
        a.point
            .x
            .total_cmp(&b.point.x)
            .then(a.point.y.total_cmp(&b.point.y))
    });
    samples.dedup_by(|a, b| norm(a.point - b.point) <= 1e-13 * size);
    let half = |samples: &mut dyn Iterator<Item = Sample>| {
        let mut kept: Vec<Sample> = Vec::new();
        for sample in samples {
            while let [.., a, b] = kept.as_slice() {
                let (u, v) = (b.point - a.point, sample.point - b.point);
                if u.cross(v) > 1e-14 * norm(u) * norm(v) {
                    break;
                }
                kept.pop();
            }
            kept.push(sample);
        }
        kept.pop();
        kept
    };
    let mut lower = half(&mut samples.iter().copied());
    lower.extend(half(&mut samples.iter().rev().copied()));
    lower
}

/// Whether two curves join at a shared end, of which only one sample was kept; moves both parameters to that end.
fn joined((a, u): (&Seg, &mut f64), (b, v): (&Seg, &mut f64), step: f64, size: f64) -> bool {
    let ends = |at: f64| {
        [0.0, 1.0]
            .into_iter()
            .filter(move |end: &f64| (end - at).abs() <= 1.01 * step)
    };
    for (end_u, end_v) in ends(*u).flat_map(|x| ends(*v).map(move |y| (x, y))) {
        let shared = norm(a.point_at(end_u) - b.point_at(end_v)) <= 1e-13 * size;
        if shared && (*u == end_u || *v == end_v) {
            (*u, *v) = (end_u, end_v);
            return true;
        }
    }
    false
}

/// Adjusts a bridge between two curves until it is tangent to both.
fn bridge((a, u): (&Seg, &mut f64), (b, v): (&Seg, &mut f64), reach: f64) {
    let (start_u, start_v) = (*u, *v);
    for _ in 0..200 {
        let Some(along) = unit(b.point_at(*v) - a.point_at(*u)) else {
            return;
        };
        // The outside of a counterclockwise hull is on the right.
        let out = Vec2::new(along.y, -along.x);
        let (next_u, next_v) = (farthest(a, out, start_u, reach), farthest(b, out, start_v, reach));
        let moved = (next_u - *u).abs().max((next_v - *v).abs());
        (*u, *v) = (next_u, next_v);
        if moved <= 1e-16 {
            return;
        }
    }
}

/// Returns the parameter within `reach` of `about` at which a curve extends farthest in the direction `out`.
fn farthest(seg: &Seg, out: Vec2, about: f64, reach: f64) -> f64 {
    let turns: Vec<f64> = match seg {
        Seg::Line { .. } => Vec::new(),
        Seg::Conic(conic) => {
            let t = libm::atan2(out.dot(conic.q), out.dot(conic.p));
            conic.fraction_of(t, 1e-12).into_iter().collect()
        }
        Seg::Cubic(c) => {
            let [d0, d1, d2] = [c.p1 - c.p0, c.p2 - c.p1, c.p3 - c.p2].map(|leg| leg.dot(out));
            kurbo::common::solve_quadratic(d0, 2.0 * (d1 - d0), d0 - 2.0 * d1 + d2).to_vec()
        }
    };
    let near = turns
        .into_iter()
        .filter(|u| (u - about).abs() <= reach && (0.0..=1.0).contains(u));
    let height = |u: f64| seg.point_at(u).to_vec2().dot(out);
    near.fold(about, |best, u| if height(u) >= height(best) { u } else { best })
}

/// Whether 65 sampled points of a curve lie in the hull or within `tolerance` of it.
fn is_inside(hull: &Path, seg: &Seg, tolerance: f64) -> bool {
    (0..=64).all(|i| {
        let point = seg.point_at(f64::from(i) / 64.0);
        super::contains(std::slice::from_ref(hull), point)
            || hull.nearest(point).is_some_and(|near| near.distance <= tolerance)
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use std::f64::consts::PI;

    use super::*;
    use crate::geometry::{Conic, CubicBez, region_area};

    #[track_caller]
    fn check(paths: &[Path], area: f64, segs: usize) {
        let found = convex_hull(paths).unwrap();
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(
            (region_area(&found) - area).abs() <= 1e-9 * area,
            "{} {area}",
            region_area(&found)
        );
        assert_eq!(found[0].segs.len(), segs, "{found:?}");
    }

    #[test]
    fn hull_of_a_polygon() {
        let arrow = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (5.0, 2.0), (0.0, 10.0)].map(Point::from);
        check(&[Path::from_points(&arrow, true)], 100.0, 4);
        check(&[Path::rect(Point::ZERO, 2.0, 3.0)], 6.0, 4);
        let line = Path::from_points(&[Point::ZERO, Point::new(5.0, 5.0), Point::new(9.0, 9.0)], false);
        assert_eq!(convex_hull(&[line]), Ok(vec![]));
        assert_eq!(convex_hull(&[]), Ok(vec![]));
    }

    #[test]
    fn hull_of_circles_is_exact() {
        let circle = |x: f64, r: f64| Path::circle(Point::new(x, 0.0), r);
        check(&[circle(3.0, 5.0)], 25.0 * PI, 1);
        check(&[circle(0.0, 5.0), circle(1.0, 2.0)], 25.0 * PI, 1);
        // The hull of two equal disks is a slot, that of two unequal disks has the shape of a belt.
        check(&[circle(0.0, 5.0), circle(20.0, 5.0)], 25.0 * PI + 200.0, 4);
        let (r, s, d) = (5.0_f64, 2.0_f64, 20.0_f64);
        let (lean, length) = (libm::asin((r - s) / d), (d * d - (r - s) * (r - s)).sqrt());
        let belt = length * (r + s) + r * r * (0.5 * PI + lean) + s * s * (0.5 * PI - lean);
        check(&[circle(0.0, r), circle(d, s)], belt, 4);
    }

    #[test]
    fn hull_of_curves() {
        let half = Conic {
            t0: 0.0,
            dt: PI,
            ..Conic::circle(Point::ZERO, 10.0)
        };
        check(&[Path::new(vec![Seg::Conic(half)], false)], 50.0 * PI, 2);
        check(&[Path::ellipse(Point::ZERO, 8.0, 3.0, 0.7)], 24.0 * PI, 1);
        let [p, q, r, s] = [(0.0, 0.0), (0.0, 100.0), (100.0, 100.0), (100.0, 0.0)].map(Point::from);
        check(
            &[Path::new(vec![Seg::Cubic(CubicBez::new(p, q, r, s))], false)],
            6000.0,
            2,
        );
        // A point above a circle: two tangents.
        let tip = Path::from_points(&[Point::new(0.0, 2.0), Point::new(0.0, 0.0)], false);
        let want = 3_f64.sqrt() + (PI - PI / 3.0);
        check(&[Path::circle(Point::ZERO, 1.0), tip], want, 3);
    }
}
