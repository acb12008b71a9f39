//! Tests of the solver with sketches whose solution is known in closed form.

use super::*;

#[test]
fn a_horizontal_line_and_a_perpendicular_line() {
    let mut sketch = Sketch::default();
    let a = sketch.line(pt(0.0, 0.0), pt(10.0, 1.0));
    let b = sketch.line(pt(10.0, 1.0), pt(11.0, 9.0));
    sketch.demand(Constraint::Horizontal(a));
    sketch.demand(Constraint::Perpendicular(a, b));
    let solution = solved(&sketch);
    assert_eq!((solution.status, solution.dof), (Status::Under, 6));
    let v = &solution.values;
    assert_eq!(a.a.at(v).y, a.b.at(v).y);
    assert!(close(b.a.at(v).x, b.b.at(v).x));
    // Rotation preserves lengths.
    assert!(close(length(b, v), 65.0_f64.sqrt()), "{}", length(b, v));
    assert!(close(length(a, v), 101.0_f64.sqrt()), "{}", length(a, v));
}

#[test]
fn a_rectangle_of_four_lines_has_four_degrees_of_freedom() {
    let mut sketch = Sketch::default();
    let corners = [pt(0.0, 0.0), pt(40.0, 3.0), pt(42.0, 31.0), pt(-1.0, 28.0)];
    let lines: Vec<LineExpr> = (0..4)
        .map(|i| sketch.line(corners[i], corners[(i + 1) % 4]))
        .collect();
    for i in 0..4 {
        sketch.demand(Constraint::Coincident(lines[i].b, lines[(i + 1) % 4].a));
    }
    sketch.demand(Constraint::Horizontal(lines[0]));
    sketch.demand(Constraint::Horizontal(lines[2]));
    sketch.demand(Constraint::Vertical(lines[1]));
    sketch.demand(Constraint::Vertical(lines[3]));
    let solution = solved(&sketch);
    assert_eq!((solution.status, solution.dof), (Status::Under, 4));
    // Shared ends are one point, to the last bit.
    for i in 0..4 {
        let (end, start) = (
            lines[i].b.at(&solution.values),
            lines[(i + 1) % 4].a.at(&solution.values),
        );
        assert_eq!(end, start);
    }
    sketch.demand(Constraint::Distance(lines[0].a, lines[0].b, 50.0));
    sketch.demand(Constraint::Distance(lines[1].a, lines[1].b, 20.0));
    sketch.demand(Constraint::Fix(lines[0].a));
    let solution = solved(&sketch);
    assert_eq!((solution.status, solution.dof), (Status::Fully, 0));
    assert_eq!(lines[0].a.at(&solution.values), pt(0.0, 0.0));
    let far = lines[2].a.at(&solution.values);
    assert!(close(far.x, 50.0) && close(far.y, 20.0), "{far}");
    assert!(solution.free.iter().all(|free| !free));
    // A repeated constraint is redundant but satisfied.
    let again = sketch.demand(Constraint::Perpendicular(lines[0], lines[1]));
    let solution = solved(&sketch);
    assert_eq!((solution.status, solution.dof), (Status::Over, 0));
    assert_eq!(solution.redundant, [again]);
}

#[test]
fn conflicting_constraints_are_reported_and_others_still_hold() {
    let mut sketch = Sketch::default();
    let a = sketch.line(pt(0.0, 0.0), pt(10.0, 0.0));
    let other = sketch.line(pt(0.0, 5.0), pt(10.0, 6.0));
    sketch.demand(Constraint::Horizontal(other));
    let c = sketch.demand(Constraint::Distance(a.a, a.b, 10.0));
    let d = sketch.demand(Constraint::Distance(a.a, a.b, 20.0));
    let solution = sketch.solve().unwrap();
    assert_eq!(solution.status, Status::Conflicting);
    assert_eq!(solution.conflicts, [c, d]);
    // The line stays unchanged; the other component is still solved.
    assert_eq!(length(a, &solution.values), 10.0);
    assert_eq!(other.a.at(&solution.values).y, other.b.at(&solution.values).y);
}

