//! Distance of two parallel edges as a measure.

use crate::annotate::Measure;
use std::f64::consts::FRAC_PI_2;
use trammel_kernel::{Point, norm};

/// Largest sine of the angle between edges that count as parallel.
const PARALLEL: f64 = 1e-9;

/// Returns the points of two parallel lines, in their order, that are nearest to a place on the dimension line of their
/// distance; `None` if the lines are not parallel or are one.
pub fn edge_points(lines: [(Point, Point); 2], at: Point) -> Option<[Point; 2]> {
    let [(a, b), (c, d)] = lines;
    let (way, other) = (b - a, d - c);
    let (length, other_length) = (norm(way), norm(other));
    let is_parallel = way.cross(other).abs() <= PARALLEL * length * other_length;
    if !(is_parallel && length > 0.0 && other_length > 0.0) {
        return None;
    }
    let gap = way.cross(c - a) / length;
    let is_apart = gap.abs() > PARALLEL * (length + norm(c - a));
    is_apart.then(|| [nearest((a, b), at), nearest((c, d), at)])
}

/// Computes the distance of two parallel lines across them, with its dimension line through `at`. Returns `None` if the lines
/// are not parallel or are one.
pub fn edge_distance(lines: [(Point, Point); 2], at: Point) -> Option<Measure> {
    let [from, to] = edge_points(lines, at)?;
    let way = lines[0].1 - lines[0].0;
    let along = way / norm(way);
    let angle = if along.x.abs() <= PARALLEL {
        0.0
    } else if along.y.abs() <= PARALLEL {
        FRAC_PI_2
    } else {
        libm::atan2(along.x, -along.y)
    };
    Some(Measure::Linear {
        from,
        to,
        angle: Some(angle),
        at,
    })
}

/// Returns the point of a line that is nearest to `at`: one of its ends exactly, or a point between them.
fn nearest((a, b): (Point, Point), at: Point) -> Point {
    let way = b - a;
    let part = (at - a).dot(way) / way.hypot2();
    if part <= 0.0 {
        a
    } else if part >= 1.0 {
        b
    } else {
        a + way * part
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn line(x: f64, y: f64, to_x: f64, to_y: f64) -> (Point, Point) {
        (Point::new(x, y), Point::new(to_x, to_y))
    }

    #[test]
    fn the_distance_of_edges_is_measured_across_them() {
        let sides = [line(0.0, 50.0, 0.0, 0.0), line(80.0, 10.0, 80.0, 40.0)];
        let below = edge_distance(sides, Point::new(30.0, -12.0)).unwrap();
        assert_eq!(below.value(), 80.0);
        assert_eq!(
            below,
            Measure::Linear {
                from: Point::new(0.0, 0.0),
                to: Point::new(80.0, 10.0),
                angle: Some(0.0),
                at: Point::new(30.0, -12.0)
            }
        );
        let slanted = [line(0.0, 0.0, 30.0, 40.0), line(34.0, 38.0, 4.0, -2.0)];
        let value = edge_distance(slanted, Point::new(50.0, 60.0)).unwrap().value();
        assert!((value - 4.4).abs() < 1e-12, "{value}");
    }

    #[test]
    fn lines_that_meet_or_are_one_have_no_distance() {
        let base = line(0.0, 0.0, 10.0, 0.0);
        assert_eq!(
            edge_distance([base, line(0.0, 5.0, 10.0, 6.0)], Point::ORIGIN),
            None
        );
        assert_eq!(
            edge_distance([base, line(20.0, 0.0, 30.0, 0.0)], Point::ORIGIN),
            None
        );
        assert_eq!(edge_distance([base, base], Point::ORIGIN), None);
        assert_eq!(
            edge_distance([base, line(3.0, 3.0, 3.0, 3.0)], Point::ORIGIN),
            None
        );
    }
}
