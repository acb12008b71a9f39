//! Search for patterns: the arrangement with most points in position, then those of the remaining points.

use super::layout::Layout;
use super::{circle, lattice};
use crate::{Bounds, Point, Vec2, norm};

/// Maximum number of points in a search.
pub const MAX_POINTS: usize = 300;

/// Largest distance from the position, as a part of the step, at which a point counts as misplaced and not as another one.
const NEAR: f64 = 0.35;

/// Rounding error of a position, as a part of the size of the points.
const ROUNDING: f64 = 1e-7;

/// Pattern among points.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// Arrangement.
    pub layout: Layout,
    /// Indexes of the points in position, in ascending order.
    pub members: Vec<usize>,
    /// Points near a free position, and the distance from it.
    pub misplaced: Vec<(usize, Vec2)>,
    /// Positions without a point.
    pub missing: Vec<Point>,
}

/// Finds the patterns of at least three points, the one with most points first. Each point belongs to one pattern at
/// most. The result is empty for more than [`MAX_POINTS`] points.
pub fn find_patterns(points: &[Point]) -> Vec<Pattern> {
    let Some(size) = size_of(points).filter(|_| points.len() <= MAX_POINTS) else {
        return Vec::new();
    };
    let reach = ROUNDING * size;
    let mut open: Vec<usize> = (0..points.len()).collect();
    let mut found = Vec::new();
    while open.len() >= 3 {
        let rest: Vec<Point> = open.iter().map(|at| points[*at]).collect();
        let Some(best) = best_of(&rest, reach) else { break };
        let original = |at: usize| open[at];
        let pattern = Pattern {
            members: best.members.iter().copied().map(original).collect(),
            misplaced: best
                .misplaced
                .iter()
                .map(|(at, by)| (original(*at), *by))
                .collect(),
            ..best
        };
        let is_used = |at: &usize| {
            pattern.members.contains(at) || pattern.misplaced.iter().any(|(other, _)| other == at)
        };
        open.retain(|at| !is_used(at));
        found.push(pattern);
    }
    found
}

/// Returns the size of the points and of their coordinates; `None` if all are equal or one is not finite.
fn size_of(points: &[Point]) -> Option<f64> {
    let mut boxes = points.iter().map(|at| Bounds::new(*at, *at));
    if !points.iter().all(|at| at.is_finite()) {
        return None;
    }
    let bounds = Bounds::union_all(boxes.by_ref().flatten())?;
    let size = bounds.width().max(bounds.height());
    (size > 0.0).then(|| size.max(1e-3 * bounds.magnitude()))
}

fn best_of(points: &[Point], reach: f64) -> Option<Pattern> {
    let candidates = lattice::layouts(points, reach)
        .into_iter()
        .chain(circle::layouts(points, reach));
    let patterns = candidates.filter_map(|layout| assign_points(layout, points, reach));
    // Of equally good ones, the first one is returned: a grid, then a row, then a circle.
    let mut best: Option<Pattern> = None;
    for pattern in patterns {
        let rank = |pattern: &Pattern| {
            let placed = 2 * pattern.members.len() + pattern.misplaced.len();
            placed as f64 - 0.5 * pattern.missing.len() as f64
        };
        if best.as_ref().is_none_or(|old| rank(&pattern) > rank(old)) {
            best = Some(pattern);
        }
    }
    best
}

/// Assigns points to the positions of a layout; `None` if too few are in position.
fn assign_points(layout: Layout, points: &[Point], reach: f64) -> Option<Pattern> {
    let positions = layout.positions();
    let mut free = vec![true; positions.len()];
    let mut members = Vec::new();
    let mut others = Vec::new();
    let nearest = |at: Point, free: &[bool]| {
        let open = positions.iter().enumerate().filter(|(number, _)| free[*number]);
        open.map(|(number, position)| (number, at - *position))
            .min_by(|a, b| a.1.hypot2().total_cmp(&b.1.hypot2()))
    };
    for (at, point) in points.iter().enumerate() {
        match nearest(*point, &free) {
            Some((number, by)) if norm(by) <= 10.0 * reach => {
                free[number] = false;
                members.push(at);
            }
            _ => others.push(at),
        }
    }
    let near = NEAR * layout.step();
    let mut misplaced = Vec::new();
    for at in others {
        if let Some((number, by)) = nearest(points[at], &free).filter(|(_, by)| norm(*by) <= near) {
            free[number] = false;
            misplaced.push((at, by));
        }
    }
    let missing: Vec<Point> = positions
        .iter()
        .zip(&free)
        .filter_map(|(position, is_free)| is_free.then_some(*position))
        .collect();
    let wrong = missing.len() + misplaced.len();
    (members.len() >= layout.least() && 3 * wrong <= positions.len()).then_some(Pattern {
        layout,
        members,
        misplaced,
        missing,
    })
}
