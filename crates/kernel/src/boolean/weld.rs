//! Welding of operands that nearly meet: corners and edges that are closer together than the tolerance of an operation become
//! the same, so that the result has no slivers.
//!
//! Rounding in the code of a drawing gives coordinates such as 119.99999999999999 beside 120. The exact result of such operands
//! has walls and edges of that width, which no machine can cut and which change perimeters.

use super::super::index::Index;
use super::super::num::norm;
use super::super::{Affine, Bounds, Path, Point, Seg, Vec2};

/// Parameters of a segment at which its course is compared with another one.
const PROBES: [f64; 3] = [0.25, 0.5, 0.75];

/// Returns the place of an edge shorter than `reach`, or of a corner that is closer than `reach` to a part of the outlines beside
/// its own edges and no common corner; `None` if there is no such place.
pub(super) fn sliver(region: &[Path], reach: f64) -> Option<Point> {
    let segs: Vec<&Seg> = region.iter().flat_map(|path| &path.segs).collect();
    if let Some(short) = segs.iter().find(|seg| seg.length() < reach) {
        return Some(short.start());
    }
    let index = Index::new(segs.iter().map(|seg| seg.bounds()));
    let mut first = 0;
    for path in region {
        let count = path.segs.len();
        for at in 0..count {
            let own = [first + at, first + (at + count - 1) % count];
            let corner = segs[own[0]].start();
            let mut is_near = false;
            index.visit(&around(corner, reach), |other| {
                let other = other as usize;
                if is_near
                    || own.contains(&other)
                    || segs[other].start() == corner
                    || segs[other].end() == corner
                {
                    return;
                }
                let distance = segs[other].nearest(corner).map_or(f64::MAX, |near| near.distance);
                is_near = distance < reach;
            });
            if is_near {
                return Some(corner);
            }
        }
        first += count;
    }
    None
}

/// Returns the regions with corners and edges closer than `reach` made equal. The first of several near corners or edges is
/// kept, so that the first region changes least.
pub(super) fn weld(regions: &[Vec<Path>], reach: f64) -> Vec<Vec<Path>> {
    let mut corners = Corners::new(reach);
    let snapped: Vec<Vec<Path>> = regions
        .iter()
        .map(|region| region.iter().map(|path| corners.snap(path)).collect())
        .collect();
    let split = split_at_corners(&snapped, &corners.kept, reach);
    merge_edges(split, reach)
}

/// Corners that were kept, found by the cell of a grid.
struct Corners {
    reach: f64,
    kept: Vec<Point>,
    cells: std::collections::BTreeMap<(i64, i64), Vec<usize>>,
}

impl Corners {
    fn new(reach: f64) -> Corners {
        Corners {
            reach,
            kept: Vec::new(),
            cells: std::collections::BTreeMap::new(),
        }
    }

    /// Returns the kept corner near a point; keeps the point if there is none.
    fn keep(&mut self, point: Point) -> Point {
        let cell = |value: f64| (value / (2.0 * self.reach)).floor() as i64;
        let (x, y) = (cell(point.x), cell(point.y));
        let near = (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y)));
        let candidates = near.filter_map(|cell| self.cells.get(&cell)).flatten();
        let best = candidates
            .map(|at| (norm(self.kept[*at] - point), self.kept[*at]))
            .filter(|(distance, _)| *distance <= self.reach)
            .min_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, kept)) = best {
            return kept;
        }
        self.cells.entry((x, y)).or_default().push(self.kept.len());
        self.kept.push(point);
        point
    }

    fn snap(&mut self, path: &Path) -> Path {
        let ends: Vec<(Point, Point)> = path
            .segs
            .iter()
            .map(|seg| (self.keep(seg.start()), self.keep(seg.end())))
            .collect();
        let segs = path
            .segs
            .iter()
            .zip(ends)
            .filter_map(|(seg, (from, to))| move_ends(seg, from, to, self.reach));
        Path::new(segs.collect(), path.closed)
    }
}

