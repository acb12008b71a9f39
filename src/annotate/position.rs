//! Position of a dimension: the point that the user drags.

use super::dimension::Measure;
use crate::geometry::Point;

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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_measure_has_a_position() {
        let center = Point::new(1.0, 2.0);
        let at = Point::new(5.0, 5.0);
        let radius = Measure::Radius {
            center,
            radius: 3.0,
            at,
        };
        let moved = radius.with_position(center);
        assert_eq!(
            (radius.position(), moved.position(), moved.value()),
            (at, center, 3.0)
        );
    }
}
