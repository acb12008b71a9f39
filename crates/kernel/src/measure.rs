//! Measurements of a path: length, area, points at a distance, nearest points.
//!
//! `s` always denotes the distance along the path from its start, in world units.

use super::num::norm;
use super::{Path, Point, Seg, Vec2};

/// A position on a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Location {
    /// Index of the segment.
    pub seg: usize,
    /// Parameter on the segment, 0 to 1.
    pub u: f64,
    /// Point at the position.
    pub point: Point,
    /// Unit direction of travel; `None` on a segment without length.
    pub direction: Option<Vec2>,
}

/// The point of a path nearest to a query point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Index of the segment.
    pub seg: usize,
    /// Parameter on the segment, 0 to 1.
    pub u: f64,
    /// Nearest point.
    pub point: Point,
    /// Distance from the query point.
    pub distance: f64,
    /// Distance along the path from its start.
    pub s: f64,
}

impl Path {
    /// Returns the length of the path.
    pub fn length(&self) -> f64 {
        self.segs.iter().map(Seg::length).sum()
    }

    /// Returns the enclosed area, positive for a counterclockwise path. An open path is closed with a straight
    /// line. Each region counts with its winding number.
    pub fn signed_area(&self) -> f64 {
        let Some(start) = self.start() else { return 0.0 };
        // Coordinates relative to the start of the path avoid cancellation far from the origin. The closing line
        // then ends at the origin and contributes nothing.
        let home = super::Affine::translate(-start.to_vec2());
        self.segs
            .iter()
            .map(|seg| seg.transformed(&home).signed_area())
            .sum()
    }

    /// Returns the centroid of the enclosed area; `None` if the area is 0. An open path is closed with a straight
    /// line.
    pub fn centroid(&self) -> Option<Point> {
        let (area, moment, origin) = self.integrals();
        let center = origin + moment / area;
        (area != 0.0 && center.is_finite()).then_some(center)
    }

    /// Returns the centroid of the outline as a wire of uniform density; `None` if the path has no length or is not
    /// finite.
    pub fn wire_center(&self) -> Option<Point> {
        let start = self.start()?;
        let mut length = 0.0;
        let mut moment = Vec2::ZERO;
        for seg in &self.segs {
            let own = seg.length();
            length += own;
            moment += match seg {
                Seg::Line { a, b } => (a.midpoint(*b) - start) * own,
                _ => {
                    let along = |axis: &dyn Fn(Vec2) -> f64| {
                        let weighed =
                            |u: f64| axis(seg.point_at(u) - start) * super::num::norm(seg.derivative_at(u));
                        super::num::integrate(weighed, 0.0, 1.0)
                    };
                    Vec2::new(along(&|v| v.x), along(&|v| v.y))
                }
            };
        }
        let center = start + moment / length;
        (length > 0.0 && center.is_finite()).then_some(center)
    }

    /// Returns the point at distance `s` along the path. Distances wrap around on a closed path; on an open path,
    /// the result is `None` outside `0..=length`.
    pub fn point_at_distance(&self, s: f64) -> Option<Point> {
        self.locate(s).map(|location| location.point)
    }

    /// Returns the position at distance `s` along the path; see [`Path::point_at_distance`].
    pub fn locate(&self, s: f64) -> Option<Location> {
        let lengths: Vec<f64> = self.segs.iter().map(Seg::length).collect();
        let total: f64 = lengths.iter().sum();
        if !(s.is_finite() && total.is_finite()) || self.segs.is_empty() {
            return None;
        }
        let slack = 1e-12 * total;
        let mut rest = if self.closed && total > 0.0 && !(0.0..=total).contains(&s) {
            s.rem_euclid(total)
        } else {
            s
        };
        if rest < -slack || rest > total + slack {
            return None;
        }
        let last = self.segs.len() - 1;
        for (index, (seg, length)) in self.segs.iter().zip(&lengths).enumerate() {
            if rest < *length || index == last {
                let u = seg.param_at_length(rest);
                return Some(Location {
                    seg: index,
                    u,
                    point: seg.point_at(u),
                    direction: seg.direction_at(u),
                });
            }
            rest -= length;
        }
        None
    }

