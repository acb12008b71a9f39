//! Tests of intersections with results known in closed form.

use std::f64::consts::{FRAC_PI_2, PI};

use super::*;
use crate::num::norm;
use crate::{Affine, Conic, CubicBez, Path, Point, Seg, Tol};
use HitKind::{Crossing, Overlap, Touching};

fn line(x0: f64, y0: f64, x1: f64, y1: f64) -> Seg {
    Seg::line(Point::new(x0, y0), Point::new(x1, y1))
}

fn circle(x: f64, y: f64, r: f64) -> Seg {
    Seg::Conic(Conic::circle(Point::new(x, y), r))
}

fn cubic(points: [(f64, f64); 4]) -> Seg {
    let [a, b, c, d] = points.map(Point::from);
    Seg::Cubic(CubicBez::new(a, b, c, d))
}

/// Checks the hits for both orders of the segments, and that each point lies on both curves.
#[track_caller]
fn check(a: Seg, b: Seg, expected: &[((f64, f64), HitKind)]) {
    for (a, b) in [(a, b), (b, a), (a.reversed(), b)] {
        let hits = seg_seg(&a, &b, Tol::MODEL);
        assert_eq!(hits.len(), expected.len(), "{hits:?}");
        for hit in &hits {
            assert!(norm(a.point_at(hit.t_a) - hit.point) < 2e-9, "{hit:?}");
            assert!(norm(b.point_at(hit.t_b) - hit.point) < 2e-9, "{hit:?}");
            let slack = if hit.kind == Touching { 2e-4 } else { 1e-9 };
            let known = |((x, y), kind): &((f64, f64), HitKind)| {
                *kind == hit.kind && norm(hit.point - Point::new(*x, *y)) < slack
            };
            assert!(expected.iter().any(known), "{hit:?} of {hits:?}");
        }
    }
}

#[test]
fn intersections_of_two_lines() {
    check(
        line(0.0, 0.0, 10.0, 10.0),
        line(0.0, 10.0, 10.0, 0.0),
        &[((5.0, 5.0), Crossing)],
    );
    check(
        line(0.0, 0.0, 10.0, 0.0),
        line(4.0, 0.0, 4.0, 5.0),
        &[((4.0, 0.0), Touching)],
    );
    check(
        line(0.0, 0.0, 10.0, 0.0),
        line(10.0, 0.0, 12.0, 5.0),
        &[((10.0, 0.0), Touching)],
    );
    check(line(0.0, 0.0, 10.0, 0.0), line(0.0, 1.0, 10.0, 1.0), &[]);
    check(line(0.0, 0.0, 10.0, 0.0), line(12.0, -1.0, 12.0, 1.0), &[]);
    check(
        line(0.0, 0.0, 10.0, 0.0),
        line(4.0, 0.0, 20.0, 0.0),
        &[((4.0, 0.0), Overlap), ((10.0, 0.0), Overlap)],
    );
    check(
        line(0.0, 0.0, 10.0, 0.0),
        line(7.0, 0.0, 4.0, 0.0),
        &[((4.0, 0.0), Overlap), ((7.0, 0.0), Overlap)],
    );
    check(
        line(0.0, 0.0, 10.0, 0.0),
        line(10.0, 0.0, 20.0, 0.0),
        &[((10.0, 0.0), Touching)],
    );
    // Lines of a few hundredths of a micrometer, in millimeters, are not parallel merely because they are short.
    // The absolute tolerance of kurbo's `PathSeg::intersect_line` would treat such lines as parallel.
    check(
        line(0.0, 0.0, 2e-5, 2e-5),
        line(0.0, 2e-5, 2e-5, 0.0),
        &[((1e-5, 1e-5), Crossing)],
    );
}

#[test]
fn intersections_of_a_line_and_a_circle() {
    let c = circle(0.0, 0.0, 5.0);
    check(
        line(-10.0, 3.0, 10.0, 3.0),
        c,
        &[((-4.0, 3.0), Crossing), ((4.0, 3.0), Crossing)],
    );
    check(line(0.0, 3.0, 10.0, 3.0), c, &[((4.0, 3.0), Crossing)]);
    check(line(-10.0, 5.0, 10.0, 5.0), c, &[((0.0, 5.0), Touching)]);
    check(line(-10.0, 5.1, 10.0, 5.1), c, &[]);
    // Through the start point of the full circle.
    check(line(0.0, 0.0, 10.0, 0.0), c, &[((5.0, 0.0), Crossing)]);
    check(line(5.0, -1.0, 5.0, 1.0), c, &[((5.0, 0.0), Touching)]);
    let quarter = Seg::Conic(Conic::arc(Point::ZERO, 5.0, 0.0, FRAC_PI_2));
    check(line(-10.0, 3.0, 10.0, 3.0), quarter, &[((4.0, 3.0), Crossing)]);
    check(line(0.0, 0.0, 0.0, 9.0), quarter, &[((0.0, 5.0), Touching)]);
}

