//! Pairs of closed shapes that overlap partly: their outlines cross, or they touch and share a part of both areas.

use crate::{AREA_WORK, Entity, Name, Scene, Shape, Work};
use trammel_kernel::boolean::{Op, boolean};
use trammel_kernel::index::Index;
use trammel_kernel::intersect::path_path;
use trammel_kernel::{Bounds, Hit, HitKind, Path, Tol, region_area};

/// Budget of pairs examined for overlaps; limits the time, so pairs may be missing, but every reported pair overlaps.
const MOST_PAIRS: usize = 1000;

/// Returns the pairs, and whether all were examined.
pub(super) fn overlaps(scene: &Scene, boxes: &[(&Entity, Bounds)]) -> (Vec<(Name, Name)>, bool) {
    let closed: Vec<&(&Entity, Bounds)> = boxes
        .iter()
        .filter(|(entity, _)| has_area(&entity.shape))
        .collect();
    let index = Index::new(closed.iter().map(|(_, bounds)| Some(*bounds)));
    let mut outlines: Vec<Option<Vec<Path>>> = vec![None; closed.len()];
    let mut looked_at = 0;
    let mut work = Work::default();
    let mut found = Vec::new();
    for (i, (entity, bounds)) in closed.iter().enumerate() {
        for j in index
            .window(bounds)
            .into_iter()
            .map(|j| j as usize)
            .filter(|j| *j > i)
        {
            looked_at += 1;
            if looked_at > MOST_PAIRS {
                return (found, false);
            }
            let (other, other_bounds) = closed[j];
            // Equal shapes do not overlap partly; they are reported as duplicates.
            let is_same_place = entity.parent == other.parent && entity.transform == other.transform;
            if is_same_place && entity.shape == other.shape {
                continue;
            }
            // The boxes of shapes that only share an edge or a corner only touch.
            let tol = Tol::for_bounds(&bounds.union(other_bounds));
            let pieces = entity.shape.outline_pieces() + other.shape.outline_pieces();
            if touch_only(bounds, other_bounds, tol.merge) || !work.take(pieces) {
                continue;
            }
            for (at, entity) in [(i, entity), (j, other)] {
                outlines[at].get_or_insert_with(|| scene.world_paths(&entity.name));
            }
            let (Some(a), Some(b)) = (&outlines[i], &outlines[j]) else {
                continue;
            };
            // Only pieces in the box of the other shape may meet.
            let near = |paths: &[Path], window: &Bounds| {
                let segs = paths.iter().flat_map(|path| &path.segs);
                let is_near = |bounds: Bounds| bounds.inflate(tol.merge).intersects(window);
                segs.filter(|seg| seg.bounds().is_some_and(is_near)).count()
            };
            if !work.take(near(a, other_bounds) * near(b, bounds)) {
                continue;
            }
            let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (a, b)));
            let hits: Vec<Hit> = pairs.flat_map(|(a, b)| path_path(a, b, tol)).collect();
            // If outlines only touch or coincide, the areas decide; this test costs more and uses more of the budget.
            let crosses = hits.iter().any(|hit| hit.kind == HitKind::Crossing)
                || (!hits.is_empty() && work.take((pieces + hits.len()) * AREA_WORK) && {
                    looked_at += 10;
                    share_part_of_their_area(a, b)
                });
            if crosses {
                found.push((entity.name.clone(), other.name.clone()));
            }
        }
    }
    (found, !work.is_exceeded())
}

/// Whether two areas share a part of both without one containing the other.
fn share_part_of_their_area(a: &[Path], b: &[Path]) -> bool {
    let area = |paths: &[Path]| region_area(paths);
    let least = area(a).min(area(b));
    boolean(a, b, Op::Intersect).is_ok_and(|common| {
        let common = area(&common);
        common > 1e-9 * least && common < (1.0 - 1e-9) * least
    })
}

fn touch_only(a: &Bounds, b: &Bounds, slack: f64) -> bool {
    let overlap = |low: f64, high: f64| high - low <= slack;
    overlap(a.min.x.max(b.min.x), a.max.x.min(b.max.x)) || overlap(a.min.y.max(b.min.y), a.max.y.min(b.max.y))
}

fn has_area(shape: &Shape) -> bool {
    match shape {
        Shape::Circle { .. } | Shape::Rect { .. } | Shape::Polygon { .. } | Shape::Region { .. } => true,
        Shape::Line { closed, .. } => *closed,
        Shape::Ellipse { .. } | Shape::Bezier(_) => shape.paths().iter().all(|path| path.closed),
        _ => false,
    }
}
