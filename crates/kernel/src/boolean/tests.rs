//! Tests of regions with areas known in closed form, and of area identities over random pairs of CAD shapes.

use std::f64::consts::PI;

use proptest::prelude::*;

use super::*;
use crate as geometry;
use crate::{Affine, Conic, CubicBez, Point, Seg, region_area};

#[path = "../../tests/data/pairs.rs"]
pub(crate) mod pairs;

fn rect(x: f64, y: f64, w: f64, h: f64) -> Vec<Path> {
    vec![Path::rect(Point::new(x, y), w, h)]
}

fn circle(x: f64, y: f64, r: f64) -> Vec<Path> {
    vec![Path::circle(Point::new(x, y), r)]
}

fn kinds(paths: &[Path]) -> Vec<String> {
    let letter = |seg: &Seg| match seg {
        Seg::Line { .. } => 'L',
        Seg::Conic(_) => 'A',
        Seg::Cubic(_) => 'C',
    };
    paths
        .iter()
        .map(|path| path.segs.iter().map(letter).collect())
        .collect()
}

#[track_caller]
fn check(a: &[Path], b: &[Path], op: Op, area: f64, shape: &[&str]) -> Vec<Path> {
    let found = boolean(a, b, op).unwrap();
    assert!(
        (region_area(&found) - area).abs() <= 1e-11 * area.max(1.0),
        "{} {area}",
        region_area(&found)
    );
    assert_eq!(kinds(&found), shape, "{found:?}");
    found
}

#[test]
fn boolean_operations_on_squares() {
    let (a, b) = (rect(0.0, 0.0, 10.0, 10.0), rect(5.0, 0.0, 10.0, 10.0));
    let union = check(&a, &b, Op::Union, 150.0, &["LLLL"]);
    assert_eq!(union, rect(0.0, 0.0, 15.0, 10.0));
    assert_eq!(
        check(&a, &b, Op::Intersect, 50.0, &["LLLL"]),
        rect(5.0, 0.0, 5.0, 10.0)
    );
    assert_eq!(
        check(&a, &b, Op::Difference, 50.0, &["LLLL"]),
        rect(0.0, 0.0, 5.0, 10.0)
    );
    check(&a, &b, Op::Xor, 100.0, &["LLLL", "LLLL"]);
    check(
        &a,
        &rect(20.0, 0.0, 1.0, 1.0),
        Op::Union,
        101.0,
        &["LLLL", "LLLL"],
    );
    assert_eq!(boolean(&a, &rect(20.0, 0.0, 1.0, 1.0), Op::Intersect), Ok(vec![]));
    assert_eq!(boolean(&a, &a, Op::Difference), Ok(vec![]));
    assert_eq!(boolean(&a, &a, Op::Union), Ok(a.clone()));
    // Regions that share only an edge, or only a corner.
    assert_eq!(
        boolean(&a, &rect(10.0, 0.0, 5.0, 10.0), Op::Union),
        Ok(rect(0.0, 0.0, 15.0, 10.0))
    );
    assert_eq!(
        boolean(&a, &rect(10.0, 0.0, 5.0, 10.0), Op::Intersect),
        Ok(vec![])
    );
    check(
        &a,
        &rect(10.0, 10.0, 5.0, 5.0),
        Op::Union,
        125.0,
        &["LLLL", "LLLL"],
    );
}

