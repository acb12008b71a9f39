//! Verification of results: identities between exact areas, and the absence of crossing outlines.
//!
//! Areas alone cannot detect a crossing that an engine misses in every call; such a crossing remains in the result,
//! where the second check finds it.

use std::borrow::Borrow;

use super::super::intersect::seg_seg;
use super::super::num::norm;
use super::super::{Bounds, HitKind, Path, Seg, Tol};
use super::joint::meet_only_at_shared_end;
use super::winding::swap_axes;
use super::{MAX_MEETINGS, Op};

/// Checks that the areas of `a`, `b`, `result` and the complementary result `other` agree, and that `result` has no
/// crossings.
pub(super) fn identity(
    op: Op,
    (a, b): (&[Path], &[Path]),
    result: &[Path],
    other: &[Path],
    tol: Tol,
) -> Result<(), String> {
    let (in_a, in_b, found, rest) = (area(a), area(b), area(result), area(other));
    let off = match op {
        Op::Union | Op::Intersect => found + rest - in_a - in_b,
        Op::Difference => found + rest - in_a,
        Op::Xor => found + 2.0 * rest - in_a - in_b,
    };
    check_balance(off, slack(a, tol) + slack(b, tol))?;
    no_crossing(result, tol)
}

/// Checks that the areas covered by at least one region, at least two regions, and so on, add up to the sum of the
/// areas of all regions.
pub(super) fn levels(
    union: &[Path],
    outlines: &[Path],
    tol: Tol,
    count: u32,
    at_least: &dyn Fn(u32) -> Result<Vec<Path>, String>,
) -> Result<(), String> {
    let slack = slack(outlines, tol);
    let mut missing = area(outlines) - area(union);
    for depth in 2..=count {
        if missing <= slack {
            break;
        }
        missing -= area(&at_least(depth)?);
    }
    check_balance(missing, slack)?;
    no_crossing(union, tol)
}

/// Function that returns the area around which a list of outlines winds at least the given number of times.
type Levels<'a> = &'a dyn Fn(&[Path], u32) -> Result<Vec<Path>, String>;

/// Checks that the levels of positive and negative winding add up to the signed area, and that their alternating
/// sum is the area of the result.
pub(super) fn odd(result: &[Path], outlines: &[Path], tol: Tol, at_least: Levels<'_>) -> Result<(), String> {
    let slack = slack(outlines, tol);
    let backwards: Vec<Path> = outlines.iter().map(Path::reversed).collect();
    let (mut signed, mut odd) = (area(outlines), area(result));
    for (rings, sign) in [(outlines, 1.0), (backwards.as_slice(), -1.0)] {
        for depth in 1..=64 {
            let level = area(&at_least(rings, depth)?);
            if level <= slack {
                break;
            }
            signed -= sign * level;
            odd -= if depth % 2 == 1 { level } else { -level };
        }
    }
    check_balance(signed, slack)?;
    check_balance(odd, slack)?;
    no_crossing(result, tol)
}

/// Returns the area of rings in normal form; holes count negative.
fn area(rings: &[Path]) -> f64 {
    rings.iter().map(Path::signed_area).sum()
}

/// Returns the permitted difference of areas when each outline may be off by the merge distance.
fn slack(rings: &[Path], tol: Tol) -> f64 {
    2.0 * tol.merge * rings.iter().map(Path::length).sum::<f64>()
}

fn check_balance(off: f64, slack: f64) -> Result<(), String> {
    if off.abs() <= slack {
        Ok(())
    } else {
        Err(format!("areas differ by {off:e}"))
    }
}

/// Checks that the outlines do not cross.
///
/// # Errors
/// Returns the position of a crossing if two outlines cross.
pub(super) fn no_crossing(rings: &[Path], tol: Tol) -> Result<(), String> {
    let mut problem = None;
    neighbors(rings, |(a, _), (b, _), _| {
        if meet_only_at_shared_end(a, b, tol) {
            return true;
        }
        let reach = tol.merge;
        let away = |seg: &Seg, hit: &super::super::Hit| {
            norm(seg.start() - hit.point) > reach && norm(seg.end() - hit.point) > reach
        };
        // Two lines that continue one another past a corner appear to cross near the corner, so shallow crossings
        // are ignored.
        let steep = |hit: &super::super::Hit| match (a.direction_at(hit.t_a), b.direction_at(hit.t_b)) {
            (Some(x), Some(y)) => x.cross(y).abs() > 1e-6,
            _ => false,
        };
        let crossing = seg_seg(a, b, tol)
            .into_iter()
            .find(|hit| hit.kind == HitKind::Crossing && away(a, hit) && away(b, hit) && steep(hit));
        if let Some(hit) = crossing {
            problem = Some(format!(
                "outlines of the result cross at ({}, {})",
                hit.point.x, hit.point.y
            ));
        }
        problem.is_none()
    });
    problem.map_or(Ok(()), Err)
}

