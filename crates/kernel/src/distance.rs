//! Shortest distance between curves, and angles between directions.
//!
//! Pairs of lines and circles have a closed form. For a pair with an ellipse or a Bézier, the distance to one curve
//! is sampled along the other, with the exact nearest point at each sample, and each local minimum is refined.

use super::index::Index;
use super::num::{norm, unit};
use super::{Conic, Path, Point, Seg, Tol, Vec2, intersect};

/// Closest points of two curves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest {
    /// Distance between the curves; 0 if they intersect.
    pub distance: f64,
    /// Point on the first curve.
    pub a: Point,
    /// Point on the second curve.
    pub b: Point,
}

impl Closest {
    fn between(a: Point, b: Point) -> Closest {
        Closest {
            distance: norm(b - a),
            a,
            b,
        }
    }

    fn swap_sides(self) -> Closest {
        Closest {
            a: self.b,
            b: self.a,
            ..self
        }
    }
}

/// Returns the closest points of two sets of paths (outlines, not areas); `None` if one set is empty or not finite.
/// Of several equal distances, the first one found is returned.
pub fn closest(a: &[Path], b: &[Path], tol: Tol) -> Option<Closest> {
    closest_within(a, b, tol, |_| true).ok().flatten()
}

/// Work that was not left for a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMuchWork;

/// Returns the work of an intersection of two segments; that of two straight or circular ones is 1.
pub fn pair_work(a: &Seg, b: &Seg) -> usize {
    /// Work for a curve and a straight or circular segment.
    const OF_CURVE: usize = 10;
    /// Work for two curves, each of which is searched along the other one.
    const OF_CURVES: usize = 400;
    let is_simple = |seg: &Seg| match seg {
        Seg::Line { .. } => true,
        Seg::Conic(conic) => conic.is_circle(),
        Seg::Cubic(_) => false,
    };
    match (is_simple(a), is_simple(b)) {
        (true, true) => 1,
        (false, false) => OF_CURVES,
        _ => OF_CURVE,
    }
}

/// Returns the closest points like [`closest`]. `take` takes the work of each comparison of two pieces from a budget.
///
/// # Errors
/// Returns an error if `take` returns false.
pub fn closest_within(
    a: &[Path],
    b: &[Path],
    tol: Tol,
    mut take: impl FnMut(usize) -> bool,
) -> Result<Option<Closest>, TooMuchWork> {
    /// Work of a distance as a multiple of that of an intersection: the ends are compared as well.
    const OF_DISTANCE: usize = 3;
    let pieces = |paths: &[Path]| -> Vec<Seg> { paths.iter().flat_map(|path| path.segs.clone()).collect() };
    let (pieces_a, pieces_b) = (pieces(a), pieces(b));
    let index = Index::new(pieces_b.iter().map(Seg::bounds));
    let mut best: Option<Closest> = None;
    let mut is_left = true;
    for seg in &pieces_a {
        let Some(bounds) = seg.bounds() else { continue };
        let limit = best.map_or(f64::INFINITY, |best| best.distance);
        let apart = |b: &[f64; 4]| {
            let dx = (b[0] - bounds.max.x).max(bounds.min.x - b[2]).max(0.0);
            let dy = (b[1] - bounds.max.y).max(bounds.min.y - b[3]).max(0.0);
            norm(Vec2::new(dx, dy))
        };
        index.by_distance(apart, limit, |number, limit| {
            let other = &pieces_b[number as usize];
            is_left = is_left && take(OF_DISTANCE * pair_work(seg, other));
            if !is_left {
                // No piece is so near.
                return f64::NEG_INFINITY;
            }
            match seg_closest(seg, other, tol) {
                Some(found) if best.is_none_or(|old| found.distance < old.distance) => {
                    best = Some(found);
                    found.distance
                }
                _ => limit,
            }
        });
        if !is_left {
            return Err(TooMuchWork);
        }
        if best.is_some_and(|best| best.distance == 0.0) {
            break;
        }
    }
    Ok(best)
}

