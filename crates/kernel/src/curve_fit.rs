//! Smooth curves through points, and curves fitted to samples within a tolerance.
//!
//! [`through`] is the cubic spline with continuous curvature whose parameter is the chord length (de Boor: A Practical Guide to
//! Splines, chapter 4). [`fit_curves`] is the method of Schneider (An Algorithm for Automatically Fitting Digitized Curves, Graphics
//! Gems, 1990): least squares with fixed tangents, better parameters by Newton's method, and a split at the worst sample.

use super::num::{norm, unit};
use super::{CubicBez, Point, Seg, Vec2};

/// Rounds of better parameters before a curve is split.
const ROUNDS: usize = 8;

/// Curves and their largest distance from the samples.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// Curves, each beginning at the end of the one before with the same tangent.
    pub curves: Vec<CubicBez>,
    /// Largest distance of a sample from the curves, in drawing units.
    pub deviation: f64,
}

/// Returns the curve through points with continuous tangents and curvature; a closed one returns to the first point. Equal
/// neighbors count once. Fewer than two points (closed: three) have no curve.
pub fn through(points: &[Point], closed: bool) -> Vec<CubicBez> {
    let knots = distinct(points, closed);
    let least = if closed { 3 } else { 2 };
    if knots.len() < least {
        return Vec::new();
    }
    let count = knots.len();
    let pieces = if closed { count } else { count - 1 };
    let chord = |at: usize| norm(knots[(at + 1) % count] - knots[at % count]);
    let rise = |at: usize| (knots[(at + 1) % count] - knots[at % count]) / chord(at);
    // Slopes m of the curve at the points: with the lengths h of the chords,
    // h[i] m[i-1] + 2 (h[i-1] + h[i]) m[i] + h[i-1] m[i+1] = 3 (h[i] r[i-1] + h[i-1] r[i]).
    let mut rows: Vec<[f64; 3]> = Vec::with_capacity(count);
    let mut right: Vec<Vec2> = Vec::with_capacity(count);
    for at in 0..count {
        let (before, after) = ((at + count - 1) % count, at);
        if !closed && at == 0 {
            // The curvature is 0 at a free end.
            rows.push([0.0, 2.0, 1.0]);
            right.push(rise(0) * 3.0);
        } else if !closed && at + 1 == count {
            rows.push([1.0, 2.0, 0.0]);
            right.push(rise(count - 2) * 3.0);
        } else {
            let (h0, h1) = (chord(before), chord(after));
            rows.push([h1, 2.0 * (h0 + h1), h0]);
            right.push((rise(before) * h1 + rise(after) * h0) * 3.0);
        }
    }
    let slopes = if closed {
        solve_cyclic(&rows, &right)
    } else {
        solve(&rows, &right)
    };
    let piece = |at: usize| {
        let (from, to) = (knots[at], knots[(at + 1) % count]);
        let third = chord(at) / 3.0;
        CubicBez::new(
            from,
            from + slopes[at] * third,
            to - slopes[(at + 1) % count] * third,
            to,
        )
    };
    (0..pieces).map(piece).collect()
}

/// Fits curves to samples, so that no sample is farther than `tolerance` from its curve. The curves begin and end at the first
/// and the last sample; a closed curve returns to the first. `None` for fewer than two different samples (closed: three).
pub fn fit_curves(samples: &[Point], closed: bool, tolerance: f64) -> Option<Fit> {
    let mut points = distinct(samples, closed);
    if points.len() < if closed { 3 } else { 2 } {
        return None;
    }
    let (first, last) = if closed {
        let tangent = direction(points[points.len() - 1], points[0], points[1])?;
        points.push(points[0]);
        (tangent, -tangent)
    } else {
        let end = points.len() - 1;
        (
            end_direction(&points[0], &points[1], points.get(2))?,
            end_direction(
                &points[end],
                &points[end - 1],
                end.checked_sub(2).map(|at| &points[at]),
            )?,
        )
    };
    let mut fit = Fit {
        curves: Vec::new(),
        deviation: 0.0,
    };
    fit_part(&points, (first, last), tolerance, &mut fit);
    Some(fit)
}

