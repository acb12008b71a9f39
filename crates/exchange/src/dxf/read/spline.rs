//! Splines: B-splines of any degree, rational or not, as lines, cubic Béziers, and conics.
//!
//! Polynomial curves up to degree 3 and rational curves of degree 2 that are ellipses are exact. Other curves are
//! approximated by cubic Béziers within [`TOLERANCE`] of their size.

use crate::report::Reason;
use trammel_kernel::{Conic, CubicBez, Point, Seg, Vec2, norm};

/// Largest distance of an approximation, as a part of the size of the control polygon.
pub(super) const TOLERANCE: f64 = 1e-8;

/// Largest degree that is read.
const MAX_DEGREE: usize = 15;

/// Largest number of divisions of a part of an approximated curve, and of the parts of one piece.
const MAX_DIVISIONS: u32 = 45;
const MAX_PARTS: usize = 2048;

/// B-spline as written in a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Spline {
    /// Degree.
    pub degree: usize,
    /// Knots, one more than the number of control points and the degree.
    pub knots: Vec<f64>,
    /// Control points.
    pub points: Vec<Point>,
    /// Weights of the control points; empty for a curve that is not rational.
    pub weights: Vec<f64>,
}

/// Agreement of pieces with the curve of a file, from the best to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Accuracy {
    /// The same curve.
    Exact,
    /// Cubics within [`TOLERANCE`].
    Approximated,
    /// Cubics within [`TOLERANCE`], and lines between points of the curve where too many cubics would be needed.
    Coarse,
}

/// Control point in homogeneous coordinates: x and y times the weight, and the weight.
type Homogeneous = [f64; 3];

impl Spline {
    /// Returns the pieces of the curve, and their accuracy. Pieces beside a knot of a multiplicity above the degree are not
    /// connected.
    ///
    /// # Errors
    /// Returns the reason if the numbers define no curve.
    pub(super) fn segments(&self) -> Result<(Vec<Seg>, Accuracy), Reason> {
        let (degree, count) = (self.degree, self.points.len());
        if !(1..=MAX_DEGREE).contains(&degree) {
            return Err([
                "The degree is not from 1 to 15.",
                "차수가 1부터 15까지가 아니에요.",
            ]);
        }
        if count <= degree {
            return Err([
                "The spline has too few control points for its degree.",
                "스플라인의 제어점이 차수에 비해 적어요.",
            ]);
        }
        let knots = if self.knots.is_empty() {
            clamped_knots(count, degree)
        } else {
            self.knots.clone()
        };
        if knots.len() != count + degree + 1 {
            return Err([
                "The number of knots does not match the control points.",
                "매듭의 수가 제어점과 맞지 않아요.",
            ]);
        }
        if knots.windows(2).any(|pair| pair[1] < pair[0]) || knots[count] <= knots[degree] {
            return Err(["The knots do not rise.", "매듭의 값이 커지지 않아요."]);
        }
        if !self.weights.is_empty() && self.weights.len() != count {
            return Err([
                "The number of weights does not match the control points.",
                "가중치의 수가 제어점과 맞지 않아요.",
            ]);
        }
        if self.weights.iter().any(|weight| *weight <= 0.0) {
            return Err(["A weight is not above 0.", "0보다 크지 않은 가중치가 있어요."]);
        }
        let size = self
            .points
            .windows(2)
            .map(|pair| norm(pair[1] - pair[0]))
            .fold(0.0, f64::max);
        let mut segs = Vec::new();
        let mut accuracy = Accuracy::Exact;
        for at in degree..count {
            if knots[at + 1] > knots[at] {
                accuracy = accuracy.max(piece(&self.bezier(&knots, at), TOLERANCE * size, &mut segs));
            }
        }
        Ok((segs, accuracy))
    }

    /// Returns the control points of the piece between two knots: values of the blossom of the curve.
    fn bezier(&self, knots: &[f64], at: usize) -> Vec<Homogeneous> {
        let degree = self.degree;
        let (from, to) = (knots[at], knots[at + 1]);
        (0..=degree)
            .map(|ends| {
                let mut points: Vec<Homogeneous> =
                    (at - degree..=at).map(|index| self.homogeneous(index)).collect();
                for round in 1..=degree {
                    let t = if round <= ends { to } else { from };
                    for j in (round..=degree).rev() {
                        let index = at - degree + j;
                        let (low, high) = (knots[index], knots[index + degree + 1 - round]);
                        points[j] = interpolate(&points[j - 1], &points[j], (t - low) / (high - low));
                    }
                }
                points[degree]
            })
            .collect()
    }

