//! Position of a dimension: the point that the user drags.

use super::dimension::Measure;
use trammel_kernel::{Point, Vec2, norm};

impl Measure {
    /// Returns the point on the dimension line or arc, or the position of the text.
    pub fn position(&self) -> Point {
        let (Measure::Linear { at, .. }
        | Measure::Angular { at, .. }
        | Measure::Radius { at, .. }
        | Measure::Diameter { at, .. }) = *self;
        at
    }

    /// Whether the position is a distance from the measured points, as opposed to a point.
    pub fn has_offset(&self) -> bool {
        matches!(self, Measure::Linear { .. })
    }

    /// Returns the signed distance of a dimension line through a point from the measured points, as the tools state it;
    /// `None` if the line passes between the points or if the measure has no such distance.
    pub fn offset_of(&self, to: Point) -> Option<f64> {
        let Measure::Linear {
            from, to: end, angle, ..
        } = *self
        else {
            return None;
        };
        let Some(angle) = angle else {
            let along = end - from;
            return Some((to - from).dot(Vec2::new(-along.y, along.x)) / norm(along));
        };
        let (a, b, to) = if angle == 0.0 {
            (from.y, end.y, to.y)
        } else {
            (from.x, end.x, to.x)
        };
        let (low, high) = (a.min(b), a.max(b));
        match () {
            () if to >= high => Some(to - high),
            () if to < low => Some(to - low),
            () => None,
        }
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
