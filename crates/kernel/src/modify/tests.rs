//! Tests of path modification: shapes with known results, and property tests.

use std::f64::consts::{FRAC_PI_2, PI};

use proptest::prelude::*;

use super::super::properties::{assert_same_curve, path, point, seg, trs};
use super::super::{Affine, Conic, CubicBez, Vec2, affine};
use super::super::{Path, Point, Seg, Tol, num::norm};
use super::*;

fn line(points: &[(f64, f64)]) -> Path {
    let points: Vec<Point> = points.iter().copied().map(Point::from).collect();
    Path::from_points(&points, false)
}

fn ends(path: &Path) -> [(f64, f64); 2] {
    let round = |x: f64| (x * 1e9).round() / 1e9 + 0.0;
    let pair = |p: Point| (round(p.x), round(p.y));
    [
        pair(path.start().unwrap()),
        pair(path.segs[path.segs.len() - 1].end()),
    ]
}

#[test]
fn trim_drops_the_span_between_the_cutters() {
    let wall = line(&[(0.0, 0.0), (10.0, 0.0)]);
    let posts = [line(&[(3.0, -1.0), (3.0, 1.0)]), line(&[(7.0, -1.0), (7.0, 1.0)])];
    let left = trim(&wall, &posts, Point::new(5.0, 0.2), Tol::MODEL).unwrap();
    let found: Vec<_> = left.iter().map(ends).collect();
    assert_eq!(found, [[(0.0, 0.0), (3.0, 0.0)], [(7.0, 0.0), (10.0, 0.0)]]);
    let left = trim(&wall, &posts, Point::new(1.0, 0.0), Tol::MODEL).unwrap();
    assert_eq!(
        left.iter().map(ends).collect::<Vec<_>>(),
        [[(3.0, 0.0), (10.0, 0.0)]]
    );
    let far = [line(&[(30.0, -1.0), (30.0, 1.0)])];
    assert_eq!(
        trim(&wall, &far, Point::ZERO, Tol::MODEL),
        Err(ModifyError::NoCut)
    );
    // A cutter through the end of the path removes nothing.
    let end = [line(&[(10.0, -1.0), (10.0, 1.0)])];
    assert_eq!(
        trim(&wall, &end, Point::ZERO, Tol::MODEL),
        Err(ModifyError::NoCut)
    );
}

#[test]
fn trim_of_a_closed_outline_needs_two_cuts() {
    let circle = Path::circle(Point::ZERO, 5.0);
    let cut = [line(&[(0.0, -9.0), (0.0, 9.0)])];
    let left = trim(&circle, &cut, Point::new(5.0, 0.0), Tol::MODEL).unwrap();
    assert_eq!(left.len(), 1);
    assert_eq!(ends(&left[0]), [(0.0, 5.0), (0.0, -5.0)]);
    assert_eq!(left[0].segs.len(), 1, "one arc, also over the seam");
    let right = trim(&circle, &cut, Point::new(-5.0, 0.0), Tol::MODEL).unwrap();
    assert_eq!(ends(&right[0]), [(0.0, -5.0), (0.0, 5.0)]);
    assert_eq!(right[0].segs.len(), 1, "one arc, also over the seam");
    assert!((right[0].length() - 5.0 * PI).abs() < 1e-12);
    let touch = [line(&[(5.0, -9.0), (5.0, 9.0)])];
    let error = trim(&circle, &touch, Point::new(-5.0, 0.0), Tol::MODEL).unwrap_err();
    assert!(matches!(error, ModifyError::OneCut(_)));
    assert!(error.to_string().contains("a closed outline needs two cuts"));
}