#[test]
fn a_horizontal_line_conflicts_with_a_vertical_distance() {
    let mut sketch = Sketch::default();
    let a = sketch.line(pt(0.0, 0.0), pt(10.0, 1.0));
    let level = sketch.demand(Constraint::Horizontal(a));
    let rise = sketch.demand(Constraint::DistanceY(a.a, a.b, 5.0));
    let solution = sketch.solve().unwrap();
    assert_eq!(solution.status, Status::Conflicting);
    assert_eq!(solution.conflicts, [level, rise]);
    assert_eq!(a.b.at(&solution.values), pt(10.0, 1.0));
}

#[test]
fn a_steep_line_becomes_horizontal_and_keeps_its_length() {
    for end in [pt(0.0, 10.0), pt(1.0, -10.0), pt(-1e-9, 10.0)] {
        let mut sketch = Sketch::default();
        let a = sketch.line(pt(0.0, 0.0), end);
        sketch.demand(Constraint::Horizontal(a));
        let solution = solved(&sketch);
        let was = norm(end.to_vec2());
        assert!(
            (length(a, &solution.values) - was).abs() < 0.02 * was,
            "{solution:?}"
        );
    }
}

#[test]
fn an_equilateral_triangle_of_side_30() {
    let mut sketch = Sketch::default();
    let (a, b, c) = (pt(0.0, 0.0), pt(20.0, 2.0), pt(5.0, 14.0));
    let [p, q, r] = [a, b, c].map(|at| sketch.point(at));
    let (pq, qr, rp) = (LineExpr::new(p, q), LineExpr::new(q, r), LineExpr::new(r, p));
    sketch.demand(Constraint::EqualLength(pq, qr));
    sketch.demand(Constraint::EqualLength(qr, rp));
    sketch.demand(Constraint::Distance(p, q, 30.0));
    let solution = solved(&sketch);
    assert_eq!(solution.dof, 3);
    for line in [pq, qr, rp] {
        assert!(close(length(line, &solution.values), 30.0));
    }
    // A redundant equation: an angle of 120 degrees between the directions.
    sketch.demand(Constraint::Angle(Some(pq), qr, 2.0 * FRAC_PI_3));
    assert_eq!(solved(&sketch).status, Status::Over);
}

#[test]
fn tangent_constraints_keep_the_initial_side() {
    for (y, side) in [(12.0, 1.0), (-12.0, -1.0)] {
        let mut sketch = Sketch::default();
        let line = sketch.line(pt(-20.0, y), pt(20.0, y * 1.3));
        let circle = sketch.circle(pt(0.0, 0.0), 10.0);
        sketch.demand(Constraint::Fix(circle.center));
        sketch.demand(Constraint::Size(circle.radius, 10.0));
        sketch.demand(Constraint::TangentLine(line, circle));
        sketch.demand(Constraint::Horizontal(line));
        let solution = solved(&sketch);
        assert!(close(line.a.at(&solution.values).y, side * 10.0), "{solution:?}");
        assert_eq!(solution.dof, 2);
    }
    for (x, distance) in [(29.0, 30.0), (11.0, 10.0)] {
        let mut sketch = Sketch::default();
        let (a, b) = (sketch.circle(pt(0.0, 0.0), 20.0), sketch.circle(pt(x, 0.0), 10.0));
        for (circle, r) in [(a, 20.0), (b, 10.0)] {
            sketch.demand(Constraint::Size(circle.radius, r));
        }
        sketch.demand(Constraint::Fix(a.center));
        sketch.demand(Constraint::TangentCircles(a, b));
        let solution = solved(&sketch);
        assert!(close(b.center.at(&solution.values).x, distance));
    }
}

