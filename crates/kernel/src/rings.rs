//! Normal form of regions: outer rings, holes, their directions and their start points.
//!
//! Outer rings run counterclockwise, holes clockwise. A ring starts at its lowest corner, or at the leftmost of
//! several lowest corners; a full turn of one curve keeps its own start. A piece is an outer ring with its holes;
//! pieces and holes are sorted by their start points (lowest, then leftmost).

use std::cmp::Ordering;

use super::region;
use super::{Path, Point};

/// One connected piece of a region: an outer ring and its holes.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Outer ring, counterclockwise.
    pub outer: Path,
    /// Holes, clockwise.
    pub holes: Vec<Path>,
}

/// Returns the rings in normal form. The rings must not cross; the even-odd rule determines the inside.
pub fn normalize(rings: Vec<Path>) -> Vec<Path> {
    pieces(rings)
        .into_iter()
        .flat_map(|piece| std::iter::once(piece.outer).chain(piece.holes))
        .collect()
}

/// Returns the connected pieces of a region, each in normal form. An island within a hole is a separate piece.
pub fn pieces(rings: Vec<Path>) -> Vec<Piece> {
    let rings: Vec<Path> = rings
        .into_iter()
        .filter(|ring| !ring.is_empty() && ring.is_finite())
        .collect();
    let around = region::nesting(&rings);
    let mut parents: Vec<Option<usize>> = Vec::with_capacity(rings.len());
    for holders in &around {
        // The innermost enclosing ring is the one that is itself enclosed by the most rings.
        let parent = holders.iter().copied().max_by_key(|&ring| around[ring].len());
        parents.push(if holders.len() % 2 == 1 { parent } else { None });
    }
    let mut order: Vec<(usize, Path)> = rings
        .into_iter()
        .enumerate()
        .map(|(index, ring)| (index, orient_ring(ring, around[index].len().is_multiple_of(2))))
        .collect();
    trammel_base::sort::by(&mut order, |(_, a), (_, b)| by_start(a, b));
    let mut pieces: Vec<(usize, Piece)> = Vec::new();
    for (index, ring) in &order {
        if parents[*index].is_none() {
            let piece = Piece {
                outer: ring.clone(),
                holes: Vec::new(),
            };
            pieces.push((*index, piece));
        }
    }
    for (index, ring) in order {
        let home = parents[index].and_then(|parent| pieces.iter_mut().find(|(outer, _)| *outer == parent));
        if let Some((_, piece)) = home {
            piece.holes.push(ring);
        }
    }
    pieces.into_iter().map(|(_, piece)| piece).collect()
}

fn orient_ring(ring: Path, ccw: bool) -> Path {
    let ring = if (ring.signed_area() >= 0.0) == ccw {
        ring
    } else {
        ring.reversed()
    };
    let lowest = (0..ring.segs.len()).min_by(|&a, &b| {
        let (p, q) = (ring.segs[a].start(), ring.segs[b].start());
        lower(p, q)
    });
    let mut segs = ring.segs;
    segs.rotate_left(lowest.unwrap_or(0));
    Path::new(segs, true)
}

fn lower(p: Point, q: Point) -> Ordering {
    p.y.total_cmp(&q.y).then(p.x.total_cmp(&q.x))
}

fn by_start(a: &Path, b: &Path) -> Ordering {
    match (a.start(), b.start()) {
        (Some(p), Some(q)) => lower(p, q).then(a.signed_area().total_cmp(&b.signed_area())),
        _ => Ordering::Equal,
    }
}
