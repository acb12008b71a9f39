//! Scalar equations of a sketch: residuals and their derivatives.
//!
//! Invariant: a residual is a length (angles are multiplied by the size of the rotated line), so that one tolerance
//! fits all equations. Signs that depend on the side of a point or circle are chosen when the equation is created.

use super::axis::Axis;
use super::expr::{EllipseExpr, Gradient, LineExpr, PointExpr, direction};
use super::variable::Var;
use crate::num::sin_cos;
use crate::{Point, Vec2};
use std::f64::consts::TAU;

/// A scalar equation of the form `residual = 0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Equation {
    /// One coordinate of `q - p` is `value`.
    Apart {
        axis: Axis,
        p: PointExpr,
        q: PointExpr,
        value: f64,
    },
    /// One coordinate of `p` is `value`.
    At { axis: Axis, p: PointExpr, value: f64 },
    /// One coordinate of `p` is the mean of the coordinates of `a` and `b`.
    Between {
        axis: Axis,
        p: PointExpr,
        a: PointExpr,
        b: PointExpr,
    },
    /// The variable is `value`, or exceeds another variable by `value`.
    Size { a: Var, b: Option<Var>, value: f64 },
    /// The angle from one line (from the x axis if `None`) to another is `target`; the residual is multiplied by
    /// `size`.
    Turn {
        from: Option<LineExpr>,
        to: LineExpr,
        target: f64,
        size: f64,
    },
    /// The signed distance of `p` from the line (positive on the left) is `value` plus the signed radius.
    Side {
        p: PointExpr,
        line: LineExpr,
        value: f64,
        radius: Option<(Var, f64)>,
    },
    /// The distance of two points is `value` plus the signed radii.
    Gap {
        p: PointExpr,
        q: PointExpr,
        value: f64,
        radii: [Option<(Var, f64)>; 2],
    },
    /// Two lines have the same length.
    SameLength { a: LineExpr, b: LineExpr },
    /// `q - p` is perpendicular to the line.
    Square {
        line: LineExpr,
        p: PointExpr,
        q: PointExpr,
    },
    /// `p` and `q` have equal distances from the line on opposite sides.
    Balanced {
        line: LineExpr,
        p: PointExpr,
        q: PointExpr,
    },
    /// `p` lies on the ellipse.
    OnEllipse { p: PointExpr, ellipse: EllipseExpr },
}

impl Equation {
    /// Returns the residual at `values` and adds its derivatives to `out`.
    pub(super) fn evaluate(&self, values: &[f64], out: &mut impl Gradient) -> f64 {
        match self {
            Equation::Apart { axis, p, q, value } => {
                q.push(values, axis.unit(), out);
                p.push(values, -axis.unit(), out);
                axis.of(q.at(values)) - axis.of(p.at(values)) - value
            }
            Equation::At { axis, p, value } => {
                p.push(values, axis.unit(), out);
                axis.of(p.at(values)) - value
            }
            Equation::Between { axis, p, a, b } => {
                p.push(values, axis.unit(), out);
                a.push(values, axis.unit() * -0.5, out);
                b.push(values, axis.unit() * -0.5, out);
                axis.of(p.at(values)) - 0.5 * (axis.of(a.at(values)) + axis.of(b.at(values)))
            }
            Equation::Size { a, b, value } => {
                out.add(*a, 1.0);
                if let Some(b) = b {
                    out.add(*b, -1.0);
                }
                values[*a] - b.map_or(0.0, |b| values[b]) - value
            }
            Equation::Turn {
                from,
                to,
                target,
                size,
            } => {
                let (_, u, length) = to.frame(values);
                to.push(values, left_normal(u) * (size / length.max(size * 1e-9)), out);
                let mut angle = libm::atan2(u.y, u.x);
                if let Some(from) = from {
                    let (_, v, length) = from.frame(values);
                    from.push(values, left_normal(v) * (-size / length.max(size * 1e-9)), out);
                    angle = libm::atan2(v.cross(u), v.dot(u));
                }
                size * wrap(angle - target)
            }
            Equation::Side {
                p,
                line,
                value,
                radius,
            } => {
                let (a, u, length) = line.frame(values);
                let normal = left_normal(u);
                let from = p.at(values) - a;
                let along = if length > 0.0 { u.dot(from) / length } else { 0.0 };
                p.push(values, normal, out);
                line.a.push(values, normal * (along - 1.0), out);
                line.b.push(values, normal * -along, out);
                normal.dot(from) - value - signed_radius(*radius, values, out)
            }
            Equation::Gap { p, q, value, radii } => {
                let (u, length) = direction(q.at(values) - p.at(values));
                q.push(values, u, out);
                p.push(values, -u, out);
                let radii: f64 = radii
                    .iter()
                    .map(|radius| signed_radius(*radius, values, out))
                    .sum();
                length - value - radii
            }
            Equation::SameLength { a, b } => {
                let ((_, u, one), (_, v, other)) = (a.frame(values), b.frame(values));
                a.push(values, u, out);
                b.push(values, -v, out);
                one - other
            }
            Equation::Square { line, p, q } => {
                let (_, u, length) = line.frame(values);
                let w = q.at(values) - p.at(values);
                q.push(values, u, out);
                p.push(values, -u, out);
                if length > 0.0 {
                    line.push(values, left_normal(u) * (left_normal(u).dot(w) / length), out);
                }
                u.dot(w)
            }
            Equation::Balanced { line, p, q } => {
                let (a, u, length) = line.frame(values);
                let normal = left_normal(u);
                let from = (p.at(values) - a + (q.at(values) - a)) * 0.5;
                let along = if length > 0.0 { u.dot(from) / length } else { 0.0 };
                p.push(values, normal * 0.5, out);
                q.push(values, normal * 0.5, out);
                line.a.push(values, normal * (along - 1.0), out);
                line.b.push(values, normal * -along, out);
                normal.dot(from)
            }
            Equation::OnEllipse { p, ellipse } => on_ellipse(*p, ellipse, values, out),
        }
    }