/// Whether the outlines meet only at the joints of adjacent segments.
pub(super) fn is_simple(rings: &[Path], tol: Tol) -> bool {
    let mut simple = rings
        .iter()
        .flat_map(|ring| &ring.segs)
        .all(|seg| !matches!(seg, Seg::Cubic(_)) || !loops(seg));
    if !simple {
        return false;
    }
    neighbors(rings, |(a, _), (b, _), joints| {
        if joints.iter().any(Option::is_some) && meet_only_at_shared_end(a, b, tol) {
            return true;
        }
        let hits = seg_seg(a, b, tol);
        simple = hits.iter().all(|hit| {
            hit.kind != HitKind::Overlap
                && joints
                    .iter()
                    .flatten()
                    .any(|joint| norm(*joint - hit.point) <= tol.merge)
        });
        simple
    });
    simple
}

/// Whether a Bézier may cross itself, which requires that its tangent turns by more than half a turn.
fn loops(seg: &Seg) -> bool {
    let Seg::Cubic(c) = seg else { return false };
    let (x, y, z) = (c.p1 - c.p0, c.p2 - c.p1, c.p3 - c.p2);
    let chord = c.p3 - c.p0;
    // Every leg of the control polygon advances along the chord: no loop is possible.
    let advances = [x, y, z].iter().all(|leg| leg.dot(chord) >= 0.0);
    // The control polygon is convex and turns less than half a turn: no loop is possible.
    let turns = x.cross(y) * y.cross(z) >= 0.0
        && x.cross(y) * x.cross(z) >= 0.0
        && x.cross(y) * x.cross(chord) >= 0.0;
    !(advances || turns)
}

/// Returns the ring with each Bézier that may cross itself cut at its extremes in x and y, so that no part crosses
/// itself.
pub(super) fn without_loops(ring: &Path) -> Path {
    let mut segs = Vec::with_capacity(ring.segs.len());
    for seg in &ring.segs {
        let mut cuts = match seg {
            Seg::Cubic(_) if loops(seg) => [seg.y_turns(), swap_axes(seg).y_turns()].concat(),
            _ => Vec::new(),
        };
        cuts.sort_by(f64::total_cmp);
        let mut from = 0.0;
        for to in cuts.into_iter().chain([1.0]) {
            if to - from > 1e-9 {
                segs.push(if (from, to) == (0.0, 1.0) {
                    *seg
                } else {
                    seg.sub(from, to)
                });
                from = to;
            }
        }
    }
    Path::new(segs, true)
}

/// A segment with the index of its ring and its index in that ring.
type Placed<'a> = (&'a Seg, (usize, usize));

/// Whether more than [`MAX_MEETINGS`] pairs of segments have overlapping bounding boxes.
pub(super) fn is_too_complex(regions: &[&[Path]]) -> bool {
    let rings: Vec<&Path> = regions.iter().copied().flatten().collect();
    let count: usize = rings.iter().map(|ring| ring.segs.len()).sum();
    if count * count / 2 <= MAX_MEETINGS {
        return false;
    }
    let mut meetings = 0;
    neighbors(&rings, |_, _, _| {
        meetings += 1;
        meetings <= MAX_MEETINGS
    });
    meetings > MAX_MEETINGS
}

/// Calls `look` for each pair of segments with overlapping bounding boxes, with the joints they share (none unless
/// the segments are adjacent in a ring). Stops when `look` returns false.
pub(super) fn neighbors<P: Borrow<Path>>(
    rings: &[P],
    mut look: impl FnMut(Placed<'_>, Placed<'_>, [Option<super::super::Point>; 2]) -> bool,
) {
    struct Item<'a> {
        seg: &'a Seg,
        bounds: Bounds,
        ring: usize,
        index: usize,
    }
    let mut items: Vec<Item<'_>> = Vec::new();
    for (ring, path) in rings.iter().map(Borrow::borrow).enumerate() {
        for (index, seg) in path.segs.iter().enumerate() {
            if let Some(bounds) = seg.bounds() {
                items.push(Item {
                    seg,
                    bounds,
                    ring,
                    index,
                });
            }
        }
    }
    trammel_base::sort::by(&mut items, |x, y| x.bounds.min.x.total_cmp(&y.bounds.min.x));
    let mut open: Vec<usize> = Vec::new();
    for now in 0..items.len() {
        let item = &items[now];
        open.retain(|&other| items[other].bounds.max.x >= item.bounds.min.x);
        for &other in &open {
            let that = &items[other];
            if !that.bounds.intersects(&item.bounds) {
                continue;
            }
            let mut joints = [None, None];
            if that.ring == item.ring {
                let count = rings[item.ring].borrow().segs.len();
                if (item.index + 1) % count == that.index {
                    joints[0] = Some(that.seg.start());
                }
                if (that.index + 1) % count == item.index {
                    joints[1] = Some(item.seg.start());
                }
            }
            let place = |item: &Item<'_>| (item.ring, item.index);
            if !look((that.seg, place(that)), (item.seg, place(item)), joints) {
                return;
            }
        }
        open.push(now);
    }
}
