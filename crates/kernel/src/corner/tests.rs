//! Tests of fillets and chamfers with known results, and property tests of tangency.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI, TAU};

use proptest::prelude::*;

use super::super::modify::ModifyError;
use super::super::num::norm;
use super::super::properties::seg;
use super::super::{Conic, CubicBez, Path, Point, Seg, Tol};
use super::*;

fn line(x0: f64, y0: f64, x1: f64, y1: f64) -> Path {
    Path::from_points(&[Point::new(x0, y0), Point::new(x1, y1)], false)
}

fn end(path: &Path) -> Point {
    path.segs[path.segs.len() - 1].end()
}

#[track_caller]
fn near(p: Point, x: f64, y: f64) {
    assert!(norm(p - Point::new(x, y)) < 1e-9, "{p:?}");
}

#[test]
fn fillet_of_a_right_angle() {
    let (a, b) = (line(0.0, 0.0, 10.0, 0.0), line(10.0, 0.0, 10.0, 10.0));
    let done = fillet(&a, &b, 2.0, [None; 2], Tol::MODEL).unwrap();
    near(end(&done.a), 8.0, 0.0);
    near(done.b.start().unwrap(), 10.0, 2.0);
    let Some(Seg::Conic(arc)) = done.joint else {
        panic!()
    };
    near(arc.c, 8.0, 2.0);
    assert!((arc.dt - FRAC_PI_2).abs() < 1e-12 && (arc.radius().unwrap() - 2.0).abs() < 1e-12);
    let error = fillet(&a, &b, 12.0, [None; 2], Tol::MODEL).unwrap_err();
    assert_eq!(
        error.to_string(),
        "radius 12 does not fit: the largest that fits is 9.99999"
    );
    let apart = line(0.0, 5.0, 10.0, 5.0);
    assert_eq!(
        fillet(&a, &apart, 1.0, [None; 2], Tol::MODEL),
        Err(ModifyError::Parallel)
    );
}

#[test]
fn fillet_of_a_cross_keeps_the_picks() {
    let (a, b) = (line(-10.0, 0.0, 10.0, 0.0), line(0.0, -10.0, 0.0, 10.0));
    for (x, y) in [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)] {
        let picks = [Some(Point::new(5.0 * x, 0.0)), Some(Point::new(0.0, 5.0 * y))];
        let done = fillet(&a, &b, 1.0, picks, Tol::MODEL).unwrap();
        let Some(Seg::Conic(arc)) = done.joint else {
            panic!()
        };
        near(arc.c, x, y);
        let sharp = fillet(&a, &b, 0.0, picks, Tol::MODEL).unwrap();
        assert_eq!(sharp.joint, None);
        assert!((sharp.a.length() - 10.0).abs() < 1e-12);
        assert!(sharp.a.segs[0].nearest(picks[0].unwrap()).unwrap().distance < 1e-12);
    }
}

#[test]
fn fillet_zero_extends_to_meet() {
    let (a, b) = (line(0.0, 0.0, 5.0, 0.0), line(10.0, 5.0, 10.0, 9.0));
    let done = fillet(&a, &b, 0.0, [None; 2], Tol::MODEL).unwrap();
    near(end(&done.a), 10.0, 0.0);
    near(done.b.start().unwrap(), 10.0, 0.0);
}

#[test]
fn fillet_of_a_line_and_a_circle_leaves_the_circle() {
    let (floor, circle) = (
        line(-20.0, 0.0, 20.0, 0.0),
        Path::circle(Point::new(0.0, 6.0), 5.0),
    );
    let picks = [Some(Point::new(15.0, 0.0)), None];
    let done = fillet(&floor, &circle, 2.0, picks, Tol::MODEL).unwrap();
    assert_eq!(done.b, circle);
    let Some(Seg::Conic(arc)) = done.joint else {
        panic!()
    };
    assert!((norm(arc.c - Point::new(0.0, 6.0)) - 7.0).abs() < 1e-9 && (arc.c.y - 2.0).abs() < 1e-9);
    // The circle is too far away for so small a radius: the error names the smallest radius that reaches both.
    let high = Path::circle(Point::new(0.0, 26.0), 5.0);
    let error = fillet(&floor, &high, 2.0, [None; 2], Tol::MODEL).unwrap_err();
    assert!(
        error.to_string().contains("the smallest that fits is 10.5"),
        "{error}"
    );
}