/// Returns a segment with its ends moved by a small distance; `None` if nothing is left of it.
fn move_ends(seg: &Seg, from: Point, to: Point, reach: f64) -> Option<Seg> {
    if (seg.start(), seg.end()) == (from, to) {
        return Some(*seg);
    }
    let (start, end) = (seg.start(), seg.end());
    if from == to && seg.length() <= 4.0 * reach {
        return None;
    }
    Some(match seg {
        Seg::Line { .. } => Seg::line(from, to),
        Seg::Cubic(cubic) => {
            let mut cubic = *cubic;
            (cubic.p0, cubic.p3) = (from, to);
            cubic.p1 += from - start;
            cubic.p2 += to - end;
            Seg::Cubic(cubic)
        }
        // The similarity that maps the ends; a full circle, whose ends are the same, is only shifted.
        Seg::Conic(_) => {
            let (old, new) = (end - start, to - from);
            let map = if norm(old) <= 4.0 * reach {
                Affine::translate(from - start)
            } else {
                let scale = Vec2::new(new.dot(old), old.cross(new)) / old.hypot2();
                let linear = Affine::new([scale.x, scale.y, -scale.y, scale.x, 0.0, 0.0]);
                Affine::translate(from.to_vec2()) * linear * Affine::translate(-start.to_vec2())
            };
            seg.transformed(&map)
        }
    })
}

/// Splits segments at kept corners that lie on them or nearly so.
fn split_at_corners(regions: &[Vec<Path>], corners: &[Point], reach: f64) -> Vec<Vec<Path>> {
    let index = Index::new(corners.iter().map(|corner| Bounds::new(*corner, *corner)));
    let split = |path: &Path| {
        let mut segs = Vec::with_capacity(path.segs.len());
        for seg in &path.segs {
            let mut cuts: Vec<(f64, Point)> = Vec::new();
            if let Some(window) = seg.bounds().map(|bounds| bounds.inflate(reach)) {
                index.visit(&window, |at| {
                    let corner = corners[at as usize];
                    let is_end = norm(corner - seg.start()) <= reach || norm(corner - seg.end()) <= reach;
                    if let Some(near) = seg
                        .nearest(corner)
                        .filter(|near| !is_end && near.distance <= reach)
                    {
                        cuts.push((near.u, corner));
                    }
                });
            }
            cuts.sort_by(|a, b| a.0.total_cmp(&b.0));
            let (mut from, mut at) = (0.0, seg.start());
            for (u, corner) in cuts {
                segs.extend(move_ends(&seg.sub(from, u), at, corner, reach));
                (from, at) = (u, corner);
            }
            if from == 0.0 {
                segs.push(*seg);
            } else {
                segs.extend(move_ends(&seg.sub(from, 1.0), at, seg.end(), reach));
            }
        }
        Path::new(segs, path.closed)
    };
    regions
        .iter()
        .map(|region| region.iter().map(split).collect())
        .collect()
}

/// Replaces segments by an earlier one with the same ends and nearly the same course.
fn merge_edges(mut regions: Vec<Vec<Path>>, reach: f64) -> Vec<Vec<Path>> {
    let key = |a: Point, b: Point| {
        let bits = |point: Point| (point.x.to_bits(), point.y.to_bits());
        if bits(a) <= bits(b) {
            (bits(a), bits(b))
        } else {
            (bits(b), bits(a))
        }
    };
    let mut known: std::collections::BTreeMap<_, Vec<Seg>> = std::collections::BTreeMap::new();
    for seg in regions.iter_mut().flatten().flat_map(|path| &mut path.segs) {
        let earlier = known.entry(key(seg.start(), seg.end())).or_default();
        let near = |other: &Seg| {
            PROBES.iter().all(|u| {
                other
                    .nearest(seg.point_at(*u))
                    .is_some_and(|near| near.distance <= reach)
            })
        };
        match earlier.iter().find(|other| near(other)) {
            Some(other) if other.start() == seg.start() && other.end() == seg.end() => *seg = *other,
            Some(other) if other.start() == seg.end() => *seg = other.reversed(),
            _ => earlier.push(*seg),
        }
    }
    for region in &mut regions {
        region.retain(|path| {
            path.segs.len() > 1 || path.segs.iter().any(|seg| norm(seg.end() - seg.start()) <= reach)
        });
    }
    regions
}

