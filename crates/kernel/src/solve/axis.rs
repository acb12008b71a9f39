//! Coordinate axes.

use super::super::{Point, Vec2};

/// One of the two coordinate axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    X,
    Y,
}

impl Axis {
    pub(super) fn of(self, point: Point) -> f64 {
        self.pick(point.x, point.y)
    }

    pub(super) fn pick<T>(self, x: T, y: T) -> T {
        match self {
            Axis::X => x,
            Axis::Y => y,
        }
    }

    pub(super) fn unit(self) -> Vec2 {
        match self {
            Axis::X => Vec2::new(1.0, 0.0),
            Axis::Y => Vec2::new(0.0, 1.0),
        }
    }
}