#[test]
fn chamfer_of_a_right_angle() {
    let (a, b) = (line(0.0, 0.0, 10.0, 0.0), line(10.0, 0.0, 10.0, 10.0));
    let done = chamfer(&a, &b, [2.0, 3.0], [None; 2], Tol::MODEL).unwrap();
    let Some(Seg::Line { a: p, b: q }) = done.joint else {
        panic!()
    };
    near(p, 8.0, 0.0);
    near(q, 10.0, 3.0);
    let error = chamfer(&a, &b, [12.0, 1.0], [None; 2], Tol::MODEL).unwrap_err();
    assert_eq!(
        error.to_string(),
        "distance 12 does not fit: the largest that fits is 9.99999"
    );
    // The distance that the error gives is accepted.
    let Err(ModifyError::TooLarge { largest, .. }) = chamfer(&a, &b, [10.0, 1.0], [None; 2], Tol::MODEL)
    else {
        panic!("the whole line is too long")
    };
    assert!(chamfer(&a, &b, [largest.unwrap(), 1.0], [None; 2], Tol::MODEL).is_ok());
    assert!(chamfer(&a, &b, [-1.0, 1.0], [None; 2], Tol::MODEL).is_err());
}

#[test]
fn corners_of_a_rectangle() {
    let rect = Path::rect(Point::ZERO, 10.0, 6.0);
    let all: Vec<(usize, f64)> = (0..4).map(|i| (i, 2.0)).collect();
    let done = fillet_corners(&rect, &all, Tol::MODEL).unwrap();
    assert_eq!(done.segs.len(), 8);
    assert!((done.signed_area() - (60.0 - (4.0 - PI) * 4.0)).abs() < 1e-12);
    let pill: Vec<(usize, f64)> = (0..4).map(|i| (i, 3.0)).collect();
    let done = fillet_corners(&rect, &pill, Tol::MODEL).unwrap();
    assert_eq!(done.segs.len(), 6, "sides that are used up are left out");
    assert!((done.signed_area() - (60.0 - (4.0 - PI) * 9.0)).abs() < 1e-11);
    let big: Vec<(usize, f64)> = (0..4).map(|i| (i, 4.0)).collect();
    let error = fillet_corners(&rect, &big, Tol::MODEL).unwrap_err();
    assert_eq!(
        error.to_string(),
        "radius 4 does not fit: the largest that fits is 3"
    );
    let one = fillet_corners(&rect, &[(2, 6.0)], Tol::MODEL).unwrap();
    assert!((one.signed_area() - (60.0 - (1.0 - PI / 4.0) * 36.0)).abs() < 1e-11);
    let cut = chamfer_corners(&rect, &[(0, [1.0, 2.0]), (2, [1.0, 2.0])], Tol::MODEL).unwrap();
    assert!((cut.signed_area() - 58.0).abs() < 1e-12);
    assert_eq!(
        fillet_corners(&rect, &[(4, 1.0)], Tol::MODEL),
        Err(ModifyError::Smooth(4))
    );
    let open = Path::from_points(&[Point::ZERO, Point::new(5.0, 0.0), Point::new(5.0, 5.0)], false);
    assert_eq!(
        fillet_corners(&open, &[(0, 1.0)], Tol::MODEL),
        Err(ModifyError::Smooth(0))
    );
    assert_eq!(
        fillet_corners(&open, &[(1, 1.0)], Tol::MODEL).unwrap().segs.len(),
        3
    );
    assert_eq!(sharp_corners(&open), [1]);
    assert_eq!(sharp_corners(&done), Vec::<usize>::new());
}

#[test]
fn corner_of_a_line_and_an_arc() {
    // A half disk: both corners take equal fillets on the inside.
    let half = Path::new(
        vec![
            Seg::line(Point::new(-10.0, 0.0), Point::new(10.0, 0.0)),
            Seg::Conic(Conic {
                t0: 0.0,
                dt: PI,
                ..Conic::circle(Point::ZERO, 10.0)
            }),
        ],
        true,
    );
    let done = fillet_corners(&half, &[(0, 2.0), (1, 2.0)], Tol::MODEL).unwrap();
    assert_eq!(done.segs.len(), 4);
    assert_smooth(&done);
    // The centers are 8 from the origin and 2 above the line.
    let x = 60_f64.sqrt();
    assert!(
        (done.bounds().unwrap().min.y).abs() < 1e-12
            && done
                .segs
                .iter()
                .any(|seg| { matches!(seg, Seg::Conic(arc) if norm(arc.c - Point::new(x, 2.0)) < 1e-9) })
    );
}

