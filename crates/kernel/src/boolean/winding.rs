//! Winding numbers beside an edge, by rays cast from a point of the edge.

use super::super::{Point, Seg};
use super::edge::Edge;

/// Edges split into monotone parts and sorted into strips, for rays in two directions.
pub(super) struct Winding<'a> {
    edges: &'a [Edge],
    /// Data for rays toward +x, and toward +y (with x and y exchanged).
    ways: [Way; 2],
}

struct Way {
    parts: Vec<Part>,
    /// Indices of the parts in each strip, one strip after the other.
    strips: Vec<u32>,
    /// Start of each strip in `strips`, followed by the end of the last strip.
    starts: Vec<u32>,
    low: f64,
    height: f64,
}

/// A part of an edge that is monotone in y.
struct Part {
    edge: usize,
    seg: Seg,
    range: (f64, f64),
    from: Point,
    to: Point,
    turns: i32,
    /// Range of x of the whole edge.
    least: f64,
    most: f64,
}

impl<'a> Winding<'a> {
    pub(super) fn new(edges: &'a [Edge]) -> Winding<'a> {
        let plain = edges.iter().map(|edge| edge.seg);
        let other = edges.iter().map(|edge| swap_axes(&edge.seg));
        Winding {
            edges,
            ways: [Way::new(edges, plain), Way::new(edges, other)],
        }
    }

    /// Returns the winding number on the right side of an edge.
    pub(super) fn right_of(&self, edge: usize) -> i32 {
        let seg = &self.edges[edge].seg;
        // The parameter is not 0.5, because symmetric shapes often have other corners at the height of the
        // midpoint.
        let u = 0.487;
        let along = seg.derivative_at(u);
        let upright = along.y.abs() >= along.x.abs();
        let (way, point) = if upright {
            (&self.ways[0], seg.point_at(u))
        } else {
            let point = seg.point_at(u);
            (&self.ways[1], Point::new(point.y, point.x))
        };
        let beyond = way.count(edge, u, point);
        let turns = self.edges[edge].turns;
        // Exchanging x and y mirrors the plane: winding numbers change sign, and right becomes left.
        if upright {
            if along.y > 0.0 { beyond } else { beyond - turns }
        } else if along.x > 0.0 {
            -beyond - turns
        } else {
            -beyond
        }
    }
}

/// Returns the segment with x and y exchanged.
pub(super) fn swap_axes(seg: &Seg) -> Seg {
    seg.transformed(&super::super::Affine::new([0.0, 1.0, 1.0, 0.0, 0.0, 0.0]))
}

impl Way {
    fn new(edges: &[Edge], segs: impl Iterator<Item = Seg>) -> Way {
        let mut parts = Vec::new();
        for ((index, edge), seg) in edges.iter().enumerate().zip(segs) {
            let Some(around) = seg.bounds() else { continue };
            let mut from = (0.0, seg.start());
            for u in seg.y_turns().into_iter().chain([1.0]) {
                let to = (u, seg.point_at(u));
                parts.push(Part {
                    edge: index,
                    seg,
                    range: (from.0, u),
                    from: from.1,
                    to: to.1,
                    turns: edge.turns,
                    least: around.min.x,
                    most: around.max.x,
                });
                from = to;
            }
        }
        let low = parts
            .iter()
            .map(|part| part.from.y.min(part.to.y))
            .fold(f64::INFINITY, f64::min);
        let high = parts
            .iter()
            .map(|part| part.from.y.max(part.to.y))
            .fold(f64::NEG_INFINITY, f64::max);
        let count = parts.len().clamp(1, 2048);
        let mut way = Way {
            parts,
            strips: Vec::new(),
            starts: vec![0; count + 1],
            low,
            height: ((high - low) / count as f64).max(f64::MIN_POSITIVE),
        };
        let spans: Vec<(usize, usize)> = way
            .parts
            .iter()
            .map(|part| {
                let (low, high) = (part.from.y.min(part.to.y), part.from.y.max(part.to.y));
                (way.strip(low), way.strip(high))
            })
            .collect();
        // First count the parts of each strip, then fill the strips from the end.
        for &(from, to) in &spans {
            for strip in from..=to {
                way.starts[strip] += 1;
            }
        }
        let mut end = 0;
        for start in &mut way.starts {
            end += *start;
            *start = end;
        }
        way.strips = vec![0; end as usize];
        for (index, &(from, to)) in spans.iter().enumerate().rev() {
            for strip in from..=to {
                way.starts[strip] -= 1;
                way.strips[way.starts[strip] as usize] = index as u32;
            }
        }
        way
    }

    fn in_strip(&self, strip: usize) -> &[u32] {
        &self.strips[self.starts[strip] as usize..self.starts[strip + 1] as usize]
    }

    fn strip(&self, y: f64) -> usize {
        // The cast saturates for a number out of range.
        (((y - self.low) / self.height) as usize).min(self.starts.len() - 2)
    }

    /// Returns the winding number just beyond `point` in +x; the part of the edge that contains `point` does not
    /// count.
    fn count(&self, edge: usize, u: f64, point: Point) -> i32 {
        let mut sum = 0;
        for &index in self.in_strip(self.strip(point.y)) {
            let part = &self.parts[index as usize];
            let own = part.edge == edge && part.range.0 <= u && u <= part.range.1;
            let rising = part.from.y <= point.y && point.y < part.to.y;
            let falling = part.to.y <= point.y && point.y < part.from.y;
            if own || !(rising || falling) || !part.is_beyond(point, rising) {
                continue;
            }
            sum += if rising { part.turns } else { -part.turns };
        }
        sum
    }
}

impl Part {
    /// Whether the part passes the height of `point` at a larger x.
    fn is_beyond(&self, point: Point, rising: bool) -> bool {
        if let Seg::Line { a, b } = &self.seg {
            let side = (*b - *a).cross(point - *a);
            return if rising { side > 0.0 } else { side < 0.0 };
        }
        if point.x < self.least || point.x > self.most {
            return point.x < self.least;
        }
        let (mut low, mut high) = self.range;
        for _ in 0..64 {
            let mid = 0.5 * (low + high);
            let at = self.seg.point_at(mid);
            if (at.y <= point.y) == rising {
                low = mid;
            } else {
                high = mid;
            }
        }
        self.seg.point_at(low).x > point.x
    }
}