#[test]
fn extend_continues_each_curve_type_along_itself() {
    let wall = [line(&[(20.0, -50.0), (20.0, 50.0)])];
    let ray = line(&[(0.0, 0.0), (10.0, 5.0)]);
    let (longer, end) = extend_to(&ray, &wall, None, Tol::MODEL).unwrap();
    assert_eq!((ends(&longer)[1], end), ((20.0, 10.0), End::End));
    assert_eq!(longer.segs.len(), 1);
    let (longer, end) = extend_to(&ray.reversed(), &wall, None, Tol::MODEL).unwrap();
    assert_eq!((ends(&longer)[0], end), ((20.0, 10.0), End::Start));
    let back = extend_to(&ray, &wall, Some(End::Start), Tol::MODEL).unwrap_err();
    assert_eq!(
        back.to_string(),
        "extended in a straight line from its end (0, 0), it does not meet the boundary"
    );
    // A quarter circle is extended along its circle to the line.
    let quarter = Path::arc(Point::ZERO, 5.0, 0.0, FRAC_PI_2);
    let floor = [line(&[(-9.0, 0.0), (-1.0, 0.0)])];
    let (longer, _) = extend_to(&quarter, &floor, Some(End::End), Tol::MODEL).unwrap();
    assert_eq!(ends(&longer), [(5.0, 0.0), (-5.0, 0.0)]);
    assert!((longer.length() - 5.0 * PI).abs() < 1e-12);
    let curve = Path::new(
        vec![Seg::quadratic(
            Point::ZERO,
            Point::new(5.0, 0.0),
            Point::new(10.0, 5.0),
        )],
        false,
    );
    let (longer, _) = extend_to(&curve, &wall, Some(End::End), Tol::MODEL).unwrap();
    assert_eq!(ends(&longer)[1], (20.0, 15.0));
    assert_eq!(
        extend_to(&Path::circle(Point::ZERO, 1.0), &wall, None, Tol::MODEL).unwrap_err(),
        ModifyError::Closed
    );
}

#[test]
fn lengthen_both_ways() {
    let ray = line(&[(0.0, 0.0), (6.0, 8.0)]);
    assert_eq!(ends(&lengthen(&ray, 5.0, End::End).unwrap())[1], (9.0, 12.0));
    assert_eq!(ends(&lengthen(&ray, -5.0, End::Start).unwrap())[0], (3.0, 4.0));
    assert_eq!(
        lengthen(&ray, -10.0, End::End),
        Err(ModifyError::TooShort { length: 10.0 })
    );
    let half = Path::arc(Point::ZERO, 2.0, 0.0, PI);
    let more = lengthen(&half, PI, End::End).unwrap();
    assert_eq!(ends(&more)[1], (0.0, -2.0));
    assert!(matches!(
        lengthen(&half, 7.0, End::End),
        Err(ModifyError::FullTurn { .. })
    ));
    assert_eq!(
        lengthen(&Path::circle(Point::ZERO, 1.0), 1.0, End::End),
        Err(ModifyError::Closed)
    );
}

#[test]
fn join_chains_and_closes() {
    let sides = [
        line(&[(0.0, 0.0), (4.0, 0.0)]),
        line(&[(0.0, 3.0), (0.0, 0.0)]),
        line(&[(4.0, 3.0), (4.0, 0.0)]),
        line(&[(4.0, 3.0), (0.0, 3.0)]),
    ];
    let joined = join(&sides, Tol::MODEL);
    assert_eq!(joined.len(), 1);
    assert!(joined[0].closed && (joined[0].signed_area().abs() - 12.0).abs() < 1e-12);
    let apart = join(&[sides[0].clone(), line(&[(4.1, 0.0), (9.0, 0.0)])], Tol::MODEL);
    assert_eq!(apart.len(), 2);
    let straight = join(&[sides[0].clone(), line(&[(9.0, 0.0), (4.0, 0.0)])], Tol::MODEL);
    assert_eq!(straight, [line(&[(0.0, 0.0), (9.0, 0.0)])]);
    let halves = [
        Path::arc(Point::ZERO, 1.0, 0.0, PI),
        Path::arc(Point::ZERO, 1.0, PI, 2.0 * PI),
    ];
    let circle = join(&halves, Tol::MODEL);
    assert!(circle.len() == 1 && circle[0].closed && circle[0].segs.len() == 1);
    assert!((circle[0].signed_area() - PI).abs() < 1e-12);
}

#[test]
fn join_takes_linear_time() {
    // 20,000 steps of a staircase: a quadratic search would take minutes.
    let step = |i: usize| {
        let (x, y) = (i as f64, (i % 2) as f64);
        line(&[(x, y), (x + 1.0, 1.0 - y)])
    };
    let stairs: Vec<Path> = (0..20_000).map(|i| step((i * 7919) % 20_000)).collect();
    let joined = join(&stairs, Tol::MODEL);
    assert_eq!((joined.len(), joined[0].segs.len()), (1, 20_000));
}

