//! Regular arrangements of points, and their positions.

use crate::{Point, Vec2, norm};

/// Regular arrangement of points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Layout {
    /// Rows and columns.
    Grid {
        /// First position.
        from: Point,
        /// Step along a row.
        across: Vec2,
        /// Step from row to row.
        up: Vec2,
        /// Number of positions in a row.
        columns: usize,
        /// Number of rows.
        rows: usize,
    },
    /// Equal angles around a center.
    Circle {
        /// Center.
        center: Point,
        /// Radius.
        radius: f64,
        /// Direction of the first position in radians.
        start: f64,
        /// Number of positions.
        count: usize,
    },
    /// Equal steps along a line.
    Row {
        /// First position.
        from: Point,
        /// Step.
        step: Vec2,
        /// Number of positions.
        count: usize,
    },
}

impl Layout {
    /// Returns the positions in order.
    pub fn positions(&self) -> Vec<Point> {
        match *self {
            Layout::Grid {
                from,
                across,
                up,
                columns,
                rows,
            } => {
                let at = |row: usize, column: usize| from + across * column as f64 + up * row as f64;
                (0..rows)
                    .flat_map(|row| (0..columns).map(move |column| at(row, column)))
                    .collect()
            }
            Layout::Circle {
                center,
                radius,
                start,
                count,
            } => {
                let turn = std::f64::consts::TAU / count as f64;
                let at = |number: usize| {
                    let (sin, cos) = libm::sincos(start + turn * number as f64);
                    center + Vec2::new(cos, sin) * radius
                };
                (0..count).map(at).collect()
            }
            Layout::Row { from, step, count } => {
                (0..count).map(|number| from + step * number as f64).collect()
            }
        }
    }

    /// Returns the center of all positions.
    pub fn center(&self) -> Point {
        match *self {
            Layout::Grid {
                from,
                across,
                up,
                columns,
                rows,
            } => from + across * (0.5 * (columns as f64 - 1.0)) + up * (0.5 * (rows as f64 - 1.0)),
            Layout::Circle { center, .. } => center,
            Layout::Row { from, step, count } => from + step * (0.5 * (count as f64 - 1.0)),
        }
    }

    /// Returns the number of points that must be in position. Any three points are corners of a parallelogram.
    pub(super) fn least(&self) -> usize {
        match *self {
            Layout::Grid { across, up, .. } => {
                let is_right = across.dot(up).abs() <= 1e-6 * norm(across) * norm(up);
                if is_right { 3 } else { 4 }
            }
            Layout::Circle { .. } | Layout::Row { .. } => 3,
        }
    }

    /// Returns the smallest distance between two positions.
    pub(super) fn step(&self) -> f64 {
        match *self {
            Layout::Grid { across, up, .. } => norm(across).min(norm(up)),
            Layout::Circle { radius, count, .. } => {
                2.0 * radius * libm::sin(std::f64::consts::PI / count as f64)
            }
            Layout::Row { step, .. } => norm(step),
        }
    }
}