#[track_caller]
fn assert_smooth(path: &Path) {
    let count = path.segs.len();
    for i in 0..count {
        if i == 0 && !path.closed {
            continue;
        }
        let (before, after) = (&path.segs[(i + count - 1) % count], &path.segs[i]);
        let (x, y) = (
            before.direction_at(1.0).unwrap(),
            after.direction_at(0.0).unwrap(),
        );
        assert!(x.cross(y).abs() < 1e-9 && x.dot(y) > 0.0, "joint {i} of {path:?}");
    }
}

#[test]
fn fillet_of_curves_with_ellipses_and_beziers() {
    let ellipse = Path::new(
        vec![Seg::Conic(Conic {
            t0: 0.0,
            dt: PI,
            ..Conic::ellipse(Point::ZERO, (20.0, 0.0).into(), (0.0, 10.0).into())
        })],
        false,
    );
    let wall = line(0.0, -30.0, 0.0, 30.0);
    let curve = Path::new(
        vec![Seg::Cubic(CubicBez::new(
            Point::new(-30.0, 0.0),
            Point::new(-10.0, 40.0),
            Point::new(10.0, -40.0),
            Point::new(30.0, 0.0),
        ))],
        false,
    );
    for (a, b, r) in [
        (&ellipse, &wall, 3.0),
        (&curve, &wall, 2.0),
        (&curve, &ellipse, 1.0),
        (&wall, &curve, 5.0),
    ] {
        let done = fillet(a, b, r, [None; 2], Tol::MODEL).unwrap();
        assert_tangent(&done, r);
    }
}

#[track_caller]
fn assert_tangent(done: &Cornered, r: f64) {
    let joint = done.joint.unwrap();
    let Seg::Conic(arc) = joint else { panic!() };
    assert!((arc.radius().unwrap() - r).abs() <= 1e-9 * r);
    for (path, at) in [(&done.a, joint.start()), (&done.b, joint.end())] {
        let near = path.nearest(at).unwrap();
        assert!(near.distance < 1e-9 * r.max(1.0), "{near:?}");
        let along = path.segs[near.seg].direction_at(near.u).unwrap();
        let out = (at - arc.c) / norm(at - arc.c);
        assert!(along.dot(out).abs() <= 1e-9, "{}", along.dot(out));
        if !path.closed {
            let ends = [path.start().unwrap(), end(path)];
            assert!(
                ends.into_iter().any(|end| norm(end - at) < 1e-9 * r.max(1.0)),
                "ends there"
            );
        }
    }
}

/// Moves the second curve so that one circle of radius `r` touches both at the given parameters and sides. Returns the
/// moved curve and the center of the circle; `None` where the curves have no direction or nearly the same one.
fn with_tangent_circle(
    (a, t, left_a): (&Seg, f64, bool),
    (b, u, left_b): (&Seg, f64, bool),
    r: f64,
) -> Option<(Seg, Point)> {
    let side = |seg: &Seg, at: f64, left: bool| {
        let d = seg.direction_at(at)?;
        let by = if left { r } else { -r };
        Some(seg.point_at(at) + super::super::Vec2::new(-d.y, d.x) * by)
    };
    let (center, there) = (side(a, t, left_a)?, side(b, u, left_b)?);
    let steep = a.direction_at(t)?.cross(b.direction_at(u)?).abs() > 0.1;
    let moved = b.transformed(&super::super::Affine::translate(center - there));
    steep.then_some((moved, center))
}