#[test]
fn boolean_operations_on_disks() {
    let ring = check(
        &circle(0.0, 0.0, 20.0),
        &circle(0.0, 0.0, 10.0),
        Op::Difference,
        300.0 * PI,
        &["A", "A"],
    );
    assert!(ring[0].signed_area() > 0.0 && ring[1].signed_area() < 0.0);
    let lens = 200.0 * PI / 3.0 - 50.0 * 3_f64.sqrt();
    let (a, b) = (circle(0.0, 0.0, 10.0), circle(10.0, 0.0, 10.0));
    let both = check(&a, &b, Op::Intersect, lens, &["AA"]);
    for seg in &both[0].segs {
        let Seg::Conic(conic) = seg else { panic!("{seg:?}") };
        assert!(conic.radius() == Some(10.0) && conic.c.y == 0.0 && conic.c.x % 10.0 == 0.0);
    }
    check(&a, &b, Op::Union, 200.0 * PI - lens, &["AA"]);
    // Circles that touch from inside and from outside.
    check(&a, &circle(4.0, 0.0, 6.0), Op::Difference, 64.0 * PI, &["A", "A"]);
    check(&a, &circle(4.0, 0.0, 6.0), Op::Union, 100.0 * PI, &["A"]);
    check(&a, &circle(16.0, 0.0, 6.0), Op::Union, 136.0 * PI, &["A", "A"]);
    assert_eq!(boolean(&a, &circle(16.0, 0.0, 6.0), Op::Intersect), Ok(vec![]));
}

#[test]
fn boolean_operations_keep_curve_types() {
    let ellipse = vec![Path::ellipse(Point::ZERO, 10.0, 4.0, 0.5)];
    check(
        &ellipse,
        &circle(50.0, 0.0, 1.0),
        Op::Union,
        41.0 * PI,
        &["A", "A"],
    );
    let half = crate::affine::rotation(0.5);
    let plane = vec![Path::rect(Point::new(-20.0, 0.0), 40.0, 40.0).transformed(&half)];
    check(&ellipse, &plane, Op::Intersect, 20.0 * PI, &["LA"]);
    let [p, q, r, s] = [(0.0, 0.0), (0.0, 100.0), (100.0, 100.0), (100.0, 0.0)].map(Point::from);
    let arch = vec![Path::new(
        vec![Seg::Cubic(CubicBez::new(p, q, r, s)), Seg::line(s, p)],
        true,
    )];
    let left = check(
        &arch,
        &rect(0.0, -10.0, 50.0, 200.0),
        Op::Intersect,
        3000.0,
        &["LLC"],
    );
    assert_eq!(left[0].bounds().unwrap().max, Point::new(50.0, 75.0));
}

#[test]
fn arcs_of_one_circle_are_joined() {
    let half = |from: f64| {
        let arc = Conic {
            t0: from,
            dt: PI,
            ..Conic::circle(Point::new(3.0, 4.0), 5.0)
        };
        vec![Path::new(
            vec![Seg::Conic(arc), Seg::line(arc.end(), arc.start())],
            true,
        )]
    };
    check(&half(0.0), &half(PI), Op::Union, 25.0 * PI, &["A"]);
    check(&half(0.3), &half(1.3), Op::Union, 12.5 * PI + 12.5, &["LLA"]);
    check(&half(0.3), &half(1.3), Op::Intersect, 12.5 * PI - 12.5, &["LLA"]);
}

#[test]
fn union_of_many_regions() {
    let row: Vec<Vec<Path>> = (0..100)
        .map(|i| rect(f64::from(i) * 0.75, 0.0, 1.0, 1.0))
        .collect();
    assert_eq!(union(&row), Ok(rect(0.0, 0.0, 75.25, 1.0)));
    let stack: Vec<Vec<Path>> = (1..=40).map(|i| circle(0.0, 0.0, f64::from(i))).collect();
    assert!((region_area(&union(&stack).unwrap()) - 1600.0 * PI).abs() < 1e-9);
    let three = [
        rect(0.0, 0.0, 10.0, 10.0),
        rect(2.0, 0.0, 10.0, 10.0),
        rect(4.0, 5.0, 10.0, 10.0),
    ];
    let area = |op| region_area(&combine(&three, op).unwrap());
    assert!(
        (area(Op::Intersect) - 30.0).abs() < 1e-9,
        "{}",
        area(Op::Intersect)
    );
    assert!((area(Op::Difference) - 20.0).abs() < 1e-9);
    assert!((area(Op::Union) - 180.0).abs() < 1e-9, "{}", area(Op::Union));
    assert!((area(Op::Xor) - (300.0 - 2.0 * (80.0 + 30.0 + 40.0) + 4.0 * 30.0)).abs() < 1e-9);
    assert_eq!(union(&[]), Ok(vec![]));
}

