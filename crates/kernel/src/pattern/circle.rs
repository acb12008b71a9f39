//! Candidates for circles: the circle through three points, divided into equal angles.

use super::layout::Layout;
use crate::{Point, Vec2, norm};
use std::f64::consts::TAU;

/// Number of points from which all triples are tried; of more points, only neighbors in the list and every third part.
const ALL_TRIPLES: usize = 14;

/// Returns the circles through three of the points whose positions are equal angles.
pub(super) fn layouts(points: &[Point], reach: f64) -> Vec<Layout> {
    let count = points.len();
    let mut found = Vec::new();
    let mut try_triple = |a: usize, b: usize, c: usize| {
        let triple = [points[a], points[b], points[c]];
        found.extend(
            through(triple).and_then(|(center, radius)| equal_divisions(points, (center, radius), reach)),
        );
    };
    if count <= ALL_TRIPLES {
        for a in 0..count {
            for b in a + 1..count {
                for c in b + 1..count {
                    try_triple(a, b, c);
                }
            }
        }
    } else {
        for a in 0..count {
            try_triple(a, (a + 1) % count, (a + 2) % count);
            try_triple(a, (a + count / 3) % count, (a + 2 * count / 3) % count);
        }
    }
    found
}

/// Returns the center and the radius of the circle through three points; `None` if they are nearly on a line.
fn through([a, b, c]: [Point; 3]) -> Option<(Point, f64)> {
    let (p, q) = (b - a, c - a);
    let double = 2.0 * p.cross(q);
    if double.abs() <= 1e-6 * norm(p) * norm(q) {
        return None;
    }
    let turned = Vec2::new(
        q.y * p.hypot2() - p.y * q.hypot2(),
        p.x * q.hypot2() - q.x * p.hypot2(),
    ) / double;
    Some((a + turned, norm(turned)))
}

/// Divides a circle into the fewest equal angles that contain its points.
fn equal_divisions(points: &[Point], (center, radius): (Point, f64), reach: f64) -> Option<Layout> {
    let on = points.iter().map(|at| *at - center);
    let angles: Vec<f64> = on
        .filter(|way| (norm(*way) - radius).abs() <= 10.0 * reach)
        .map(|way| libm::atan2(way.y, way.x).rem_euclid(TAU))
        .collect();
    let first = *angles.first()?;
    let most = angles.len() * 3 / 2;
    let slack = 20.0 * reach / radius;
    let count = (angles.len().max(3)..=most).find(|count| {
        let step = TAU / *count as f64;
        let is_on = |angle: &f64| {
            let turns = (angle - first) / step;
            (turns - turns.round()).abs() * step <= slack
        };
        angles.iter().all(is_on)
    })?;
    // The first position is the one with the smallest angle.
    let step = TAU / count as f64;
    let start = first.rem_euclid(step);
    let start = if step - start <= slack {
        start - step
    } else {
        start
    };
    Some(Layout::Circle {
        center,
        radius,
        start,
        count,
    })
}