/// A large circle and a small ellipse: the chords of the sampled circle are far longer than the ellipse, and one of
/// the parallels of the second ellipse has cusps.
#[test]
fn tangent_circles_of_a_large_circle_and_a_small_ellipse() {
    let conic = |rx: f64, ry: f64, t0: f64, dt: f64| {
        let (p, q) = (super::super::Vec2::new(rx, 0.0), super::super::Vec2::new(0.0, ry));
        Seg::Conic(Conic {
            c: Point::ZERO,
            p,
            q,
            t0,
            dt,
        })
    };
    let cases = [
        (
            (
                conic(
                    341.1279289030178,
                    341.1279289030178,
                    -0.5400355261062608,
                    1.325433689503709,
                ),
                0.19072629789478493,
            ),
            (
                conic(
                    -21.44609039888032,
                    -12.038726574194134,
                    3.9269908169872414,
                    5.234852469084819,
                ),
                0.4299732734773244,
            ),
            1.0,
            false,
        ),
        (
            (
                conic(
                    423.3904221783989,
                    423.3904221783989,
                    -5.181330383324441,
                    2.0397377297346466,
                ),
                0.28080809804277235,
            ),
            (
                conic(
                    10.168052343986037,
                    3.83618873956606,
                    -FRAC_PI_4,
                    3.6234281840173357,
                ),
                0.8976283397651832,
            ),
            11.356203910907261,
            true,
        ),
    ];
    for ((a, t), (b, u), r, left_b) in cases {
        let (b, center) = with_tangent_circle((&a, t, false), (&b, u, left_b), r).unwrap();
        let found = tangent_circles(&a, &b, r, Tol::for_extent(4000.0));
        assert!(
            found.iter().any(|touch| norm(touch.center - center) < 1e-6),
            "{center:?} {found:?}"
        );
    }
}

/// Whether the direction changes by less than 60° between two samples; curves that turn back are not followed.
fn is_followed(seg: &Seg) -> bool {
    (0..160).all(|i| {
        let [from, to] = [i, i + 1].map(|i| seg.direction_at(f64::from(i) / 160.0));
        from.zip(to).is_some_and(|(from, to)| from.dot(to) > 0.5)
    })
}

proptest! {
    // A radius that does not fit starts a search for the largest one that does, which computes many fillets.
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn fillets_are_tangent(
        a in seg().prop_filter("tangents at a cusp are not exact", is_followed),
        b in seg().prop_filter("tangents at a cusp are not exact", is_followed),
        r in 0.1..60.0,
    ) {
        let (a, b) = (Path::new(vec![a], false), Path::new(vec![b], false));
        if let Ok(done) = fillet(&a, &b, r, [None; 2], Tol::for_extent(2000.0)) {
            assert_tangent(&done, r);
        }
    }

    #[test]
    fn known_tangent_circles_are_found(a in seg(), b in seg(), t in 0.1..0.9, u in 0.1..0.9, r in 1.0..40.0, left_a in any::<bool>(), left_b in any::<bool>()) {
        let (t, u, r): (f64, f64, f64) = (t, u, r);
        // The parallel has a cusp where the radius of curvature equals the radius of the circle.
        let clear = |seg: &Seg, at: f64| (seg.curvature_at(at).unwrap_or(0.0).abs() * r - 1.0).abs() > 0.2;
        // Between two ellipses or Béziers, circles next to another cusp of a parallel may be missed.
        let level = |seg: &Seg| match seg {
            Seg::Line { .. } => true,
            Seg::Conic(conic) => conic.radius().is_some(),
            Seg::Cubic(_) => false,
        };
        let gentle = |seg: &Seg| (0..=200).all(|i| {
            let whole = if let Seg::Conic(conic) = seg { TAU / conic.dt.abs() } else { 1.0 };
            seg.curvature_at(whole * f64::from(i) / 200.0).is_some_and(|bend| bend.abs() * r < 0.8)
        });
        let findable = (level(&a) || level(&b) || (gentle(&a) && gentle(&b))) && is_followed(&a) && is_followed(&b);
        if clear(&a, t)
            && clear(&b, u)
            && findable
            && let Some((b, center)) = with_tangent_circle((&a, t, left_a), (&b, u, left_b), r)
        {
            let found = tangent_circles(&a, &b, r, Tol::for_extent(4000.0));
            prop_assert!(found.iter().any(|touch| norm(touch.center - center) < 1e-6), "{:?} {:?}", center, found);
        }
    }

    #[test]
    fn rounded_polygons_are_smooth(sides in 3_usize..12, radius in 5.0..100.0, share in 0.05..0.95) {
        let polygon = Path::regular_polygon(Point::new(3.0, 4.0), radius, sides, 0.3);
        let inner = radius * libm::cos(PI / sides as f64);
        let corners: Vec<(usize, f64)> = (0..sides).map(|i| (i, share * inner)).collect();
        let done = fillet_corners(&polygon, &corners, Tol::MODEL).unwrap();
        prop_assert_eq!(done.segs.len(), 2 * sides);
        assert_smooth(&done);
    }
}