#[test]
fn a_slot_of_two_arcs_is_smooth_at_shared_ends() {
    let mut sketch = Sketch::default();
    let top = sketch.line(pt(0.0, 5.0), pt(30.0, 5.5));
    let right = sketch.arc(pt(30.0, 0.0), 5.2, -1.5, 3.0);
    let bottom = sketch.line(pt(30.0, -5.0), pt(0.0, -5.3));
    let left = sketch.arc(pt(0.0, 0.2), 4.9, 1.6, 3.1);
    let ([r0, r1], [l0, l1]) = (right.ends.unwrap(), left.ends.unwrap());
    for (p, q) in [(top.b, r1), (r0, bottom.a), (bottom.b, l1), (l0, top.a)] {
        sketch.demand(Constraint::Coincident(p, q));
    }
    for (line, arc) in [(top, right), (top, left), (bottom, right), (bottom, left)] {
        sketch.demand(Constraint::TangentLine(line, arc));
    }
    sketch.demand(Constraint::Horizontal(top));
    sketch.demand(Constraint::Size(right.radius, 5.0));
    sketch.demand(Constraint::EqualSize(right.radius, left.radius));
    sketch.demand(Constraint::Distance(left.center, right.center, 30.0));
    sketch.demand(Constraint::Fix(left.center));
    let solution = solved(&sketch);
    let v = &solution.values;
    for (p, at) in [
        (top.a, (0.0, 5.0)),
        (top.b, (30.0, 5.0)),
        (bottom.a, (30.0, -5.0)),
        (bottom.b, (0.0, -5.0)),
    ] {
        let (p, q) = (p.at(v), left.center.at(v));
        assert!(close(p.x - q.x, at.0) && close(p.y - q.y, at.1), "{p} {at:?}");
    }
    assert_eq!((solution.status, solution.dof), (Status::Fully, 0));
    // A requested number is met exactly.
    assert_eq!((v[right.radius], v[left.radius]), (5.0, 5.0));
}

#[test]
fn symmetric_midpoint_collinear_and_distances() {
    let mut sketch = Sketch::default();
    let axis = sketch.line(pt(0.0, -10.0), pt(0.5, 10.0));
    let (p, q) = (sketch.point(pt(-6.0, 3.0)), sketch.point(pt(4.0, 2.0)));
    let other = sketch.line(pt(0.0, 20.0), pt(1.0, 30.0));
    let middle = sketch.point(pt(1.0, 24.0));
    let beside = sketch.line(pt(8.0, -9.0), pt(9.0, 7.0));
    sketch.demand(Constraint::Vertical(axis));
    sketch.demand(Constraint::Fix(axis.a));
    sketch.demand(Constraint::Symmetric(p, q, axis));
    sketch.demand(Constraint::Collinear(axis, other));
    sketch.demand(Constraint::Midpoint(middle, other));
    sketch.demand(Constraint::DistanceOfLines(axis, beside, 7.0));
    sketch.demand(Constraint::DistanceX(p, q, 12.0));
    let solution = solved(&sketch);
    let v = &solution.values;
    assert!(close(p.at(v).x, -6.0) && close(q.at(v).x, 6.0) && close(p.at(v).y, q.at(v).y));
    assert!(close(beside.a.at(v).x, 7.0) && close(beside.b.at(v).x, 7.0));
    assert!(close(middle.at(v).x, 0.0));
    assert!(close(middle.at(v).y, 0.5 * (other.a.at(v).y + other.b.at(v).y)));
}

#[test]
fn fixed_variables_do_not_move() {
    let mut sketch = Sketch::default();
    let wall = sketch.line(pt(0.0, 0.0), pt(0.0, 10.0));
    sketch.vars.iter_mut().for_each(|var| var.fixed = true);
    let a = sketch.line(pt(1.0, 1.0), pt(9.0, 2.0));
    sketch.demand(Constraint::Coincident(a.a, wall.b));
    sketch.demand(Constraint::Perpendicular(wall, a));
    let solution = solved(&sketch);
    assert_eq!(solution.values[..4], [0.0, 0.0, 0.0, 10.0]);
    assert_eq!(a.a.at(&solution.values), pt(0.0, 10.0));
    assert!(close(a.b.at(&solution.values).y, 10.0));
    // Only the far end can slide, along x.
    assert_eq!(solution.dof, 1);
    assert_eq!(solution.free[4..], [false, false, true, false]);
    let pull = sketch.demand(Constraint::Distance(wall.a, wall.b, 11.0));
    let solution = sketch.solve().unwrap();
    assert_eq!(solution.conflicts, [pull]);
}

