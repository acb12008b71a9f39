//! Expressions for points, lines and circles of a sketch in terms of its variables.
//!
//! An expression has a value for given variables and a derivative with respect to each variable; equations combine
//! both. Invariant: derivatives are analytic, and finite wherever the values are.

use super::variable::Var;
use crate::num::{norm, sin_cos};
use crate::{Affine, Point, Vec2};

/// Receiver of derivatives: adds a number to the coefficient of a variable.
pub(super) trait Gradient {
    fn add(&mut self, var: Var, by: f64);
}

/// Discards derivatives, for callers that need only the value.
impl Gradient for () {
    fn add(&mut self, _: Var, _: f64) {}
}

impl Gradient for Vec<(Var, f64)> {
    fn add(&mut self, var: Var, by: f64) {
        self.push((var, by));
    }
}

/// A point that depends on variables.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PointExpr {
    /// A point with two variables as coordinates.
    Free {
        /// x coordinate.
        x: Var,
        /// y coordinate.
        y: Var,
    },
    /// A point at a fixed offset from two variables, for geometry that only moves as a whole.
    Shifted {
        /// Translation in x.
        x: Var,
        /// Translation in y.
        y: Var,
        /// Position of the point when both translations are 0.
        by: Vec2,
    },
    /// Midpoint of two points with two variables each.
    Middle {
        /// x and y of the first point.
        a: [Var; 2],
        /// x and y of the second point.
        b: [Var; 2],
    },
    /// `map · (x + i·width, y + j·height)`: a point of a rectangle that is transformed by `map`.
    OnRect {
        /// x and y of the rectangle's corner, its width and its height.
        rect: [Var; 4],
        /// Position on the rectangle, 0 to 1 in both directions.
        at: Vec2,
        /// Constant offset from that position, in the rectangle's coordinates.
        by: Vec2,
        /// Map from the rectangle's coordinates to those of the sketch.
        map: Affine,
    },
    /// Point of a circle at an angle.
    OnCircle {
        /// x and y of the center.
        center: [Var; 2],
        /// Radius.
        radius: Var,
        /// Angle in radians, from the x axis.
        angle: Var,
        /// Additional angle times a factor: the end of an arc is at the start angle plus the signed sweep.
        sweep: Option<(Var, f64)>,
        /// Additional constant angle, in radians.
        turn: f64,
    },
}

impl PointExpr {
    /// Creates a point with two variables as coordinates.
    pub fn free(x: Var, y: Var) -> PointExpr {
        PointExpr::Free { x, y }
    }

    /// Returns the position of the point.
    pub fn at(&self, values: &[f64]) -> Point {
        match *self {
            PointExpr::Free { x, y } => Point::new(values[x], values[y]),
            PointExpr::Shifted { x, y, by } => Point::new(values[x] + by.x, values[y] + by.y),
            PointExpr::Middle { a, b } => Point::new(
                0.5 * (values[a[0]] + values[b[0]]),
                0.5 * (values[a[1]] + values[b[1]]),
            ),
            PointExpr::OnRect { rect, at, by, map } => {
                let [x, y, width, height] = rect.map(|var| values[var]);
                map * Point::new(x + at.x * width + by.x, y + at.y * height + by.y)
            }
            PointExpr::OnCircle { center, radius, .. } => {
                let (sin, cos) = sin_cos(self.angle(values));
                Point::new(
                    values[center[0]] + values[radius] * cos,
                    values[center[1]] + values[radius] * sin,
                )
            }
        }
    }