    fn homogeneous(&self, index: usize) -> Homogeneous {
        let weight = self.weights.get(index).copied().unwrap_or(1.0);
        let point = self.points[index];
        [point.x * weight, point.y * weight, weight]
    }
}

/// Returns uniform knots with full multiplicity at both ends.
fn clamped_knots(count: usize, degree: usize) -> Vec<f64> {
    let inner = count - degree;
    (0..count + degree + 1)
        .map(|index| index.saturating_sub(degree).min(inner) as f64)
        .collect()
}

fn interpolate(a: &Homogeneous, b: &Homogeneous, t: f64) -> Homogeneous {
    // The ends are exact.
    if t == 1.0 {
        return *b;
    }
    [0, 1, 2].map(|i| a[i] + (b[i] - a[i]) * t)
}

fn point([x, y, w]: &Homogeneous) -> Point {
    Point::new(x / w, y / w)
}

/// Adds the segments of one piece. Returns their accuracy.
fn piece(control: &[Homogeneous], tolerance: f64, segs: &mut Vec<Seg>) -> Accuracy {
    let weight = control[0][2];
    let is_polynomial = control.iter().all(|c| (c[2] - weight).abs() <= 1e-12 * weight);
    match (control, is_polynomial) {
        ([a, b], _) => segs.push(Seg::line(point(a), point(b))),
        ([a, b, c], true) => segs.push(Seg::quadratic(point(a), point(b), point(c))),
        ([a, b, c, d], true) => {
            segs.push(Seg::Cubic(CubicBez::new(point(a), point(b), point(c), point(d))));
        }
        ([a, b, c], false) => match conic(a, b, c) {
            Some(conic) => segs.push(Seg::Conic(conic)),
            None => return push_cubics(control, tolerance, segs),
        },
        _ => return push_cubics(control, tolerance, segs),
    }
    Accuracy::Exact
}

/// Returns the elliptic arc of a rational piece of degree 2; `None` for a parabola or hyperbola.
fn conic(a: &Homogeneous, b: &Homogeneous, c: &Homogeneous) -> Option<Conic> {
    let (start, middle, end) = (point(a), point(b), point(c));
    // The cosine of half the sweep.
    let cos = b[2] / (a[2] * c[2]).sqrt();
    if cos.is_nan() || cos <= 0.0 || cos >= 1.0 - 1e-9 {
        return None;
    }
    let sin2 = 1.0 - cos * cos;
    let chord = start.midpoint(end);
    let center = chord - (middle - chord) * (cos * cos / sin2);
    let half = libm::acos(cos);
    let conic = Conic {
        c: center,
        p: (middle - center) * cos,
        q: (end - start) / (2.0 * sin2.sqrt()),
        t0: -half,
        dt: 2.0 * half,
    };
    let is_flat = conic.p.cross(conic.q).abs() <= 1e-12 * norm(conic.p) * norm(conic.q);
    (conic.is_finite() && !is_flat).then_some(conic)
}

/// Adds cubics within `tolerance` of a piece. Returns their accuracy.
fn push_cubics(control: &[Homogeneous], tolerance: f64, segs: &mut Vec<Seg>) -> Accuracy {
    let (parts, accuracy) = divide_into_cubics(control, tolerance);
    segs.extend(parts.into_iter().map(|(seg, _)| seg));
    accuracy
}

/// Returns cubics within `tolerance` of a piece, by division in halves, with the part of the piece that each replaces. Lines
/// replace cubics when there are too many.
fn divide_into_cubics(control: &[Homogeneous], tolerance: f64) -> (Vec<(Seg, Vec<Homogeneous>)>, Accuracy) {
    let mut out = Vec::new();
    let mut accuracy = Accuracy::Approximated;
    let mut open = vec![(balance_weights(control), 0)];
    while let Some((part, divisions)) = open.pop() {
        let (start, start_velocity) = point_and_derivative(&part, 0.0);
        // Rounding does not separate the parts.
        let start = out.last().map_or(start, |(last, _): &(Seg, _)| last.end());
        let (end, end_velocity) = point_and_derivative(&part, 1.0);
        let mut seg = Seg::Cubic(CubicBez::new(
            start,
            start + start_velocity / 3.0,
            end - end_velocity / 3.0,
            end,
        ));
        let is_near = |at: u32| {
            let u = f64::from(at) / 8.0;
            norm(seg.point_at(u) - point_and_derivative(&part, u).0) <= tolerance
        };
        if !(1..8).all(is_near) {
            if divisions < MAX_DIVISIONS && out.len() + open.len() < MAX_PARTS {
                let [first, second] = halves(&part);
                open.push((balance_weights(&second), divisions + 1));
                open.push((balance_weights(&first), divisions + 1));
                continue;
            }
            seg = Seg::line(start, end);
            accuracy = Accuracy::Coarse;
        }
        out.push((seg, part));
    }
    (out, accuracy)
}