#[test]
fn outlines_may_have_any_direction_and_cross_themselves() {
    let clockwise = vec![Path::rect(Point::ZERO, 10.0, 10.0).reversed()];
    check(
        &clockwise,
        &rect(5.0, 0.0, 10.0, 10.0),
        Op::Union,
        150.0,
        &["LLLL"],
    );
    let bow = Path::from_points(
        &[(0.0, 0.0), (10.0, 10.0), (10.0, 0.0), (0.0, 10.0)].map(Point::from),
        true,
    );
    let clean = clean_region(&[bow]).unwrap();
    assert_eq!(kinds(&clean), ["LLL", "LLL"]);
    assert!((region_area(&clean) - 50.0).abs() < 1e-12);
    // A pentagram: the winding number of the middle is even.
    let star: Vec<Point> = (0..5)
        .map(|i| Conic::circle(Point::ZERO, 10.0).point(f64::from(i) * 0.8 * PI))
        .collect();
    let clean = clean_region(&[Path::from_points(&star, true)]).unwrap();
    assert_eq!(clean.len(), 5, "{clean:?}");
    // A Bézier that crosses itself.
    let [p, q, r, s] = [(0.0, 0.0), (30.0, 20.0), (-20.0, 20.0), (10.0, 0.0)].map(Point::from);
    let fish = Path::new(vec![Seg::Cubic(CubicBez::new(p, q, r, s)), Seg::line(s, p)], true);
    assert_eq!(clean_region(&[fish]).unwrap().len(), 2);
}

#[test]
fn open_or_invalid_outlines_are_refused_with_the_reason() {
    let open = vec![Path::from_points(
        &[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)].map(Point::from),
        false,
    )];
    let error = boolean(&open, &circle(0.0, 0.0, 1.0), Op::Union).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the outline that starts at (0, 0) is open: its ends are 1.4142135623730951 apart"
    );
    let broken = vec![Path::circle(Point::new(f64::NAN, 0.0), 1.0)];
    assert_eq!(boolean(&broken, &open, Op::Union), Err(BooleanError::Range));
    assert_eq!(boolean(&[], &[], Op::Union), Ok(vec![]));
}

#[test]
fn mirrored_arcs_are_cut() {
    let slot = Path::slot(Point::ORIGIN, Point::new(40.0, 0.0), 10.0).unwrap();
    let mirrored = [slot.transformed(&Affine::FLIP_Y)];
    // The part above the axis of the slot is cut off at half of its round end.
    let found = boolean(&mirrored, &rect(40.0, 0.0, 20.0, 20.0), Op::Difference).unwrap();
    let area = 40.0 * 20.0 + PI * 100.0 - PI * 25.0;
    assert!(
        (region_area(&found) - area).abs() < 1e-9,
        "{}",
        region_area(&found)
    );
}

