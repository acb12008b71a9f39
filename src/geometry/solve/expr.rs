//! Points, lines and circles of a sketch, written in terms of its variables.
//!
//! An expression has a value at given numbers and a derivative by each variable it uses; equations are built from both.
//! Invariant: derivatives are analytic and finite wherever the values are.

use super::variable::Var;
use crate::geometry::num::{norm, sin_cos};
use crate::geometry::{Affine, Point, Vec2};

/// Where a derivative goes: the variable and what is added to its coefficient.
pub(super) trait Gradient {
    fn add(&mut self, var: Var, by: f64);
}

/// For callers that want the value alone.
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
    /// Two variables are its coordinates.
    Free {
        /// The x coordinate.
        x: Var,
        /// The y coordinate.
        y: Var,
    },
    /// A fixed offset from two variables: a point of something that only moves as a whole.
    Shifted {
        /// The shift in x.
        x: Var,
        /// The shift in y.
        y: Var,
        /// Where the point is when both are 0.
        by: Vec2,
    },
    /// Halfway between two points that are two variables each.
    Middle {
        /// x and y of one point.
        a: [Var; 2],
        /// x and y of the other.
        b: [Var; 2],
    },
    /// `map · (x + i·width, y + j·height)`: a point of a rectangle that stands under `map`.
    OnRect {
        /// x of the rectangle's corner, y of it, its width and its height.
        rect: [Var; 4],
        /// Where on the rectangle, 0 to 1 in both directions.
        at: Vec2,
        /// A constant shift from there, in the rectangle's coordinates.
        by: Vec2,
        /// From the rectangle's coordinates to those of the sketch.
        map: Affine,
    },
    /// The point of a circle at an angle.
    OnCircle {
        /// x and y of the center.
        center: [Var; 2],
        /// The radius.
        radius: Var,
        /// The angle in radians, from the x axis.
        angle: Var,
        /// A further angle, times the factor: the end of an arc is its start and the signed sweep.
        sweep: Option<(Var, f64)>,
        /// A further constant angle, in radians.
        turn: f64,
    },
}

impl PointExpr {
    /// The point whose coordinates are two variables.
    pub fn free(x: Var, y: Var) -> PointExpr {
        PointExpr::Free { x, y }
    }

    /// Where the point is.
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

    /// Every variable the point depends on.
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
    /// Where it starts.
    pub a: PointExpr,
    /// Where it ends.
    pub b: PointExpr,
}

impl LineExpr {
    /// The line from `a` to `b`.
    pub fn new(a: PointExpr, b: PointExpr) -> LineExpr {
        LineExpr { a, b }
    }

    /// The same line in the other direction.
    #[must_use]
    pub fn reversed(self) -> LineExpr {
        LineExpr { a: self.b, b: self.a }
    }

    /// Start, unit direction and length; a line without length points along x.
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

/// A circle, or the circle an arc lies on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CircleExpr {
    /// Its center.
    pub center: PointExpr,
    /// Its radius.
    pub radius: Var,
    /// The ends, when it is an arc: at a shared end, tangent means the same direction.
    pub ends: Option<[PointExpr; 2]>,
}

/// A whole ellipse, or the ellipse an elliptical arc lies on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EllipseExpr {
    /// x and y of the center.
    pub center: [Var; 2],
    /// The two radii.
    pub radii: [Var; 2],
    /// The angle of the first axis, in radians.
    pub rotation: Var,
}

/// What a point can lie on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Curve {
    /// A line, without end.
    Line(LineExpr),
    /// A whole circle.
    Circle(CircleExpr),
    /// A whole ellipse.
    Ellipse(EllipseExpr),
}

/// The unit vector along `v` and its length; x where there is no direction.
pub(super) fn direction(v: Vec2) -> (Vec2, f64) {
    let length = norm(v);
    if length > 0.0 && length.is_finite() {
        (Vec2::new(v.x / length, v.y / length), length)
    } else {
        (Vec2::new(1.0, 0.0), 0.0)
    }
}
