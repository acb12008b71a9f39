//! Candidates for grids and rows: the differences between points that occur most often are the steps.

use super::layout::Layout;
use crate::{Point, Vec2, norm};
use std::collections::BTreeMap;

/// Maximum number of differences that are tried as steps.
const MOST_STEPS: usize = 12;

/// Number of points that are tried as the origin, so that a wrong point does not hide a pattern.
const ORIGINS: usize = 6;

/// Returns the layouts that the most frequent differences suggest, grids first.
pub(super) fn layouts(points: &[Point], reach: f64) -> Vec<Layout> {
    let steps = frequent_steps(points, reach);
    let origins = || points.iter().take(ORIGINS);
    let mut found = Vec::new();
    for (number, first) in steps.iter().enumerate() {
        for second in &steps[number + 1..] {
            // Steps at a small angle span the same points with longer cells.
            if first.cross(*second).abs() < 0.5 * norm(*first) * norm(*second) {
                continue;
            }
            let (across, up) = orient_steps(*first, *second);
            found.extend(origins().filter_map(|origin| grid(points, *origin, (across, up), reach)));
        }
    }
    for step in &steps {
        found.extend(origins().filter_map(|origin| row(points, *origin, *step, reach)));
    }
    found
}

/// Returns the differences between two points, the most frequent first and the shorter of equally frequent ones.
fn frequent_steps(points: &[Point], reach: f64) -> Vec<Vec2> {
    let cell = 20.0 * reach;
    let mut counts: BTreeMap<(i64, i64), (usize, Vec2)> = BTreeMap::new();
    for (number, a) in points.iter().enumerate() {
        for b in &points[number + 1..] {
            let way = pointing_right(*b - *a, reach);
            if norm(way) <= cell {
                continue;
            }
            let key = ((way.x / cell).round() as i64, (way.y / cell).round() as i64);
            counts.entry(key).or_insert((0, way)).0 += 1;
        }
    }
    let mut steps: Vec<(usize, Vec2)> = counts.into_values().collect();
    trammel_base::sort::by(&mut steps, |a, b| {
        b.0.cmp(&a.0).then(a.1.hypot2().total_cmp(&b.1.hypot2()))
    });
    steps.into_iter().take(MOST_STEPS).map(|(_, way)| way).collect()
}

/// Returns the vector or its opposite, so that it points right, or up if it is vertical.
fn pointing_right(way: Vec2, reach: f64) -> Vec2 {
    if way.x < -reach || (way.x <= reach && way.y < 0.0) {
        -way
    } else {
        way
    }
}

/// Orders two steps: along the row first, which is the one nearer to the x axis, and then the one from row to row.
fn orient_steps(a: Vec2, b: Vec2) -> (Vec2, Vec2) {
    let is_flatter = a.y.abs() * norm(b) <= b.y.abs() * norm(a);
    let (across, up) = if is_flatter { (a, b) } else { (b, a) };
    (across, if up.y < 0.0 { -up } else { up })
}

/// Returns the smallest grid around the points on the lattice through the origin.
fn grid(points: &[Point], origin: Point, (across, up): (Vec2, Vec2), reach: f64) -> Option<Layout> {
    let area = across.cross(up);
    let place = |at: &Point| -> Option<(f64, f64)> {
        let way = *at - origin;
        let (i, j) = ((way.cross(up) / area).round(), (across.cross(way) / area).round());
        let off = way - across * i - up * j;
        (norm(off) <= 10.0 * reach).then_some((i, j))
    };
    let places: Vec<(f64, f64)> = points.iter().filter_map(place).collect();
    let (columns, rows) = (
        range(places.iter().map(|place| place.0))?,
        range(places.iter().map(|place| place.1))?,
    );
    let from = origin + across * columns.0 + up * rows.0;
    let (columns, rows) = (count(columns, points.len())?, count(rows, points.len())?);
    (columns >= 2 && rows >= 2 && columns * rows <= 2 * points.len()).then_some(Layout::Grid {
        from,
        across,
        up,
        columns,
        rows,
    })
}

/// Returns the shortest row of the points on the line through the origin.
fn row(points: &[Point], origin: Point, step: Vec2, reach: f64) -> Option<Layout> {
    let places = points.iter().filter_map(|at| {
        let way = *at - origin;
        let number = (way.dot(step) / step.hypot2()).round();
        (norm(way - step * number) <= 10.0 * reach).then_some(number)
    });
    let ends = range(places)?;
    let count = count(ends, points.len())?;
    (count >= 3).then_some(Layout::Row {
        from: origin + step * ends.0,
        step,
        count,
    })
}

fn range(numbers: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    numbers.fold(None, |range, number| {
        let (low, high) = range.unwrap_or((number, number));
        Some((low.min(number), high.max(number)))
    })
}

/// Returns the number of positions of a range; `None` for far more positions than points.
fn count((low, high): (f64, f64), points: usize) -> Option<usize> {
    let count = high - low + 1.0;
    (count <= 2.0 * points as f64).then_some(count as usize)
}