/// Returns the same piece with a weight of 1 at both ends, by another parameter, so that its speed varies less.
fn balance_weights(control: &[Homogeneous]) -> Vec<Homogeneous> {
    let (first, last) = (control[0][2], control[control.len() - 1][2]);
    let ratio = libm::pow(first / last, 1.0 / (control.len() - 1) as f64);
    let mut factor = 1.0 / first;
    let mut out = Vec::with_capacity(control.len());
    for point in control {
        out.push(point.map(|part| part * factor));
        factor *= ratio;
    }
    out
}

/// Returns both halves of a piece. Control points of a part keep its numbers exact where the parameter would round.
fn halves(control: &[Homogeneous]) -> [Vec<Homogeneous>; 2] {
    let (mut points, mut first, mut second) = (control.to_vec(), Vec::new(), Vec::new());
    while let (Some(start), Some(end)) = (points.first(), points.last()) {
        first.push(*start);
        second.push(*end);
        points = points
            .windows(2)
            .map(|pair| [0, 1, 2].map(|i| f64::midpoint(pair[0][i], pair[1][i])))
            .collect();
    }
    second.reverse();
    [first, second]
}

/// Returns the point and the derivative at a parameter.
fn point_and_derivative(control: &[Homogeneous], t: f64) -> (Point, Vec2) {
    let mut points = control.to_vec();
    let degree = points.len() - 1;
    for round in 1..degree {
        for j in 0..=degree - round {
            points[j] = [0, 1, 2].map(|i| points[j][i] + (points[j + 1][i] - points[j][i]) * t);
        }
    }
    let (a, b) = (points[0], points[1]);
    let [x, y, w] = [0, 1, 2].map(|i| a[i] + (b[i] - a[i]) * t);
    let [dx, dy, dw] = [0, 1, 2].map(|i| (b[i] - a[i]) * degree as f64);
    let at = Point::new(x / w, y / w);
    (at, Vec2::new((dx - at.x * dw) / w, (dy - at.y * dw) / w))
}

/// Returns a smooth curve through points: cubics with the second derivative continuous, and the end tangents if given.
pub(super) fn through(points: &[Point], tangents: [Option<Vec2>; 2]) -> Vec<Seg> {
    let count = points.len();
    if count < 2 {
        return Vec::new();
    }
    let lengths: Vec<f64> = points
        .windows(2)
        .map(|pair| norm(pair[1] - pair[0]).max(1e-12))
        .collect();
    // Tridiagonal equations of the derivatives with respect to the length of the chords.
    let mut rows = Vec::with_capacity(count);
    for i in 0..count {
        let row = if i == 0 || i == count - 1 {
            let (edge, is_first) = if i == 0 { (0, true) } else { (count - 2, false) };
            let chord = (points[edge + 1] - points[edge]) / lengths[edge];
            let given = tangents[usize::from(!is_first)].filter(|tangent| norm(*tangent) > 0.0);
            match given {
                Some(tangent) => (0.0, 1.0, 0.0, tangent / norm(tangent)),
                // A natural end: the second derivative is zero.
                None if is_first => (0.0, 2.0, 1.0, chord * 3.0),
                None => (1.0, 2.0, 0.0, chord * 3.0),
            }
        } else {
            let (before, after) = (lengths[i - 1], lengths[i]);
            let slope = (points[i] - points[i - 1]) * (3.0 * after / before)
                + (points[i + 1] - points[i]) * (3.0 * before / after);
            (after, 2.0 * (before + after), before, slope)
        };
        rows.push(row);
    }
    let velocities = solve_tridiagonal(&rows);
    (0..count - 1)
        .map(|i| {
            let third = lengths[i] / 3.0;
            let (a, b) = (points[i], points[i + 1]);
            Seg::Cubic(CubicBez::new(
                a,
                a + velocities[i] * third,
                b - velocities[i + 1] * third,
                b,
            ))
        })
        .collect()
}

