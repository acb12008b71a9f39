//! Position of a dimension: the point that the user drags, and the offset of a linear dimension.

use super::dimension::Measure;
use crate::geometry::{Point, Vec2};
use std::f64::consts::FRAC_PI_2;

impl Measure {
    /// Returns the point on the dimension line or arc, or the position of the text.
    pub fn position(&self) -> Point {
        let (Measure::Linear { at, .. }
        | Measure::Angular { at, .. }
        | Measure::Radius { at, .. }
        | Measure::Diameter { at, .. }) = *self;
        at
    }

    /// Returns the measure with another position.
    #[must_use]
    pub fn with_position(mut self, to: Point) -> Measure {
        let (Measure::Linear { at, .. }
        | Measure::Angular { at, .. }
        | Measure::Radius { at, .. }
        | Measure::Diameter { at, .. }) = &mut self;
        *at = to;
        self
    }

    /// Returns the offset of the dimension line as the dimension tools take it; `None` unless the measure is aligned,
    /// horizontal, or vertical.
    ///
    /// The offset of a horizontal or vertical dimension counts from the nearer end, outward.
    pub fn offset(&self) -> Option<f64> {
        let Measure::Linear { from, to, angle, at } = *self else {
            return None;
        };
        let outside = |at: f64, a: f64, b: f64| {
            if at >= a.max(b) {
                at - a.max(b)
            } else {
                at - a.min(b)
            }
        };
        match angle {
            None => {
                let way = to - from;
                let left = Vec2::new(-way.y, way.x) / libm::hypot(way.x, way.y);
                Some((at - from).dot(left))
            }
            Some(0.0) => Some(outside(at.y, from.y, to.y)),
            Some(angle) if (angle - FRAC_PI_2).abs() < 1e-12 => Some(outside(at.x, from.x, to.x)),
            Some(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linear(angle: Option<f64>, at: (f64, f64)) -> Measure {
        Measure::Linear {
            from: Point::new(0.0, 0.0),
            to: Point::new(40.0, 30.0),
            angle,
            at: Point::from(at),
        }
    }

    #[test]
    fn offsets_count_outward_from_the_nearer_end() {
        assert_eq!(linear(Some(0.0), (0.0, 42.0)).offset(), Some(12.0));
        assert_eq!(linear(Some(0.0), (0.0, -5.0)).offset(), Some(-5.0));
        assert_eq!(linear(Some(FRAC_PI_2), (50.0, 0.0)).offset(), Some(10.0));
        assert_eq!(linear(Some(1.0), (50.0, 0.0)).offset(), None);
        let aligned = linear(None, (-6.0, 8.0));
        assert_eq!(aligned.offset(), Some(10.0));
        let moved = aligned.with_position(Point::new(6.0, -8.0));
        assert_eq!((moved.offset(), moved.position().x), (Some(-10.0), 6.0));
    }
}