#[test]
fn unaffected_corners_keep_exact_coordinates() {
    let (x, y) = (0.1 + 0.2, 1.0 / 3.0);
    let plate = rect(x, y, 7.3, 2.9);
    let cut = boolean(&plate, &circle(7.6, 3.2, 1.0), Op::Difference).unwrap();
    let corners: Vec<Point> = cut[0].segs.iter().map(Seg::start).collect();
    assert!(
        plate[0].segs[..2]
            .iter()
            .all(|seg| corners.contains(&seg.start())),
        "{corners:?}"
    );
    assert_eq!(cut[0].start(), Some(Point::new(x, y)));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Extends the checks of each call: compares the areas of all four operations, and tests points.
    #[test]
    fn areas_and_point_tests_of_all_operations_agree(number in 0..20_000_u64, xs in prop::collection::vec((-70.0..70.0, -70.0..70.0), 20)) {
        let pairs::Pair { a, b, kind } = pairs::pair(number, 10_000);
        let [union, both, without, xor] =
            [Op::Union, Op::Intersect, Op::Difference, Op::Xor].map(|op| boolean(&a, &b, op).unwrap());
        let length: f64 = a.iter().chain(&b).map(Path::length).sum();
        let [u, i, d, x] = [&union, &both, &without, &xor].map(|paths| region_area(paths));
        let (in_a, in_b) = (region_area(&a), region_area(&b));
        prop_assert!((u + i - in_a - in_b).abs() <= 1e-6 * length, "{kind}");
        prop_assert!((d + i - in_a).abs() <= 1e-6 * length && (x - u + i).abs() <= 1e-6 * length, "{kind}");
        let far = if number < 10_000 { Affine::IDENTITY } else { Affine::translate((10_000.0, -10_000.0)) };
        for at in xs {
            let at = far * Point::from(at);
            let edge = |paths: &[Path]| paths.iter().any(|path| path.nearest(at).is_some_and(|n| n.distance < 1e-5));
            if edge(&a) || edge(&b) {
                continue;
            }
            let inside = |paths: &[Path]| crate::contains(paths, at);
            let (in_a, in_b) = (inside(&a), inside(&b));
            prop_assert_eq!(inside(&union), in_a || in_b);
            prop_assert_eq!(inside(&both), in_a && in_b);
            prop_assert_eq!(inside(&without), in_a && !in_b);
            prop_assert_eq!(inside(&xor), in_a != in_b);
        }
    }

    #[test]
    fn mirrored_regions_have_the_same_areas(number in 0..20_000_u64) {
        let pairs::Pair { a, b, kind } = pairs::pair(number, 10_000);
        let flipped = |region: &[Path]| region.iter().map(|path| path.transformed(&Affine::FLIP_Y)).collect::<Vec<Path>>();
        let length: f64 = a.iter().chain(&b).map(Path::length).sum();
        for op in [Op::Union, Op::Difference, Op::Xor] {
            let area = region_area(&boolean(&a, &b, op).unwrap());
            let mirrored = region_area(&boolean(&flipped(&a), &flipped(&b), op).unwrap());
            prop_assert!((area - mirrored).abs() <= 1e-6 * length, "{op:?} {kind}: {area} {mirrored}");
        }
    }

    #[test]
    fn random_outlines_do_not_panic(points in prop::collection::vec((-9..9_i32, -9..9_i32), 1..40), cut in 1..20_usize, bulge in -2.0..2.0) {
        // Few different coordinates, so that many curves meet.
        let path = |points: &[(i32, i32)]| {
            let corners: Vec<Point> = points.iter().map(|&(x, y)| Point::new(f64::from(x), f64::from(y))).collect();
            let mut segs = Vec::new();
            for i in 0..corners.len() {
                let (p, q) = (corners[i], corners[(i + 1) % corners.len()]);
                let c = p.midpoint(q) + (q - p).turn_90() * bulge;
                segs.push(match i % 3 {
                    0 => Seg::line(p, q),
                    1 => Seg::quadratic(p, c, q),
                    _ => Seg::Conic(Conic { t0: 0.0, dt: PI, ..Conic::ellipse(p.midpoint(q), 0.5 * (p - q), (q - p).turn_90() * bulge) }),
                });
            }
            Path::new(segs, true)
        };
        let (a, b) = points.split_at(cut.min(points.len()));
        let (a, b) = (vec![path(a)], if b.is_empty() { vec![] } else { vec![path(b)] });
        for op in [Op::Union, Op::Difference, Op::Xor] {
            if let Ok(found) = boolean(&a, &b, op) {
                prop_assert!(found.iter().all(Path::is_finite));
            }
        }
    }

    #[test]
    fn extreme_numbers_do_not_panic(x in any::<f64>(), y in any::<f64>(), r in any::<f64>()) {
        let wild = vec![Path::circle(Point::new(x, y), r), Path::rect(Point::new(r, x), y, r)];
        let _ = boolean(&wild, &rect(0.0, 0.0, x, r), Op::Union);
        let _ = clean_region(&wild);
    }
}