/// Solves tridiagonal equations: coefficients of the unknown before, of the unknown itself, of the next, and the value.
fn solve_tridiagonal(rows: &[(f64, f64, f64, Vec2)]) -> Vec<Vec2> {
    let mut reduced: Vec<(f64, Vec2)> = Vec::with_capacity(rows.len());
    for (before, own, after, value) in rows {
        let (factor, known) = reduced.last().copied().unwrap_or((0.0, Vec2::ZERO));
        let pivot = own - before * factor;
        reduced.push((after / pivot, (*value - known * *before) / pivot));
    }
    let mut out = vec![Vec2::ZERO; rows.len()];
    let mut next = Vec2::ZERO;
    for (slot, (factor, known)) in out.iter_mut().zip(&reduced).rev() {
        next = *known - next * *factor;
        *slot = next;
    }
    out
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use trammel_kernel::Path;

    fn points(all: &[(f64, f64)]) -> Vec<Point> {
        all.iter().copied().map(Point::from).collect()
    }

    #[test]
    fn a_cubic_with_inner_knots_is_exact() {
        let spline = Spline {
            degree: 3,
            knots: vec![0.0, 0.0, 0.0, 0.0, 1.0, 2.0, 2.0, 2.0, 2.0],
            points: points(&[(0.0, 0.0), (0.0, 2.0), (3.0, 4.0), (6.0, 2.0), (6.0, 0.0)]),
            weights: Vec::new(),
        };
        let (segs, accuracy) = spline.segments().unwrap();
        assert!(accuracy == Accuracy::Exact && segs.len() == 2);
        // The value of the curve at the inner knot, by the recursion of de Boor.
        assert!(norm(segs[0].end() - Point::new(3.0, 3.0)) < 1e-15, "{segs:?}");
        assert_eq!(segs[0].end(), segs[1].start());
        assert_eq!(segs[1].end(), Point::new(6.0, 0.0));
    }

    #[test]
    fn knots_of_any_multiplicity_are_read() {
        let spline = Spline {
            degree: 2,
            knots: vec![0.0, 0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 2.0],
            points: points(&[(0.0, 0.0), (1.0, 1.0), (2.0, 0.0), (3.0, -1.0), (4.0, 0.0)]),
            weights: Vec::new(),
        };
        let (segs, _) = spline.segments().unwrap();
        assert_eq!(segs[0].end(), Point::new(2.0, 0.0));
        let uniform = Spline {
            knots: (0..8).map(f64::from).collect(),
            ..spline
        };
        let (segs, _) = uniform.segments().unwrap();
        assert_eq!((segs.len(), segs[0].start()), (3, Point::new(0.5, 0.5)));
    }

    #[test]
    fn a_rational_circle_is_a_circle() {
        let w = 0.5f64.sqrt();
        let spline = Spline {
            degree: 2,
            knots: vec![0.0, 0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 4.0, 4.0, 4.0],
            points: points(&[
                (5.0, 0.0),
                (5.0, 5.0),
                (0.0, 5.0),
                (-5.0, 5.0),
                (-5.0, 0.0),
                (-5.0, -5.0),
                (0.0, -5.0),
                (5.0, -5.0),
                (5.0, 0.0),
            ]),
            weights: vec![1.0, w, 1.0, w, 1.0, w, 1.0, w, 1.0],
        };
        let (segs, accuracy) = spline.segments().unwrap();
        assert!(accuracy == Accuracy::Exact && segs.len() == 4);
        for seg in &segs {
            let Seg::Conic(conic) = seg else { panic!("{seg:?}") };
            assert!((conic.radius().unwrap() - 5.0).abs() < 1e-12 && norm(conic.c.to_vec2()) < 1e-12);
        }
    }

    #[test]
    fn a_rational_cubic_is_within_the_tolerance() {
        // A half circle of degree 3.
        let spline = Spline {
            degree: 3,
            knots: Vec::new(),
            points: points(&[(1.0, 0.0), (1.0, 2.0), (-1.0, 2.0), (-1.0, 0.0)]),
            weights: vec![1.0, 1.0 / 3.0, 1.0 / 3.0, 1.0],
        };
        let (segs, accuracy) = spline.segments().unwrap();
        assert!(accuracy == Accuracy::Approximated && segs.len() <= 128);
        for seg in &segs {
            for u in [0.0, 0.2, 0.4, 0.6, 0.8, 1.0] {
                assert!((norm(seg.point_at(u).to_vec2()) - 1.0).abs() < 1e-7);
            }
        }
    }

    proptest! {
        #[test]
        fn a_rational_curve_of_any_weights_is_within_the_tolerance(
            control in prop::collection::vec((-50.0..50.0, -50.0..50.0, -4.0..4.0), 3..6),
        ) {
            let spline = Spline {
                degree: control.len() - 1,
                knots: Vec::new(),
                points: control.iter().map(|(x, y, _)| Point::new(*x, *y)).collect(),
                weights: control.iter().map(|(_, _, power)| libm::pow(10.0, *power)).collect(),
            };
            let all: Vec<Homogeneous> = (0..control.len()).map(|at| spline.homogeneous(at)).collect();
            let tolerance = 1e-7;
            let (parts, accuracy) = divide_into_cubics(&all, tolerance);
            prop_assert_eq!(accuracy, Accuracy::Approximated);
            prop_assert!(norm(parts[0].0.start() - spline.points[0]) < 1e-12);
            for pair in parts.windows(2) {
                prop_assert_eq!(pair[0].0.end(), pair[1].0.start());
            }
            for (seg, part) in &parts {
                for u in [0.03, 0.2, 0.44, 0.5, 0.7, 0.97] {
                    let distance = norm(seg.point_at(u) - point_and_derivative(part, u).0);
                    prop_assert!(distance <= 1.5 * tolerance, "{} at {} of {:?}", distance, u, part);
                }
            }
        }
    }

    #[test]
    fn large_weights_keep_the_curve_within_its_control_points() {
        for weights in [
            [1.0, 400.0, 1.0],
            [1.0, 1e4, 1.0],
            [1.0, 1e-4, 1e4],
            [1e12, 1e-12, 1.0],
        ] {
            let spline = Spline {
                degree: 2,
                knots: Vec::new(),
                points: points(&[(0.0, 0.0), (10.0, 20.0), (20.0, -10.0)]),
                weights: weights.to_vec(),
            };
            let (segs, accuracy) = spline.segments().unwrap();
            assert!(accuracy != Accuracy::Coarse || weights[0] == 1e12, "{weights:?}");
            let bounds = Path::new(segs, false).bounds().unwrap();
            assert!(bounds.min.x >= -1e-6 && bounds.max.x <= 20.0 + 1e-6, "{bounds:?}");
            assert!(
                bounds.min.y >= -10.0 - 1e-6 && bounds.max.y <= 20.0 + 1e-6,
                "{bounds:?}"
            );
        }
    }

    #[test]
    fn invalid_splines_have_a_reason() {
        let valid = Spline {
            degree: 3,
            knots: Vec::new(),
            points: points(&[(0.0, 0.0), (1.0, 1.0), (2.0, 1.0), (3.0, 0.0)]),
            weights: Vec::new(),
        };
        assert!(valid.segments().is_ok());
        let of = |change: fn(&mut Spline)| {
            let mut spline = valid.clone();
            change(&mut spline);
            spline.segments().unwrap_err()[0]
        };
        assert!(of(|spline| spline.degree = 40).contains("degree"));
        assert!(of(|spline| spline.points.truncate(3)).contains("too few"));
        assert!(of(|spline| spline.knots = vec![0.0; 3]).contains("number of knots"));
        assert!(of(|spline| spline.knots = vec![0.0; 8]).contains("rise"));
        assert!(of(|spline| spline.weights = vec![1.0, 0.0, 1.0, 1.0]).contains("weight"));
    }

    #[test]
    fn a_curve_through_points_meets_them_smoothly() {
        let points = points(&[(0.0, 0.0), (2.0, 1.0), (4.0, 0.0), (6.0, 3.0)]);
        let path = Path::new(through(&points, [Some(Vec2::new(0.0, 1.0)), None]), false);
        for (seg, pair) in path.segs.iter().zip(points.windows(2)) {
            assert_eq!([seg.start(), seg.end()], [pair[0], pair[1]]);
        }
        for pair in path.segs.windows(2) {
            let (a, b) = (
                pair[0].direction_at(1.0).unwrap(),
                pair[1].direction_at(0.0).unwrap(),
            );
            assert!(norm(a - b) < 1e-12);
            assert!((pair[0].curvature_at(1.0).unwrap() - pair[1].curvature_at(0.0).unwrap()).abs() < 1e-12);
        }
        assert!(norm(path.segs[0].direction_at(0.0).unwrap() - Vec2::new(0.0, 1.0)) < 1e-12);
    }
}