/// Fits curves to a part of the samples with given directions at its ends, both pointing inward.
fn fit_part(points: &[Point], (first, last): (Vec2, Vec2), tolerance: f64, fit: &mut Fit) {
    let end = points.len() - 1;
    let mut parameters = chord_parameters(points);
    for _ in 0..ROUNDS {
        let curve = least_squares(points, &parameters, (first, last));
        let (worst, deviation) = farthest(points, &parameters, &curve);
        if deviation <= tolerance || end == 1 {
            fit.deviation = fit.deviation.max(deviation);
            fit.curves.push(curve);
            return;
        }
        // Newton's method moves each parameter toward the nearest point of the curve.
        let seg = Seg::Cubic(curve);
        for (point, u) in points.iter().zip(&mut parameters) {
            *u = closer(&seg, *point, *u);
        }
        let is_ordered = parameters.windows(2).all(|pair| pair[0] <= pair[1]);
        if !is_ordered {
            fit_halves(points, worst, (first, last), tolerance, fit);
            return;
        }
    }
    let curve = least_squares(points, &parameters, (first, last));
    let (worst, deviation) = farthest(points, &parameters, &curve);
    if deviation <= tolerance {
        fit.deviation = fit.deviation.max(deviation);
        fit.curves.push(curve);
    } else {
        fit_halves(points, worst, (first, last), tolerance, fit);
    }
}

fn fit_halves(points: &[Point], at: usize, (first, last): (Vec2, Vec2), tolerance: f64, fit: &mut Fit) {
    let at = at.clamp(1, points.len() - 2);
    let tangent = direction(points[at - 1], points[at], points[at + 1])
        .or_else(|| unit(points[at] - points[at - 1]))
        .unwrap_or(first);
    fit_part(&points[..=at], (first, -tangent), tolerance, fit);
    fit_part(&points[at..], (tangent, last), tolerance, fit);
}

/// Returns the direction at the middle of three samples: that of the parabola through them.
fn direction(before: Point, at: Point, after: Point) -> Option<Vec2> {
    let (h0, h1) = (norm(at - before), norm(after - at));
    unit((at - before) * (h1 / h0) + (after - at) * (h0 / h1))
}

/// Returns the direction at the first of three samples: that of the parabola through them; of two samples, that of the line.
fn end_direction(first: &Point, second: &Point, third: Option<&Point>) -> Option<Vec2> {
    let chord = *second - *first;
    let Some(third) = third else {
        return unit(chord);
    };
    let (h0, h1) = (norm(chord), norm(*third - *second));
    let bend = chord / h0 - (*third - *second) / h1;
    unit(chord / h0 + bend * (h0 / (h0 + h1)))
}

/// Returns the parameters of the samples, 0 to 1, in proportion to the lengths of the chords.
fn chord_parameters(points: &[Point]) -> Vec<f64> {
    let mut sum = 0.0;
    let mut parameters = vec![0.0];
    for pair in points.windows(2) {
        sum += norm(pair[1] - pair[0]);
        parameters.push(sum);
    }
    for parameter in &mut parameters {
        *parameter /= sum;
    }
    parameters
}

/// Returns the curve with given end directions that is nearest to the samples in the sense of least squares.
fn least_squares(points: &[Point], parameters: &[f64], (first, last): (Vec2, Vec2)) -> CubicBez {
    let (start, end) = (points[0], points[points.len() - 1]);
    let (mut aa, mut ab, mut bb, mut ra, mut rb) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for (point, u) in points.iter().zip(parameters) {
        let v = 1.0 - u;
        let weights = [v * v * v, 3.0 * v * v * u, 3.0 * v * u * u, u * u * u];
        let fixed = start.to_vec2() * (weights[0] + weights[1]) + end.to_vec2() * (weights[2] + weights[3]);
        let (a, b, rest) = (first * weights[1], last * weights[2], point.to_vec2() - fixed);
        aa += a.dot(a);
        ab += a.dot(b);
        bb += b.dot(b);
        ra += a.dot(rest);
        rb += b.dot(rest);
    }
    let determinant = aa * bb - ab * ab;
    let chord = norm(end - start);
    let (mut a, mut b) = (
        (ra * bb - rb * ab) / determinant,
        (aa * rb - ab * ra) / determinant,
    );
    // A handle must point inward; a third of the chord is the usual choice for too few samples.
    let least = 1e-6 * chord;
    if !(a > least && b > least && a.is_finite() && b.is_finite()) {
        (a, b) = (chord / 3.0, chord / 3.0);
    }
    CubicBez::new(start, start + first * a, end + last * b, end)
}

