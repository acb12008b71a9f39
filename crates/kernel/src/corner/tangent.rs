//! Circles of a given radius tangent to two curves.
//!
//! Lines count as infinite and conics as whole ellipses; Béziers are not extended. The center lies on a parallel of
//! each curve at the distance of the radius. For lines and circles, the parallels are lines and circles, and are
//! intersected in closed form. The parallel of a line or circle meets any other parallel where a function of one
//! parameter is 0. Two parallels of other curves meet where their sampled chains cross. From these starting values,
//! Newton's method on `A(t) ± r·nA(t) = B(u) ± r·nB(u)` finds the circle.

use std::f64::consts::TAU;

use super::super::index::Index;
use super::super::num::{norm, unit};
use super::super::{Bounds, Conic, Point, Seg, Tol, Vec2};

/// A circle tangent to two curves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// Center of the circle.
    pub center: Point,
    /// Parameter of the tangent point on the first curve; outside 0..1 on its extension.
    pub t: f64,
    /// Parameter of the tangent point on the second curve.
    pub u: f64,
}

/// Returns all circles of radius `r` tangent to both curves, with lines and conics extended. Empty if a number is
/// not finite. Parallel curves, which can have infinitely many tangent circles, give none. If neither curve is a line or
/// a circle, a circle next to a cusp of a parallel, where the radius of curvature is `r`, can be missed. A circle at a
/// place where a curve turns back within a 160th of its parameter range can be missed as well.
pub fn tangent_circles(a: &Seg, b: &Seg, r: f64, tol: Tol) -> Vec<Touch> {
    let mut found: Vec<Touch> = Vec::new();
    if !(a.is_finite() && b.is_finite() && r.is_finite() && r > 0.0) {
        return found;
    }
    for (side_a, side_b) in [(r, r), (r, -r), (-r, r), (-r, -r)] {
        let offsets = (Offset { seg: a, by: side_a }, Offset { seg: b, by: side_b });
        for seed in seeds(&offsets.0, &offsets.1) {
            let Some(touch) = polish(&offsets.0, &offsets.1, seed, tol) else {
                continue;
            };
            let same = |old: &Touch| {
                norm(old.center - touch.center) <= tol.merge
                    && norm(a.point_at(old.t) - a.point_at(touch.t)) <= tol.merge
                    && norm(b.point_at(old.u) - b.point_at(touch.u)) <= tol.merge
            };
            if !found.iter().any(same) {
                found.push(touch);
            }
        }
    }
    found
}

/// Parallel curve of a segment, at distance `by` to its left.
struct Offset<'a> {
    seg: &'a Seg,
    by: f64,
}

impl Offset<'_> {
    fn point(&self, u: f64) -> Option<Point> {
        let at = self.seg.point_at(u);
        Some(at + left_normal(self.seg.direction_at(u)?) * self.by)
    }

    /// Returns the derivative with respect to `u`: that of the segment, scaled by a factor that depends on its
    /// curvature.
    fn derivative(&self, u: f64) -> Option<Vec2> {
        let bend = self.seg.curvature_at(u)?;
        Some(self.seg.derivative_at(u) * (1.0 - self.by * bend))
    }

    /// Returns the parallel of a line, as a point and a direction vector with the length of the line.
    fn line(&self) -> Option<(Point, Vec2)> {
        match self.seg {
            Seg::Line { a, b } => Some((self.point(0.0)?, *b - *a)),
            _ => None,
        }
    }

    /// Returns the parallel of a circle as its center and radius; the radius is negative if the parallel lies
    /// beyond the center.
    fn circle(&self) -> Option<(Point, f64)> {
        match self.seg {
            Seg::Conic(conic) => {
                let inward = if conic.is_ccw() { self.by } else { -self.by };
                Some((conic.c, conic.radius()? - inward))
            }
            _ => None,
        }
    }

    /// Returns the signed distance of a point from the parallel of a line or circle, and the unit vector in which the
    /// distance grows; `None` for other curves and at the center of a circle.
    fn distance_from(&self, at: Point) -> Option<(f64, Vec2)> {
        if let Some((start, d)) = self.line() {
            let away = left_normal(unit(d)?);
            return Some(((at - start).dot(away), away));
        }
        let (center, radius) = self.circle()?;
        Some((norm(at - center) - radius.abs(), unit(at - center)?))
    }

    /// Returns the end of the parameter range, which starts at 0; a conic counts as the whole ellipse.
    fn range(&self) -> f64 {
        match self.seg {
            Seg::Conic(conic) => TAU / conic.dt.abs(),
            Seg::Line { .. } | Seg::Cubic(_) => 1.0,
        }
    }

    /// Returns the parameter of a point that lies on the parallel of a line or circle.
    fn param_of(&self, at: Point) -> f64 {
        match self.seg {
            Seg::Line { a, b } => (at - *a).dot(*b - *a) / (*b - *a).hypot2(),
            Seg::Conic(conic) => {
                let across = self.circle().is_some_and(|(_, radius)| radius < 0.0);
                let v = if across { conic.c - at } else { at - conic.c };
                let angle = libm::atan2(v.dot(conic.q), v.dot(conic.p));
                (angle - conic.t0) / conic.dt
            }
            Seg::Cubic(_) => self.seg.nearest(at).map_or(f64::NAN, |near| near.u),
        }
    }
}

