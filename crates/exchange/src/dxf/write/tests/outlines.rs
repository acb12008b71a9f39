//! Tests of lines, circles, polylines, and splines in DXF files.

use super::*;

#[test]
fn lines_and_circles_stay_exact_under_similarities() {
    let scene = drawing(vec![
        plain(line(&[(0.0, 0.0), (0.1 + 0.2, 5.0)], false)),
        plain(line(&[(0.0, 0.0), (4.0, 0.0), (4.0, 3.0)], true)),
        scaled(circle(1.0, 2.0, 5.0), -2.0, 2.0),
        scaled(
            Shape::Arc {
                center: Point::ORIGIN,
                radius: 10.0,
                start_angle: 0.0,
                end_angle: std::f64::consts::FRAC_PI_2,
            },
            1.0,
            -1.0,
        ),
        plain(Shape::Point {
            at: Point::new(-7.0, 0.0),
        }),
    ]);
    assert_eq!(
        shown(&written(&scene, DxfPreset::Cut).bytes),
        [
            "LINE 370:25 10:0.0 20:0.0 11:0.3 21:5.0",
            "LWPOLYLINE 370:25 90:3 70:1 43:0.0 10:0.0 20:0.0 10:4.0 20:0.0 10:4.0 20:3.0",
            "CIRCLE 370:50 10:-2.0 20:4.0 40:10.0",
            "ARC 370:25 10:0.0 20:0.0 40:10.0 50:270.0 51:0.0",
            "POINT 370:25 10:-7.0 20:0.0",
        ]
    );
}

#[test]
fn a_circle_under_a_nonuniform_scale_is_an_ellipse() {
    let scene = drawing(vec![
        scaled(circle(1.0, 1.0, 5.0), 2.0, 1.0),
        scaled(
            Shape::Arc {
                center: Point::ORIGIN,
                radius: 10.0,
                start_angle: 0.0,
                end_angle: std::f64::consts::FRAC_PI_2,
            },
            -1.0,
            0.5,
        ),
    ]);
    assert_eq!(
        shown(&written(&scene, DxfPreset::Cad).bytes),
        [
            "ELLIPSE 370:35 10:2.0 20:1.0 11:10.0 21:0.0 40:0.5 41:0.0 42:6.283185307179586",
            "ELLIPSE 370:18 10:0.0 20:0.0 11:-10.0 21:0.0 40:0.5 41:4.71238898038469 42:0.0",
        ]
    );
    let r12 = written(&scene, DxfPreset::R12);
    let kinds: Vec<String> = entities(&r12.bytes).iter().map(|e| e.kind.clone()).collect();
    assert_eq!(kinds.first().map(String::as_str), Some("POLYLINE"));
    assert!(!kinds.contains(&"ELLIPSE".to_owned()));
    assert_eq!(entry(&r12, "SPLINE").ids, ["a", "b"]);
}

#[test]
fn a_rounded_rectangle_is_one_closed_polyline_with_bulges() {
    let scene = drawing(vec![plain(Shape::Rect {
        corner: Point::ORIGIN,
        width: 20.0,
        height: 10.0,
        corner_radius: 2.0,
    })]);
    let bulge = "42:0.414213562373095";
    assert_eq!(
        shown(&written(&scene, DxfPreset::Cut).bytes),
        [format!(
            "LWPOLYLINE 370:25 90:8 70:1 43:0.0 10:2.0 20:0.0 10:18.0 20:0.0 {bulge} 10:20.0 20:2.0 10:20.0 20:8.0 {bulge} \
             10:18.0 20:10.0 10:2.0 20:10.0 {bulge} 10:0.0 20:8.0 10:0.0 20:2.0 {bulge}"
        )]
    );
    let r12 = entities(&written(&scene, DxfPreset::R12).bytes);
    assert_eq!((r12[0].kind.as_str(), r12[0].get(70)), ("POLYLINE", Some("1")));
    assert_eq!(r12.iter().filter(|record| record.kind == "VERTEX").count(), 8);
    assert_eq!(r12.last().unwrap().kind, "SEQEND");
}

/// Returns the arcs and lines of a polyline of the file.
fn polyline(record: &file::Record) -> Path {
    let mut points: Vec<(Point, f64)> = Vec::new();
    for (code, value) in &record.tags {
        let value: f64 = value.parse().unwrap_or_default();
        match code {
            10 => points.push((Point::new(value, 0.0), 0.0)),
            20 => points.last_mut().unwrap().0.y = value,
            42 => points.last_mut().unwrap().1 = value,
            _ => {}
        }
    }
    let closed = record.get(70) == Some("1");
    let count = points.len();
    let pieces = if closed { count } else { count - 1 };
    let segs = (0..pieces).map(|i| {
        let ((a, bulge), (b, _)) = (points[i], points[(i + 1) % count]);
        if bulge == 0.0 {
            return trammel_kernel::Seg::line(a, b);
        }
        // The center lies on the bisector of the chord.
        let chord = b - a;
        let across = Vec2::new(-chord.y, chord.x);
        let center = a.midpoint(b) + across * ((1.0 - bulge * bulge) / (4.0 * bulge));
        let angle = |p: Point| libm::atan2(p.y - center.y, p.x - center.x);
        let conic = trammel_kernel::Conic {
            t0: angle(a),
            dt: 4.0 * libm::atan(bulge),
            ..trammel_kernel::Conic::circle(center, trammel_kernel::norm(a - center))
        };
        trammel_kernel::Seg::Conic(conic)
    });
    Path::new(segs.collect(), closed)
}

#[test]
fn splines_stay_splines_or_become_arcs_within_a_hundredth_of_a_millimeter() {
    let data = PathData::new("M0,0 C0,40 60,-40 60,0 S90,60 100,0").unwrap();
    let source = data.paths()[0].clone();
    for units in [Units::Mm, Units::In] {
        let scene = drawing(vec![plain(Shape::Bezier(data.clone()))]);
        let scene = {
            let mut other = Scene::new("part").with_units(units);
            other.apply(&Scene::new("part").diff_to(&scene));
            other
        };
        let exact = entities(&written(&scene, DxfPreset::Cad).bytes);
        assert_eq!(exact.len(), 1);
        assert_eq!(exact[0].kind, "SPLINE");
        assert_eq!(
            exact[0].numbers(40),
            [0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0]
        );
        assert_eq!(exact[0].numbers(10), [0.0, 0.0, 60.0, 60.0, 60.0, 90.0, 100.0]);
        let rough = written(&scene, DxfPreset::Cut);
        assert_eq!(entry(&rough, "SPLINE").ids, ["a"]);
        let arcs = entities(&rough.bytes);
        assert_eq!(arcs.len(), 1);
        let (arcs, tolerance) = (
            polyline(&arcs[0]),
            if units == Units::In { 0.01 / 25.4 } else { 0.01 },
        );
        for point in source.flatten(1e-3) {
            assert!(arcs.distance_to(point).unwrap() <= tolerance, "{point:?}");
        }
        for point in arcs.flatten(1e-3) {
            assert!(
                source.distance_to(point).unwrap() <= tolerance + 1e-3,
                "{point:?}"
            );
        }
        // The choice of the user overrides the preset.
        let kept = with(
            &scene,
            DxfOptions {
                preset: DxfPreset::Cut,
                splines_as_arcs: Some(false),
                outline_text: None,
            },
        );
        assert_eq!(entities(&kept.bytes)[0].kind, "SPLINE");
    }
}