#[test]
fn constraints_on_rectangles_and_translation_only_points() {
    let mut sketch = Sketch::default();
    let rect: [Var; 4] = [
        sketch.length(0.0),
        sketch.length(0.0),
        sketch.size(10.0),
        sketch.size(5.0),
    ];
    let map = rotation(FRAC_PI_2);
    let corner = |x, y| PointExpr::OnRect {
        rect,
        at: Vec2::new(x, y),
        by: Vec2::ZERO,
        map,
    };
    let (x, y) = (sketch.length(0.0), sketch.length(0.0));
    let label = PointExpr::Shifted {
        x,
        y,
        by: Vec2::new(3.0, 4.0),
    };
    sketch.demand(Constraint::Coincident(label, corner(1.0, 1.0)));
    sketch.demand(Constraint::Fix(corner(0.0, 0.0)));
    sketch.demand(Constraint::Distance(corner(0.0, 0.0), corner(1.0, 0.0), 20.0));
    let solution = solved(&sketch);
    assert!(close(solution.values[2], 20.0));
    let far = corner(1.0, 1.0).at(&solution.values);
    assert!(close(far.y, 20.0) && close(far.x, -solution.values[3]), "{far}");
    assert!(close(solution.values[x] + 3.0, far.x) && close(solution.values[y] + 4.0, far.y));
    // Only the height is free.
    assert_eq!(solution.dof, 1);
    assert_eq!(solution.free, [false, false, false, true, true, false]);
}

#[test]
fn a_point_on_an_ellipse() {
    let mut sketch = Sketch::default();
    let ellipse = EllipseExpr {
        center: [sketch.length(1.0), sketch.length(2.0)],
        radii: [sketch.size(10.0), sketch.size(4.0)],
        rotation: sketch.angle(0.5, 10.0),
    };
    sketch.vars.iter_mut().for_each(|var| var.fixed = true);
    let p = sketch.point(pt(20.0, 9.0));
    sketch.demand(Constraint::PointOn(p, Curve::Ellipse(ellipse)));
    let solution = solved(&sketch);
    let w = rotation(-0.5) * (p.at(&solution.values) - pt(1.0, 2.0)).to_point();
    assert!(close((w.x / 10.0).powi(2) + (w.y / 4.0).powi(2), 1.0), "{w}");
    assert_eq!(solution.dof, 1);
}

#[test]
fn conflicting_constraints_keep_sizes_positive_and_values_bounded() {
    let mut sketch = Sketch::default();
    let (a, b) = (sketch.circle(pt(0.0, 0.0), 1.0), sketch.circle(pt(5.0, 0.0), 1.0));
    sketch.demand(Constraint::Fix(a.center));
    sketch.demand(Constraint::Fix(b.center));
    sketch.demand(Constraint::TangentCircles(a, b));
    sketch.demand(Constraint::Size(a.radius, 6.0));
    let solution = sketch.solve().unwrap();
    assert_eq!(solution.status, Status::Conflicting);
    assert!(solution.values[b.radius] > 0.0);
    assert!(solution.values.iter().all(|v| v.abs() < 100.0), "{solution:?}");
    let mut sketch = Sketch::default();
    let [p, q, r] = [pt(0.0, 0.0), pt(1.0, 0.0), pt(0.0, 1.0)].map(|at| sketch.point(at));
    for (a, b, d) in [(p, q, 1.0), (q, r, 1.0), (r, p, 5.0)] {
        sketch.demand(Constraint::Distance(a, b, d));
    }
    let solution = sketch.solve().unwrap();
    assert_eq!(solution.conflicts, [0, 1, 2]);
    assert_eq!(solution.values, [0.0, 0.0, 1.0, 0.0, 0.0, 1.0]);
}

#[test]
fn empty_non_finite_and_oversized_sketches() {
    assert_eq!(Sketch::default().solve().unwrap().status, Status::Fully);
    let mut sketch = Sketch::default();
    let line = sketch.line(pt(0.0, 0.0), pt(f64::NAN, 1.0));
    sketch.demand(Constraint::Horizontal(line));
    assert_eq!(sketch.solve().unwrap_err(), SolveError::NotFinite);
    let mut sketch = Sketch::default();
    let points: Vec<PointExpr> = (0..2000).map(|i| sketch.point(pt(f64::from(i), 0.5))).collect();
    for pair in points.windows(2) {
        sketch.demand(Constraint::Distance(pair[0], pair[1], 2.0));
    }
    assert_eq!(
        sketch.solve().unwrap_err(),
        SolveError::TooLarge { unknowns: 4000 }
    );
}
