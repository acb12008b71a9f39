//! Boolean engine that cuts all outlines at their intersections and keeps the parts with the inside on one side
//! only.
//!
//! The engine uses the intersections of this kernel, so tangent circles and overlapping arcs are recognized as
//! such. Its trigonometry comes from `libm`, so native and wasm builds give the same numbers. The engine never
//! panics.
//!
//! Steps: cut the outlines, merge overlapping segments into [`Edge`]s, find the winding number beside each chain of
//! edges (`winding.rs`), and trace closed rings along the edges that are kept.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::super::intersect::seg_seg;
use super::super::num::norm;
use super::super::{Path, Point, Seg, Tol};
use super::check::neighbors;
use super::edge::Edge;
use super::engine::{Engine, Inside, Span};
use super::joint::meet_only_at_shared_end;
use super::winding::Winding;

/// Engine that cuts at the intersections found by this kernel.
#[derive(Clone, Copy, Debug)]
pub struct Arrange {
    tol: Tol,
}

impl Arrange {
    /// Fine tolerances, in units of the frame.
    pub const FINE: Arrange = Arrange {
        tol: Tol {
            len: 4e-9,
            merge: 1e-6,
            ang: 1e-9,
        },
    };
    /// Returns the tolerances, in units of the frame.
    pub(super) fn tolerances(self) -> Tol {
        self.tol
    }

    /// Coarse tolerances, for curves that run side by side closer than the accuracy of their coordinates.
    pub const COARSE: Arrange = Arrange {
        tol: Tol {
            len: 2e-7,
            merge: 5e-6,
            ang: 1e-9,
        },
    };
}

impl Engine for Arrange {
    fn name(&self) -> &'static str {
        if self.tol.merge <= Arrange::FINE.tol.merge {
            "cutting"
        } else {
            "cutting coarsely"
        }
    }

    fn accuracy(&self) -> f64 {
        self.tol.merge
    }

    fn resolve(&self, rings: &[Path], inside: Inside) -> Result<Vec<Vec<Span>>, String> {
        let mut corners = Corners::new(self.tol);
        let edges = edges(rings, &mut corners);
        let chains = chains(&edges, corners.points.len());
        let beside = Winding::new(&edges);
        let is_inside = |winding: i32| match inside {
            Inside::Odd => winding % 2 != 0,
            Inside::AtLeast(depth) => i64::from(winding) >= i64::from(depth),
        };
        let mut kept = Vec::new();
        for chain in chains {
            let longest = chain
                .iter()
                .copied()
                .max_by(|&a, &b| extent(&edges[a]).total_cmp(&extent(&edges[b])));
            let Some(sample) = longest else { continue };
            let right = beside.right_of(sample);
            let left = right + edges[sample].turns;
            match (is_inside(left), is_inside(right)) {
                (true, false) => kept.extend(chain.iter().map(|&edge| edges[edge])),
                (false, true) => kept.extend(chain.iter().map(|&edge| edges[edge].reversed())),
                _ => {}
            }
        }
        walk(&kept, corners.points.len())
    }
}

pub(super) fn extent(edge: &Edge) -> f64 {
    let half = edge.seg.point_at(0.5);
    norm(half - edge.seg.start()) + norm(edge.seg.end() - half)
}

/// Corner points; each one represents all points within the merge distance of it.
pub(super) struct Corners {
    tol: Tol,
    pub(super) points: Vec<Point>,
    cells: HashMap<(i64, i64), Vec<usize>, FxBuildHasher>,
}

impl Corners {
    pub(super) fn new(tol: Tol) -> Corners {
        Corners {
            tol,
            points: Vec::new(),
            cells: HashMap::default(),
        }
    }

