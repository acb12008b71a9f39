//! Convex hull of outlines with exact curves: parts of the outermost curves joined by tangent straight lines
//! (bridges).
//!
//! Points sampled along the curves determine which curves the hull contains and in what order. Each bridge is then
//! adjusted until it is tangent to the curves at both its ends, so the result does not depend on the sampling. A
//! final check tests points of every curve for containment in the hull.

use super::boolean::{BooleanError, union};
use super::num::{norm, unit};
use super::{Path, Point, Seg, Vec2};

/// Distance, as a fraction of the size of the drawing, up to which two samples are one.
const NEAR: f64 = 1e-12;

/// Returns the convex hull in normal form (see [`super::rings`]); an empty list if all points lie on one line.
///
/// # Errors
/// Returns an error if a number is not finite, or if a curve extends beyond the computed hull.
pub fn convex_hull(paths: &[Path]) -> Result<Vec<Path>, BooleanError> {
    let segs: Vec<Seg> = paths
        .iter()
        .flat_map(|path| path.segs.iter().flat_map(bent_one_way))
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
    // A curve that bulges out between two samples gets more samples there, or else everywhere.
    let mut outside: Vec<Sample> = Vec::new();
    for steps in [24_u32, 24, 24, 24, 96, 96, 384, 384] {
        let Some(hull) = hull(&segs, steps, &outside, size) else {
            return Ok(Vec::new());
        };
        let mut found = beyond(&hull, &segs, 1e-10 * size);
        for (seg, curve) in segs.iter().enumerate() {
            found.extend(left_out(&hull, (seg, curve), 1e-9 * size));
        }
        if found.is_empty() && is_convex(&hull, 1e-10 * size) {
            return union(&[vec![hull]]);
        }
        outside.extend(found);
    }
    Err(BooleanError::Unproven(
        "a curve reaches out of the hull".to_owned(),
    ))
}

