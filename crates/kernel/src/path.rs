//! Paths: chains of segments that form outlines and open polylines.
//!
//! Invariants: each segment starts at the end of the previous one (to within rounding), and in a closed path the
//! last segment ends at the start of the first; the closing line is stored as a segment, never implied.
//! `measure.rs` has lengths, nearest points and related functions.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use serde::{Deserialize, Serialize};

use super::{Affine, Bounds, Conic, Point, Seg, Vec2, affine, num};

/// A chain of segments, open or closed. An empty path is allowed; its length and area are 0.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Path {
    /// Segments in order of travel.
    pub segs: Vec<Seg>,
    /// Whether the end of the path meets its start.
    pub closed: bool,
}

impl Path {
    /// Creates a path of the given segments.
    pub fn new(segs: Vec<Seg>, closed: bool) -> Path {
        Path { segs, closed }
    }

    /// Creates straight lines through `points`. A closed path gets a line back to the first point unless the last
    /// point equals the first. Fewer than two points give an empty path.
    pub fn from_points(points: &[Point], closed: bool) -> Path {
        let mut segs: Vec<Seg> = points
            .windows(2)
            .map(|pair| Seg::line(pair[0], pair[1]))
            .collect();
        if let (true, [first, .., last]) = (closed, points)
            && first != last
        {
            segs.push(Seg::line(*last, *first));
        }
        Path { segs, closed }
    }

    /// Creates a full circle, counterclockwise from the point right of the center.
    pub fn circle(center: Point, radius: f64) -> Path {
        Path {
            segs: vec![Seg::Conic(Conic::circle(center, radius))],
            closed: true,
        }
    }

    /// Creates a full ellipse with half axes `rx` and `ry`, rotated by `rotation` radians.
    pub fn ellipse(center: Point, rx: f64, ry: f64, rotation: f64) -> Path {
        let (sin, cos) = super::num::sin_cos(rotation);
        let (p, q) = (Vec2::new(rx * cos, rx * sin), Vec2::new(-ry * sin, ry * cos));
        Path {
            segs: vec![Seg::Conic(Conic::ellipse(center, p, q))],
            closed: true,
        }
    }

    /// Creates an arc of an ellipse with half axes `radii`, the first one rotated by `rotation`, counterclockwise
    /// from parameter `start` to `end` (in radians; the eccentric anomaly). A full turn gives the closed ellipse.
    pub fn elliptic_arc(center: Point, radii: [f64; 2], rotation: f64, start: f64, end: f64) -> Path {
        let (sin, cos) = super::num::sin_cos(rotation);
        // The rules for the sweep are those of circular arcs.
        let Conic { t0, dt, .. } = Conic::arc(center, 1.0, start, end);
        let p = Vec2::new(radii[0] * cos, radii[0] * sin);
        let q = Vec2::new(-radii[1] * sin, radii[1] * cos);
        let arc = Conic {
            t0,
            dt,
            ..Conic::ellipse(center, p, q)
        };
        let closed = arc.is_full();
        Path::new(vec![Seg::Conic(arc)], closed)
    }

    /// Creates the circular arc counterclockwise from angle `start` to angle `end`, in radians (see
    /// [`Conic::arc`]). The path is closed if the arc is a full turn.
    pub fn arc(center: Point, radius: f64, start: f64, end: f64) -> Path {
        let conic = Conic::arc(center, radius, start, end);
        Path {
            segs: vec![Seg::Conic(conic)],
            closed: conic.is_full(),
        }
    }

    /// Creates a rectangle, counterclockwise from its lower left corner. With a negative width or height, `corner`
    /// is another corner.
    pub fn rect(corner: Point, width: f64, height: f64) -> Path {
        let (x0, x1) = sort_pair(corner.x, corner.x + width);
        let (y0, y1) = sort_pair(corner.y, corner.y + height);
        let corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map(Point::from);
        Path::from_points(&corners, true)
    }

