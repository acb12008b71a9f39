//! Walls: the area along a line of straight sides, with a constant thickness, mitered corners, and gaps for openings.
//!
//! The two faces of a wall lie left and right of its line in the direction of travel. A gap is a rectangle across the whole
//! thickness, clear of the corners, so areas add up: the pieces and the gaps have the area of the wall without gaps. Start
//! at [`Wall::new`].

use super::intersect::{path_path, self_intersections};
use super::num::{norm, unit};
use super::{Bounds, Path, Point, Tol, Vec2};

/// Sine of the largest turn between two sides that are one straight side.
const STRAIGHT: f64 = 1e-12;

/// Wall along a line.
#[derive(Clone, Debug)]
pub struct Wall {
    corners: Vec<Corner>,
    sides: Vec<Side>,
    closed: bool,
    /// Distances of the left and of the right face from the line.
    faces: [f64; 2],
    tol: Tol,
}

/// Point of the line at which two sides meet, or an end of the line.
#[derive(Clone, Copy, Debug)]
struct Corner {
    point: Point,
    /// Vector from the line to a point of the left face at distance 1.
    miter: Vec2,
    /// Length by which the left face at distance 1 is shorter on each of both sides; negative in a right turn.
    bend: f64,
}

/// Straight side of the line.
#[derive(Clone, Copy, Debug)]
struct Side {
    along: Vec2,
    /// Distance of the start from the start of the line.
    start: f64,
    length: f64,
}

/// Reason for which points do not make a wall. Indices count the given points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WallError {
    /// The line needs more points.
    TooFew,
    /// The point is the same as the one before it.
    Repeated(usize),
    /// The line turns back on itself at the point.
    TurnsBack(usize),
    /// The side that begins at the point is shorter than the corners at its ends need.
    TooShort {
        /// Index of the point.
        at: usize,
        /// Length of the side.
        length: f64,
        /// Length that the corners use up.
        needed: f64,
    },
    /// Two parts of the wall overlap or touch at this point.
    Overlap(Point),
}

/// Gap in a wall, as distances along its line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    side: usize,
    /// Start of the gap.
    pub from: f64,
    /// End of the gap.
    pub to: f64,
}

/// Reason for which a gap has no place in a wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GapError {
    /// The gap begins before the start of the line or ends after its end.
    Outside,
    /// The gap reaches into a corner.
    Corner {
        /// Distance of the corner along the line.
        at: f64,
        /// Part of the side that is clear of corners.
        room: [f64; 2],
    },
}

/// Ends of a gap, each from its start to its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jambs {
    /// Points on the left face.
    pub left: [Point; 2],
    /// Points halfway between the faces.
    pub middle: [Point; 2],
    /// Points on the right face.
    pub right: [Point; 2],
    /// Direction of travel.
    pub along: Vec2,
}

impl Wall {
    /// Creates the wall whose left and right faces have the given distances from a line. A closed line may repeat its first
    /// point at the end. Points inside a straight side are left out.
    ///
    /// # Errors
    /// Returns an error if the points make no wall of this thickness.
    pub fn new(points: &[Point], closed: bool, faces: [f64; 2]) -> Result<Wall, WallError> {
        let mut given: Vec<(usize, Point)> = points.iter().copied().enumerate().collect();
        if closed && given.len() > 1 && points.first() == points.last() {
            given.pop();
        }
        if given.len() < if closed { 3 } else { 2 } {
            return Err(WallError::TooFew);
        }
        let count = given.len();
        let next = |i: usize| given[(i + 1) % count].1;
        let last = if closed { count } else { count - 1 };
        let mut ways = Vec::with_capacity(last);
        for (i, (_, point)) in given.iter().enumerate().take(last) {
            let repeated = WallError::Repeated((i + 1) % count);
            ways.push(unit(next(i) - *point).ok_or(repeated)?);
        }
        let turns = |i: usize| {
            let (before, after) = (ways[(i + last - 1) % last], ways[i % last]);
            i == 0 || i == last || before.cross(after).abs() > STRAIGHT || before.dot(after) < 0.0
        };
        let kept: Vec<(usize, Point)> = (0..count).filter(|i| turns(*i)).map(|i| given[i]).collect();
        if closed && kept.len() < 3 {
            return Err(WallError::TooFew);
        }
        let extent = Bounds::from_points(points.iter().copied()).map_or(0.0, |bounds| bounds.magnitude());
        let mut wall = Wall {
            corners: Vec::new(),
            sides: sides(&kept, closed),
            closed,
            faces,
            tol: Tol::for_extent(extent),
        };
        wall.set_corners(&kept)?;
        wall.check_overlap()?;
        Ok(wall)
    }

