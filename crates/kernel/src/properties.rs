//! Property tests of the geometry kernel on generated input.

use std::f64::consts::{PI, TAU};

use proptest::prelude::*;

use super::affine::{Trs, decompose, inverse};
use super::*;

fn coordinate() -> impl Strategy<Value = f64> {
    prop_oneof![-1000.0..1000.0, (-20..20_i32).prop_map(f64::from), -1e-3..1e-3]
}

pub(crate) fn point() -> impl Strategy<Value = Point> {
    (coordinate(), coordinate()).prop_map(Point::from)
}

pub(crate) fn angle() -> impl Strategy<Value = f64> {
    prop_oneof![-7.0..7.0, (-8..8_i32).prop_map(|n| f64::from(n) * PI / 4.0)]
}

fn conic() -> impl Strategy<Value = Conic> {
    (
        point(),
        0.1..100.0,
        0.1..1.0,
        angle(),
        angle(),
        0.01..TAU,
        any::<bool>(),
    )
        .prop_map(|(c, size, ratio, turn, t0, dt, back)| {
            let (s, k) = num::sin_cos(turn);
            let (p, q) = (Vec2::new(k, s) * size, Vec2::new(-s, k) * (size * ratio));
            Conic {
                c,
                p,
                q,
                t0,
                dt: if back { -dt } else { dt },
            }
        })
}

fn arc() -> impl Strategy<Value = Conic> {
    (point(), 0.1..500.0, angle(), angle()).prop_map(|(c, r, from, to)| Conic::arc(c, r, from, to))
}

pub(crate) fn seg() -> impl Strategy<Value = Seg> {
    prop_oneof![
        (point(), point()).prop_map(|(a, b)| Seg::line(a, b)),
        conic().prop_map(Seg::Conic),
        arc().prop_map(Seg::Conic),
        [point(), point(), point(), point()].prop_map(|[a, b, c, d]| Seg::Cubic(CubicBez::new(a, b, c, d))),
    ]
}

/// Generates a path whose segments follow one another.
pub(crate) fn path() -> impl Strategy<Value = Path> {
    (prop::collection::vec(seg(), 1..6), any::<bool>()).prop_map(|(segs, closed)| {
        let mut chain: Vec<Seg> = Vec::new();
        for seg in segs {
            let joined = match chain.last() {
                Some(last) => seg.transformed(&Affine::translate(last.end() - seg.start())),
                None => seg,
            };
            chain.push(joined);
        }
        let (start, end) = (chain[0].start(), chain[chain.len() - 1].end());
        if closed && start != end {
            chain.push(Seg::line(end, start));
        }
        Path::new(chain, closed)
    })
}

pub(crate) fn trs() -> impl Strategy<Value = Trs> {
    let factor = || prop_oneof![0.01..10.0, -10.0..-0.01];
    (point(), angle(), -3.0..3.0, factor(), factor()).prop_map(|(at, rotate, shear, sx, sy)| Trs {
        translate: at.to_vec2(),
        rotate,
        shear,
        scale: Vec2::new(sx, sy),
    })
}

fn apart(a: Affine, b: Affine) -> f64 {
    let (a, b) = (a.as_coeffs(), b.as_coeffs());
    let size = a.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
    a.iter().zip(b).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max) / size
}

/// Returns points evenly spaced along a path by length, independent of its division into segments.
fn samples(path: &Path) -> Vec<Point> {
    let length = path.length();
    (0..=40)
        .filter_map(|i| path.point_at_distance(length * f64::from(i) / 40.0 * 0.999_999))
        .collect()
}

