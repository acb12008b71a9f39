//! Joining of paths with common ends.

use rustc_hash::FxHashMap;

use super::super::num::norm;
use super::super::{Path, Point, Seg, Tol};
use super::cut::push_fused;

/// Joins paths whose ends lie within the merge distance, reversed where needed, into as few paths as possible, in
/// the order of their first members. A chain that returns to its start is closed. Segments that continue each other
/// on one line or conic across a new joint are merged. Closed paths and paths that are not finite are returned
/// unchanged. The time is linear in the number of paths.
pub fn join(paths: &[Path], tol: Tol) -> Vec<Path> {
    let open = |path: &Path| !path.closed && !path.is_empty() && path.is_finite();
    let mut ends = Ends::new(tol.merge);
    for (index, path) in paths.iter().enumerate().filter(|(_, path)| open(path)) {
        for (point, at_end) in [
            (path.segs[0].start(), false),
            (path.segs[path.segs.len() - 1].end(), true),
        ] {
            ends.add(point, index, at_end);
        }
    }
    let mut used = vec![false; paths.len()];
    let mut chains = Vec::new();
    for (index, path) in paths.iter().enumerate() {
        if used[index] {
            continue;
        }
        used[index] = true;
        if !open(path) {
            chains.push(path.clone());
            continue;
        }
        // Extend the chain at its end, then reverse it, extend it at its start, and reverse it again.
        let mut segs = path.segs.clone();
        let mut turns = 0;
        while turns < 2 {
            grow(&mut segs, paths, &ends, &mut used, tol);
            if is_ring(&segs, tol) {
                break;
            }
            turns += 1;
            segs = reverse_segs(segs);
        }
        if turns == 1 {
            segs = reverse_segs(segs);
        }
        chains.push(finish_path(segs, tol));
    }
    chains
}

fn reverse_segs(segs: Vec<Seg>) -> Vec<Seg> {
    Path::new(segs, false).reversed().segs
}

fn grow(segs: &mut Vec<Seg>, paths: &[Path], ends: &Ends, used: &mut [bool], tol: Tol) {
    while let Some(tip) = segs.last().map(Seg::end) {
        if is_ring(segs, tol) {
            return;
        }
        let Some((next, at_end)) = ends.nearest(tip, paths, used) else {
            return;
        };
        used[next] = true;
        let path = if at_end {
            paths[next].reversed()
        } else {
            paths[next].clone()
        };
        let mut pieces = path.segs.into_iter();
        if let Some(mut first) = pieces.next() {
            if let Some(last) = segs.last_mut() {
                weld(last, &mut first);
            }
            push_fused(segs, first, tol);
        }
        segs.extend(pieces);
    }
}

fn is_ring(segs: &[Seg], tol: Tol) -> bool {
    let (Some(first), Some(last)) = (segs.first(), segs.last()) else {
        return false;
    };
    // A chain shorter than a few merge distances is not a ring. The length is only computed if the ends meet.
    let meets = norm(first.start() - last.end()) <= tol.merge;
    meets && segs.iter().map(Seg::length).sum::<f64>() > 4.0 * tol.merge
}

fn finish_path(mut segs: Vec<Seg>, tol: Tol) -> Path {
    if !is_ring(&segs, tol) {
        return Path::new(segs, false);
    }
    // Close the ring, and merge a segment that continues across the seam.
    if segs.len() > 1 {
        let mut first = segs.remove(0);
        if let Some(last) = segs.last_mut() {
            weld(last, &mut first);
        }
        let before = segs.len();
        push_fused(&mut segs, first, tol);
        if segs.len() > before || segs.is_empty() {
            let first = segs.pop();
            segs.splice(0..0, first);
        }
    }
    Path::new(segs, true)
}

/// Makes two ends within the merge distance equal by moving the end of a line or Bézier; two arcs are left
/// unchanged.
fn weld(before: &mut Seg, after: &mut Seg) {
    let (end, start) = (before.end(), after.start());
    if end == start {
        return;
    }
    match (before, after) {
        (_, Seg::Line { a, .. }) => *a = end,
        (Seg::Line { b, .. }, _) => *b = start,
        (_, Seg::Cubic(cubic)) => {
            cubic.p1 += end - start;
            cubic.p0 = end;
        }
        (Seg::Cubic(cubic), _) => {
            cubic.p2 += start - end;
            cubic.p3 = start;
        }
        (Seg::Conic(_), Seg::Conic(_)) => {}
    }
}

/// Ends of all paths, in a grid with cells of the merge distance.
struct Ends {
    size: f64,
    cells: FxHashMap<(i64, i64), Vec<(usize, bool)>>,
}

impl Ends {
    fn new(size: f64) -> Ends {
        Ends {
            size,
            cells: FxHashMap::default(),
        }
    }

    fn cell(&self, point: Point) -> (i64, i64) {
        let whole = |x: f64| (x / self.size).floor() as i64;
        (whole(point.x), whole(point.y))
    }

    fn add(&mut self, point: Point, path: usize, at_end: bool) {
        let cell = self.cell(point);
        self.cells.entry(cell).or_default().push((path, at_end));
    }

    /// Returns the nearest unused end within the merge distance of `point`; of equally near ends, that of the first
    /// path.
    fn nearest(&self, point: Point, paths: &[Path], used: &[bool]) -> Option<(usize, bool)> {
        let (x, y) = self.cell(point);
        let mut best: Option<(f64, usize, bool)> = None;
        for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
            let key = (x.saturating_add(dx), y.saturating_add(dy));
            for &(path, at_end) in self.cells.get(&key).into_iter().flatten() {
                let segs = &paths[path].segs;
                let end = if at_end {
                    segs[segs.len() - 1].end()
                } else {
                    segs[0].start()
                };
                let far = norm(end - point);
                let found = (far, path, at_end);
                if !used[path] && far <= self.size && best.is_none_or(|old| found < old) {
                    best = Some(found);
                }
            }
        }
        best.map(|(_, path, at_end)| (path, at_end))
    }
}
