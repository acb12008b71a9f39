//! Tests of the search for patterns: whole patterns, patterns with faults, and points without a pattern.

use super::*;
use crate::norm;

fn points(list: &[(f64, f64)]) -> Vec<Point> {
    list.iter().map(|(x, y)| Point::new(*x, *y)).collect()
}

/// Points of a grid, in rows.
fn grid(from: Point, across: Vec2, up: Vec2, columns: usize, rows: usize) -> Vec<Point> {
    Layout::Grid {
        from,
        across,
        up,
        columns,
        rows,
    }
    .positions()
}

fn is_near(a: Point, b: Point) -> bool {
    norm(a - b) < 1e-9
}

#[test]
fn a_grid_is_found_with_a_missing_and_a_misplaced_point() {
    let mut list = grid(
        Point::new(10.0, 10.0),
        Vec2::new(20.0, 0.0),
        Vec2::new(0.0, 15.0),
        4,
        3,
    );
    list[6] += Vec2::new(1.5, -0.5);
    list.remove(9);
    let found = find_patterns(&list);
    assert_eq!(found.len(), 1, "{found:?}");
    let expected = Layout::Grid {
        from: Point::new(10.0, 10.0),
        across: Vec2::new(20.0, 0.0),
        up: Vec2::new(0.0, 15.0),
        columns: 4,
        rows: 3,
    };
    assert_eq!(found[0].layout, expected);
    assert_eq!(found[0].misplaced.len(), 1);
    assert_eq!(found[0].misplaced[0].0, 6);
    assert!(norm(found[0].misplaced[0].1 - Vec2::new(1.5, -0.5)) < 1e-9);
    assert_eq!(found[0].missing, points(&[(30.0, 40.0)]));
    assert_eq!(found[0].members.len(), 10);
}

#[test]
fn a_turned_grid_is_found() {
    let (across, up) = (Vec2::new(8.0, 6.0), Vec2::new(-3.0, 4.0));
    let list = grid(Point::new(-5.0, 100.0), across, up, 5, 4);
    let found = find_patterns(&list);
    assert_eq!((found.len(), found[0].members.len()), (1, 20));
    assert!(found[0].missing.is_empty() && found[0].misplaced.is_empty());
}

#[test]
fn a_circle_is_found_with_a_missing_and_a_misplaced_point() {
    let circle = Layout::Circle {
        center: Point::new(50.0, 20.0),
        radius: 30.0,
        start: 0.2,
        count: 8,
    };
    let mut list = circle.positions();
    list[3] += Vec2::new(0.0, 2.0);
    list.remove(5);
    let found = find_patterns(&list);
    let Layout::Circle {
        center,
        radius,
        start,
        count,
    } = found[0].layout
    else {
        panic!("{found:?}")
    };
    assert!(
        is_near(center, Point::new(50.0, 20.0)) && (radius - 30.0).abs() < 1e-9 && (start - 0.2).abs() < 1e-9
    );
    assert_eq!(
        (count, found[0].missing.len(), found[0].misplaced.len()),
        (8, 1, 1)
    );
    assert_eq!(found[0].misplaced[0].0, 3);
}

#[test]
fn four_points_of_an_upright_rectangle_are_a_grid_and_points_on_a_line_a_row() {
    let found = find_patterns(&points(&[(0.0, 0.0), (80.0, 0.0), (0.0, 40.0), (80.0, 40.0)]));
    assert!(
        matches!(
            found[0].layout,
            Layout::Grid {
                columns: 2,
                rows: 2,
                ..
            }
        ),
        "{found:?}"
    );
    let found = find_patterns(&points(&[(0.0, 0.0), (5.0, 5.0), (10.0, 10.0), (15.0, 15.0)]));
    assert!(
        matches!(found[0].layout, Layout::Row { count: 4, .. }),
        "{found:?}"
    );
    let triangle = Layout::Circle {
        center: Point::ORIGIN,
        radius: 5.0,
        start: 0.5,
        count: 3,
    };
    let found = find_patterns(&triangle.positions());
    assert!(
        matches!(found[0].layout, Layout::Circle { count: 3, .. }),
        "{found:?}"
    );
}

#[test]
fn two_patterns_are_separated() {
    let mut list = grid(Point::ORIGIN, Vec2::new(10.0, 0.0), Vec2::new(0.0, 10.0), 3, 3);
    let circle = Layout::Circle {
        center: Point::new(100.0, 0.0),
        radius: 20.0,
        start: 0.3,
        count: 5,
    };
    list.extend(circle.positions());
    let found = find_patterns(&list);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!((found[0].members.len(), found[1].members.len()), (9, 5));
}

#[test]
fn irregular_points_and_unusable_numbers_are_no_pattern() {
    assert!(
        find_patterns(&points(&[
            (0.0, 0.0),
            (7.0, 1.0),
            (3.0, 9.0),
            (20.0, 4.0),
            (11.0, 17.0)
        ]))
        .is_empty()
    );
    assert!(find_patterns(&points(&[(1.0, 1.0); 5])).is_empty());
    assert!(find_patterns(&points(&[(0.0, 0.0), (f64::NAN, 1.0), (2.0, 0.0)])).is_empty());
    assert!(find_patterns(&points(&[(0.0, 0.0), (1.0, 0.0)])).is_empty());
    assert!(find_patterns(&vec![Point::ORIGIN; MAX_POINTS + 1]).is_empty());
}

proptest::proptest! {
    #[test]
    fn a_generated_grid_without_one_point_is_found(
        columns in 2usize..7, rows in 2usize..7, dx in 1.0..50.0f64, dy in 1.0..50.0f64, angle in 0.0..6.2f64,
        x in -500.0..500.0f64, y in -500.0..500.0f64, gone in 0usize..100,
    ) {
        proptest::prop_assume!(columns * rows >= 6);
        let (sin, cos) = libm::sincos(angle);
        let (across, up) = (Vec2::new(cos, sin) * dx, Vec2::new(-sin, cos) * dy);
        let mut list = grid(Point::new(x, y), across, up, columns, rows);
        let missing = list.remove(gone % list.len());
        let found = find_patterns(&list);
        proptest::prop_assert_eq!(found.len(), 1);
        // A grid without a corner may be a smaller grid and a rest only if that explains more points.
        let explained = found[0].members.len();
        proptest::prop_assert_eq!(explained, list.len());
        proptest::prop_assert!(found[0].missing.iter().any(|at| norm(*at - missing) < 1e-6));
    }
}