    /// Creates a rectangle with corners rounded by `radius`, which is limited to half the shorter side. The path
    /// runs counterclockwise from the left end of the lower side; sides used up by the corners are omitted.
    pub fn rounded_rect(corner: Point, width: f64, height: f64, radius: f64) -> Path {
        let (w, h) = (width.abs(), height.abs());
        let r = radius.min(0.5 * w).min(0.5 * h);
        if r.is_nan() || r <= 0.0 {
            return Path::rect(corner, width, height);
        }
        let (x0, x1) = sort_pair(corner.x, corner.x + width);
        let (y0, y1) = sort_pair(corner.y, corner.y + height);
        let mut segs = Vec::with_capacity(8);
        let (wide, tall) = (2.0 * r < w, 2.0 * r < h);
        let round = |x: f64, y: f64, quarter: f64| {
            let start = quarter * FRAC_PI_2;
            Seg::Conic(Conic {
                t0: start,
                dt: FRAC_PI_2,
                ..Conic::circle(Point::new(x, y), r)
            })
        };
        if wide {
            segs.push(Seg::line((x0 + r, y0).into(), (x1 - r, y0).into()));
        }
        segs.push(round(x1 - r, y0 + r, 3.0));
        if tall {
            segs.push(Seg::line((x1, y0 + r).into(), (x1, y1 - r).into()));
        }
        segs.push(round(x1 - r, y1 - r, 0.0));
        if wide {
            segs.push(Seg::line((x1 - r, y1).into(), (x0 + r, y1).into()));
        }
        segs.push(round(x0 + r, y1 - r, 1.0));
        if tall {
            segs.push(Seg::line((x0, y1 - r).into(), (x0, y0 + r).into()));
        }
        segs.push(round(x0 + r, y0 + r, 2.0));
        Path { segs, closed: true }
    }

    /// Creates a slot: the outline, counterclockwise, of all points at most `radius` away from the line between two
    /// points. `None` if the points are the same.
    pub fn slot(from: Point, to: Point, radius: f64) -> Option<Path> {
        let along = num::unit(to - from)? * radius;
        let aside = Vec2::new(-along.y, along.x);
        // The arcs use the vectors of the sides, so that arcs and lines meet exactly.
        let end = |center: Point, out: Vec2| {
            let vectors = Conic::ellipse(center, out, Vec2::new(-out.y, out.x));
            Seg::Conic(Conic {
                t0: -FRAC_PI_2,
                dt: PI,
                ..vectors
            })
        };
        let segs = vec![
            Seg::line(from - aside, to - aside),
            end(to, along),
            Seg::line(to + aside, from + aside),
            end(from, -along),
        ];
        Some(Path { segs, closed: true })
    }

    /// Creates a regular polygon with `sides` corners at `radius` from the center, the first at angle `rotation`.
    /// Fewer than three sides give an empty path.
    pub fn regular_polygon(center: Point, radius: f64, sides: usize, rotation: f64) -> Path {
        if sides < 3 {
            return Path::default();
        }
        // At quarter turns, the first corner is exact.
        let first = affine::rotation(rotation) * Point::new(radius, 0.0);
        let corner = |i: usize| {
            let turned = affine::rotation(TAU * i as f64 / sides as f64) * first;
            center + turned.to_vec2()
        };
        let corners: Vec<Point> = (0..sides).map(corner).collect();
        Path::from_points(&corners, true)
    }

    /// Whether the path has no segments.
    pub fn is_empty(&self) -> bool {
        self.segs.is_empty()
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        self.segs.iter().all(Seg::is_finite)
    }

    /// Returns the first point.
    pub fn start(&self) -> Option<Point> {
        self.segs.first().map(Seg::start)
    }

    /// Returns the last point, which is the first point for a closed path.
    pub fn end(&self) -> Option<Point> {
        if self.closed {
            self.start()
        } else {
            self.segs.last().map(Seg::end)
        }
    }

    /// Returns the image under `m`; exact for every affine map.
    #[must_use]
    pub fn transformed(&self, m: &Affine) -> Path {
        Path {
            segs: self.segs.iter().map(|seg| seg.transformed(m)).collect(),
            closed: self.closed,
        }
    }

    /// Returns the same points in the opposite direction.
    #[must_use]
    pub fn reversed(&self) -> Path {
        Path {
            segs: self.segs.iter().rev().map(Seg::reversed).collect(),
            closed: self.closed,
        }
    }

    /// Returns the exact bounding box; `None` if the path is empty or a number is not finite.
    pub fn bounds(&self) -> Option<Bounds> {
        box_of(self.segs.iter().map(Seg::bounds))
    }

    /// Returns the exact bounding box of the path mapped by `map`; `None` if the path is empty or a number is not finite.
    pub fn bounds_under(&self, map: &Affine) -> Option<Bounds> {
        box_of(self.segs.iter().map(|seg| seg.transformed(map).bounds()))
    }

    /// Returns the exact bounding box of all paths; `None` if all are empty or a number is not finite.
    pub fn bounds_of(paths: &[Path]) -> Option<Bounds> {
        box_of(paths.iter().filter(|path| !path.is_empty()).map(Path::bounds))
    }

