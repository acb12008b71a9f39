//! Spatial index over bounding boxes, with window and nearest-item queries.
//!
//! The index is a packed tree: the boxes are sorted along a Hilbert curve, and every sixteen consecutive boxes get
//! a common box, level by level, in flat arrays. An index is immutable; building one is fast enough to repeat after
//! each change (see the benchmark in the tests of `snap.rs`). Results do not depend on the machine.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::num::norm;
use super::{Bounds, Point, Vec2};

/// A packed tree of boxes; items are numbered in the order of the input.
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// Boxes of the leaves in curve order, then of each level above, the root last: x0, y0, x1, y1.
    boxes: Vec<[f64; 4]>,
    /// Item number for a leaf; for a higher node, the position of its first child.
    links: Vec<u32>,
    /// End of each level in `boxes`, leaves first.
    levels: Vec<usize>,
}

const NODE: usize = 16;

impl Index {
    /// Builds an index over `items`. A `None` keeps its number but is never found.
    pub fn new(items: impl IntoIterator<Item = Option<Bounds>>) -> Index {
        let mut leaves: Vec<(u32, [f64; 4])> = Vec::new();
        for (number, item) in (0_u32..).zip(items) {
            if let Some(bounds) = item {
                leaves.push((number, [bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y]));
            }
        }
        let Some(all) = leaves.iter().map(|leaf| leaf.1).reduce(around) else {
            return Index::default();
        };
        let scale = |low: f64, high: f64| if high > low { 65535.0 / (high - low) } else { 0.0 };
        let (sx, sy) = (scale(all[0], all[2]), scale(all[1], all[3]));
        let mut keys: Vec<(u32, u32)> = (0_u32..)
            .zip(&leaves)
            .map(|(at, (_, b))| {
                let cell = |low: f64, high: f64, base: f64, scale: f64| {
                    ((0.5 * low + 0.5 * high - base) * scale).clamp(0.0, 65535.0) as u32
                };
                (
                    hilbert(cell(b[0], b[2], all[0], sx), cell(b[1], b[3], all[1], sy)),
                    at,
                )
            })
            .collect();
        keys.sort_unstable();
        let mut index = Index::default();
        for (_, at) in keys {
            let (number, bounds) = leaves[at as usize];
            index.boxes.push(bounds);
            index.links.push(number);
        }
        index.levels.push(index.boxes.len());
        let mut start = 0;
        while index.boxes.len() - start > 1 {
            let end = index.boxes.len();
            for first in (start..end).step_by(NODE) {
                let children = &index.boxes[first..(first + NODE).min(end)];
                if let Some(bounds) = children.iter().copied().reduce(around) {
                    index.boxes.push(bounds);
                    index.links.push(first as u32);
                }
            }
            index.levels.push(index.boxes.len());
            start = end;
        }
        index
    }

    /// Returns the number of items that have a box.
    pub fn len(&self) -> usize {
        self.levels.first().copied().unwrap_or(0)
    }

    /// Whether no item has a box.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the numbers of the items whose boxes intersect `window` (borders count), ascending.
    pub fn window(&self, window: &Bounds) -> Vec<u32> {
        let mut found = Vec::new();
        self.visit(window, |number| found.push(number));
        found.sort_unstable();
        found
    }

    /// Calls `found` with the number of every item whose box intersects `window`, in no particular order.
    pub fn visit(&self, window: &Bounds, mut found: impl FnMut(u32)) {
        let (w0, w1, w2, w3) = (window.min.x, window.min.y, window.max.x, window.max.y);
        let mut open = Vec::with_capacity(32);
        open.extend(self.root());
        while let Some((level, first, last)) = open.pop() {
            for at in first..last {
                let b = &self.boxes[at];
                if b[0] <= w2 && b[1] <= w3 && b[2] >= w0 && b[3] >= w1 {
                    if level == 0 {
                        found(self.links[at]);
                    } else {
                        open.push(self.children(level, at));
                    }
                }
            }
        }
    }

    /// Returns the item nearest to `point` and its distance, as measured by `distance`; an item for which
    /// `distance` returns `None` is ignored. Only items at a distance of at most `limit` count; of equally near
    /// items, the lowest number is returned.
    pub fn nearest(
        &self,
        point: Point,
        limit: f64,
        mut distance: impl FnMut(u32) -> Option<f64>,
    ) -> Option<(u32, f64)> {
        let mut best: Option<(u32, f64)> = None;
        self.by_distance(
            |b| {
                let dx = (b[0] - point.x).max(point.x - b[2]).max(0.0);
                let dy = (b[1] - point.y).max(point.y - b[3]).max(0.0);
                norm(Vec2::new(dx, dy))
            },
            limit,
            |number, limit| {
                if let Some(far) = distance(number) {
                    let nearer = match best {
                        Some((old, least)) => far < least || (far == least && number < old),
                        None => far <= limit,
                    };
                    if nearer {
                        best = Some((number, far));
                    }
                }
                best.map_or(limit, |(_, far)| far)
            },
        );
        best
    }