/// Returns the closest points of two segments; `None` if a number is not finite.
pub fn seg_closest(a: &Seg, b: &Seg, tol: Tol) -> Option<Closest> {
    if let Some(hit) = intersect::seg_seg(a, b, tol).first() {
        return Some(Closest::between(hit.point, hit.point));
    }
    let mut best: Option<Closest> = None;
    let mut take = |found: Option<Closest>| {
        if let Some(found) = found
            && best.is_none_or(|old| found.distance < old.distance)
        {
            best = Some(found);
        }
    };
    let to = |seg: &Seg, from: Point| Some(Closest::between(from, seg.nearest(from)?.point));
    for end in [a.start(), a.end()] {
        take(to(b, end));
    }
    for end in [b.start(), b.end()] {
        take(to(a, end).map(Closest::swap_sides));
    }
    match (a, b) {
        (Seg::Line { .. }, Seg::Line { .. }) => {}
        (Seg::Line { .. }, Seg::Conic(circle)) if circle.is_circle() => {
            take(line_circle(a, circle));
        }
        (Seg::Conic(circle), Seg::Line { .. }) if circle.is_circle() => {
            take(line_circle(b, circle).map(Closest::swap_sides));
        }
        (Seg::Conic(x), Seg::Conic(y)) if x.is_circle() && y.is_circle() => {
            for found in circle_circle(x, y) {
                take(Some(found));
            }
        }
        // The nearest point is computed on the curve for which that is cheaper.
        (Seg::Cubic(_), Seg::Line { .. } | Seg::Conic(_)) | (Seg::Conic(_), Seg::Line { .. }) => {
            take(dips(a, b));
        }
        _ => take(dips(b, a).map(Closest::swap_sides)),
    }
    best
}

/// Returns the closest pair of a point on the line and an arc point in line with the center and the foot of its
/// perpendicular.
fn line_circle(line: &Seg, circle: &Conic) -> Option<Closest> {
    let foot = line.nearest(circle.c)?.point;
    on_arc(circle, foot - circle.c)
        .into_iter()
        .filter_map(|on| Some(Closest::between(line.nearest(on)?.point, on)))
        .min_by(|x, y| x.distance.total_cmp(&y.distance))
}

fn circle_circle(x: &Conic, y: &Conic) -> Vec<Closest> {
    let between = y.c - x.c;
    let mut found = Vec::new();
    for p in on_arc(x, between) {
        for q in on_arc(y, between) {
            found.push(Closest::between(p, q));
        }
    }
    found
}

/// Returns the points of a circular arc in the directions `direction` and `-direction` from its center.
fn on_arc(circle: &Conic, direction: Vec2) -> Vec<Point> {
    let Some(along) = unit(direction) else {
        return Vec::new();
    };
    let angle = libm::atan2(along.dot(circle.q), along.dot(circle.p));
    [angle, angle + std::f64::consts::PI]
        .into_iter()
        .filter_map(|t| circle.fraction_of(t, 1e-12))
        .map(|u| circle.point(circle.angle_at(u)))
        .collect()
}

/// Returns the local minimum with the least distance from a point moving along `a` to its nearest point on `b`.
fn dips(a: &Seg, b: &Seg) -> Option<Closest> {
    const STEPS: usize = 48;
    let at = |u: f64| Some(Closest::between(a.point_at(u), b.nearest(a.point_at(u))?.point));
    let values: Vec<Closest> = (0..=STEPS)
        .map(|i| at(i as f64 / STEPS as f64))
        .collect::<Option<_>>()?;
    let mut best = values[0];
    for i in 0..=STEPS {
        let (left, right) = (i.saturating_sub(1), (i + 1).min(STEPS));
        let here = values[i].distance;
        if here > values[left].distance || here > values[right].distance {
            continue;
        }
        let (mut low, mut high) = (left as f64 / STEPS as f64, right as f64 / STEPS as f64);
        // Golden-section search: the distance is unimodal between the neighbors of a lowest sample.
        const RATIO: f64 = 0.618_033_988_749_894_9;
        let inner = |low: f64, high: f64| (high - RATIO * (high - low), low + RATIO * (high - low));
        let (mut x, mut y) = inner(low, high);
        let (mut at_x, mut at_y) = (at(x)?, at(y)?);
        for _ in 0..44 {
            if at_x.distance <= at_y.distance {
                (high, y, at_y) = (y, x, at_x);
                x = inner(low, high).0;
                at_x = at(x)?;
            } else {
                (low, x, at_x) = (x, y, at_y);
                y = inner(low, high).1;
                at_y = at(y)?;
            }
        }
        for found in [values[i], at_x, at_y] {
            if found.distance < best.distance {
                best = found;
            }
        }
    }
    Some(best)
}

