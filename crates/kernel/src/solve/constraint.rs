//! Constraints of a sketch, and their translation into equations.
//!
//! A constraint with several solutions (a side, inside or outside, or a direction) uses the solution nearest to the
//! starting values. The choice is made once, before solving: see [`Lowering`].

use super::axis::Axis::{X, Y};
use super::equation::{Equation, wrap};
use super::expr::{CircleExpr, Curve, EllipseExpr, LineExpr, PointExpr};
use super::variable::Var;
use std::f64::consts::{FRAC_PI_2, PI};

/// A geometric constraint. Lengths are in drawing units and not negative; angles are in radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constraint {
    /// Two points coincide.
    Coincident(PointExpr, PointExpr),
    /// A line is parallel to the x axis.
    Horizontal(LineExpr),
    /// A line is parallel to the y axis.
    Vertical(LineExpr),
    /// Two points have the same x coordinate.
    SameX(PointExpr, PointExpr),
    /// Two points have the same y coordinate.
    SameY(PointExpr, PointExpr),
    /// Two lines are parallel.
    Parallel(LineExpr, LineExpr),
    /// Two lines are perpendicular.
    Perpendicular(LineExpr, LineExpr),
    /// Two lines, or the x axis (`None`) and a line, form the given angle.
    Angle(Option<LineExpr>, LineExpr, f64),
    /// Two lines lie on one infinite line.
    Collinear(LineExpr, LineExpr),
    /// A line is tangent to a circle; at a shared end, both have the same direction.
    TangentLine(LineExpr, CircleExpr),
    /// Two circles are tangent; at a shared end, both have the same direction.
    TangentCircles(CircleExpr, CircleExpr),
    /// Two lines have equal lengths.
    EqualLength(LineExpr, LineExpr),
    /// Two sizes, such as radii, are equal.
    EqualSize(Var, Var),
    /// A point is the midpoint of a line.
    Midpoint(PointExpr, LineExpr),
    /// Two points are mirror images in a line.
    Symmetric(PointExpr, PointExpr, LineExpr),
    /// Two points are symmetric about a third point.
    SymmetricAbout(PointExpr, PointExpr, PointExpr),
    /// A point lies on a curve or on its extension.
    PointOn(PointExpr, Curve),
    /// A point is fixed at its starting position.
    Fix(PointExpr),
    /// Two points have the given distance.
    Distance(PointExpr, PointExpr, f64),
    /// A point has the given distance from a line and stays on its side of the line.
    DistanceToLine(PointExpr, LineExpr, f64),
    /// Two lines are parallel at the given distance.
    DistanceOfLines(LineExpr, LineExpr, f64),
    /// Two points have the given horizontal distance and keep their horizontal order.
    DistanceX(PointExpr, PointExpr, f64),
    /// Two points have the given vertical distance and keep their vertical order.
    DistanceY(PointExpr, PointExpr, f64),
    /// A size, such as a radius, has the given value.
    Size(Var, f64),
}

/// Translation of constraints into equations, with every choice made from the starting values.
pub(super) struct Lowering<'a> {
    values: &'a [f64],
    /// Pairs of points with a coincidence constraint.
    joined: Vec<(PointExpr, PointExpr)>,
}

