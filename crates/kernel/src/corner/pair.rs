//! Fillets and chamfers between two paths.

use std::f64::consts::TAU;

use super::super::modify::{ModifyError, place_of};
use super::super::num::norm;
use super::super::{Path, Point, Seg, Tol, Vec2, intersect};
use super::parts::{arc, check, extended_meetings, fitting, is_smooth, kept_back};
use super::tangent_circles;

/// Two paths joined at a corner.
#[derive(Clone, Debug, PartialEq)]
pub struct Cornered {
    /// Kept part of the first path; unchanged if the path is closed.
    pub a: Path,
    /// Kept part of the second path; unchanged if the path is closed.
    pub b: Path,
    /// Arc or line from the first path to the second; `None` where the paths meet directly.
    pub joint: Option<Seg>,
}

/// Kept part of a path: the part before the corner or the part after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Start,
    End,
}

/// Candidate for the corner: for each path, the segment, the parameter on the segment and the kept side.
#[derive(Clone, Copy, Debug)]
struct Way {
    on: [(usize, f64, Side); 2],
    center: Point,
}

/// Joins two paths with an arc of radius `r` tangent to both; if `r` is 0, trims or extends the paths until they
/// meet. `picks` are points on the parts to keep; without them, the candidate with the least change is used.
///
/// # Errors
/// Returns an error if the curves form no corner, or if the radius does not fit. The latter names the largest
/// smaller radius that fits, or else the smallest larger one.
pub fn fillet(
    a: &Path,
    b: &Path,
    r: f64,
    picks: [Option<Point>; 2],
    tol: Tol,
) -> Result<Cornered, ModifyError> {
    check("radius", r)?;
    let pair = Pair::new(a, b, picks, tol)?;
    if r == 0.0 {
        let way = pair.best(pair.meetings()).ok_or(pair.no_corner())?;
        return Ok(pair.cut_corner(&way, |_, _, _| None));
    }
    if let Some(way) = pair.best_rounding(r) {
        return Ok(pair.cut_corner(&way, |p, q, way| Some(arc(way.center, p, q))));
    }
    let (largest, smallest) = fitting(r, |r| pair.best_rounding(r).is_some());
    if largest.is_none() && smallest.is_none() {
        return Err(pair.no_corner());
    }
    Err(ModifyError::TooLarge {
        what: "radius",
        given: r,
        largest,
        smallest,
    })
}

/// Cuts off the corner of two paths with a straight line from distance `d1` from the corner on the first path to
/// distance `d2` on the second, measured along the curves. `picks` selects the kept parts as in [`fillet`].
///
/// # Errors
/// Returns an error if a path is closed, if the curves form no corner, or if a distance is not shorter than its
/// segment. The last error names the length that remains on the kept side of the segment.
pub fn chamfer(
    a: &Path,
    b: &Path,
    [d1, d2]: [f64; 2],
    picks: [Option<Point>; 2],
    tol: Tol,
) -> Result<Cornered, ModifyError> {
    check("distance", d1)?;
    check("distance", d2)?;
    let pair = Pair::new(a, b, picks, tol)?;
    let mut way = pair.best(pair.meetings()).ok_or(pair.no_corner())?;
    for (index, (path, d)) in [(a, d1), (b, d2)].into_iter().enumerate() {
        if path.closed {
            return Err(ModifyError::Closed);
        }
        let (seg, u, side) = way.on[index];
        way.on[index].1 = place_before(&path.segs[seg], u, side, d)?;
    }
    if d1 == 0.0 && d2 == 0.0 {
        return Ok(pair.cut_corner(&way, |_, _, _| None));
    }
    Ok(pair.cut_corner(&way, |p, q, _| Some(Seg::line(p, q))))
}

fn place_before(seg: &Seg, u: f64, side: Side, d: f64) -> Result<f64, ModifyError> {
    let to_start = side == Side::Start;
    let length = if to_start {
        seg.sub(0.0, u)
    } else {
        seg.sub(u, 1.0)
    }
    .length();
    // A part of the segment has to remain.
    let fits = |d: f64| d < length * (1.0 - 1e-12);
    if !fits(d) {
        let (largest, smallest) = fitting(d, fits);
        return Err(ModifyError::TooLarge {
            what: "distance",
            given: d,
            largest,
            smallest,
        });
    }
    kept_back(seg, u, to_start, d).ok_or(ModifyError::NoCorner)
}

