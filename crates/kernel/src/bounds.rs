//! Axis-aligned bounding boxes.
//!
//! Invariant: a `Bounds` made by this module is finite and `min <= max` on both axes. The absence of bounds is
//! `Option::None`, never a box of zeros.

use serde::{Deserialize, Serialize};

use super::num::norm;
use super::{Point, Vec2};

/// Axis-aligned bounding box. Serialized as `{"min":[x,y],"max":[x,y]}`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Corners", into = "Corners")]
pub struct Bounds {
    /// Lower left corner.
    pub min: Point,
    /// Upper right corner.
    pub max: Point,
}

impl Bounds {
    /// Creates the box with two opposite corners in any order; `None` unless all four numbers are finite.
    pub fn new(a: Point, b: Point) -> Option<Bounds> {
        if !(a.is_finite() && b.is_finite()) {
            return None;
        }
        let min = Point::new(a.x.min(b.x), a.y.min(b.y));
        let max = Point::new(a.x.max(b.x), a.y.max(b.y));
        Some(Bounds { min, max })
    }

    /// Returns the box around all points; `None` if there are no points or one of them is not finite.
    pub fn from_points(points: impl IntoIterator<Item = Point>) -> Option<Bounds> {
        let mut points = points.into_iter();
        let first = points.next()?;
        points.try_fold(Bounds::new(first, first)?, |all, point| {
            Some(all.union(&Bounds::new(point, point)?))
        })
    }

    /// Returns the box around both boxes.
    #[must_use]
    pub fn union(&self, other: &Bounds) -> Bounds {
        Bounds {
            min: Point::new(self.min.x.min(other.min.x), self.min.y.min(other.min.y)),
            max: Point::new(self.max.x.max(other.max.x), self.max.y.max(other.max.y)),
        }
    }

    /// Returns the box around all boxes; `None` if there are none.
    pub fn union_all(boxes: impl IntoIterator<Item = Bounds>) -> Option<Bounds> {
        boxes.into_iter().reduce(|a, b| a.union(&b))
    }

    /// Grows the box to contain `point`; a point that is not finite is ignored.
    pub fn include(&mut self, point: Point) {
        if let Some(at) = Bounds::new(point, point) {
            *self = self.union(&at);
        }
    }

    /// Returns the center of the box.
    pub fn center(&self) -> Point {
        Point::new(
            0.5 * self.min.x + 0.5 * self.max.x,
            0.5 * self.min.y + 0.5 * self.max.y,
        )
    }

    /// Returns the size along x.
    pub fn width(&self) -> f64 {
        self.max.x - self.min.x
    }

    /// Returns the size along y.
    pub fn height(&self) -> f64 {
        self.max.y - self.min.y
    }

    /// Returns the largest coordinate magnitude in the box; rounding errors are proportional to it.
    pub fn magnitude(&self) -> f64 {
        self.min
            .x
            .abs()
            .max(self.max.x.abs())
            .max(self.min.y.abs())
            .max(self.max.y.abs())
    }

    /// Whether `point` is in the box or on its border.
    pub fn contains(&self, point: Point) -> bool {
        self.min.x <= point.x && point.x <= self.max.x && self.min.y <= point.y && point.y <= self.max.y
    }

    /// Returns the distance of `point` from the box; 0 inside.
    pub fn distance_to(&self, point: Point) -> f64 {
        let dx = (self.min.x - point.x).max(point.x - self.max.x).max(0.0);
        let dy = (self.min.y - point.y).max(point.y - self.max.y).max(0.0);
        norm(Vec2::new(dx, dy))
    }

    /// Whether `other` lies inside this box; borders may coincide.
    pub fn contains_bounds(&self, other: &Bounds) -> bool {
        self.contains(other.min) && self.contains(other.max)
    }

    /// Whether the boxes share a point; touching borders count.
    pub fn intersects(&self, other: &Bounds) -> bool {
        self.min.x <= other.max.x
            && other.min.x <= self.max.x
            && self.min.y <= other.max.y
            && other.min.y <= self.max.y
    }