#[test]
fn a_part_may_cross_the_start_of_a_closed_path() {
    let square = Path::rect(Point::ZERO, 4.0, 4.0);
    let part = square.part(3.5, 0.5);
    assert_eq!(ends(&part), [(0.0, 2.0), (2.0, 0.0)]);
    assert_eq!(square.part(1.0, 1.0).segs.len(), 4);
    assert!(square.part(f64::NAN, 1.0).is_empty());
    assert_eq!(cut_path(&square, &[0.0, 4.0, 2.0], Tol::MODEL).len(), 2);
    assert_eq!(cut_path(&square, &[2.0], Tol::MODEL).len(), 1);
    assert_eq!(cut_path(&square, &[], Tol::MODEL), [square]);
}

proptest! {
    #[test]
    fn joining_split_pieces_gives_the_original(path in path(), places in prop::collection::vec(0.0..1.0, 1..5)) {
        let count = path.segs.len() as f64;
        let places: Vec<f64> = places.iter().map(|place: &f64| place * count).collect();
        let pieces = cut_path(&path, &places, Tol::MODEL);
        let length: f64 = pieces.iter().map(Path::length).sum();
        prop_assert!((length - path.length()).abs() <= 1e-9 * length.max(1.0));
        for pair in pieces.windows(2) {
            prop_assert!(norm(ends_of(&pair[0]).1 - ends_of(&pair[1]).0) < 1e-9);
        }
        // Concatenated in order, the parts give the original path. `join` is not used here, because generated paths
        // may meet themselves and `join` may choose another continuation at such a point.
        let mut segs: Vec<Seg> = Vec::new();
        for piece in &pieces {
            segs.extend(piece.segs.iter().copied());
        }
        let again = Path::new(segs, path.closed);
        if path.closed {
            prop_assert!((again.length() - path.length()).abs() <= 1e-9 * length.max(1.0));
            prop_assert!((again.signed_area() - path.signed_area()).abs() <= 1e-6 * length * length);
        } else {
            assert_same_curve(&path, &again, 1e-7 * length.max(1.0));
        }
        let joined: f64 = join(&pieces, Tol::MODEL).iter().map(Path::length).sum();
        prop_assert!((joined - length).abs() <= 1e-5 * length.max(1.0));
    }

    #[test]
    fn a_split_piece_joins_to_itself(seg in seg(), u in 0.1..0.9) {
        let path = Path::new(vec![seg], false);
        let pieces = cut_path(&path, &[u], Tol::MODEL);
        let mut mixed = pieces.clone();
        mixed.reverse();
        mixed[0] = mixed[0].reversed();
        let joined = join(&mixed, Tol::MODEL);
        prop_assert_eq!(joined.len(), 1);
        let fused = !matches!(seg, Seg::Cubic(_));
        if fused {
            prop_assert_eq!(joined[0].segs.len(), 1);
        }
        prop_assert!((joined[0].length() - path.length()).abs() <= 1e-9 * path.length().max(1.0));
    }

    #[test]
    fn trim_keeps_points_of_the_original(a in path(), b in path(), pick in point()) {
        if let Ok(left) = trim(&a, std::slice::from_ref(&b), pick, Tol::for_extent(2000.0)) {
            let near = a.nearest(pick).unwrap();
            for piece in &left {
                for i in 0..=20 {
                    let at = piece.point_at_distance(piece.length() * f64::from(i) / 20.0);
                    let off = a.nearest(at.unwrap()).unwrap().distance;
                    prop_assert!(off < 1e-6, "{off}");
                }
            }
            let before: f64 = a.length();
            let after: f64 = left.iter().map(Path::length).sum();
            prop_assert!(after < before + 1e-9, "{near:?}");
        }
    }

    #[test]
    fn point_and_length_are_inverse(path in path(), fraction in 0.0..1.0) {
        let (total, fraction): (f64, f64) = (path.length(), fraction);
        if total > 1e-3 {
            let at = path.locate(fraction * total).unwrap();
            let s = path.length_between(0.0, at.seg as f64 + at.u);
            prop_assert!((s - fraction * total).abs() <= 1e-8 * total.max(1.0), "{s}");
            let again = path.point_at_distance(s).unwrap();
            prop_assert!(norm(again - at.point) <= 1e-6 * total.max(1.0));
        }
    }

    #[test]
    fn lengthen_adds_exactly_the_given_length(path in path(), delta in -500.0..500.0, start in any::<bool>()) {
        let (end, delta): (End, f64) = (if start { End::Start } else { End::End }, delta);
        if let Ok(longer) = lengthen(&path, delta, end) {
            let got = longer.length() - path.length();
            prop_assert!((got - delta).abs() <= 1e-7 * path.length().max(1.0), "{got} {delta}");
        }
    }

    #[test]
    fn extended_ends_lie_on_the_boundary(a in path(), b in path()) {
        let tol = Tol::for_extent(4000.0);
        if let Ok((longer, end)) = extend_to(&a, std::slice::from_ref(&b), None, tol) {
            let at = match end {
                End::Start => longer.start().unwrap(),
                End::End => ends_of(&longer).1,
            };
            let off = b.nearest(at).unwrap().distance;
            prop_assert!(off < 1e-5, "{off}");
            prop_assert!(longer.length() > a.length());
        }
    }

    #[test]
    fn trim_commutes_with_rigid_motions(seg in seg(), cutter in seg(), t in trs()) {
        let m = Affine::translate(t.translate) * affine::rotation(t.rotate);
        let (a, b) = (Path::new(vec![seg], false), Path::new(vec![cutter], false));
        let pick = seg.point_at(0.4);
        let length = |found: Result<Vec<Path>, ModifyError>| -> Option<f64> {
            Some(found.ok()?.iter().map(Path::length).sum())
        };
        let tol = Tol::for_extent(4000.0);
        let here = length(trim(&a, std::slice::from_ref(&b), pick, tol));
        let there = length(trim(&a.transformed(&m), &[b.transformed(&m)], m * pick, tol));
        // At a tangency or an end, rounding decides whether there is a cut.
        if let (Some(here), Some(there)) = (here, there) {
            let near_cut = super::super::intersect::path_path(&a, &b, tol).iter().any(|hit| {
                norm(hit.point - pick) < 1e-3 || hit.kind != super::super::HitKind::Crossing
            });
            if !near_cut {
                prop_assert!((here - there).abs() < 1e-5, "{here} {there}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn extreme_numbers_do_not_panic(
        v in prop::collection::vec(prop_oneof![any::<f64>(), Just(f64::NAN), Just(0.0), Just(1e300), -9.0..9.0], 12),
        closed in any::<bool>(),
    ) {
        let p = |i: usize| Point::new(v[i], v[i + 1]);
        let segs = vec![
            Seg::line(p(0), p(2)),
            Seg::Conic(Conic { c: p(2), p: p(4).to_vec2(), q: Vec2::new(v[6], v[7]), t0: v[8], dt: v[9].clamp(-6.2, 6.2) }),
            Seg::Cubic(CubicBez::new(p(4), p(6), p(8), p(10))),
        ];
        let soup = Path::new(segs.clone(), closed);
        let other = Path::new(vec![segs[1], segs[0]], false);
        let tol = Tol::for_extent(v[0]);
        let _ = (trim(&soup, std::slice::from_ref(&other), p(0), tol), extend_to(&other, std::slice::from_ref(&soup), None, tol));
        let _ = (lengthen(&other, v[3], End::End), lengthen(&soup, v[3], End::Start), join(&[soup.clone(), other.clone()], tol));
        let _ = (cut_path(&soup, &v, tol), soup.part(v[0], v[1]), super::super::intersect::self_intersections(&soup, tol));
        let _ = super::super::corner::fillet(&soup, &other, v[2], [Some(p(0)), None], tol);
        let _ = super::super::corner::chamfer(&other, &soup, [v[2], v[3]], [None, Some(p(2))], tol);
        let _ = super::super::corner::fillet_corners(&soup, &[(0, v[1]), (2, v[3])], tol);
        let _ = super::super::distance::closest(std::slice::from_ref(&soup), std::slice::from_ref(&other), tol);
        let request = super::super::snap::SnapRequest { cursor: p(0), radius: v[5], from: Some(p(2)), grid: Some(v[7]), extension: Some(super::super::snap::Extension { reach: v[6].abs(), step: v[7] }) };
        let _ = super::super::snap::Snapper::new(vec![soup, other]).snap(&request);
    }
}

fn ends_of(path: &Path) -> (Point, Point) {
    (path.segs[0].start(), path.segs[path.segs.len() - 1].end())
}