    fn of(&mut self, point: Point) -> usize {
        let cell = |v: f64| (v / (4.0 * self.tol.merge)).floor() as i64;
        let (x, y) = (cell(point.x), cell(point.y));
        let around = (-1..=1).flat_map(|i| (-1..=1).map(move |j| (x + i, y + j)));
        let near = |&index: &usize| norm(self.points[index] - point) <= self.tol.merge;
        let known = around
            .filter_map(|cell| self.cells.get(&cell))
            .flatten()
            .copied()
            .find(near);
        known.unwrap_or_else(|| {
            self.points.push(point);
            self.cells.entry((x, y)).or_default().push(self.points.len() - 1);
            self.points.len() - 1
        })
    }
}

/// Returns all segments cut at their intersections, with overlapping segments merged into one edge. Edges on which as many
/// outlines run forward as backward bound nothing and are left out.
fn edges(rings: &[Path], corners: &mut Corners) -> Vec<Edge> {
    let mut edges = cut_into_edges(rings, corners);
    edges.retain(|edge| edge.turns != 0);
    edges
}

/// Returns all segments of open or closed paths cut at their intersections, with overlapping segments merged into one edge.
pub(super) fn cut_into_edges(rings: &[Path], corners: &mut Corners) -> Vec<Edge> {
    let tol = corners.tol;
    let firsts: Vec<usize> = rings
        .iter()
        .scan(0, |count, ring| {
            *count += ring.segs.len();
            Some(*count - ring.segs.len())
        })
        .collect();
    let mut cuts: Vec<Vec<(f64, usize)>> = Vec::new();
    for seg in rings.iter().flat_map(|ring| &ring.segs) {
        cuts.push(vec![(0.0, corners.of(seg.start())), (1.0, corners.of(seg.end()))]);
    }
    neighbors(rings, |(a, i), (b, j), _| {
        if meet_only_at_shared_end(a, b, tol) {
            return true;
        }
        for hit in seg_seg(a, b, tol) {
            let corner = corners.of(hit.point);
            cuts[firsts[i.0] + i.1].push((hit.t_a, corner));
            cuts[firsts[j.0] + j.1].push((hit.t_b, corner));
        }
        true
    });
    let mut edges: Vec<Edge> = Vec::new();
    let mut between: HashMap<(usize, usize), Vec<usize>, FxBuildHasher> = HashMap::default();
    for (seg, mut cuts) in rings.iter().flat_map(|ring| &ring.segs).zip(cuts) {
        cuts.sort_by(|x, y| x.0.total_cmp(&y.0));
        for pair in cuts.windows(2) {
            let [(t0, from), (t1, to)] = [pair[0], pair[1]];
            let part = if (t0, t1) == (0.0, 1.0) {
                *seg
            } else {
                seg.sub(t0, t1)
            };
            let edge = Edge {
                seg: part,
                from,
                to,
                turns: 1,
            };
            if t1 <= t0 || (from == to && extent(&edge) <= 8.0 * tol.merge) {
                continue;
            }
            let twins = between.entry((from.min(to), from.max(to))).or_default();
            let half = part.point_at(0.5);
            let same = |&twin: &usize| {
                let near = edges[twin].seg.nearest(half);
                near.is_some_and(|near: super::super::SegNearest| near.distance <= tol.merge)
            };
            match twins.iter().copied().find(same) {
                Some(twin) => {
                    let along = along(&edges[twin], &edge, half);
                    edges[twin].turns += if along { 1 } else { -1 };
                }
                None => {
                    edges.push(edge);
                    twins.push(edges.len() - 1);
                }
            }
        }
    }
    edges
}

/// Whether two overlapping edges run in the same direction.
fn along(known: &Edge, edge: &Edge, half: Point) -> bool {
    if known.from != known.to {
        return known.from == edge.from;
    }
    let there = known
        .seg
        .nearest(half)
        .and_then(|near| known.seg.direction_at(near.u));
    matches!((there, edge.seg.direction_at(0.5)), (Some(x), Some(y)) if x.dot(y) > 0.0)
}