/// Returns the common end of two open paths at which they continue each other, unless they also meet at an angle.
fn smooth_joint(a: &Path, b: &Path, tol: Tol) -> Option<Point> {
    let joint = ends(a).find_map(|(at, leaving)| {
        let continues = |&(start, arriving): &(Point, Vec2)| {
            norm(start - at) <= tol.merge && is_smooth(leaving, -arriving)
        };
        ends(b).any(|end| continues(&end)).then_some(at)
    })?;
    let direction = |path: &Path, place: f64| {
        let index = (place as usize).min(path.segs.len() - 1);
        path.segs[index].direction_at(place - index as f64)
    };
    // Next to the joint, the curves nearly coincide, so a common point found there is not a corner.
    let is_corner = |x: Vec2, y: Vec2| x.cross(y).abs() > 1e-3;
    let meet_at_an_angle = intersect::path_path(a, b, tol).into_iter().any(|hit| {
        let directions = direction(a, hit.t_a).zip(direction(b, hit.t_b));
        norm(hit.point - joint) > tol.merge && directions.is_some_and(|(x, y)| is_corner(x, y))
    });
    (!meet_at_an_angle).then_some(joint)
}

/// Returns the ends of an open path, each with the direction in which the path would continue; none of a closed path.
fn ends(path: &Path) -> impl Iterator<Item = (Point, Vec2)> {
    let (first, last) = (path.segs.first(), path.segs.last());
    let start = first.and_then(|seg| Some((seg.start(), -seg.direction_at(0.0)?)));
    let end = last.and_then(|seg| Some((seg.end(), seg.direction_at(1.0)?)));
    [start, end].into_iter().flatten().filter(|_| !path.closed)
}

struct Pair<'a> {
    paths: [&'a Path; 2],
    picks: [Option<f64>; 2],
    tol: Tol,
}