#[track_caller]
pub(crate) fn assert_same_curve(a: &Path, b: &Path, slack: f64) {
    assert_eq!(a.closed, b.closed);
    let (x, y) = (samples(a), samples(b));
    assert_eq!(x.len(), y.len());
    for (p, q) in x.iter().zip(&y) {
        assert!(num::norm(*p - *q) <= slack, "{p:?} {q:?}\n{a:?}\n{b:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bounds_are_tight_around_every_point(seg in seg()) {
        let b = seg.bounds().unwrap();
        let slack = 1e-12 * b.magnitude().max(1.0);
        let around = b.inflate(slack);
        let mut seen = Bounds::new(seg.start(), seg.end()).unwrap();
        for i in 0..=500 {
            let p = seg.point_at(f64::from(i) / 500.0);
            prop_assert!(around.contains(p), "{p:?} {b:?}");
            seen.include(p);
        }
        let reach = 1e-4 * seg.length() + slack;
        prop_assert!(seen.inflate(reach).contains_bounds(&b), "{b:?} {seen:?}");
    }

    #[test]
    fn transform_and_inverse_cancel(seg in seg(), t in trs()) {
        let m = t.to_affine();
        let back = seg.transformed(&m).transformed(&inverse(&m).unwrap());
        for i in 0..=8 {
            let u = f64::from(i) / 8.0;
            prop_assert!(num::norm(back.point_at(u) - seg.point_at(u)) < 1e-7);
        }
    }

    #[test]
    fn transforming_a_segment_transforms_its_points(seg in seg(), t in trs()) {
        let m = t.to_affine();
        let image = seg.transformed(&m);
        for u in [0.0, 0.3, 0.7, 1.0] {
            prop_assert!(num::norm(image.point_at(u) - m * seg.point_at(u)) < 1e-8);
        }
    }

    #[test]
    fn reversing_twice_is_the_identity(path in path()) {
        let back = path.reversed().reversed();
        prop_assert_eq!(back.segs.len(), path.segs.len());
        for (x, y) in back.segs.iter().zip(&path.segs) {
            for u in [0.0, 0.4, 1.0] {
                prop_assert!(num::norm(x.point_at(u) - y.point_at(u)) < 1e-9);
            }
        }
        let scale = path.length().max(1.0);
        prop_assert!((path.reversed().signed_area() + path.signed_area()).abs() < 1e-9 * scale * scale);
        prop_assert!((path.reversed().length() - path.length()).abs() < 1e-9 * scale);
    }

    #[test]
    fn composing_the_decomposition_gives_the_map(a in trs(), b in trs(), hint in trs()) {
        for m in [a.to_affine(), a.to_affine() * b.to_affine()] {
            if let Some(parts) = decompose(m, &hint) {
                prop_assert!(apart(m, parts.to_affine()) < 1e-12, "{m:?} {parts:?}");
            }
        }
        prop_assert_eq!(decompose(a.to_affine(), &a), Some(a));
    }

    #[test]
    fn translation_keeps_rotation_shear_and_scale(t in trs(), by in point()) {
        let moved = decompose(Affine::translate(by.to_vec2()) * t.to_affine(), &t).unwrap();
        prop_assert_eq!((moved.rotate, moved.shear, moved.scale), (t.rotate, t.shear, t.scale));
    }

    #[test]
    fn svg_paths_round_trip(path in path()) {
        let text = svg::write(std::slice::from_ref(&path), false);
        let back = svg::parse(&text).unwrap();
        if path.length() > 0.0 {
            prop_assert_eq!(back.len(), 1, "{}", text);
            let slack = 1e-9 * path.bounds().unwrap().magnitude().max(1.0);
            assert_same_curve(&path, &back[0], slack);
        }
    }

    #[test]
    fn svg_flip_is_a_mirror(path in path()) {
        let mirrored = path.transformed(&Affine::FLIP_Y);
        let back = svg::parse(&svg::write(&[path], true)).unwrap();
        if mirrored.length() > 0.0 {
            assert_same_curve(&mirrored, &back[0], 1e-9 * mirrored.bounds().unwrap().magnitude().max(1.0));
        }
    }

    #[test]
    fn svg_never_panics(text in "[MmLlHhVvCcSsQqTtAaZz0-9eE., +-]{0,40}") {
        let _ = svg::parse(&text);
        let _ = svg::parse(&format!("M0 0{text}é"));
    }

    #[test]
    fn nearest_is_not_farther_than_any_sample(seg in seg(), p in point()) {
        let near = seg.nearest(p).unwrap();
        prop_assert!((num::norm(near.point - p) - near.distance).abs() < 1e-9);
        for i in 0..=300 {
            let q = seg.point_at(f64::from(i) / 300.0);
            prop_assert!(near.distance <= num::norm(q - p) + 1e-9, "{near:?} {q:?}");
        }
    }

    #[test]
    fn param_at_length_inverts_length(seg in seg(), fraction in 0.0..1.0) {
        let (total, fraction): (f64, f64) = (seg.length(), fraction);
        let u = seg.param_at_length(fraction * total);
        prop_assert!((seg.length_between(0.0, u) - fraction * total).abs() <= 1e-9 * total.max(1.0));
        let chords: f64 = (0..2000).map(|i| {
            num::norm(seg.point_at(f64::from(i + 1) / 2000.0) - seg.point_at(f64::from(i) / 2000.0))
        }).sum();
        prop_assert!(chords <= total * (1.0 + 1e-9) + 1e-9 && chords >= total * (1.0 - 1e-4) - 1e-9);
    }

    #[test]
    fn area_scales_with_the_map(path in path(), t in trs()) {
        let m = t.to_affine();
        let size = path.bounds().unwrap();
        let scale = (size.width() + size.height()).max(1.0);
        let want = path.signed_area() * m.determinant();
        let got = path.transformed(&m).signed_area();
        prop_assert!((got - want).abs() <= 1e-8 * scale * scale * (1.0 + affine::max_scale(&m)).powi(2));
    }

    #[test]
    fn contains_agrees_with_a_fine_polygon(paths in prop::collection::vec(path(), 1..3), p in point()) {
        let polygons: Vec<Path> = paths.iter().map(|path| Path::from_points(&path.flatten(1e-2), true)).collect();
        let closed: Vec<Path> = paths.iter().map(|path| {
            let mut path = path.clone();
            if let (false, Some(end), Some(start)) = (path.closed, path.end(), path.start()) {
                path.segs.push(Seg::line(end, start));
            }
            path
        }).collect();
        if closed.iter().all(|path| path.nearest(p).unwrap().distance > 0.1) {
            prop_assert_eq!(contains(&paths, p), contains(&polygons, p));
            prop_assert_eq!(region::winding(&paths, p), region::winding(&polygons, p));
        }
    }

    #[test]
    fn centroid_moves_with_the_map(path in path(), t in trs()) {
        let m = t.to_affine();
        let size = path.bounds().unwrap();
        let scale = (size.width() + size.height()).max(1.0);
        if path.signed_area().abs() > 1e-2 * scale * scale {
            let (before, after) = (path.centroid().unwrap(), path.transformed(&m).centroid().unwrap());
            let slack = 1e-8 * scale * (1.0 + affine::max_scale(&m));
            prop_assert!(num::norm(m * before - after) <= slack, "{before:?} {after:?}");
        }
    }

    #[test]
    fn intersections_lie_on_both_curves(a in seg(), b in seg()) {
        let hits = intersect::seg_seg(&a, &b, Tol::MODEL);
        for hit in &hits {
            let slack = 1e-6;
            prop_assert!(a.nearest(hit.point).unwrap().distance < slack, "{hit:?}");
            prop_assert!(b.nearest(hit.point).unwrap().distance < slack, "{hit:?}");
        }
        prop_assert_eq!(hits.len(), intersect::seg_seg(&b, &a, Tol::MODEL).len());
    }

    #[test]
    fn known_crossings_are_found(a in seg(), b in seg(), u in 0.05..0.95, v in 0.05..0.95) {
        // Moves `b` so that its point at `v` is the point of `a` at `u`.
        let (u, v): (f64, f64) = (u, v);
        let b = b.transformed(&Affine::translate(a.point_at(u) - b.point_at(v)));
        let at = a.point_at(u);
        let steep = match (a.direction_at(u), b.direction_at(v)) {
            (Some(x), Some(y)) => x.cross(y).abs(),
            _ => 0.0,
        };
        if steep > 0.05 {
            let hits = intersect::seg_seg(&a, &b, Tol::MODEL);
            prop_assert!(hits.iter().any(|hit| num::norm(hit.point - at) < 1e-6), "{at:?} {hits:?}");
        }
    }

    #[test]
    fn extreme_numbers_do_not_panic(x in any::<f64>(), y in any::<f64>(), r in any::<f64>(), t in any::<f64>()) {
        let wild = Point::new(x, y);
        let seg = Seg::Conic(Conic { c: wild, p: Vec2::new(r, t), q: Vec2::new(y, r), t0: t, dt: r });
        let cubic = Seg::Cubic(CubicBez::new(wild, Point::new(r, t), Point::new(t, x), Point::ZERO));
        for seg in [seg, cubic, Seg::line(wild, Point::new(r, t)), Seg::Conic(Conic::arc(wild, r, t, x))] {
            let path = Path::new(vec![seg], false);
            let _ = (path.bounds(), path.length(), path.centroid(), path.nearest(Point::new(1.0, t)));
            let _ = (path.flatten(0.1), path.point_at_distance(1.0), contains(std::slice::from_ref(&path), wild));
            let _ = svg::parse(&svg::write(std::slice::from_ref(&path), true));
            let _ = intersect::seg_seg(&seg, &cubic, Tol::MODEL);
            let _ = intersect::path_path(&path, &Path::rounded_rect(wild, r, t, 1.0), Tol::for_extent(x));
        }
        let _ = decompose(Affine::new([x, y, r, t, x, y]), &Trs::IDENTITY);
    }
}
