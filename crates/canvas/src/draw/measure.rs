//! Numbers and ghosts of dimensions: a distance along an axis or of parallel lines, and the angle between two lines.

use crate::number_format::{format_fixed, format_number};
use crate::steps::value::Pick;
use trammel_kernel::{Path, Point, Seg, Vec2, norm};
use trammel_scene::edge_points;

/// Direction in which a distance is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    Horizontal,
    Vertical,
    /// Along the line between the points.
    Aligned,
}

/// A distance between two points with the position of its dimension line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Distance {
    pub(super) from: Point,
    pub(super) to: Point,
    pub(super) axis: Axis,
    /// Distance of the dimension line from the points, as the drawing tools take it.
    pub(super) offset: f64,
}

impl Distance {
    /// Returns the distance with its dimension line at `at`. Choice 0 follows the position; 1 to 3 are the axes.
    pub(super) fn new((from, to): (Point, Point), (at, choice): (Point, usize)) -> Self {
        let axis = match choice {
            1 => Axis::Horizontal,
            2 => Axis::Vertical,
            3 => Axis::Aligned,
            _ => axis_of(from, to, at),
        };
        let beside = |low: f64, high: f64, at: f64| {
            if at < low { at - low } else { (at - high).max(0.0) }
        };
        let offset = match axis {
            Axis::Horizontal => beside(from.y.min(to.y), from.y.max(to.y), at.y),
            Axis::Vertical => beside(from.x.min(to.x), from.x.max(to.x), at.x),
            Axis::Aligned => {
                let way = to - from;
                way.cross(at - from) / norm(way)
            }
        };
        Self {
            from,
            to,
            axis,
            offset,
        }
    }

    /// Returns the measured length.
    pub(super) fn value(&self) -> f64 {
        (self.to - self.from).dot(self.along()).abs()
    }

    /// Returns the dimension line and its extension lines.
    pub(super) fn outlines(&self) -> Vec<Path> {
        let (low, high) = (
            Point::new(self.from.x.min(self.to.x), self.from.y.min(self.to.y)),
            Point::new(self.from.x.max(self.to.x), self.from.y.max(self.to.y)),
        );
        let near = if self.offset < 0.0 { low } else { high };
        let foot = |point: Point| match self.axis {
            Axis::Horizontal => Point::new(point.x, near.y + self.offset),
            Axis::Vertical => Point::new(near.x + self.offset, point.y),
            Axis::Aligned => {
                let along = self.along();
                point + Vec2::new(-along.y, along.x) * self.offset
            }
        };
        let (a, b) = (foot(self.from), foot(self.to));
        [(self.from, a), (a, b), (b, self.to)]
            .into_iter()
            .filter(|(from, to)| from != to)
            .map(|(from, to)| Path::from_points(&[from, to], false))
            .collect()
    }

    fn along(&self) -> Vec2 {
        match self.axis {
            Axis::Horizontal => Vec2::new(1.0, 0.0),
            Axis::Vertical => Vec2::new(0.0, 1.0),
            Axis::Aligned => {
                let way = self.to - self.from;
                way / norm(way)
            }
        }
    }
}

/// Returns the axis for a position: horizontal above and below the points, vertical beside them, aligned elsewhere.
fn axis_of(from: Point, to: Point, at: Point) -> Axis {
    if from.y == to.y {
        return Axis::Horizontal;
    }
    if from.x == to.x {
        return Axis::Vertical;
    }
    let within = |a: f64, b: f64, at: f64| (a.min(b)..=a.max(b)).contains(&at);
    match (within(from.x, to.x, at.x), within(from.y, to.y, at.y)) {
        (true, false) => Axis::Horizontal,
        (false, true) => Axis::Vertical,
        _ => Axis::Aligned,
    }
}

/// The distance of two parallel lines with the position of its dimension line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    from: Point,
    to: Point,
    /// Points of the dimension line.
    feet: [Point; 2],
    /// Distance of the dimension line from the middle of the first line, as the drawing tools take it.
    pub(super) offset: f64,
}

impl Gap {
    /// Returns the distance; `None` if a pick is not a line, or the lines are not parallel.
    pub(super) fn new(a: &Pick, b: &Pick, at: Point) -> Option<Self> {
        let (Seg::Line { a: start, b: end }, Seg::Line { a: c, b: d }) = (a.seg?, b.seg?) else {
            return None;
        };
        let [from, to] = edge_points([(start, end), (c, d)], at)?;
        let way = end - start;
        let along = way / norm(way);
        let foot = |point: Point| point + along * (at - point).dot(along);
        let feet = [foot(from), foot(to)];
        let across = feet[1] - feet[0];
        let offset = (across / norm(across)).cross(at - start.midpoint(end));
        Some(Self {
            from,
            to,
            feet,
            offset,
        })
    }

    /// Returns the measured length.
    pub(super) fn value(&self) -> f64 {
        norm(self.feet[1] - self.feet[0])
    }

    /// Returns the dimension line and its extension lines.
    pub(super) fn outlines(&self) -> Vec<Path> {
        let [a, b] = self.feet;
        [(self.from, a), (a, b), (b, self.to)]
            .into_iter()
            .filter(|(from, to)| from != to)
            .map(|(from, to)| Path::from_points(&[from, to], false))
            .collect()
    }
}

/// The angle between two lines in which a position lies.
pub(super) struct Corner {
    vertex: Point,
    /// Unit vectors along both sides, counterclockwise.
    sides: [Vec2; 2],
    radius: f64,
}

impl Corner {
    /// Returns the angle; `None` if a pick is not a line, or the lines are parallel.
    pub(super) fn new(a: &Pick, b: &Pick, at: Point) -> Option<Self> {
        let (Seg::Line { a: from, b: to }, Seg::Line { a: start, b: end }) = (a.seg?, b.seg?) else {
            return None;
        };
        let (u, v) = (to - from, end - start);
        let cross = u.cross(v);
        if cross == 0.0 {
            return None;
        }
        let vertex = from + u * ((start - from).cross(v) / cross);
        let away = at - vertex;
        // The position in the coordinates of both directions gives the side of each line.
        let (s, t) = (away.cross(v) / cross, u.cross(away) / cross);
        let first = u * (s.signum() / norm(u));
        let second = v * (t.signum() / norm(v));
        let sides = if first.cross(second) > 0.0 {
            [first, second]
        } else {
            [second, first]
        };
        Some(Self {
            vertex,
            sides,
            radius: norm(away),
        })
    }

    /// Returns the angle in degrees.
    pub(super) fn degrees(&self) -> f64 {
        let [first, second] = self.sides;
        libm::atan2(first.cross(second), first.dot(second)).to_degrees()
    }

    /// Returns the arc of the dimension.
    pub(super) fn outlines(&self) -> Vec<Path> {
        let [first, _] = self.sides;
        let start = libm::atan2(first.y, first.x);
        let arc = Path::arc(
            self.vertex,
            self.radius,
            start,
            start + self.degrees().to_radians(),
        );
        if self.radius > 0.0 { vec![arc] } else { Vec::new() }
    }
}

/// Formats a measured number with two decimals at most.
pub(super) fn label(value: f64) -> String {
    format_fixed(value, 2)
        .parse()
        .map_or_else(|_| format_fixed(value, 2), format_number)
}