impl<'a> Pair<'a> {
    fn new(a: &'a Path, b: &'a Path, picks: [Option<Point>; 2], tol: Tol) -> Result<Pair<'a>, ModifyError> {
        let usable = |path: &Path| path.is_finite() && path.length() > 0.0;
        if !(usable(a) && usable(b)) {
            return Err(ModifyError::NoLength);
        }
        let place = |path: &Path, pick: Option<Point>| path.nearest(pick?).map(|near| place_of(&near));
        if let Some(at) = smooth_joint(a, b, tol) {
            return Err(ModifyError::Tangent(at));
        }
        Ok(Pair {
            paths: [a, b],
            picks: [place(a, picks[0]), place(b, picks[1])],
            tol,
        })
    }

    fn no_corner(&self) -> ModifyError {
        match [self.paths[0].segs.as_slice(), self.paths[1].segs.as_slice()] {
            [[Seg::Line { a, b }], [Seg::Line { a: c, b: d }]]
                if (*b - *a).cross(*d - *c).abs() <= 1e-9 * norm(*b - *a) * norm(*d - *c) =>
            {
                ModifyError::Parallel
            }
            _ => ModifyError::NoCorner,
        }
    }

    /// Returns the pairs of segments that may form the corner: all pairs, or only end segments for long paths.
    fn pieces(&self) -> Vec<(usize, usize)> {
        let (n, m) = (self.paths[0].segs.len(), self.paths[1].segs.len());
        let all = n * m <= 1024;
        let some = |count: usize| (0..count).filter(move |&i| all || i == 0 || i + 1 == count);
        some(n).flat_map(|i| some(m).map(move |j| (i, j))).collect()
    }

    /// Returns the best candidate with an arc of radius `r` between the paths.
    fn best_rounding(&self, r: f64) -> Option<Way> {
        let mut ways = Vec::new();
        for (i, j) in self.pieces() {
            let (a, b) = (&self.paths[0].segs[i], &self.paths[1].segs[j]);
            for touch in tangent_circles(a, b, r, self.tol) {
                let (p, q) = (a.point_at(touch.t), b.point_at(touch.u));
                let Seg::Conic(arc) = arc(touch.center, p, q) else {
                    continue;
                };
                if norm(q - p) <= self.tol.len {
                    continue;
                }
                // The arc leaves the first path in its direction of travel and arrives on the second path.
                let (leaves, arrives) = (arc.tangent(0.0) * arc.dt, arc.tangent(arc.dt) * arc.dt);
                let (Some(da), Some(db)) = (a.direction_at(touch.t), b.direction_at(touch.u)) else {
                    continue;
                };
                let side_a = if da.dot(leaves) > 0.0 {
                    Side::Start
                } else {
                    Side::End
                };
                let side_b = if db.dot(arrives) > 0.0 {
                    Side::End
                } else {
                    Side::Start
                };
                ways.push(Way {
                    on: [(i, touch.t, side_a), (j, touch.u, side_b)],
                    center: touch.center,
                });
            }
        }
        self.best(ways)
    }

    /// Returns all candidates in which the paths meet directly.
    fn meetings(&self) -> Vec<Way> {
        let mut ways = Vec::new();
        for (i, j) in self.pieces() {
            let (a, b) = (&self.paths[0].segs[i], &self.paths[1].segs[j]);
            for (t, u) in extended_meetings(a, b, self.tol) {
                for (x, y) in [
                    (Side::Start, Side::Start),
                    (Side::Start, Side::End),
                    (Side::End, Side::Start),
                    (Side::End, Side::End),
                ] {
                    ways.push(Way {
                        on: [(i, t, x), (j, u, y)],
                        center: a.point_at(t),
                    });
                }
            }
        }
        ways
    }

    /// Returns the feasible candidate that keeps the picked parts and has the least change.
    fn best(&self, ways: Vec<Way>) -> Option<Way> {
        let mut best: Option<(f64, Way)> = None;
        for mut way in ways {
            let mut cost = 0.0;
            let mut fits = true;
            for (index, path) in self.paths.iter().enumerate() {
                let (seg, raw, side) = way.on[index];
                let Some(u) = self.reachable(path, seg, raw, side) else {
                    fits = false;
                    break;
                };
                way.on[index].1 = u;
                cost += changed_length(path, seg, u, side);
                let place = seg as f64 + u;
                let lost = |pick: f64| match side {
                    Side::Start => pick > place,
                    Side::End => pick < place,
                };
                if !path.closed && self.picks[index].is_some_and(lost) {
                    fits = false;
                }
            }
            if fits
                && best
                    .as_ref()
                    .is_none_or(|(least, _)| cost < *least * (1.0 - 1e-12))
            {
                best = Some((cost, way));
            }
        }
        best.map(|(_, way)| way)
    }

    /// Returns the parameter of the corner on a segment if the point lies on the segment or on a permitted
    /// extension of the path, and if the kept side has some length.
    fn reachable(&self, path: &Path, index: usize, raw: f64, side: Side) -> Option<f64> {
        let seg = &path.segs[index];
        let turn = match seg {
            Seg::Conic(conic) => Some(TAU / conic.dt.abs()),
            _ => None,
        };
        if path.closed {
            // A closed path is not trimmed, so the point only has to lie on the segment.
            let u = turn.map_or(raw, |turn| raw.rem_euclid(turn));
            return (-1e-12..=1.0 + 1e-12).contains(&u).then_some(u.clamp(0.0, 1.0));
        }
        let last = path.segs.len() - 1;
        let (u, free, kept) = match side {
            Side::Start => {
                let u = turn.map_or(raw, |turn| raw.rem_euclid(turn));
                (u, index == last, u)
            }
            Side::End => {
                let u = turn.map_or(raw, |turn| 1.0 - (1.0 - raw).rem_euclid(turn));
                (u, index == 0, 1.0 - u)
            }
        };
        let size = seg.length();
        let slack = self.tol.len / size;
        let (u, kept) = if !free && kept > 1.0 && kept <= 1.0 + slack {
            (if side == Side::Start { 1.0 } else { 0.0 }, 1.0)
        } else {
            (u, kept)
        };
        let free = free && !matches!(seg, Seg::Cubic(_));
        // A segment may be used up if other segments of its path remain.
        let more = match side {
            Side::Start => index > 0,
            Side::End => index < last,
        };
        let least = if more { -slack } else { slack };
        (kept > least && (kept <= 1.0 || free)).then_some(u)
    }

    fn cut_corner(&self, way: &Way, joint: impl Fn(Point, Point, &Way) -> Option<Seg>) -> Cornered {
        let point = |index: usize| {
            let (seg, u, _) = way.on[index];
            self.paths[index].segs[seg].point_at(u)
        };
        let kept = |index: usize| {
            let (seg, u, side) = way.on[index];
            keep(self.paths[index], seg, u, side, self.tol)
        };
        Cornered {
            joint: joint(point(0), point(1), way),
            a: kept(0),
            b: kept(1),
        }
    }
}

/// Returns the length that a candidate removes from a path or adds to it.
fn changed_length(path: &Path, index: usize, u: f64, side: Side) -> f64 {
    if path.closed {
        return 0.0;
    }
    let seg = &path.segs[index];
    let here = |from: f64, to: f64| seg.length_between(from.min(to), from.max(to));
    match side {
        Side::Start => here(u, 1.0) + path.segs[index + 1..].iter().map(Seg::length).sum::<f64>(),
        Side::End => here(0.0, u) + path.segs[..index].iter().map(Seg::length).sum::<f64>(),
    }
}

fn keep(path: &Path, index: usize, u: f64, side: Side, tol: Tol) -> Path {
    if path.closed {
        return path.clone();
    }
    let (part, rest) = match side {
        Side::Start => (path.segs[index].sub(0.0, u), &path.segs[..index]),
        Side::End => (path.segs[index].sub(u, 1.0), &path.segs[index + 1..]),
    };
    let part = (rest.is_empty() || part.length() > tol.len).then_some(part);
    let segs = match side {
        Side::Start => rest.iter().copied().chain(part).collect(),
        Side::End => part.into_iter().chain(rest.iter().copied()).collect(),
    };
    Path::new(segs, false)
}