    /// Returns the length of the line.
    pub fn length(&self) -> f64 {
        self.sides.last().map_or(0.0, |side| side.start + side.length)
    }

    /// Returns the distance up to which two places along the line are the same.
    pub fn tolerance(&self) -> f64 {
        self.tol.len
    }

    /// Returns the gap of a width around a place on the line.
    ///
    /// # Errors
    /// Returns an error if the gap is outside the line or reaches into a corner.
    pub fn gap(&self, center: f64, width: f64) -> Result<Gap, GapError> {
        let (from, to) = (center - 0.5 * width, center + 0.5 * width);
        let (slack, total) = (self.tol.len, self.length());
        let outside = if self.closed {
            center < 0.0 || center > total
        } else {
            from < -slack || to > total + slack
        };
        let found = self.sides.iter().rposition(|side| side.start <= center);
        let Some(side) = found.filter(|_| !outside) else {
            return Err(GapError::Outside);
        };
        let Side { start, length, .. } = self.sides[side];
        let used = |corner: usize| {
            let bend = self.corner(corner).bend;
            (self.faces[0] * bend).max(-self.faces[1] * bend).max(0.0)
        };
        let room = [start + used(side), start + length - used(side + 1)];
        if from < room[0] - slack || to > room[1] + slack {
            let at = if from < room[0] - slack {
                start
            } else {
                start + length
            };
            return Err(GapError::Corner { at, room });
        }
        Ok(Gap {
            side,
            from: from.max(room[0]),
            to: to.min(room[1]),
        })
    }

    /// Returns the ends of a gap.
    pub fn jambs(&self, gap: &Gap) -> Jambs {
        let (from, to) = (self.across(gap.side, gap.from), self.across(gap.side, gap.to));
        Jambs {
            left: [from[0], to[0]],
            middle: [from[0].midpoint(from[1]), to[0].midpoint(to[1])],
            right: [from[1], to[1]],
            along: self.sides[gap.side].along,
        }
    }

    /// Returns the outlines of the wall without the gaps, outer ones counterclockwise and holes clockwise. The gaps must be
    /// in order and must not overlap. The list is empty if the gaps use up the wall.
    pub fn outlines(&self, gaps: &[Gap]) -> Vec<Path> {
        let (Some(first), Some(last)) = (gaps.first(), gaps.last()) else {
            return self.whole();
        };
        let between = gaps.windows(2).map(|pair| self.piece(&pair[0], &pair[1], false));
        let mut pieces: Vec<Option<Path>> = between.collect();
        if self.closed {
            pieces.push(self.piece(last, first, true));
        } else {
            let [start, end] = self.ends();
            pieces.insert(0, self.piece(&start, first, false));
            pieces.push(self.piece(last, &end, false));
        }
        pieces.into_iter().flatten().collect()
    }

    /// Returns the outlines of the wall without gaps.
    fn whole(&self) -> Vec<Path> {
        if !self.closed {
            let [start, end] = self.ends();
            return self.piece(&start, &end, false).into_iter().collect();
        }
        let ring = |face: usize| {
            let corners: Vec<Point> = (0..self.corners.len())
                .map(|i| self.face_points(i)[face])
                .collect();
            Path::from_points(&corners, true)
        };
        let mut rings = [ring(1), ring(0)];
        trammel_base::sort::by(&mut rings, |a, b| {
            b.signed_area().abs().total_cmp(&a.signed_area().abs())
        });
        let [outer, inner] = rings;
        let turned = |path: Path, positive: bool| {
            if (path.signed_area() > 0.0) == positive {
                path
            } else {
                path.reversed()
            }
        };
        vec![turned(outer, true), turned(inner, false)]
    }

    /// Returns empty gaps at both ends of an open line.
    fn ends(&self) -> [Gap; 2] {
        let at = |side: usize, at: f64| Gap {
            side,
            from: at,
            to: at,
        };
        [at(0, 0.0), at(self.sides.len() - 1, self.length())]
    }