#[test]
fn intersections_of_a_line_and_an_ellipse() {
    let m = Affine::scale_non_uniform(2.0, 1.0);
    check(
        line(-20.0, 3.0, 20.0, 3.0),
        circle(0.0, 0.0, 5.0).transformed(&m),
        &[((-8.0, 3.0), Crossing), ((8.0, 3.0), Crossing)],
    );
}

#[test]
fn intersections_of_two_circles() {
    let c = circle(0.0, 0.0, 5.0);
    check(
        c,
        circle(6.0, 0.0, 5.0),
        &[((3.0, 4.0), Crossing), ((3.0, -4.0), Crossing)],
    );
    check(c, circle(10.0, 0.0, 5.0), &[((5.0, 0.0), Touching)]);
    check(c, circle(0.0, 2.0, 3.0), &[((0.0, 5.0), Touching)]);
    check(c, circle(0.0, 0.0, 3.0), &[]);
    check(c, circle(20.0, 0.0, 3.0), &[]);
    let low = Seg::Conic(Conic::arc(Point::ZERO, 5.0, -PI, 0.0));
    check(low, circle(6.0, 0.0, 5.0), &[((3.0, -4.0), Crossing)]);
}

#[test]
fn overlaps_of_arcs_of_one_circle() {
    let arc = |from: f64, to: f64| Seg::Conic(Conic::arc(Point::ZERO, 5.0, from, to));
    check(
        arc(0.0, PI),
        arc(FRAC_PI_2, 1.5 * PI),
        &[((0.0, 5.0), Overlap), ((-5.0, 0.0), Overlap)],
    );
    check(arc(0.0, FRAC_PI_2), arc(PI, 1.5 * PI), &[]);
    check(arc(0.0, FRAC_PI_2), arc(FRAC_PI_2, PI), &[((0.0, 5.0), Touching)]);
    check(
        arc(0.0, PI),
        arc(PI, 2.0 * PI),
        &[((5.0, 0.0), Touching), ((-5.0, 0.0), Touching)],
    );
    let same = seg_seg(&circle(0.0, 0.0, 5.0), &circle(0.0, 0.0, 5.0), Tol::MODEL);
    assert!(
        !same.is_empty() && same.iter().all(|hit| hit.kind == Overlap),
        "{same:?}"
    );
}

#[test]
fn intersections_of_two_ellipses() {
    let wide = circle(0.0, 0.0, 1.0).transformed(&Affine::scale_non_uniform(2.0, 1.0));
    let tall = circle(0.0, 0.0, 1.0).transformed(&Affine::scale_non_uniform(1.0, 2.0));
    // x²/4 + y² = 1 = x² + y²/4 gives |x| = |y| = √0.8.
    let k = 0.8_f64.sqrt();
    let expected = [(k, k), (k, -k), (-k, k), (-k, -k)].map(|at| (at, Crossing));
    check(wide, tall, &expected);
    // The unit circle touches the ellipse at the ends of the short axis.
    check(
        wide,
        circle(0.0, 0.0, 1.0),
        &[((0.0, 1.0), Touching), ((0.0, -1.0), Touching)],
    );
    check(wide, circle(0.0, 0.0, 0.9), &[]);
    check(wide, circle(4.0, 0.0, 2.0), &[((2.0, 0.0), Touching)]);
}