impl<'a> Lowering<'a> {
    pub(super) fn new(constraints: &[Constraint], values: &'a [f64]) -> Lowering<'a> {
        let joined = constraints.iter().filter_map(|constraint| match constraint {
            Constraint::Coincident(p, q) => Some((*p, *q)),
            _ => None,
        });
        Lowering {
            values,
            joined: joined.collect(),
        }
    }

    /// Returns the equations of one constraint.
    pub(super) fn equations(&self, constraint: &Constraint) -> Vec<Equation> {
        let apart = |axis, p, q, value| Equation::Apart { axis, p, q, value };
        match *constraint {
            Constraint::Coincident(p, q) => vec![apart(X, p, q, 0.0), apart(Y, p, q, 0.0)],
            Constraint::SameX(p, q) => vec![apart(X, p, q, 0.0)],
            Constraint::SameY(p, q) => vec![apart(Y, p, q, 0.0)],
            // A line that is far from horizontal is rotated; equating the y coordinates of its ends would collapse
            // it.
            Constraint::Horizontal(line) => vec![match self.steep(line) {
                true => self.turn(None, line, &[0.0, PI]),
                false => apart(Y, line.a, line.b, 0.0),
            }],
            Constraint::Vertical(line) => vec![match self.steep(line) {
                true => apart(X, line.a, line.b, 0.0),
                false => self.turn(None, line, &[FRAC_PI_2, -FRAC_PI_2]),
            }],
            Constraint::Parallel(a, b) => vec![self.turn(Some(a), b, &[0.0, PI])],
            Constraint::Perpendicular(a, b) => vec![self.turn(Some(a), b, &[FRAC_PI_2, -FRAC_PI_2])],
            Constraint::Angle(from, to, value) => vec![self.turn(from, to, &[value, -value])],
            Constraint::Collinear(a, b) => vec![side(b.a, a, 0.0), side(b.b, a, 0.0)],
            Constraint::TangentLine(line, circle) => vec![self.tangent_line(line, circle)],
            Constraint::TangentCircles(a, b) => vec![self.tangent_circles(a, b)],
            Constraint::EqualLength(a, b) => vec![Equation::SameLength { a, b }],
            Constraint::EqualSize(a, b) => vec![Equation::Size {
                a,
                b: Some(b),
                value: 0.0,
            }],
            Constraint::Midpoint(p, line) => between(p, line.a, line.b),
            Constraint::SymmetricAbout(p, q, center) => between(center, p, q),
            Constraint::Symmetric(p, q, axis) => {
                // Equal distances on opposite sides of the axis, and a connecting line perpendicular to the axis.
                vec![
                    Equation::Square { line: axis, p, q },
                    Equation::Balanced { p, q, line: axis },
                ]
            }
            Constraint::PointOn(p, Curve::Line(line)) => vec![side(p, line, 0.0)],
            Constraint::PointOn(p, Curve::Circle(circle)) => vec![Equation::Gap {
                p,
                q: circle.center,
                value: 0.0,
                radii: [Some((circle.radius, 1.0)), None],
            }],
            Constraint::PointOn(p, Curve::Ellipse(ellipse)) => vec![on_ellipse(p, ellipse)],
            Constraint::Fix(p) => {
                let at = p.at(self.values);
                vec![
                    Equation::At {
                        axis: X,
                        p,
                        value: at.x,
                    },
                    Equation::At {
                        axis: Y,
                        p,
                        value: at.y,
                    },
                ]
            }
            // A zero distance has no direction, so the constraint is expressed by coordinates.
            Constraint::Distance(p, q, 0.0) => {
                vec![apart(X, p, q, 0.0), apart(Y, p, q, 0.0)]
            }
            Constraint::Distance(p, q, value) => vec![Equation::Gap {
                p,
                q,
                value,
                radii: [None, None],
            }],
            Constraint::DistanceToLine(p, line, value) => vec![side(p, line, self.sign(p, line) * value)],
            Constraint::DistanceOfLines(a, b, value) => {
                let value = (self.offset(b.a, a) + self.offset(b.b, a)).signum_or_one() * value;
                vec![side(b.a, a, value), side(b.b, a, value)]
            }
            Constraint::DistanceX(p, q, value) => {
                let now = q.at(self.values).x - p.at(self.values).x;
                vec![apart(X, p, q, now.signum_or_one() * value)]
            }
            Constraint::DistanceY(p, q, value) => {
                let now = q.at(self.values).y - p.at(self.values).y;
                vec![apart(Y, p, q, now.signum_or_one() * value)]
            }
            Constraint::Size(a, value) => vec![Equation::Size { a, b: None, value }],
        }
    }

    /// Returns the lines that a constraint may rotate; their lengths should be preserved unless another constraint
    /// changes them.
    pub(super) fn rotatable_lines(constraint: &Constraint) -> [Option<LineExpr>; 2] {
        match *constraint {
            Constraint::Horizontal(line) | Constraint::Vertical(line) => [Some(line), None],
            Constraint::Parallel(a, b) | Constraint::Perpendicular(a, b) => [Some(a), Some(b)],
            Constraint::Angle(from, to, _) => [from, Some(to)],
            _ => [None, None],
        }
    }

    fn steep(&self, line: LineExpr) -> bool {
        let along = line.b.at(self.values) - line.a.at(self.values);
        along.y.abs() > along.x.abs()
    }

    /// Creates the equation that rotates `to` relative to `from` to the nearest of the target angles.
    fn turn(&self, from: Option<LineExpr>, to: LineExpr, targets: &[f64]) -> Equation {
        let (_, u, mut size) = to.frame(self.values);
        let mut angle = libm::atan2(u.y, u.x);
        if let Some(from) = from {
            let (_, v, length) = from.frame(self.values);
            angle = libm::atan2(v.cross(u), v.dot(u));
            size = 0.5 * (size + length);
        }
        let far = |target: &f64| wrap(angle - target).abs();
        let nearest = targets.iter().copied().min_by(|a, b| far(a).total_cmp(&far(b)));
        Equation::Turn {
            from,
            to,
            target: nearest.unwrap_or_default(),
            size: if size > 0.0 { size } else { 1.0 },
        }
    }

    fn tangent_line(&self, line: LineExpr, circle: CircleExpr) -> Equation {
        if let Some(end) = self.shared_end(&[line.a, line.b], circle.ends) {
            return Equation::Square {
                line,
                p: end,
                q: circle.center,
            };
        }
        Equation::Side {
            p: circle.center,
            line,
            value: 0.0,
            radius: Some((circle.radius, self.sign(circle.center, line))),
        }
    }

    fn tangent_circles(&self, a: CircleExpr, b: CircleExpr) -> Equation {
        if let Some(end) = a.ends.and_then(|ends| self.shared_end(&ends, b.ends)) {
            return side(b.center, LineExpr::new(end, a.center), 0.0);
        }
        let (p, q) = (a.center, b.center);
        let distance = crate::num::norm(q.at(self.values) - p.at(self.values));
        let (r, s) = (self.values[a.radius], self.values[b.radius]);
        let outside = (distance - (r + s)).abs() <= (distance - (r - s).abs()).abs();
        let inner = (r - s).signum_or_one();
        let signs = if outside { [1.0, 1.0] } else { [inner, -inner] };
        Equation::Gap {
            p,
            q,
            value: 0.0,
            radii: [Some((a.radius, signs[0])), Some((b.radius, signs[1]))],
        }
    }

    /// Returns the end of an arc that coincides with one of `points`.
    fn shared_end(&self, points: &[PointExpr], ends: Option<[PointExpr; 2]>) -> Option<PointExpr> {
        let same = |p: &PointExpr, end: &PointExpr| p == end || self.coincident_points(*p).contains(end);
        let ends = ends?;
        ends.into_iter()
            .find(|end| points.iter().any(|point| same(point, end)))
    }

    /// Returns all points that coincide with `point`, directly or transitively.
    fn coincident_points(&self, point: PointExpr) -> Vec<PointExpr> {
        let mut found = vec![point];
        let mut next = 0;
        while let Some(current) = found.get(next).copied() {
            for (p, q) in &self.joined {
                for (one, other) in [(p, q), (q, p)] {
                    if *one == current && !found.contains(other) {
                        found.push(*other);
                    }
                }
            }
            next += 1;
        }
        found
    }

    fn offset(&self, p: PointExpr, line: LineExpr) -> f64 {
        let (a, u, _) = line.frame(self.values);
        u.cross(p.at(self.values) - a)
    }

    fn sign(&self, p: PointExpr, line: LineExpr) -> f64 {
        self.offset(p, line).signum_or_one()
    }
}

fn side(p: PointExpr, line: LineExpr, value: f64) -> Equation {
    Equation::Side {
        p,
        line,
        value,
        radius: None,
    }
}

fn between(p: PointExpr, a: PointExpr, b: PointExpr) -> Vec<Equation> {
    vec![
        Equation::Between { axis: X, p, a, b },
        Equation::Between { axis: Y, p, a, b },
    ]
}

fn on_ellipse(p: PointExpr, ellipse: EllipseExpr) -> Equation {
    Equation::OnEllipse { p, ellipse }
}

trait SignOrOne {
    fn signum_or_one(self) -> f64;
}

impl SignOrOne for f64 {
    /// Returns -1 for negative numbers, otherwise 1 (also for 0 and NaN).
    fn signum_or_one(self) -> f64 {
        if self < 0.0 { -1.0 } else { 1.0 }
    }
}