/// Returns the chains of edges that are joined by corners without other edges; the winding numbers beside all edges
/// of a chain are equal.
fn chains(edges: &[Edge], corners: usize) -> Vec<Vec<usize>> {
    let mut at: Vec<Vec<usize>> = vec![Vec::new(); corners];
    for (index, edge) in edges.iter().enumerate() {
        at[edge.from].push(index);
        at[edge.to].push(index);
    }
    let next = |index: usize| match at[edges[index].to].as_slice() {
        [a, b] => {
            let other = if *a == index { *b } else { *a };
            let follows = edges[other].from == edges[index].to && edges[other].turns == edges[index].turns;
            (other != index && follows).then_some(other)
        }
        _ => None,
    };
    let mut has_previous = vec![false; edges.len()];
    for index in 0..edges.len() {
        if let Some(other) = next(index) {
            has_previous[other] = true;
        }
    }
    let mut seen = vec![false; edges.len()];
    let mut found = Vec::new();
    // First the chains with a start, then the closed ones.
    let starts = (0..edges.len()).filter(|&index| !has_previous[index]);
    for start in starts.chain(0..edges.len()) {
        let mut chain = Vec::new();
        let mut at = Some(start);
        while let Some(index) = at.filter(|&index| !seen[index]) {
            seen[index] = true;
            chain.push(index);
            at = next(index);
        }
        if !chain.is_empty() {
            found.push(chain);
        }
    }
    found
}

/// Traces closed rings along the edges, with the inside on the left. A walk that returns to one of its corners is
/// cut there, so no ring touches itself.
pub(super) fn walk(edges: &[Edge], corners: usize) -> Result<Vec<Vec<Span>>, String> {
    let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); corners];
    for (index, edge) in edges.iter().enumerate() {
        leaving[edge.from].push(index);
    }
    let mut place: Vec<Option<usize>> = vec![None; corners];
    let mut way: Vec<usize> = Vec::new();
    let mut rings = Vec::new();
    for start in 0..corners {
        let mut at = start;
        loop {
            let open = &mut leaving[at];
            let best = match way.last() {
                Some(&last) if open.len() > 1 => (0..open.len()).min_by(|&a, &b| {
                    let turn = |next: usize| clockwise(&edges[last], &edges[open[next]]);
                    turn(a).total_cmp(&turn(b))
                }),
                _ => open.len().checked_sub(1),
            };
            let Some(best) = best else { break };
            let next = open.swap_remove(best);
            place[at] = Some(way.len());
            way.push(next);
            at = edges[next].to;
            if let Some(from) = place[at] {
                let ring: Vec<usize> = way.drain(from..).collect();
                for &edge in &ring {
                    place[edges[edge].from] = None;
                }
                rings.push(ring.iter().flat_map(|&edge| spans(&edges[edge].seg)).collect());
            }
        }
        if !way.is_empty() {
            return Err("an outline of the result is open".to_owned());
        }
    }
    Ok(rings)
}

/// Splits a segment into two halves, so that the spans give the direction even of a full circle.
fn spans(seg: &Seg) -> [Span; 2] {
    let at = |u: f64| seg.point_at(u);
    let span = |from: f64, via: f64, to: f64| Span {
        from: at(from),
        via: at(via),
        to: at(to),
    };
    [span(0.0, 0.25, 0.5), span(0.5, 0.75, 1.0)]
}

/// Returns the clockwise angle from the reversed edge `from` to `next`. The directions are taken a short distance
/// away from the corner, where tangent curves have separated.
fn clockwise(from: &Edge, next: &Edge) -> f64 {
    let radius = 0.02 * extent(from).min(extent(next));
    let away =
        |seg: &Seg| seg.point_at((radius / seg.length().max(f64::MIN_POSITIVE)).min(0.5)) - seg.start();
    let (back, on) = (away(&from.seg.reversed()), away(&next.seg));
    libm::atan2(on.cross(back), on.dot(back)).rem_euclid(std::f64::consts::TAU)
}
