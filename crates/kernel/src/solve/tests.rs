//! Tests of the solver: sketches with expected positions and reports.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use super::*;
use crate::affine::rotation;
use crate::{Vec2, norm};
use proptest::prelude::*;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_3, PI};

mod sketches;

fn pt(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-7 * (1.0 + a.abs().max(b.abs()))
}

/// Solves a sketch and checks its residuals and the consistency of its report.
fn solved(sketch: &Sketch) -> Solution {
    let solution = sketch.solve().unwrap();
    assert!(solution.residual <= TOLERANCE, "{solution:?}");
    assert!(solution.conflicts.is_empty(), "{solution:?}");
    solution
}

fn length(line: LineExpr, values: &[f64]) -> f64 {
    let d = line.b.at(values) - line.a.at(values);
    norm(d)
}

/// A sketch made of a chain of points with circles, and constraints that its exact position satisfies.
#[derive(Clone, Debug)]
struct Known {
    sketch: Sketch,
    exact: Vec<f64>,
}

fn known() -> impl Strategy<Value = Known> {
    let coordinate = || -50.0..50.0_f64;
    let points = prop::collection::vec((coordinate(), coordinate()), 3..9);
    let circles = prop::collection::vec((coordinate(), coordinate(), 1.0..20.0_f64), 1..4);
    let picks = prop::collection::vec(
        (0usize..12, 0usize..99, 0usize..99, 0usize..99, 0usize..99),
        1..14,
    );
    let noise = prop::collection::vec(-0.4..0.4_f64, 40);
    (points, circles, picks, noise).prop_map(|(points, circles, picks, noise)| {
        let mut sketch = Sketch::default();
        let p: Vec<PointExpr> = points.iter().map(|(x, y)| sketch.point(pt(*x, *y))).collect();
        let c: Vec<CircleExpr> = circles
            .iter()
            .map(|(x, y, r)| sketch.circle(pt(*x, *y), *r))
            .collect();
        let exact: Vec<f64> = sketch.vars.iter().map(|var| var.value).collect();
        let mut held: Vec<Var> = Vec::new();
        for (kind, a, b, d, e) in picks {
            let (i, j) = (a % p.len(), (a + 1 + b % (p.len() - 1)) % p.len());
            let (k, l) = (d % p.len(), (d + 1 + e % (p.len() - 1)) % p.len());
            let (one, other) = (LineExpr::new(p[i], p[j]), LineExpr::new(p[k], p[l]));
            let circle = c[d % c.len()];
            if length(one, &exact) < 5.0 || length(other, &exact) < 5.0 {
                continue;
            }
            let (pi, pj, pk) = (p[i].at(&exact), p[j].at(&exact), p[k].at(&exact));
            let (u, v) = (pj - pi, p[l].at(&exact) - pk);
            let angle = libm::atan2(u.cross(v), u.dot(v)).abs();
            let offset = (u.cross(pk - pi) / norm(u)).abs();
            // The noise must not move a point to the other side.
            let clear = |angle: f64| (0.3..PI - 0.3).contains(&angle);
            let kind = match kind {
                1 if u.x.abs() < 2.0 => 9,
                2 if u.y.abs() < 2.0 => 9,
                3 if !clear(angle) => 9,
                4 if !clear(libm::atan2(u.y, u.x).abs()) => 9,
                7 if offset < 2.0 => 9,
                8 if norm(circle.center.at(&exact) - pi) < 2.0 => 9,
                kind => kind,
            };
            let demand = match kind {
                0 => Constraint::Distance(p[i], p[j], norm(u)),
                1 => Constraint::DistanceX(p[i], p[j], u.x.abs()),
                2 => Constraint::DistanceY(p[i], p[j], u.y.abs()),
                3 => Constraint::Angle(Some(one), other, angle),
                4 => Constraint::Angle(None, one, libm::atan2(u.y, u.x).abs()),
                5 => Constraint::Size(circle.radius, exact[circle.radius]),
                6 => {
                    held.extend([2 * i, 2 * i + 1]);
                    Constraint::Fix(p[i])
                }
                7 => Constraint::DistanceToLine(p[k], one, offset),
                8 => Constraint::Distance(circle.center, p[i], norm(circle.center.at(&exact) - pi)),
                9 => Constraint::Coincident(p[i], p[i]),
                10 => Constraint::EqualLength(one, one.reversed()),
                _ => Constraint::EqualSize(circle.radius, circle.radius),
            };
            sketch.demand(demand);
        }
        for (i, (var, noise)) in sketch.vars.iter_mut().zip(noise.iter().cycle()).enumerate() {
            var.value += if held.contains(&i) { 0.0 } else { *noise };
        }
        Known { sketch, exact }
    })
}