fn around(point: Point, reach: f64) -> Bounds {
    Bounds {
        min: Point::new(point.x - reach, point.y - reach),
        max: Point::new(point.x + reach, point.y + reach),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::affine::rotation_about;
    use crate::boolean::{Op, combine, weld_tolerance};
    use crate::offset::{Join, offset_region};
    use crate::region_area;
    use proptest::prelude::*;

    fn rect(x: f64, y: f64, width: f64, height: f64) -> Vec<Path> {
        vec![Path::rect(Point::new(x, y), width, height)]
    }

    fn length(region: &[Path]) -> f64 {
        region.iter().map(Path::length).sum()
    }

    #[test]
    fn a_notch_that_ends_a_rounding_error_before_the_edge_is_open() {
        let plate = rect(0.0, 0.0, 120.0, 60.0);
        let notch = vec![Path::from_points(
            &[
                (110.0, 20.0),
                (119.99999999999999, 20.0),
                (119.99999999999999, 30.0),
                (110.0, 30.0),
            ]
            .map(Point::from),
            true,
        )];
        let cut = combine(&[plate.clone(), notch.clone()], Op::Difference).unwrap();
        assert_eq!(cut.len(), 1, "{cut:?}");
        assert!((length(&cut) - 380.0).abs() < 1e-9, "{}", length(&cut));
        assert_eq!(region_area(&cut), 7100.0);
        let filled = combine(&[cut, notch], Op::Union).unwrap();
        assert!((length(&filled) - 360.0).abs() < 1e-9, "{filled:?}");
    }

    #[test]
    fn arcs_of_nearly_equal_circles_become_one() {
        let circle = |radius: f64| vec![Path::circle(Point::ORIGIN, radius)];
        let half = rect(-20.0, -20.0, 20.0, 40.0);
        let left = combine(&[circle(10.0), half.clone()], Op::Intersect).unwrap();
        let right = combine(&[circle(10.0 + 1e-13), half], Op::Difference).unwrap();
        let whole = combine(&[left, right], Op::Union).unwrap();
        assert_eq!(whole.len(), 1);
        assert!(
            (length(&whole) - 20.0 * std::f64::consts::PI).abs() < 1e-9,
            "{}",
            length(&whole)
        );
    }

    #[test]
    fn operands_without_near_corners_are_not_changed() {
        let regions = [rect(0.0, 0.0, 10.0, 10.0), rect(5.0, 5.0, 10.0, 10.0)];
        assert_eq!(weld(&regions, 1e-8), regions);
        assert_eq!(sliver(&regions[0], 1e-8), None);
        assert!(sliver(&rect(0.0, 0.0, 10.0, 1e-9), 1e-8).is_some());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]
        #[test]
        fn near_coincidences_leave_no_slivers(
            exponent in -15.0..-6.0_f64,
            sign in prop_oneof![Just(-1.0), Just(1.0)],
            edges in prop::collection::vec(0..4_usize, 1..4),
            turn in prop_oneof![Just(0.0), -3.0..3.0_f64],
            shift in prop_oneof![Just(0.0), Just(1000.0)],
        ) {
            let gap = sign * libm::pow(10.0, exponent);
            // Left, lower, right, and upper edge of the second rectangle; the listed ones nearly meet those of the first.
            let mut sides = [7.0, 11.0, 43.0, 29.0];
            for edge in &edges {
                sides[*edge] = [0.0, 0.0, 50.0, 40.0][*edge] + gap;
            }
            let map = Affine::translate(Vec2::new(shift, -shift)) * rotation_about(turn, Point::new(20.0, 10.0));
            let placed = |region: Vec<Path>| -> Vec<Path> { region.iter().map(|path| path.transformed(&map)).collect() };
            let a = placed(rect(0.0, 0.0, 50.0, 40.0));
            let b = placed(vec![Path::from_points(
                &[(sides[0], sides[1]), (sides[2], sides[1]), (sides[2], sides[3]), (sides[0], sides[3])].map(Point::from),
                true,
            )]);
            let regions = [a.clone(), b.clone()];
            let reach = weld_tolerance(&regions).unwrap();
            let of = |op| combine(&regions, op);
            let (union, both, rest) = (of(Op::Union).unwrap(), of(Op::Intersect).unwrap(), of(Op::Difference).unwrap());
            // The edges are up to 50 long, and welding moves them by up to four times the tolerance.
            let slack = 1000.0 * reach;
            prop_assert!((region_area(&union) + region_area(&both) - region_area(&a) - region_area(&b)).abs() <= slack);
            prop_assert!((region_area(&rest) + region_area(&both) - region_area(&a)).abs() <= slack);
            for result in [&union, &both, &rest] {
                prop_assert_eq!(sliver(result, reach), None, "{:?}", result);
                if gap.abs() > 0.5 * reach {
                    // Walls that are wider than the tolerance are kept, and an offset removes them.
                    continue;
                }
                // The band that an offset takes away is as wide as the offset along the whole outline.
                let inset = 1e-3;
                let smaller = offset_region(result, -inset, Join::Miter).unwrap();
                let band = region_area(result) - region_area(&smaller);
                prop_assert!((band - inset * length(result)).abs() <= 100.0 * inset * inset, "{band} {}", length(result));
            }
        }
    }
}