    /// Returns points whose chords stay within `tolerance` of the path, without repeating the first point of a
    /// closed path. There are at most 4096 chords per segment; the list is empty if a number is not finite or the
    /// tolerance is not positive.
    pub fn flatten(&self, tolerance: f64) -> Vec<Point> {
        let Some(start) = self.start() else {
            return Vec::new();
        };
        if !self.is_finite() || tolerance.is_nan() || tolerance <= 0.0 {
            return Vec::new();
        }
        let mut points = vec![start];
        for seg in &self.segs {
            let steps = seg.flat_steps(tolerance);
            points.extend((1..=steps).map(|i| seg.point_at(i as f64 / steps as f64)));
        }
        if self.closed && points.len() > 1 {
            points.pop();
        }
        points
    }
}

fn sort_pair(a: f64, b: f64) -> (f64, f64) {
    if b < a { (b, a) } else { (a, b) }
}

/// Returns the box around all boxes; `None` if there are none, or one of them is `None`.
fn box_of(boxes: impl Iterator<Item = Option<Bounds>>) -> Option<Bounds> {
    let mut all: Option<Bounds> = None;
    for one in boxes {
        let one = one?;
        all = Some(all.map_or(one, |so_far| so_far.union(&one)));
    }
    all
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::norm;

    #[test]
    fn path_from_points_closes_once() {
        let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)].map(Point::from);
        assert_eq!(Path::from_points(&square, true).segs.len(), 3);
        assert_eq!(Path::from_points(&square, false).segs.len(), 2);
        let again = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 0.0)].map(Point::from);
        assert_eq!(Path::from_points(&again, true).segs.len(), 3);
        assert!(Path::from_points(&square[..1], true).is_empty());
    }

    #[test]
    fn path_rect_is_counterclockwise() {
        assert_eq!(
            Path::rect(Point::new(5.0, 5.0), -5.0, -2.0),
            Path::rect(Point::new(0.0, 3.0), 5.0, 2.0)
        );
        assert_eq!(Path::rect(Point::ZERO, 3.0, 4.0).signed_area(), 12.0);
    }

    #[test]
    fn path_rounded_rect() {
        let (w, h, r) = (10.0, 6.0, 2.0);
        let path = Path::rounded_rect(Point::new(1.0, 1.0), w, h, r);
        assert_eq!(path.segs.len(), 8);
        assert_eq!(path.bounds(), Path::rect(Point::new(1.0, 1.0), w, h).bounds());
        let pi = std::f64::consts::PI;
        assert!((path.signed_area() - (w * h - (4.0 - pi) * r * r)).abs() < 1e-12);
        assert!((path.length() - (2.0 * (w + h) - (8.0 - 2.0 * pi) * r)).abs() < 1e-12);
        for (seg, next) in path.segs.iter().zip(path.segs.iter().cycle().skip(1)) {
            assert!(norm(seg.end() - next.start()) < 1e-15);
        }
        assert_eq!(Path::rounded_rect(Point::ZERO, w, h, 99.0).segs.len(), 6);
        assert_eq!(
            Path::rounded_rect(Point::ZERO, w, h, 0.0),
            Path::rect(Point::ZERO, w, h)
        );
    }

    #[test]
    fn path_regular_polygon() {
        let hexagon = Path::regular_polygon(Point::ZERO, 2.0, 6, 0.0);
        assert!((hexagon.signed_area() - 6.0 * 3_f64.sqrt()).abs() < 1e-13);
        assert!(Path::regular_polygon(Point::ZERO, 2.0, 2, 0.0).is_empty());
    }

    #[test]
    fn path_flatten_stays_within_tolerance() {
        let circle = Path::circle(Point::ZERO, 10.0);
        let points = circle.flatten(0.01);
        for pair in points.windows(2) {
            assert!(10.0 - norm(pair[0].midpoint(pair[1]).to_vec2()) <= 0.01);
        }
        assert_ne!(points.first(), points.last());
        assert_eq!(circle.flatten(0.0), vec![]);
        assert!(circle.flatten(1e-300).len() <= 4096);
        assert_eq!(Path::rect(Point::ZERO, 1.0, 1.0).flatten(0.1).len(), 4);
    }

    #[test]
    fn path_bounds_of_empty_input_are_none() {
        assert_eq!(Path::default().bounds(), None);
        assert_eq!(Path::bounds_of(&[Path::default()]), None);
        let broken = Path::from_points(&[Point::ZERO, Point::new(f64::NAN, 1.0)], false);
        assert_eq!((broken.bounds(), broken.flatten(0.1)), (None, vec![]));
    }
}