/// Returns the sketch after a rotation, a translation and a scaling of the plane.
fn mapped(known: &Known, turn: f64, shift: Vec2, by: f64) -> Sketch {
    let map = crate::Affine::translate(shift) * rotation(turn) * crate::Affine::scale(by);
    let mut sketch = known.sketch.clone();
    let mut done = vec![false; sketch.vars.len()];
    let points = (0..known.exact.len()).filter(|i| known.sketch.vars[*i].min.is_infinite());
    let pairs: Vec<usize> = points.collect();
    for xy in pairs.chunks_exact(2) {
        let moved = map * pt(sketch.vars[xy[0]].value, sketch.vars[xy[1]].value);
        (sketch.vars[xy[0]].value, sketch.vars[xy[1]].value) = (moved.x, moved.y);
        (done[xy[0]], done[xy[1]]) = (true, true);
    }
    for (var, done) in sketch.vars.iter_mut().zip(done) {
        if !done {
            var.value *= by;
        }
    }
    for constraint in &mut sketch.constraints {
        match constraint {
            Constraint::Distance(.., value) | Constraint::Size(_, value) => *value *= by,
            Constraint::DistanceToLine(.., value) => *value *= by,
            _ => {}
        }
    }
    sketch
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn satisfiable_constraints_are_solved(known in known()) {
        let solution = known.sketch.solve().unwrap();
        prop_assert!(solution.conflicts.is_empty(), "{:?}", solution);
        prop_assert!(solution.residual <= TOLERANCE);
        // The report is consistent: `dof` is at most the number of variables, and 0 exactly if no variable is free.
        prop_assert!(solution.dof <= known.exact.len());
        prop_assert_eq!(solution.dof == 0, solution.free.iter().all(|free| !free));
    }

    #[test]
    fn solving_a_solved_sketch_changes_nothing(known in known()) {
        let first = known.sketch.solve().unwrap();
        let mut again = known.sketch.clone();
        for (var, value) in again.vars.iter_mut().zip(&first.values) {
            var.value = *value;
        }
        let second = again.solve().unwrap();
        prop_assert_eq!(&second.values, &first.values);
        prop_assert_eq!((second.status, second.dof), (first.status, first.dof));
    }

    #[test]
    fn solving_is_independent_of_translation_rotation_and_scale(
        known in known(), turn in -3.0..3.0_f64, x in -100.0..100.0_f64, y in -100.0..100.0_f64,
        exponent in -3i32..=6,
    ) {
        let upright = known.sketch.constraints.iter().all(|c| !matches!(
            c,
            Constraint::DistanceX(..) | Constraint::DistanceY(..) | Constraint::Angle(None, ..)
        ));
        let turn = if upright { turn } else { 0.0 };
        let by = 10f64.powi(exponent);
        let mut scaled = known.clone();
        for c in &mut scaled.sketch.constraints {
            if let Constraint::DistanceX(.., value) | Constraint::DistanceY(.., value) = c {
                *value *= by;
            }
        }
        let other = mapped(&scaled, turn, Vec2::new(x, y) * by, by).solve().unwrap();
        let here = known.sketch.solve().unwrap();
        prop_assert_eq!((other.status, other.dof), (here.status, here.dof));
        prop_assert_eq!(other.free, here.free);
        prop_assert!(other.residual <= TOLERANCE);
    }

    #[test]
    fn random_constraints_do_not_panic_or_give_nan(
        numbers in prop::collection::vec(prop_oneof![-9.0..9.0_f64, Just(0.0), Just(1e9), Just(-1e-9)], 24),
        picks in prop::collection::vec((0usize..24, 0usize..8, 0usize..8, 0usize..8, 0.0..9.0_f64), 0..12),
        fixed in 0u32..(1 << 12),
    ) {
        let mut sketch = Sketch::default();
        let p: Vec<PointExpr> =
            numbers[..12].chunks_exact(2).map(|xy| sketch.point(pt(xy[0], xy[1]))).collect();
        let c: Vec<CircleExpr> = numbers[12..]
            .chunks_exact(6)
            .map(|n| match n[3] > 0.0 {
                true => sketch.arc(pt(n[0], n[1]), n[2].abs() + 1e-9, n[3], n[4].abs().min(6.0)),
                false => sketch.circle(pt(n[0], n[1]), n[2].abs()),
            })
            .collect();
        for (i, var) in sketch.vars.iter_mut().enumerate().take(12) {
            var.fixed = fixed & (1 << i) != 0;
        }
        let line = |i: usize, j: usize| LineExpr::new(p[i % 6], p[j % 6]);
        for (kind, i, j, k, value) in picks {
            let (l, m) = (line(i, j), line(j, k));
            let (one, other) = (c[i % 2], c[k % 2]);
            let ellipse = EllipseExpr {
                center: [0, 1], radii: [one.radius, other.radius], rotation: 5,
            };
            sketch.demand(match kind {
                0 => Constraint::Coincident(l.a, m.b),
                1 => Constraint::Horizontal(l),
                2 => Constraint::Vertical(l),
                3 => Constraint::Parallel(l, m),
                4 => Constraint::Perpendicular(l, m),
                5 => Constraint::Angle(Some(l), m, value),
                6 => Constraint::Collinear(l, m),
                7 => Constraint::TangentLine(l, one),
                8 => Constraint::TangentCircles(one, other),
                9 => Constraint::EqualLength(l, m),
                10 => Constraint::EqualSize(one.radius, other.radius),
                11 => Constraint::Midpoint(l.a, m),
                12 => Constraint::Symmetric(l.a, l.b, m),
                13 => Constraint::SymmetricAbout(l.a, l.b, m.b),
                14 => Constraint::PointOn(l.a, Curve::Line(m)),
                15 => Constraint::PointOn(l.a, Curve::Circle(one)),
                16 => Constraint::PointOn(l.a, Curve::Ellipse(ellipse)),
                17 => Constraint::Fix(l.a),
                18 => Constraint::Distance(l.a, l.b, value),
                19 => Constraint::DistanceToLine(l.a, m, value),
                20 => Constraint::DistanceOfLines(l, m, value),
                21 => Constraint::DistanceX(l.a, l.b, value),
                22 => Constraint::Coincident(one.ends.map_or(one.center, |ends| ends[1]), m.b),
                _ => Constraint::Size(one.radius, value),
            });
        }
        let solution = sketch.solve().unwrap();
        prop_assert!(solution.values.iter().all(|v| v.is_finite()), "{:?}", solution);
        prop_assert_eq!(solution.status == Status::Conflicting, !solution.conflicts.is_empty());
        for (var, value) in sketch.vars.iter().zip(&solution.values) {
            prop_assert!(!var.fixed || var.value == *value);
            prop_assert!(*value >= var.min && *value <= var.max.max(var.value));
        }
    }
}