    /// Returns the nearest point of the path, the earliest of several equally near points; `None` if the path is
    /// empty or a number is not finite.
    pub fn nearest(&self, point: Point) -> Option<Nearest> {
        let mut best = self.closest(point)?;
        let before: f64 = self.segs[..best.seg].iter().map(Seg::length).sum();
        best.s = before + self.segs[best.seg].length_between(0.0, best.u);
        Some(best)
    }

    /// Returns the distance of `point` from the path; `None` if the path is empty or a number is not finite. The
    /// call is much cheaper than [`Path::nearest`], which also measures the length along the path.
    pub fn distance_to(&self, point: Point) -> Option<f64> {
        self.closest(point).map(|near| near.distance)
    }

    /// Returns the nearest point with `s` set to 0.
    fn closest(&self, point: Point) -> Option<Nearest> {
        if let [seg] = self.segs.as_slice() {
            let near = seg.nearest(point)?;
            return Some(Nearest {
                seg: 0,
                u: near.u,
                point: near.point,
                distance: near.distance,
                s: 0.0,
            });
        }
        // Segments farther away than the nearest joint are skipped.
        let joints = self.segs.iter().map(|seg| norm(seg.start() - point));
        let within = joints.fold(f64::INFINITY, f64::min);
        let mut best: Option<Nearest> = None;
        for (index, seg) in self.segs.iter().enumerate() {
            if seg.at_least_from(point) > best.map_or(within, |so_far| so_far.distance) {
                continue;
            }
            let near = seg.nearest(point)?;
            if best.is_none_or(|so_far| near.distance < so_far.distance) {
                best = Some(Nearest {
                    seg: index,
                    u: near.u,
                    point: near.point,
                    distance: near.distance,
                    s: 0.0,
                });
            }
        }
        best
    }

    /// Returns the signed area, its first moment, and the reference point of the moment.
    pub(crate) fn integrals(&self) -> (f64, Vec2, Point) {
        let Some(start) = self.start() else {
            return (0.0, Vec2::ZERO, Point::ZERO);
        };
        // Relative coordinates for the same reason as in `signed_area`.
        let home = super::Affine::translate(-start.to_vec2());
        let mut area = 0.0;
        let mut moment = Vec2::ZERO;
        for seg in &self.segs {
            let seg = seg.transformed(&home);
            area += seg.signed_area();
            moment += seg.moment();
        }
        // The closing line ends at the new origin, so it contributes to the moment but not to the area. The moment
        // of this line also covers the rounding error by which a closed path may miss its start.
        if let Some(end) = self.segs.last().map(|seg| (seg.end() - start).to_point()) {
            moment += Seg::line(end, Point::ZERO).moment();
        }
        (area, moment, start)
    }
}

impl Seg {
    /// Returns `(½∫x² dy, −½∫y² dx)`: the contribution of the segment to the first moment of a closed outline.
    pub(crate) fn moment(&self) -> Vec2 {
        match self {
            Seg::Line { a, b } => {
                let x2 = a.x * a.x + a.x * b.x + b.x * b.x;
                let y2 = a.y * a.y + a.y * b.y + b.y * b.y;
                Vec2::new(x2 * (b.y - a.y) / 6.0, -y2 * (b.x - a.x) / 6.0)
            }
            Seg::Conic(conic) => {
                // A trigonometric polynomial of degree three: one quadrature rule per quarter turn is accurate
                // enough.
                let quarters = (conic.dt.abs() / std::f64::consts::FRAC_PI_2)
                    .ceil()
                    .clamp(1.0, 4.0) as u32;
                sum_rule(self, quarters)
            }
            // A polynomial of degree eight: one quadrature rule is exact.
            Seg::Cubic(_) => sum_rule(self, 1),
        }
    }
}