#[test]
fn intersections_of_cubic_curves() {
    let arch = cubic([(0.0, 0.0), (0.0, 100.0), (100.0, 100.0), (100.0, 0.0)]);
    check(arch, line(50.0, 0.0, 50.0, 90.0), &[((50.0, 75.0), Crossing)]);
    check(arch, line(-50.0, 75.0, 150.0, 75.0), &[((50.0, 75.0), Touching)]);
    check(arch, line(-50.0, 76.0, 150.0, 76.0), &[]);
    check(arch, circle(50.0, 85.0, 10.0), &[((50.0, 75.0), Touching)]);
    let flipped = arch.transformed(&Affine::new([1.0, 0.0, 0.0, -1.0, 0.0, 150.0]));
    check(arch, flipped, &[((50.0, 75.0), Touching)]);
    let half = seg_seg(&arch, &circle(50.0, 0.0, 60.0), Tol::MODEL);
    assert_eq!(half.len(), 2, "{half:?}");
    // The mirror image in the diagonal meets the curve on the diagonal.
    let side = arch.transformed(&Affine::new([0.0, 1.0, 1.0, 0.0, 0.0, 0.0]));
    for hit in seg_seg(&arch, &side, Tol::MODEL) {
        assert!((hit.point.x - hit.point.y).abs() < 1e-9, "{hit:?}");
    }
    assert_eq!(seg_seg(&arch, &side, Tol::MODEL).len(), 2);
    // An S-shaped curve and its diagonal.
    let wave = cubic([(0.0, 0.0), (120.0, 40.0), (-20.0, 60.0), (100.0, 100.0)]);
    let straight = line(0.0, 0.0, 100.0, 100.0);
    assert_eq!(seg_seg(&wave, &straight, Tol::MODEL).len(), 3);
    // A curve and a part of itself.
    let part = seg_seg(&arch, &arch.sub(0.25, 0.75), Tol::MODEL);
    assert!(
        part.len() == 2 && part.iter().all(|hit| hit.kind == Overlap),
        "{part:?}"
    );
}

#[test]
fn paths_crossing_at_a_joint_intersect_once() {
    let square = Path::rect(Point::ZERO, 10.0, 10.0);
    let through = Path::from_points(&[Point::new(-5.0, -5.0), Point::new(15.0, 15.0)], false);
    let hits = path_path(&square, &through, Tol::MODEL);
    let seen: Vec<_> = hits.iter().map(|hit| (hit.t_a, hit.point, hit.kind)).collect();
    assert_eq!(
        seen,
        vec![
            (0.0, Point::ZERO, Crossing),
            (2.0, Point::new(10.0, 10.0), Crossing)
        ]
    );
    let past = Path::from_points(&[Point::new(-5.0, 5.0), Point::new(5.0, -5.0)], false);
    let hits = path_path(&square, &past, Tol::MODEL);
    assert_eq!(hits.iter().map(|hit| hit.kind).collect::<Vec<_>>(), [Touching]);
    let ending = Path::from_points(&[Point::new(-5.0, -5.0), Point::ZERO], false);
    assert_eq!(path_path(&square, &ending, Tol::MODEL)[0].kind, Touching);
}

#[test]
fn paths_crossing_and_overlapping() {
    let square = Path::rect(Point::ZERO, 10.0, 10.0);
    let hits = path_path(&square, &Path::circle(Point::new(10.0, 5.0), 2.0), Tol::MODEL);
    let seen: Vec<_> = hits.iter().map(|hit| (hit.point, hit.kind)).collect();
    assert_eq!(
        seen,
        vec![
            (Point::new(10.0, 3.0), Crossing),
            (Point::new(10.0, 7.0), Crossing)
        ]
    );
    let beside = Path::rect(Point::new(10.0, 2.0), 5.0, 4.0);
    let hits = path_path(&square, &beside, Tol::MODEL);
    let seen: Vec<_> = hits.iter().map(|hit| (hit.point, hit.kind)).collect();
    assert_eq!(
        seen,
        vec![(Point::new(10.0, 2.0), Overlap), (Point::new(10.0, 6.0), Overlap)]
    );
    assert_eq!(
        path_path(&square, &Path::circle(Point::new(5.0, 5.0), 2.0), Tol::MODEL),
        vec![]
    );
}

#[test]
fn invalid_curves_have_no_intersections() {
    let broken = circle(f64::NAN, 0.0, 1.0);
    assert_eq!(seg_seg(&broken, &line(0.0, 0.0, 1.0, 1.0), Tol::MODEL), vec![]);
    let huge = line(-1e300, 0.0, 1e300, 1e300);
    let _ = seg_seg(&huge, &circle(0.0, 0.0, 1e300), Tol::MODEL);
    let _ = seg_seg(
        &huge,
        &cubic([(0.0, 0.0), (1e300, 0.0), (0.0, 1e300), (1e300, 1e300)]),
        Tol::MODEL,
    );
    let point = line(1.0, 1.0, 1.0, 1.0);
    assert_eq!(seg_seg(&point, &line(0.0, 0.0, 2.0, 2.0), Tol::MODEL).len(), 1);
}