    /// Appends every variable of the equation; a variable may occur several times.
    pub(super) fn vars(&self, out: &mut Vec<Var>) {
        let line = |line: &LineExpr, out: &mut Vec<Var>| {
            line.a.vars(out);
            line.b.vars(out);
        };
        match self {
            Equation::Apart { p, q, .. } => [p, q].iter().for_each(|p| p.vars(out)),
            Equation::At { p, .. } => p.vars(out),
            Equation::Between { p, a, b, .. } => [p, a, b].iter().for_each(|p| p.vars(out)),
            Equation::Size { a, b, .. } => out.extend(std::iter::once(*a).chain(*b)),
            Equation::Turn { from, to, .. } => from.iter().chain([to]).for_each(|l| line(l, out)),
            Equation::Side {
                p, line: l, radius, ..
            } => {
                p.vars(out);
                line(l, out);
                out.extend(radius.map(|(radius, _)| radius));
            }
            Equation::Gap { p, q, radii, .. } => {
                p.vars(out);
                q.vars(out);
                out.extend(radii.iter().flatten().map(|(radius, _)| *radius));
            }
            Equation::SameLength { a, b } => [a, b].iter().for_each(|l| line(l, out)),
            Equation::Square { line: l, p, q } | Equation::Balanced { line: l, p, q } => {
                line(l, out);
                p.vars(out);
                q.vars(out);
            }
            Equation::OnEllipse { p, ellipse } => {
                p.vars(out);
                out.extend(ellipse.center);
                out.extend(ellipse.radii);
                out.push(ellipse.rotation);
            }
        }
    }

    /// Appends the points of the equation to `points`, and returns its largest size.
    pub(super) fn spread(&self, values: &[f64], points: &mut Vec<Point>) -> f64 {
        let mut add = |list: &[PointExpr]| points.extend(list.iter().map(|p| p.at(values)));
        match self {
            Equation::Apart { p, q, value, .. } => {
                add(&[*p, *q]);
                value.abs()
            }
            Equation::At { p, .. } => {
                add(&[*p]);
                0.0
            }
            Equation::Between { p, a, b, .. } => {
                add(&[*p, *a, *b]);
                0.0
            }
            Equation::Size { a, value, .. } => values[*a].abs().max(value.abs()),
            Equation::Turn { from, to, .. } => {
                for line in from.iter().chain([to]) {
                    add(&[line.a, line.b]);
                }
                0.0
            }
            Equation::Side {
                p,
                line,
                value,
                radius,
            } => {
                add(&[*p, line.a, line.b]);
                value.abs().max(radius.map_or(0.0, |(radius, _)| values[radius]))
            }
            Equation::Gap { p, q, value, radii } => {
                add(&[*p, *q]);
                let radii = radii.iter().flatten().map(|(radius, _)| values[*radius]);
                radii.fold(value.abs(), f64::max)
            }
            Equation::SameLength { a, b } => {
                add(&[a.a, a.b, b.a, b.b]);
                0.0
            }
            Equation::Square { line, p, q } | Equation::Balanced { line, p, q } => {
                add(&[line.a, line.b, *p, *q]);
                0.0
            }
            Equation::OnEllipse { p, ellipse } => {
                add(&[*p, PointExpr::free(ellipse.center[0], ellipse.center[1])]);
                values[ellipse.radii[0]].max(values[ellipse.radii[1]])
            }
        }
    }
}

fn signed_radius(radius: Option<(Var, f64)>, values: &[f64], out: &mut impl Gradient) -> f64 {
    radius.map_or(0.0, |(radius, sign)| {
        out.add(radius, -sign);
        sign * values[radius]
    })
}

/// Returns the residual of a point on an ellipse: `(|scaled p| - 1) · smaller radius`, positive outside.
fn on_ellipse(p: PointExpr, ellipse: &EllipseExpr, values: &[f64], out: &mut impl Gradient) -> f64 {
    let center = PointExpr::free(ellipse.center[0], ellipse.center[1]);
    let [rx, ry] = ellipse.radii.map(|var| values[var].max(f64::MIN_POSITIVE));
    let (sin, cos) = sin_cos(values[ellipse.rotation]);
    let (u, v) = (Vec2::new(cos, sin), Vec2::new(-sin, cos));
    let w = p.at(values) - center.at(values);
    let (s, t) = (u.dot(w) / rx, v.dot(w) / ry);
    let (unit, reach) = direction(Vec2::new(s, t));
    let size = rx.min(ry);
    let slope = (u * (unit.x / rx) + v * (unit.y / ry)) * size;
    p.push(values, slope, out);
    center.push(values, -slope, out);
    let of_size = |mine: f64, other: f64| if mine <= other { reach - 1.0 } else { 0.0 };
    out.add(ellipse.radii[0], of_size(rx, ry) - size * unit.x * s / rx);
    let second = if ry < rx { reach - 1.0 } else { 0.0 };
    out.add(ellipse.radii[1], second - size * unit.y * t / ry);
    out.add(
        ellipse.rotation,
        size * (unit.x * v.dot(w) / rx - unit.y * u.dot(w) / ry),
    );
    size * (reach - 1.0)
}

/// Rotates a vector by a quarter turn counterclockwise.
fn left_normal(v: Vec2) -> Vec2 {
    Vec2::new(-v.y, v.x)
}

/// Returns the angle between -π and π that differs from `angle` by whole turns.
pub(super) fn wrap(angle: f64) -> f64 {
    angle - TAU * (angle / TAU).round()
}