/// Splits an arc of more than half a turn in two halves, and a Bézier curve where it changes the side to which it bends.
fn bent_one_way(seg: &Seg) -> Vec<Seg> {
    let cuts = match seg {
        Seg::Conic(conic) if conic.dt.abs() > std::f64::consts::PI => vec![0.5],
        Seg::Cubic(cubic) => cubic.inflections().to_vec(),
        _ => Vec::new(),
    };
    let mut parts = Vec::new();
    let mut from = 0.0;
    for to in cuts
        .into_iter()
        .filter(|cut| *cut > 0.0 && *cut < 1.0)
        .chain([1.0])
    {
        let whole = from == 0.0 && to == 1.0;
        parts.push(if whole { *seg } else { seg.sub(from, to) });
        from = to;
    }
    parts
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

/// Returns the hull by `steps` samples of each curve and the `more` samples given; `None` if it has no area.
fn hull(segs: &[Seg], steps: u32, more: &[Sample], size: f64) -> Option<Path> {
    let mut samples = more.to_vec();
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
    merge_near(&mut samples, size);
    let corners = chain(samples);
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
        if !join_at_shared_end((&segs[a.seg], &mut a), (&segs[b.seg], &mut b), step, size) {
            bridge(
                (&segs[a.seg], &mut a.to),
                (&segs[b.seg], &mut b.from),
                1.5 * step,
                NEAR * size,
            );
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

/// Makes coordinates that differ by rounding equal. Otherwise, samples of one place would be several corners, and samples
/// on one vertical line would be sorted by their rounding errors.
fn merge_near(samples: &mut [Sample], size: f64) {
    let axes: [fn(&mut Point) -> &mut f64; 2] = [|point| &mut point.x, |point| &mut point.y];
    for axis in axes {
        trammel_base::sort::by(samples, |a, b| {
            let (mut a, mut b) = (a.point, b.point);
            axis(&mut a).total_cmp(axis(&mut b))
        });
        let mut last: Option<(f64, f64)> = None;
        for sample in &mut *samples {
            let value = axis(&mut sample.point);
            let given = *value;
            let merged = last
                .filter(|(before, _)| given - before <= NEAR * size)
                .map_or(given, |(_, merged)| merged);
            *value = merged;
            last = Some((given, merged));
        }
    }
}

/// Returns the corners of the convex hull of points, counterclockwise (Andrew's monotone chain).
fn chain(mut samples: Vec<Sample>) -> Vec<Sample> {
    trammel_base::sort::by(&mut samples, |a, b| {
        a.point
            .x
            .total_cmp(&b.point.x)
            .then(a.point.y.total_cmp(&b.point.y))
    });
    samples.dedup_by(|a, b| a.point == b.point);
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

/// Whether two curves join at a shared end, of which only one sample was kept, without a concave corner; moves the end
/// of the first visit and the start of the second to that end.
fn join_at_shared_end(
    (a, first): (&Seg, &mut Visit),
    (b, second): (&Seg, &mut Visit),
    step: f64,
    size: f64,
) -> bool {
    let ends = |at: f64| {
        [0.0, 1.0]
            .into_iter()
            .filter(move |end: &f64| (end - at).abs() <= 1.01 * step)
    };
    let (u, v) = (first.to, second.from);
    for (end_u, end_v) in ends(u).flat_map(|x| ends(v).map(move |y| (x, y))) {
        let shared = norm(a.point_at(end_u) - b.point_at(end_v)) <= NEAR * size;
        let arriving = a.direction_at(end_u).map(|along| along * (end_u - first.from));
        let leaving = b.direction_at(end_v).map(|along| along * (second.to - end_v));
        let convex = arriving
            .zip(leaving)
            .is_none_or(|(x, y)| x.cross(y) >= -1e-9 * norm(x) * norm(y));
        if shared && convex && (u == end_u || v == end_v) {
            (first.to, second.from) = (end_u, end_v);
            return true;
        }
    }
    false
}

/// Adjusts a bridge between two curves until it is tangent to both. Points at most `same` apart are one point.
fn bridge((a, u): (&Seg, &mut f64), (b, v): (&Seg, &mut f64), reach: f64, same: f64) {
    let (start_u, start_v) = (*u, *v);
    if norm(a.point_at(*u) - b.point_at(*v)) <= same {
        // At a concave joint, the bridge starts on both sides of the joint.
        let inward = |at: f64| (at + if at < 0.5 { reach } else { -reach }).clamp(0.0, 1.0);
        (*u, *v) = (inward(*u), inward(*v));
    }
    for _ in 0..200 {
        let Some(along) = unit(b.point_at(*v) - a.point_at(*u)) else {
            return;
        };
        // The outside of a counterclockwise hull is on the right.
        let out = Vec2::new(along.y, -along.x);
        let near = |seg: &Seg, at: f64| farthest(seg, out, at, (at - reach, at + reach));
        let (next_u, next_v) = (near(a, start_u), near(b, start_v));
        let moved = (next_u - *u).abs().max((next_v - *v).abs());
        (*u, *v) = (next_u, next_v);
        if moved <= 1e-16 {
            return;
        }
    }
}

/// Returns the parameter between `low` and `high` at which a curve extends farthest in the direction `out`, or `about`
/// if no tangent point there is as far out.
fn farthest(seg: &Seg, out: Vec2, about: f64, (low, high): (f64, f64)) -> f64 {
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
        .filter(|u| (low..=high).contains(u) && (0.0..=1.0).contains(u));
    let height = |u: f64| seg.point_at(u).to_vec2().dot(out);
    near.fold(about, |best, u| if height(u) >= height(best) { u } else { best })
}

/// Returns the tangent points of curves that lie beyond the straight sides of a hull by more than `tolerance`.
fn beyond(hull: &Path, segs: &[Seg], tolerance: f64) -> Vec<Sample> {
    let sides: Vec<(Point, Vec2)> = hull
        .segs
        .iter()
        .filter_map(|side| match side {
            Seg::Line { a, b } => unit(*b - *a).map(|along| (*a, Vec2::new(along.y, -along.x))),
            _ => None,
        })
        .collect();
    let mut found = Vec::new();
    for (index, seg) in segs.iter().enumerate() {
        let Some(bounds) = seg.bounds().filter(|_| !matches!(seg, Seg::Line { .. })) else {
            continue;
        };
        for (at, out) in &sides {
            let height = |point: Point| (point - *at).dot(*out);
            if bounds
                .corners()
                .into_iter()
                .all(|corner| height(corner) <= tolerance)
            {
                continue;
            }
            let u = farthest(seg, *out, 0.0, (0.0, 1.0));
            let point = seg.point_at(u);
            if height(point) > tolerance {
                found.push(Sample { point, seg: index, u });
            }
        }
    }
    found
}

/// Whether a counterclockwise outline has no concave joint that is deeper than `tolerance`.
fn is_convex(hull: &Path, tolerance: f64) -> bool {
    let segs = &hull.segs;
    (0..segs.len()).all(|i| {
        let (a, b) = (&segs[i], &segs[(i + 1) % segs.len()]);
        let sizes = [a, b].map(|seg| norm(seg.end() - seg.start()));
        let turn = a
            .direction_at(1.0)
            .zip(b.direction_at(0.0))
            .map(|(x, y)| x.cross(y));
        turn.is_none_or(|turn| turn >= -1e-6 || -turn * sizes[0].min(sizes[1]) <= tolerance)
    })
}

/// Returns the sampled points of a curve that lie outside of the hull by more than `tolerance`: points at equal steps, and
/// points ever nearer to the ends, where a curve can leave the hull between two steps and return.
fn left_out(hull: &Path, (seg, curve): (usize, &Seg), tolerance: f64) -> Vec<Sample> {
    let steps = (0..=64).map(|i| f64::from(i) / 64.0);
    let ends = (7..=20).map(|i| libm::pow(0.5, f64::from(i)));
    let places = steps.chain(ends.flat_map(|u| [u, 1.0 - u]));
    let is_outside = |point: Point| {
        !super::contains(std::slice::from_ref(hull), point)
            && hull.nearest(point).is_none_or(|near| near.distance > tolerance)
    };
    let samples = places.map(|u| Sample {
        point: curve.point_at(u),
        seg,
        u,
    });
    match curve {
        Seg::Line { .. } => samples
            .filter(|sample| sample.u == 0.0 || sample.u == 1.0)
            .filter(|sample| is_outside(sample.point))
            .collect(),
        _ => samples.filter(|sample| is_outside(sample.point)).collect(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use std::f64::consts::PI;

    use proptest::prelude::*;

    use super::*;
    use crate::{Bounds, Conic, CubicBez, norm, region_area};

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

    /// Returns the hull of points sampled densely along the curves, which lies within the exact hull.
    fn sampled_area(paths: &[Path]) -> f64 {
        let points = paths
            .iter()
            .flat_map(|path| &path.segs)
            .flat_map(|seg| (0..=2000).map(|i| seg.point_at(f64::from(i) / 2000.0)));
        let mut samples: Vec<Sample> = points
            .map(|point| Sample {
                point,
                seg: 0,
                u: 0.0,
            })
            .collect();
        merge_near(&mut samples, 100.0);
        let corners: Vec<Point> = chain(samples).iter().map(|sample| sample.point).collect();
        Path::from_points(&corners, true).signed_area()
    }

    #[test]
    fn arcs_that_lie_on_the_hull() {
        let path = |data: &str| crate::svg::parse(data).unwrap();
        let segment = |r: f64, half: f64| {
            let angle = libm::asin(half / r);
            r * r * angle - half * (r * r - half * half).sqrt()
        };
        // Convex shapes are their own hulls.
        for (data, area) in [
            ("M0 0L40 0L40 40A30 30 0 0 1 0 40Z", 1600.0 + segment(30.0, 20.0)),
            (
                "M0 0A30 30 0 0 1 40 0L40 40A30 30 0 0 1 0 40Z",
                1600.0 + 2.0 * segment(30.0, 20.0),
            ),
            (
                "M0.1 0.2L40.1 0.2L40.1 40.2A30 30 0 0 1 0.1 40.2Z",
                1600.0 + segment(30.0, 20.0),
            ),
            (
                "M0 0L10 0A10 10 0 0 1 20 10L20 30A10 10 0 0 1 10 40L0 40Z",
                800.0 - 50.0 * (4.0 - PI),
            ),
            (
                "M5 0L15 0A5 5 0 0 1 20 5L20 15A5 5 0 0 1 15 20L5 20A5 5 0 0 1 0 15L0 5A5 5 0 0 1 5 0Z",
                400.0 - 25.0 * (4.0 - PI),
            ),
        ] {
            for turn in [0.0, 0.3, 0.5 * PI, 1.0, PI, 2.5] {
                for (x, y) in [(0.0, 0.0), (-1e3, 7.7)] {
                    let place = crate::Affine::rotate(turn).then_translate(Vec2::new(x, y));
                    let turned: Vec<Path> = path(data).iter().map(|path| path.transformed(&place)).collect();
                    let found = convex_hull(&turned).unwrap_or_else(|error| panic!("{data} {turn}: {error}"));
                    assert!(
                        (region_area(&found) - area).abs() <= 1e-9 * area,
                        "{data} {turn} {} {area}",
                        region_area(&found)
                    );
                }
            }
        }
    }

    /// Generates closed outlines of lines and arcs between points on a coarse grid, so that corners, tangents, and
    /// extremes of several outlines coincide.
    fn grid_outline() -> impl Strategy<Value = Path> {
        let corner = (
            -5..=5_i32,
            -5..=5_i32,
            prop_oneof![Just(0.0), Just(0.5), -1.5..1.5],
        );
        prop::collection::vec(corner, 2..9).prop_map(|corners| {
            let points: Vec<Point> = corners
                .iter()
                .map(|(x, y, _)| Point::new(5.0 * f64::from(*x), 5.0 * f64::from(*y)))
                .collect();
            let next = |i: usize| points[(i + 1) % points.len()];
            let segs = (0..points.len())
                .filter(|&i| points[i] != next(i))
                .map(|i| bulged(points[i], next(i), corners[i].2));
            Path::new(segs.collect(), true)
        })
    }

    /// Returns the arc between two points whose sagitta is `bulge` times half of their distance.
    fn bulged(a: Point, b: Point, bulge: f64) -> Seg {
        if bulge == 0.0 {
            return Seg::line(a, b);
        }
        let (turn, half) = (4.0 * libm::atan(bulge), 0.5 * (b - a));
        let center = a + half + Vec2::new(-half.y, half.x) * (0.5 * (1.0 / bulge - bulge));
        let from = a - center;
        Seg::Conic(Conic {
            c: center,
            p: from,
            q: Vec2::new(-from.y, from.x),
            t0: 0.0,
            dt: turn,
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn hulls_of_outlines_on_a_grid_hold_all_curves_or_are_refused(paths in prop::collection::vec(grid_outline(), 1..4)) {
            // A concave joint of less than a hundredth of a radian can be refused.
            if convex_hull(&paths).is_ok() {
                hold_all_curves(&paths)?;
            }
        }

        #[test]
        fn hulls_of_random_paths_hold_all_curves_or_are_refused(paths in prop::collection::vec(crate::properties::path(), 1..4)) {
            // Curves with a cusp narrower than a millionth of their length can be refused.
            if convex_hull(&paths).is_ok() {
                hold_all_curves(&paths)?;
            }
        }
    }

    #[test]
    fn the_hull_of_a_long_and_flat_curve_holds_it() {
        let curve = Seg::Cubic(CubicBez {
            p0: Point::new(844.895282624468, 0.0),
            p1: Point::new(0.0, 0.00036996428224142443),
            p2: Point::new(-1.0, 0.00040208392848079856),
            p3: Point::new(0.0, -0.0004262909901013911),
        });
        hold_all_curves(&[Path::new(vec![curve], false)]).unwrap();
    }

    fn hold_all_curves(paths: &[Path]) -> Result<(), TestCaseError> {
        let (found, least) = (convex_hull(paths), sampled_area(paths));
        prop_assert!(found.is_ok(), "{found:?} of {paths:?}");
        let area = region_area(&found.unwrap_or_default());
        // A curve may be outside by rounding of its coordinates, over the length of the hull.
        let bounds = paths.iter().filter_map(Path::bounds);
        let size = Bounds::union_all(bounds).map_or(0.0, |bounds| norm(bounds.max - bounds.min));
        let rounding = 1e-9 + 1e-11 * size * size;
        prop_assert!(
            area >= least * (1.0 - 1e-9) - rounding && area <= least * (1.0 + 1e-5) + rounding,
            "{area} {least} of {paths:?}"
        );
        Ok(())
    }
}