/// Compares derivatives with finite differences, for every kind of equation and point.
#[test]
fn derivatives_match_finite_differences() {
    let mut sketch = Sketch::default();
    let (a, b) = (
        sketch.line(pt(0.3, -1.0), pt(7.0, 2.0)),
        sketch.line(pt(2.0, 5.0), pt(-3.0, 9.0)),
    );
    let circle = sketch.circle(pt(4.0, -6.0), 2.5);
    let arc = sketch.arc(pt(-4.0, 3.0), 3.5, 0.7, 2.1);
    let rect: [Var; 4] = [1.0, 2.0, 6.0, 3.0].map(|value| sketch.length(value));
    let map = crate::Affine::new([0.8, 0.5, -0.3, 1.2, 4.0, 5.0]);
    let corner = |x, y| PointExpr::OnRect {
        rect,
        at: Vec2::new(x, y),
        by: Vec2::ZERO,
        map,
    };
    let ellipse = |radii| EllipseExpr {
        center: [0, 1],
        radii,
        rotation: 5,
    };
    let [start, end] = arc.ends.unwrap();
    let side = LineExpr::new(corner(0.0, 0.0), corner(1.0, 1.0));
    let demands = [
        Constraint::Coincident(start, corner(1.0, 0.0)),
        Constraint::Horizontal(LineExpr::new(start, end)),
        Constraint::Parallel(a, side),
        Constraint::Angle(None, LineExpr::new(end, a.a), 0.3),
        Constraint::Collinear(side, b),
        Constraint::TangentLine(a, circle),
        Constraint::TangentCircles(circle, arc),
        Constraint::EqualLength(a, side),
        Constraint::EqualSize(circle.radius, arc.radius),
        Constraint::Midpoint(end, b),
        Constraint::Symmetric(start, b.a, a),
        Constraint::SymmetricAbout(start, b.a, a.b),
        Constraint::PointOn(end, Curve::Circle(circle)),
        Constraint::PointOn(end, Curve::Ellipse(ellipse([circle.radius, arc.radius]))),
        Constraint::PointOn(
            corner(0.5, 0.5),
            Curve::Ellipse(ellipse([arc.radius, circle.radius])),
        ),
        Constraint::Fix(corner(0.25, 0.75)),
        Constraint::Distance(end, b.b, 3.0),
        Constraint::DistanceToLine(start, b, 3.0),
        Constraint::DistanceX(start, b.a, 1.0),
        Constraint::DistanceY(start, b.a, 1.0),
        Constraint::Size(arc.radius, 9.0),
        Constraint::Distance(PointExpr::Middle { a: [0, 1], b: [4, 5] }, end, 2.0),
    ];
    let values: Vec<f64> = sketch.vars.iter().map(|var| var.value).collect();
    let lowering = Lowering::new(&demands, &values);
    for demand in &demands {
        for equation in lowering.equations(demand) {
            let mut slopes: Vec<(Var, f64)> = Vec::new();
            equation.evaluate(&values, &mut slopes);
            let mut vars = Vec::new();
            equation.vars(&mut vars);
            for var in 0..values.len() {
                let step = 1e-6;
                let at = |by: f64| {
                    let mut moved = values.clone();
                    moved[var] += by;
                    equation.evaluate(&moved, &mut ())
                };
                let slope: f64 = slopes.iter().filter(|(v, _)| *v == var).map(|(_, s)| s).sum();
                let measured = (at(step) - at(-step)) / (2.0 * step);
                assert!(
                    (slope - measured).abs() < 1e-7,
                    "{equation:?} by {var}: {slope}, {measured}"
                );
                assert!(slope == 0.0 || vars.contains(&var));
            }
        }
    }
}