    /// Returns the outline from the end of a gap to the start of another one, counterclockwise; `None` if both meet.
    fn piece(&self, from: &Gap, to: &Gap, across_start: bool) -> Option<Path> {
        if !across_start && to.from - from.to <= self.tol.len {
            return None;
        }
        let turn = if across_start { self.sides.len() } else { 0 };
        let corners: Vec<[Point; 2]> = (from.side + 1..=to.side + turn)
            .map(|i| self.face_points(i % self.corners.len()))
            .collect();
        let (start, end) = (self.across(from.side, from.to), self.across(to.side, to.from));
        let along = std::iter::once(&start)
            .chain(&corners)
            .chain(std::iter::once(&end));
        let mut points: Vec<Point> = along.clone().map(|faces| faces[1]).collect();
        points.extend(along.rev().map(|faces| faces[0]));
        // A gap that begins at an inner corner has its jamb there.
        points.dedup_by(|a, b| norm(*a - *b) <= self.tol.len);
        Some(Path::from_points(&points, true))
    }

    fn corner(&self, index: usize) -> &Corner {
        &self.corners[index % self.corners.len()]
    }

    /// Returns the points of the left and of the right face at a corner.
    fn face_points(&self, index: usize) -> [Point; 2] {
        let corner = self.corner(index);
        [
            corner.point + corner.miter * self.faces[0],
            corner.point - corner.miter * self.faces[1],
        ]
    }

    /// Returns the points of the left and of the right face beside a place on the line.
    fn across(&self, side: usize, at: f64) -> [Point; 2] {
        let Side { along, start, length } = self.sides[side];
        let point = if at >= start + length {
            self.corner(side + 1).point
        } else {
            self.corner(side).point + along * (at - start)
        };
        let aside = Vec2::new(-along.y, along.x);
        [point + aside * self.faces[0], point - aside * self.faces[1]]
    }

    fn set_corners(&mut self, kept: &[(usize, Point)]) -> Result<(), WallError> {
        let count = kept.len();
        for (i, (given, point)) in kept.iter().enumerate() {
            let before = if i == 0 && !self.closed {
                self.sides[0].along
            } else {
                self.sides[(i + self.sides.len() - 1) % self.sides.len()].along
            };
            let after = self.sides.get(i).map_or(before, |side| side.along);
            let open = 1.0 + before.dot(after);
            if open <= 1e-9 {
                return Err(WallError::TurnsBack(*given));
            }
            let sum = before + after;
            self.corners.push(Corner {
                point: *point,
                miter: Vec2::new(-sum.y, sum.x) / open,
                bend: before.cross(after) / open,
            });
        }
        for (i, side) in self.sides.iter().enumerate() {
            let bend = self.corners[i].bend + self.corners[(i + 1) % count].bend;
            let needed = (self.faces[0] * bend).max(-self.faces[1] * bend);
            if side.length - needed <= self.tol.len {
                return Err(WallError::TooShort {
                    at: kept[i].0,
                    length: side.length,
                    needed,
                });
            }
        }
        Ok(())
    }

    fn check_overlap(&self) -> Result<(), WallError> {
        let outlines = self.whole();
        let own = outlines
            .iter()
            .flat_map(|path| self_intersections(path, self.tol))
            .next();
        let other = match outlines.as_slice() {
            [outer, inner] => path_path(outer, inner, self.tol).into_iter().next(),
            _ => None,
        };
        match own.or(other) {
            None => Ok(()),
            Some(hit) => Err(WallError::Overlap(hit.point)),
        }
    }
}