/// Returns starting values for Newton's method: pairs of parameters.
fn seeds(a: &Offset<'_>, b: &Offset<'_>) -> Vec<(f64, f64)> {
    let centers = match (a.line(), a.circle(), b.line(), b.circle()) {
        (Some(a), _, Some(b), _) => line_line(a, b),
        (Some(line), _, _, Some(circle)) | (_, Some(circle), Some(line), _) => line_circle(line, circle),
        (_, Some(a), _, Some(b)) => circle_circle(a, b),
        (None, None, None, None) => return sampled_crossings(a, b),
        (None, None, ..) => return on_level(b, a).into_iter().map(|(u, t)| (t, u)).collect(),
        _ => return on_level(a, b),
    };
    centers
        .into_iter()
        .map(|center| (a.param_of(center), b.param_of(center)))
        .collect()
}

fn line_line((p, d): (Point, Vec2), (q, e): (Point, Vec2)) -> Vec<Point> {
    let det = d.cross(e);
    if det.abs() <= 1e-9 * norm(d) * norm(e) {
        return Vec::new();
    }
    vec![p + d * ((q - p).cross(e) / det)]
}

fn line_circle((p, d): (Point, Vec2), (c, radius): (Point, f64)) -> Vec<Point> {
    let Some(along) = unit(d) else { return Vec::new() };
    let foot = p + along * (c - p).dot(along);
    both_sides(foot, along, radius * radius - (c - foot).hypot2(), radius)
}

fn circle_circle((c, r): (Point, f64), (d, s): (Point, f64)) -> Vec<Point> {
    let between = d - c;
    let Some(along) = unit(between) else {
        return Vec::new();
    };
    let distance = norm(between);
    let x = (distance * distance + r * r - s * s) / (2.0 * distance);
    both_sides(c + along * x, left_normal(along), r * r - x * x, r)
}

/// Returns the points at distance `± √square` from `at`; a single point if they coincide to within rounding.
fn both_sides(at: Point, along: Vec2, square: f64, size: f64) -> Vec<Point> {
    let touching = 1e-12 * size * size;
    if square > touching {
        let h = square.sqrt();
        vec![at + along * h, at - along * h]
    } else if square >= -touching {
        vec![at]
    } else {
        Vec::new()
    }
}

/// Returns the crossings of the parallel of a line or circle with another parallel.
///
/// The signed distance of the other parallel from the line or circle is a function of one parameter. The function is
/// sampled; between two samples, a root is found by its sign change, and a pair of roots by the extremum that separates
/// them. The method needs no direction of the other parallel, which is undefined at a cusp.
fn on_level(level: &Offset<'_>, other: &Offset<'_>) -> Vec<(f64, f64)> {
    let distance = |u: f64| level.distance_from(other.point(u)?).map(|(distance, _)| distance);
    let growth = |u: f64| {
        let (_, away) = level.distance_from(other.point(u)?)?;
        Some(other.derivative(u)?.dot(away))
    };
    let mut found = Vec::new();
    let range = other.range();
    let place = |i: u32| range * f64::from(i) / f64::from(SAMPLES);
    for (from, to) in (0..SAMPLES).map(|i| (place(i), place(i + 1))) {
        let (Some(first), Some(last)) = (distance(from), distance(to)) else {
            continue;
        };
        if first * last <= 0.0 {
            found.extend(zero(distance, from, to));
            continue;
        }
        let turns = growth(from).zip(growth(to)).is_some_and(|(a, b)| a * b < 0.0);
        let Some(turn) = turns.then(|| zero(growth, from, to)).flatten() else {
            continue;
        };
        if distance(turn).is_some_and(|middle| first * middle < 0.0) {
            found.extend(zero(distance, from, turn));
            found.extend(zero(distance, turn, to));
        } else {
            // The curves touch there, or they do not meet, which the caller finds out.
            found.push(turn);
        }
    }
    let pair = |u: f64| Some((level.param_of(other.point(u)?), u));
    found.into_iter().filter_map(pair).collect()
}

/// Returns a zero of a function with a sign change between two parameters, by bisection.
fn zero(f: impl Fn(f64) -> Option<f64>, mut from: f64, mut to: f64) -> Option<f64> {
    let rises = f(to)? > f(from)?;
    for _ in 0..50 {
        let middle = 0.5 * (from + to);
        if (f(middle)? > 0.0) == rises {
            to = middle;
        } else {
            from = middle;
        }
    }
    Some(0.5 * (from + to))
}

