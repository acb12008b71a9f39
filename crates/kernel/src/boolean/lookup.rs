//! Spatial lookup of the input curve of a span, in time that does not grow with the number of curves.

use super::super::num::norm;
use super::super::{Bounds, Path, Point, Seg};
use super::engine::Span;

/// Input curves of an operation, sorted into strips by x.
pub(super) struct Sources<'a> {
    segs: Vec<&'a Seg>,
    boxes: Vec<Bounds>,
    strips: Vec<Vec<u32>>,
    left: f64,
    width: f64,
}

impl<'a> Sources<'a> {
    /// Sorts the curves of `rings` into strips; `None` if there are no curves or a number is not finite.
    pub(super) fn new(rings: &'a [Path]) -> Option<Sources<'a>> {
        let segs: Vec<&Seg> = rings.iter().flat_map(|ring| &ring.segs).collect();
        let boxes: Vec<Bounds> = segs.iter().map(|seg| seg.bounds()).collect::<Option<_>>()?;
        let all = boxes.iter().copied().reduce(|x, y| x.union(&y))?;
        let count = segs.len().clamp(1, 4096);
        let mut sources = Sources {
            segs,
            boxes,
            strips: vec![Vec::new(); count],
            left: all.min.x,
            width: all.width().max(f64::MIN_POSITIVE) / count as f64,
        };
        for index in 0..sources.boxes.len() {
            let (from, to) = (
                sources.strip(sources.boxes[index].min.x),
                sources.strip(sources.boxes[index].max.x),
            );
            for strip in &mut sources.strips[from..=to] {
                strip.push(index as u32);
            }
        }
        Some(sources)
    }

    fn strip(&self, x: f64) -> usize {
        // The cast saturates for a number out of range.
        (((x - self.left) / self.width) as usize).min(self.strips.len() - 1)
    }

    /// Returns the curve within `reach` of the three points of a span: `last` if it still fits, otherwise the
    /// nearest curve, and of equally near curves the first.
    pub(super) fn find(&self, span: &Span, last: Option<&Seg>, reach: f64) -> Option<Seg> {
        let points = [span.from, span.via, span.to];
        let distance = |seg: &Seg| points.iter().map(|point| apart(seg, *point)).fold(0.0, f64::max);
        let mut best: Option<(f64, Seg)> = None;
        let (from, to) = (self.strip(span.via.x - reach), self.strip(span.via.x + reach));
        for strip in &self.strips[from..=to] {
            for &index in strip {
                let (seg, around) = (
                    self.segs[index as usize],
                    self.boxes[index as usize].inflate(reach),
                );
                if !points.iter().all(|point| around.contains(*point)) {
                    continue;
                }
                let away = distance(seg);
                let enough = best.as_ref().map_or(reach, |(so_far, _)| so_far - 0.01 * reach);
                if away <= enough {
                    best = Some((away, *seg));
                }
            }
        }
        let (away, seg) = best?;
        match last {
            Some(last) if distance(last) <= away + 0.01 * reach => Some(*last),
            _ => Some(seg),
        }
    }
}

fn apart(seg: &Seg, point: Point) -> f64 {
    match seg {
        // The distance to a full circle needs no search.
        Seg::Conic(conic) if conic.is_circle() && conic.is_full() => {
            (norm(point - conic.c) - norm(conic.p)).abs()
        }
        _ => seg.nearest(point).map_or(f64::INFINITY, |near| near.distance),
    }
}