fn sides(kept: &[(usize, Point)], closed: bool) -> Vec<Side> {
    let count = if closed { kept.len() } else { kept.len() - 1 };
    let mut start = 0.0;
    let mut sides = Vec::with_capacity(count);
    for i in 0..count {
        let way = kept[(i + 1) % kept.len()].1 - kept[i].1;
        let length = norm(way);
        sides.push(Side {
            along: unit(way).unwrap_or(Vec2::ZERO),
            start,
            length,
        });
        start += length;
    }
    sides
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::region_area;

    fn points(flat: &[f64]) -> Vec<Point> {
        flat.chunks_exact(2).map(|xy| Point::new(xy[0], xy[1])).collect()
    }

    fn wall(flat: &[f64], closed: bool) -> Result<Wall, WallError> {
        Wall::new(&points(flat), closed, [0.5, 0.5])
    }

    #[track_caller]
    fn near(a: f64, b: f64) {
        assert!((a - b).abs() <= 1e-9 * b.abs().max(1.0), "{a} is not {b}");
    }

    #[test]
    fn a_straight_wall_is_a_rectangle() {
        let outlines = wall(&[1.0, 2.0, 5.0, 2.0, 11.0, 2.0], false)
            .unwrap()
            .outlines(&[]);
        assert_eq!(
            outlines,
            [Path::from_points(
                &points(&[1.0, 1.5, 11.0, 1.5, 11.0, 2.5, 1.0, 2.5]),
                true
            )]
        );
    }

    #[test]
    fn corners_are_mitered() {
        let outlines = wall(&[0.0, 0.0, 10.0, 0.0, 10.0, 8.0], false)
            .unwrap()
            .outlines(&[]);
        let expected = [0.0, -0.5, 10.5, -0.5, 10.5, 8.0, 9.5, 8.0, 9.5, 0.5, 0.0, 0.5];
        assert_eq!(outlines, [Path::from_points(&points(&expected), true)]);
    }

    #[test]
    fn a_room_has_an_outer_and_an_inner_outline_in_both_directions() {
        for flat in [
            [0.0, 0.0, 10.0, 0.0, 10.0, 8.0, 0.0, 8.0],
            [0.0, 0.0, 0.0, 8.0, 10.0, 8.0, 10.0, 0.0],
        ] {
            let room = wall(&flat, true).unwrap();
            let [outer, inner] = &room.outlines(&[])[..] else {
                panic!("two outlines");
            };
            near(outer.signed_area(), 11.0 * 9.0);
            near(inner.signed_area(), -9.0 * 7.0);
            // One gap leaves one piece around all corners.
            let gap = room.gap(4.0, 1.0).unwrap();
            let pieces = room.outlines(&[gap]);
            assert_eq!(pieces.len(), 1);
            near(pieces[0].signed_area(), 99.0 - 63.0 - 1.0);
        }
    }

    #[test]
    fn gaps_are_clear_of_corners() {
        let wall = wall(&[0.0, 0.0, 10.0, 0.0, 10.0, 8.0], false).unwrap();
        let area = region_area(&wall.outlines(&[]));
        near(area, 18.0);
        // The inner face ends half a unit before the corner.
        let gap = wall.gap(9.0, 1.0).unwrap();
        assert_eq!((gap.from, gap.to), (8.5, 9.5));
        near(region_area(&wall.outlines(&[gap])), area - 1.0);
        assert_eq!(
            wall.gap(9.1, 1.0),
            Err(GapError::Corner {
                at: 10.0,
                room: [0.0, 9.5]
            })
        );
        assert_eq!(
            wall.gap(10.9, 1.0),
            Err(GapError::Corner {
                at: 10.0,
                room: [10.5, 18.0]
            })
        );
        assert_eq!(wall.gap(0.4, 1.0), Err(GapError::Outside));
        assert_eq!(wall.gap(17.6, 1.0), Err(GapError::Outside));
        // Gaps at the end and beside each other leave no slivers.
        let gaps = [
            wall.gap(0.5, 1.0).unwrap(),
            wall.gap(1.5, 1.0).unwrap(),
            wall.gap(17.5, 1.0).unwrap(),
        ];
        let pieces = wall.outlines(&gaps);
        assert_eq!(pieces.len(), 1);
        near(region_area(&pieces), area - 3.0);
        let all = [wall.gap(4.75, 9.5).unwrap(), wall.gap(14.25, 7.5).unwrap()];
        near(region_area(&wall.outlines(&all)), 1.0);
    }

    #[test]
    fn impossible_walls_are_refused() {
        let refused = |flat: &[f64], closed| wall(flat, closed).unwrap_err();
        assert_eq!(refused(&[0.0, 0.0], false), WallError::TooFew);
        assert_eq!(refused(&[0.0, 0.0, 5.0, 0.0, 0.0, 0.0], true), WallError::TooFew);
        assert_eq!(refused(&[0.0, 0.0, 5.0, 0.0, 9.0, 0.0], true), WallError::TooFew);
        assert_eq!(
            refused(&[0.0, 0.0, 5.0, 0.0, 5.0, 0.0], false),
            WallError::Repeated(2)
        );
        assert_eq!(
            refused(&[0.0, 0.0, 5.0, 0.0, 1.0, 0.0], false),
            WallError::TurnsBack(1)
        );
        assert_eq!(
            refused(&[0.0, 0.0, 5.0, 0.0, 5.0, 0.9, 0.0, 0.9], false),
            WallError::TooShort {
                at: 1,
                length: 0.9,
                needed: 1.0
            }
        );
        let crossing = refused(&[0.0, 0.0, 9.0, 0.0, 9.0, 6.0, 4.0, 6.0, 4.0, -6.0], false);
        assert!(matches!(crossing, WallError::Overlap(_)), "{crossing:?}");
        let bow = refused(&[0.0, 0.0, 9.0, 0.0, 0.0, 9.0, 9.0, 9.0], true);
        assert!(matches!(bow, WallError::Overlap(_)), "{bow:?}");
    }
}