/// Returns the sample farthest from the curve, and its distance.
fn farthest(points: &[Point], parameters: &[f64], curve: &CubicBez) -> (usize, f64) {
    let seg = Seg::Cubic(*curve);
    let mut worst = (points.len() / 2, 0.0);
    for (at, (point, u)) in points.iter().zip(parameters).enumerate() {
        let distance = norm(seg.point_at(*u) - *point);
        if distance > worst.1 {
            worst = (at, distance);
        }
    }
    worst
}

/// Returns a parameter whose point is closer to `point`: one step of Newton's method.
fn closer(seg: &Seg, point: Point, u: f64) -> f64 {
    let step = 1e-4;
    let slope = |u: f64| (seg.point_at(u) - point).dot(seg.derivative_at(u));
    let change = (slope(u + step) - slope(u - step)) / (2.0 * step);
    let better = if change > 0.0 { u - slope(u) / change } else { u };
    better.clamp(0.0, 1.0)
}

/// Removes points that equal their predecessor, and of a closed curve a last point that equals the first.
fn distinct(points: &[Point], closed: bool) -> Vec<Point> {
    let mut kept = points.to_vec();
    kept.dedup();
    while closed && kept.len() > 1 && kept.first() == kept.last() {
        kept.pop();
    }
    kept
}

/// Solves a tridiagonal system (Thomas). Each row has the coefficients of the unknown before, of its own, and after.
fn solve(rows: &[[f64; 3]], right: &[Vec2]) -> Vec<Vec2> {
    let mut above = vec![0.0; rows.len()];
    let mut values = right.to_vec();
    let mut pivot = rows[0][1];
    values[0] /= pivot;
    for at in 1..rows.len() {
        above[at - 1] = rows[at - 1][2] / pivot;
        pivot = rows[at][1] - rows[at][0] * above[at - 1];
        values[at] = (values[at] - values[at - 1] * rows[at][0]) / pivot;
    }
    for at in (0..rows.len() - 1).rev() {
        let next = values[at + 1];
        values[at] -= next * above[at];
    }
    values
}