/// Returns the angle from `a` to `b` in radians, counterclockwise in [0, 2π); `None` for a direction of zero
/// length.
pub fn angle_between(a: Vec2, b: Vec2) -> Option<f64> {
    let (a, b) = (unit(a)?, unit(b)?);
    let angle = libm::atan2(a.cross(b), a.dot(b));
    Some(if angle < 0.0 {
        (angle + std::f64::consts::TAU).min(std::f64::consts::TAU.next_down())
    } else {
        angle
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use std::f64::consts::{FRAC_PI_2, PI};

    use super::*;

    #[track_caller]
    fn check(a: &Path, b: &Path, want: f64) {
        let (a, b) = (std::slice::from_ref(a), std::slice::from_ref(b));
        for found in [
            closest(a, b, Tol::MODEL).unwrap(),
            closest(b, a, Tol::MODEL).unwrap(),
        ] {
            assert!((found.distance - want).abs() < 1e-11, "{found:?} {want}");
            assert!((norm(found.b - found.a) - want).abs() < 1e-11);
        }
    }

    #[test]
    fn distance_in_closed_form() {
        let line = |x0: f64, y0: f64, x1: f64, y1: f64| {
            Path::from_points(&[Point::new(x0, y0), Point::new(x1, y1)], false)
        };
        let circle = |x: f64, y: f64, r: f64| Path::circle(Point::new(x, y), r);
        check(&line(0.0, 0.0, 10.0, 0.0), &line(0.0, 3.0, 10.0, 7.0), 3.0);
        check(&line(-5.0, 0.0, 5.0, 0.0), &circle(0.0, 4.0, 1.0), 3.0);
        check(&line(2.0, 0.0, 5.0, 0.0), &circle(0.0, 0.0, 1.0), 1.0);
        check(&circle(0.0, 0.0, 10.0), &circle(1.0, 0.0, 2.0), 7.0);
        check(&circle(0.0, 0.0, 1.0), &circle(10.0, 0.0, 2.0), 7.0);
        check(&circle(0.0, 0.0, 5.0), &line(0.0, 0.0, 100.0, 0.0), 0.0);
        // A line inside the circle, at the distance 10 − √2.
        check(
            &circle(0.0, 0.0, 10.0),
            &line(-1.0, 1.0, 1.0, 1.0),
            10.0 - 2_f64.sqrt(),
        );
        let upper = Path::arc(Point::ZERO, 5.0, 0.0, PI);
        check(&upper, &line(-1.0, -3.0, 1.0, -3.0), 5.0);
        check(
            &Path::rect(Point::ZERO, 4.0, 4.0),
            &Path::rect(Point::new(7.0, 8.0), 4.0, 4.0),
            5.0,
        );
    }

    #[test]
    fn distance_to_ellipses_and_curves() {
        let ellipse = Path::ellipse(Point::ZERO, 5.0, 3.0, 0.0);
        let wall = Path::from_points(&[Point::new(-20.0, 7.0), Point::new(20.0, 7.0)], false);
        check(&ellipse, &wall, 4.0);
        check(
            &ellipse,
            &Path::ellipse(Point::new(12.0, 0.0), 3.0, 9.0, 0.0),
            4.0,
        );
        let arch = Path::new(
            vec![Seg::Cubic(super::super::CubicBez::new(
                Point::ZERO,
                Point::new(0.0, 100.0),
                Point::new(100.0, 100.0),
                Point::new(100.0, 0.0),
            ))],
            false,
        );
        check(&arch, &Path::circle(Point::new(50.0, 100.0), 5.0), 20.0);
        check(
            &arch,
            &Path::from_points(&[Point::new(0.0, 80.0), Point::new(99.0, 80.0)], false),
            5.0,
        );
    }

    #[test]
    fn angles_turn_counterclockwise() {
        let (x, y) = (Vec2::new(2.0, 0.0), Vec2::new(0.0, 3.0));
        assert_eq!(angle_between(x, y), Some(FRAC_PI_2));
        assert_eq!(angle_between(y, x), Some(3.0 * FRAC_PI_2));
        assert_eq!(angle_between(x, x), Some(0.0));
        assert_eq!(angle_between(x, Vec2::ZERO), None);
    }
}