    /// Returns the box with every side moved outward by `by`. A negative `by` shrinks the box, at most to its
    /// center; growth that would overflow leaves the box unchanged.
    #[must_use]
    pub fn inflate(&self, by: f64) -> Bounds {
        let dx = by.max(-0.5 * self.width());
        let dy = by.max(-0.5 * self.height());
        let min = Point::new(self.min.x - dx, self.min.y - dy);
        let max = Point::new(self.max.x + dx, self.max.y + dy);
        Bounds::new(min, max).unwrap_or(*self)
    }

    /// Returns the four corners, counterclockwise from `min`.
    pub fn corners(&self) -> [Point; 4] {
        [
            self.min,
            Point::new(self.max.x, self.min.y),
            self.max,
            Point::new(self.min.x, self.max.y),
        ]
    }
}

/// JSON form of [`Bounds`].
#[derive(Serialize, Deserialize)]
struct Corners {
    min: [f64; 2],
    max: [f64; 2],
}

impl From<Bounds> for Corners {
    fn from(b: Bounds) -> Self {
        Corners {
            min: [b.min.x, b.min.y],
            max: [b.max.x, b.max.y],
        }
    }
}

impl TryFrom<Corners> for Bounds {
    type Error = &'static str;

    fn try_from(c: Corners) -> Result<Self, Self::Error> {
        let min = Point::new(c.min[0], c.min[1]);
        let max = Point::new(c.max[0], c.max[1]);
        match Bounds::new(min, max) {
            Some(b) if b.min == min && b.max == max => Ok(b),
            Some(_) => Err("bounds need min <= max on both axes"),
            None => Err("bounds need finite numbers"),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    fn bounds(x0: f64, y0: f64, x1: f64, y1: f64) -> Bounds {
        Bounds::new(Point::new(x0, y0), Point::new(x1, y1)).unwrap()
    }

    #[test]
    fn bounds_are_written_as_json() {
        let text = serde_json::to_string(&bounds(0.0, 1.0, 2.0, 3.5)).unwrap();
        assert_eq!(text, r#"{"min":[0.0,1.0],"max":[2.0,3.5]}"#);
        assert_eq!(
            serde_json::from_str::<Bounds>(&text).unwrap(),
            bounds(0.0, 1.0, 2.0, 3.5)
        );
        assert!(serde_json::from_str::<Bounds>(r#"{"min":[3,1],"max":[2,3.5]}"#).is_err());
    }

    #[test]
    fn bounds_of_no_points_is_none() {
        assert_eq!(Bounds::from_points([]), None);
        assert_eq!(Bounds::from_points([Point::new(f64::NAN, 0.0)]), None);
        assert_eq!(
            Bounds::from_points([Point::ZERO, Point::new(f64::INFINITY, 0.0)]),
            None
        );
    }

    #[test]
    fn bounds_touching_boxes_intersect() {
        assert!(bounds(0.0, 0.0, 1.0, 1.0).intersects(&bounds(1.0, 1.0, 2.0, 2.0)));
        assert!(!bounds(0.0, 0.0, 1.0, 1.0).intersects(&bounds(1.1, 0.0, 2.0, 2.0)));
    }

    #[test]
    fn bounds_distance() {
        let b = bounds(0.0, 0.0, 2.0, 1.0);
        assert_eq!(
            [(1.0, 0.5), (5.0, 5.0), (-3.0, 0.5)].map(|p| b.distance_to(p.into())),
            [0.0, 5.0, 3.0]
        );
    }

    #[test]
    fn bounds_inflate_stops_at_the_center() {
        assert_eq!(
            bounds(0.0, 0.0, 4.0, 2.0).inflate(-9.0),
            bounds(2.0, 1.0, 2.0, 1.0)
        );
        assert_eq!(
            bounds(0.0, 0.0, 4.0, 2.0).inflate(1.0),
            bounds(-1.0, -1.0, 5.0, 3.0)
        );
        assert_eq!(
            bounds(0.0, 0.0, 4.0, 2.0).inflate(f64::INFINITY),
            bounds(0.0, 0.0, 4.0, 2.0)
        );
    }
}