/// Returns the crossings of the sampled parallels.
fn sampled_crossings(a: &Offset<'_>, b: &Offset<'_>) -> Vec<(f64, f64)> {
    let (Some(box_a), Some(box_b)) = (whole_box(a.seg), whole_box(b.seg)) else {
        return Vec::new();
    };
    let reach = a.by.abs() + b.by.abs();
    let (chain_a, chain_b) = (sample(a, &box_b, reach), sample(b, &box_a, reach));
    let index = Index::new(chain_b.windows(2).map(|y| Bounds::new(y[0].1, y[1].1)));
    let mut found = Vec::new();
    for x in chain_a.windows(2) {
        let Some(box_x) = Bounds::new(x[0].1, x[1].1) else {
            continue;
        };
        // Crossings slightly beyond the ends of a chord count: where the chords just miss each other, the curves
        // may still meet.
        let box_x = box_x.inflate(0.25 * norm(x[1].1 - x[0].1));
        for at in index.window(&box_x) {
            let y = &chain_b[at as usize..at as usize + 2];
            let (d, e) = (x[1].1 - x[0].1, y[1].1 - y[0].1);
            let det = d.cross(e);
            let (s, v) = ((y[0].1 - x[0].1).cross(e) / det, (y[0].1 - x[0].1).cross(d) / det);
            let near = |w: f64| (-0.6..=1.6).contains(&w);
            if near(s) && near(v) {
                let between = |pair: &[(f64, Point)], w: f64| pair[0].0 + w * (pair[1].0 - pair[0].0);
                found.push((between(x, s), between(y, v)));
            }
        }
    }
    found
}

/// Number of sampled steps along a parallel.
const SAMPLES: u32 = 160;

/// Returns parameters and points along a parallel; for a line, only the range that can come near `other`.
fn sample(offset: &Offset<'_>, other: &Option<Bounds>, reach: f64) -> Vec<(f64, Point)> {
    let (from, to, count) = match offset.seg {
        Seg::Line { a, b } => {
            let (Some(along), Some(other)) = (unit(*b - *a), other) else {
                return Vec::new();
            };
            let length = norm(*b - *a);
            let places = other.corners().map(|corner| (corner - *a).dot(along));
            let low = places.into_iter().fold(f64::INFINITY, f64::min) - reach;
            let high = places.into_iter().fold(f64::NEG_INFINITY, f64::max) + reach;
            (low / length, high / length, 1)
        }
        Seg::Conic(_) | Seg::Cubic(_) => (0.0, offset.range(), SAMPLES),
    };
    (0..=count)
        .filter_map(|i| {
            let u = from + (to - from) * f64::from(i) / f64::from(count);
            Some((u, offset.point(u)?))
        })
        .collect()
}

/// Returns the bounding box of the whole conic or the Bézier; `Some(None)` for an infinite line.
#[allow(
    clippy::option_option,
    reason = "no box at all is not the same as an endless one"
)]
fn whole_box(seg: &Seg) -> Option<Option<Bounds>> {
    match seg {
        Seg::Line { .. } => Some(None),
        Seg::Conic(conic) => Conic { dt: TAU, ..*conic }.bounds().map(Some),
        Seg::Cubic(_) => seg.bounds().map(Some),
    }
}

/// Runs Newton's method from a starting value; `None` unless the result is a circle tangent to both curves.
fn polish(a: &Offset<'_>, b: &Offset<'_>, (mut t, mut u): (f64, f64), tol: Tol) -> Option<Touch> {
    let clamp = |seg: &Seg, u: f64| match seg {
        Seg::Cubic(_) => u.clamp(0.0, 1.0),
        _ => u,
    };
    let gap_at = |t: f64, u: f64| Some(a.point(t)? - b.point(u)?);
    let mut gap = gap_at(t, u)?;
    let start = a.point(t)?;
    // The starting values of closed forms already meet this limit.
    let done = f64::EPSILON * start.x.abs().max(start.y.abs()).max(a.by.abs());
    for _ in 0..24 {
        if norm(gap) <= done {
            break;
        }
        let (da, db) = (a.derivative(t)?, b.derivative(u)?);
        let det = da.cross(db);
        let (dt, du) = (gap.cross(db) / det, gap.cross(da) / det);
        if !(dt.is_finite() && du.is_finite()) {
            break;
        }
        // Try a full step, then shorter ones.
        let step = |size: f64| {
            let (t, u) = (clamp(a.seg, t - size * dt), clamp(b.seg, u - size * du));
            gap_at(t, u).map(|gap| (t, u, gap))
        };
        let better = [1.0, 0.5, 0.125]
            .into_iter()
            .filter_map(step)
            .find(|(_, _, next)| norm(*next) < norm(gap));
        match better {
            Some(next) => (t, u, gap) = next,
            None => break,
        }
    }
    let center = a.point(t)?.midpoint(b.point(u)?);
    let slack = (1e-10 * a.by.abs()).max(4.0 * f64::EPSILON * center.to_vec2().x.abs().max(center.y.abs()));
    let touch = Touch { center, t, u };
    (norm(gap) <= slack.min(tol.merge) && center.is_finite()).then_some(touch)
}

fn left_normal(v: Vec2) -> Vec2 {
    Vec2::new(-v.y, v.x)
}