fn sum_rule(seg: &Seg, parts: u32) -> Vec2 {
    let rule = |f: &dyn Fn(f64) -> f64| -> f64 {
        let width = 1.0 / f64::from(parts);
        (0..parts)
            .map(|i| super::num::gauss16(&f, f64::from(i) * width, f64::from(i + 1) * width))
            .sum()
    };
    let x = rule(&|u| seg.point_at(u).x.powi(2) * seg.derivative_at(u).y);
    let y = rule(&|u| seg.point_at(u).y.powi(2) * seg.derivative_at(u).x);
    Vec2::new(0.5 * x, -0.5 * y)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use std::f64::consts::PI;

    use super::*;

    #[test]
    fn measure_half_disk() {
        let mut half = Path::arc(Point::new(1000.0, 2000.0), 3.0, 0.0, PI);
        let expected = Point::new(1000.0, 2000.0 + 4.0 * 3.0 / (3.0 * PI));
        assert!((half.signed_area() - 4.5 * PI).abs() < 1e-11);
        assert!(norm(half.centroid().unwrap() - expected) < 1e-11);
        half.segs
            .push(Seg::line(half.segs[0].end(), half.segs[0].start()));
        half.closed = true;
        assert!(norm(half.centroid().unwrap() - expected) < 1e-11);
        assert!(norm(half.reversed().centroid().unwrap() - expected) < 1e-11);
        assert!((half.length() - (3.0 * PI + 6.0)).abs() < 1e-11);
    }

    #[test]
    fn measure_centroids() {
        let at = Path::circle(Point::new(7.0, -9.0), 2.0).centroid().unwrap();
        assert!(norm(at - Point::new(7.0, -9.0)) < 1e-13);
        let triangle = Path::from_points(&[(0.0, 0.0), (3.0, 0.0), (0.0, 6.0)].map(Point::from), true);
        assert!(norm(triangle.centroid().unwrap() - Point::new(1.0, 2.0)) < 1e-14);
        // The area under the parabola y = x(1-x) from 0 to 1.
        let segs = vec![Seg::quadratic(
            Point::new(1.0, 0.0),
            Point::new(0.5, 0.5),
            Point::ZERO,
        )];
        let arch = Path::new(segs, false);
        assert!((arch.signed_area() - 1.0 / 6.0).abs() < 1e-15);
        assert!(norm(arch.centroid().unwrap() - Point::new(0.5, 0.1)) < 1e-14);
        assert_eq!(
            Path::from_points(&[Point::ZERO, Point::new(1.0, 0.0)], false).centroid(),
            None
        );
    }

    #[test]
    fn measure_the_centroid_of_an_open_path() {
        let bent = Path::from_points(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)].map(Point::from), false);
        assert!(norm(bent.wire_center().unwrap() - Point::new(3.0, 1.0)) < 1e-13);
        let half = Path::arc(Point::new(5.0, 5.0), 3.0, 0.0, PI);
        let expected = Point::new(5.0, 5.0 + 2.0 * 3.0 / PI);
        assert!(norm(half.wire_center().unwrap() - expected) < 1e-12);
        assert_eq!(Path::default().wire_center(), None);
    }

    #[test]
    fn measure_point_at_distance() {
        let rect = Path::rect(Point::ZERO, 4.0, 2.0);
        assert_eq!(rect.point_at_distance(5.0), Some(Point::new(4.0, 1.0)));
        assert_eq!(rect.point_at_distance(12.0 + 5.0), Some(Point::new(4.0, 1.0)));
        assert_eq!(rect.point_at_distance(-1.0), Some(Point::new(0.0, 1.0)));
        let open = Path::from_points(&[Point::ZERO, Point::new(4.0, 0.0)], false);
        assert_eq!(open.point_at_distance(4.0), Some(Point::new(4.0, 0.0)));
        assert_eq!(open.point_at_distance(4.1), None);
        assert_eq!(open.point_at_distance(f64::NAN), None);
        assert_eq!(Path::default().point_at_distance(0.0), None);
        let arc = Path::arc(Point::ZERO, 10.0, 0.0, PI);
        assert!(norm(arc.point_at_distance(5.0 * PI).unwrap() - Point::new(0.0, 10.0)) < 1e-13);
    }

    #[test]
    fn measure_nearest() {
        let near = Path::rect(Point::ZERO, 4.0, 2.0)
            .nearest(Point::new(5.0, 1.0))
            .unwrap();
        assert_eq!((near.seg, near.u, near.distance, near.s), (1, 0.5, 1.0, 5.0));
        assert_eq!(
            Path::rect(Point::ZERO, 4.0, 2.0).distance_to(Point::new(7.0, 6.0)),
            Some(5.0)
        );
        assert_eq!(Path::default().nearest(Point::ZERO), None);
        assert_eq!(Path::default().distance_to(Point::ZERO), None);
    }
}