    /// Visits the items whose boxes are within a limit, in order of the distance of their boxes as measured by
    /// `apart`. `visit` receives an item and the current limit, and returns the new limit.
    pub(crate) fn by_distance(
        &self,
        apart: impl Fn(&[f64; 4]) -> f64,
        mut limit: f64,
        mut visit: impl FnMut(u32, f64) -> f64,
    ) {
        let mut heap: BinaryHeap<Waiting> = BinaryHeap::new();
        let mut next = self.root();
        while let Some((level, first, last)) = next.take() {
            for at in first..last {
                let far = apart(&self.boxes[at]);
                if far <= limit {
                    heap.push(Waiting { far, level, at });
                }
            }
            while let Some(Waiting { far, level, at }) = heap.pop() {
                if far > limit {
                    return;
                }
                if level > 0 {
                    next = Some(self.children(level, at));
                    break;
                }
                limit = visit(self.links[at], limit);
            }
        }
    }

    /// Returns the root of the tree as a level and a range of positions.
    fn root(&self) -> Option<(usize, usize, usize)> {
        let level = self.levels.len().checked_sub(1)?;
        let start = level.checked_sub(1).map_or(0, |below| self.levels[below]);
        Some((level, start, self.levels[level]))
    }

    fn children(&self, level: usize, at: usize) -> (usize, usize, usize) {
        let first = self.links[at] as usize;
        (level - 1, first, (first + NODE).min(self.levels[level - 1]))
    }
}

/// A queued node or leaf; the nearest is popped first, and of equally near ones the first in packing order.
struct Waiting {
    far: f64,
    level: usize,
    at: usize,
}

impl Ord for Waiting {
    fn cmp(&self, other: &Waiting) -> Ordering {
        other.far.total_cmp(&self.far).then(other.at.cmp(&self.at))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Waiting) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Waiting) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Waiting {}

fn around(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]
}

/// Returns the position of a cell of a 65536 by 65536 grid along the Hilbert curve.
fn hilbert(mut x: u32, mut y: u32) -> u32 {
    let mut place = 0;
    let mut half = 1_u32 << 15;
    while half > 0 {
        let (right, upper) = (u32::from(x & half > 0), u32::from(y & half > 0));
        place = (place << 2) | ((3 * right) ^ upper);
        if upper == 0 {
            if right == 1 {
                x = !x;
                y = !y;
            }
            std::mem::swap(&mut x, &mut y);
        }
        half >>= 1;
    }
    place
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn boxed() -> impl Strategy<Value = Option<Bounds>> {
        (-100.0..100.0, -100.0..100.0, 0.0..20.0, 0.0..20.0, 0..10).prop_map(
            |(x, y, w, h, some): (f64, f64, f64, f64, i32)| {
                (some > 0).then(|| Bounds::new(Point::new(x, y), Point::new(x + w, y + h)).unwrap())
            },
        )
    }

    proptest! {
        #[test]
        fn index_queries_match_a_linear_search(
            items in prop::collection::vec(boxed(), 0..400), window in boxed(), x in -150.0..150.0, y in -150.0..150.0,
        ) {
            let index = Index::new(items.iter().copied());
            if let Some(window) = window {
                let plain: Vec<u32> = (0..items.len())
                    .filter(|&i| items[i].is_some_and(|b| b.intersects(&window)))
                    .map(|i| i as u32)
                    .collect();
                prop_assert_eq!(index.window(&window), plain);
            }
            let p = Point::new(x, y);
            let far = |i: u32| items[i as usize].map(|b| b.distance_to(p));
            let plain = (0..items.len() as u32)
                .filter_map(|i| Some((far(i)?, i)))
                .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            prop_assert_eq!(index.nearest(p, f64::INFINITY, far).map(|(i, d)| (d, i)), plain);
        }
    }

    #[test]
    fn an_empty_index_finds_nothing() {
        let none = Index::new([None, None]);
        assert!(none.is_empty());
        assert_eq!(none.nearest(Point::ZERO, f64::INFINITY, |_| Some(0.0)), None);
        let one = Index::new([None, Bounds::new(Point::ZERO, Point::ZERO)]);
        assert_eq!(
            one.window(&Bounds::new(Point::ZERO, Point::ZERO).unwrap()),
            vec![1]
        );
        assert_eq!(one.nearest(Point::new(f64::NAN, 0.0), 1.0, |_| None), None);
    }
}