    /// Adds the derivative of `slope · point`.
    pub(super) fn push(&self, values: &[f64], slope: Vec2, out: &mut impl Gradient) {
        match *self {
            PointExpr::Free { x, y } | PointExpr::Shifted { x, y, .. } => {
                out.add(x, slope.x);
                out.add(y, slope.y);
            }
            PointExpr::Middle { a, b } => {
                for [x, y] in [a, b] {
                    out.add(x, 0.5 * slope.x);
                    out.add(y, 0.5 * slope.y);
                }
            }
            PointExpr::OnRect { rect, at, map, .. } => {
                let [a, b, c, d, ..] = map.as_coeffs();
                let (by_x, by_y) = (a * slope.x + b * slope.y, c * slope.x + d * slope.y);
                out.add(rect[0], by_x);
                out.add(rect[1], by_y);
                out.add(rect[2], at.x * by_x);
                out.add(rect[3], at.y * by_y);
            }
            PointExpr::OnCircle {
                center,
                radius,
                angle,
                sweep,
                ..
            } => {
                let (sin, cos) = sin_cos(self.angle(values));
                out.add(center[0], slope.x);
                out.add(center[1], slope.y);
                out.add(radius, slope.x * cos + slope.y * sin);
                let by_angle = values[radius] * (slope.y * cos - slope.x * sin);
                out.add(angle, by_angle);
                if let Some((sweep, factor)) = sweep {
                    out.add(sweep, factor * by_angle);
                }
            }
        }
    }

    fn angle(&self, values: &[f64]) -> f64 {
        match *self {
            PointExpr::OnCircle {
                angle, sweep, turn, ..
            } => values[angle] + sweep.map_or(0.0, |(sweep, factor)| factor * values[sweep]) + turn,
            _ => 0.0,
        }
    }

    /// Appends every variable of the point.
    pub(super) fn vars(&self, out: &mut Vec<Var>) {
        match *self {
            PointExpr::Free { x, y } | PointExpr::Shifted { x, y, .. } => out.extend([x, y]),
            PointExpr::Middle { a, b } => out.extend(a.into_iter().chain(b)),
            PointExpr::OnRect { rect, .. } => out.extend(rect),
            PointExpr::OnCircle {
                center,
                radius,
                angle,
                sweep,
                ..
            } => {
                out.extend(center);
                out.extend([radius, angle]);
                out.extend(sweep.map(|(sweep, _)| sweep));
            }
        }
    }
}

/// A directed straight line through two points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineExpr {
    /// Start point.
    pub a: PointExpr,
    /// End point.
    pub b: PointExpr,
}

impl LineExpr {
    /// Creates the line from `a` to `b`.
    pub fn new(a: PointExpr, b: PointExpr) -> LineExpr {
        LineExpr { a, b }
    }

    /// Returns the same line in the opposite direction.
    #[must_use]
    pub fn reversed(self) -> LineExpr {
        LineExpr { a: self.b, b: self.a }
    }

    /// Returns the start, unit direction and length; the direction of a line without length is the x axis.
    pub(super) fn frame(&self, values: &[f64]) -> (Point, Vec2, f64) {
        let (a, b) = (self.a.at(values), self.b.at(values));
        let (direction, length) = direction(b - a);
        (a, direction, length)
    }

    /// Adds the derivative of `slope · (b - a)`.
    pub(super) fn push(&self, values: &[f64], slope: Vec2, out: &mut impl Gradient) {
        self.b.push(values, slope, out);
        self.a.push(values, -slope, out);
    }
}

/// A circle, or the circle of an arc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CircleExpr {
    /// Center.
    pub center: PointExpr,
    /// Radius.
    pub radius: Var,
    /// Ends of an arc, `None` for a circle. At a shared end, tangent curves have the same direction.
    pub ends: Option<[PointExpr; 2]>,
}

/// A whole ellipse, or the ellipse of an elliptical arc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EllipseExpr {
    /// x and y of the center.
    pub center: [Var; 2],
    /// The two radii.
    pub radii: [Var; 2],
    /// Angle of the first axis, in radians.
    pub rotation: Var,
}

/// Curve of a point-on-curve constraint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Curve {
    /// An infinite line.
    Line(LineExpr),
    /// A whole circle.
    Circle(CircleExpr),
    /// A whole ellipse.
    Ellipse(EllipseExpr),
}

/// Returns the unit vector along `v` and its length; the x axis and 0 if `v` has no direction.
pub(super) fn direction(v: Vec2) -> (Vec2, f64) {
    let length = norm(v);
    if length > 0.0 && length.is_finite() {
        (Vec2::new(v.x / length, v.y / length), length)
    } else {
        (Vec2::new(1.0, 0.0), 0.0)
    }
}