/// Solves a tridiagonal system in which the first and the last unknown are neighbors (Sherman and Morrison).
fn solve_cyclic(rows: &[[f64; 3]], right: &[Vec2]) -> Vec<Vec2> {
    let last = rows.len() - 1;
    let (corner_top, corner_bottom) = (rows[0][0], rows[last][2]);
    let gamma = -rows[0][1];
    let mut plain = rows.to_vec();
    plain[0][1] -= gamma;
    plain[last][1] -= corner_top * corner_bottom / gamma;
    let values = solve(&plain, right);
    let mut unit = vec![Vec2::ZERO; rows.len()];
    unit[0].x = gamma;
    unit[last].x = corner_bottom;
    let response = solve(&plain, &unit);
    let share = |first: f64, end: f64| first + end * corner_top / gamma;
    let scale = 1.0 + share(response[0].x, response[last].x);
    let factor = Vec2::new(
        share(values[0].x, values[last].x) / scale,
        share(values[0].y, values[last].y) / scale,
    );
    values
        .iter()
        .zip(&response)
        .map(|(value, response)| *value - factor * response.x)
        .collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::f64::consts::TAU;

    fn circle(count: usize) -> Vec<Point> {
        let at = |i: usize| {
            let (sin, cos) = libm::sincos(TAU * i as f64 / count as f64);
            Point::new(10.0 * cos, 10.0 * sin)
        };
        (0..count).map(at).collect()
    }

    fn second_derivative(curve: &CubicBez, at_end: bool) -> Vec2 {
        let [a, b, c] = if at_end {
            [curve.p1, curve.p2, curve.p3]
        } else {
            [curve.p0, curve.p1, curve.p2]
        };
        (c.to_vec2() - b.to_vec2() * 2.0 + a.to_vec2()) * 6.0
    }

    #[test]
    fn a_closed_curve_through_points_of_a_circle_is_nearly_a_circle() {
        let curves = through(&circle(12), true);
        assert_eq!(curves.len(), 12);
        for seg in curves.iter().map(|curve| Seg::Cubic(*curve)) {
            assert!((norm(seg.point_at(0.5).to_vec2()) - 10.0).abs() < 5e-3);
        }
        let twice: Vec<Point> = circle(12).into_iter().chain([Point::new(10.0, 0.0)]).collect();
        assert_eq!(
            through(&twice, true),
            curves,
            "the first point may be repeated at the end"
        );
    }

    #[test]
    fn few_points_have_a_straight_curve_or_none() {
        let line = through(&[Point::ORIGIN, Point::new(3.0, 3.0)], false);
        assert!(norm(Seg::Cubic(line[0]).point_at(0.5) - Point::new(1.5, 1.5)) < 1e-12);
        assert!(through(&[Point::ORIGIN, Point::ORIGIN], false).is_empty());
        assert!(through(&circle(2), true).is_empty());
        assert_eq!(fit_curves(&[Point::ORIGIN], false, 1.0), None);
    }

    #[test]
    fn samples_of_a_circle_need_few_curves() {
        let fitted = fit_curves(&circle(200), true, 1e-3).unwrap();
        assert!(fitted.curves.len() <= 12, "{}", fitted.curves.len());
        assert!(fitted.deviation <= 1e-3);
        let fine = fit_curves(&circle(200), true, 1e-6).unwrap();
        assert!(fine.deviation <= 1e-6 && fine.curves.len() > fitted.curves.len());
    }

    #[test]
    fn samples_of_a_parabola_need_few_curves() {
        let samples: Vec<Point> = (0..=100)
            .map(|i| f64::from(i) / 5.0)
            .map(|x| Point::new(x, 0.1 * x * x))
            .collect();
        let fitted = fit_curves(&samples, false, 0.01).unwrap();
        assert!(fitted.curves.len() <= 4 && fitted.deviation <= 0.01, "{fitted:?}");
    }

    fn points() -> impl Strategy<Value = Vec<Point>> {
        prop::collection::vec(
            (-100.0..100.0_f64, -100.0..100.0_f64).prop_map(Point::from),
            3..30,
        )
    }

    proptest! {
        #[test]
        fn a_curve_meets_its_points_with_continuous_curvature(points in points(), closed in any::<bool>()) {
            let curves = through(&points, closed);
            prop_assert_eq!(curves.len(), if closed { points.len() } else { points.len() - 1 });
            for (curve, point) in curves.iter().zip(&points) {
                prop_assert_eq!(curve.p0, *point);
            }
            let lengths: Vec<f64> = curves.iter().map(|curve| norm(curve.p3 - curve.p0)).collect();
            for at in 1..curves.len() {
                // Derivatives by the chord length are equal on both sides.
                let (left, right) = (&curves[at - 1], &curves[at]);
                let (a, b) = (second_derivative(left, true) / lengths[at - 1].powi(2), second_derivative(right, false) / lengths[at].powi(2));
                let size = 1.0 + norm(a).max(norm(b));
                prop_assert!(norm(a - b) <= 1e-6 * size, "{a:?} {b:?}");
            }
        }

        #[test]
        fn no_sample_is_farther_than_the_tolerance(points in points(), closed in any::<bool>(), exponent in -4..1_i32) {
            let tolerance = 10_f64.powi(exponent);
            let fitted = fit_curves(&points, closed, tolerance).unwrap();
            prop_assert!(fitted.deviation <= tolerance);
            for point in &points {
                let near = fitted.curves.iter().map(|curve| Seg::Cubic(*curve).nearest(*point).unwrap().distance).fold(f64::MAX, f64::min);
                prop_assert!(near <= tolerance * (1.0 + 1e-9) + 1e-9);
            }
            for pair in fitted.curves.windows(2) {
                prop_assert_eq!(pair[0].p3, pair[1].p0);
            }
        }
    }
}
