//! Tests of the shapes of entities.

use super::*;

#[test]
fn simple_entities_keep_their_numbers() {
    let line = Shape::Line {
        points: vec![Point::new(1.0, 2.0), Point::new(3.5, -4.0)],
        closed: false,
    };
    assert_eq!(one("0 LINE 8 cut 10 1 20 2 30 7 11 3.5 21 -4 31 7"), line);
    let circle = Shape::Circle {
        center: Point::new(5.0, 6.0),
        radius: 2.0,
    };
    assert_eq!(one("0 CIRCLE 10 5 20 6 40 2"), circle);
    assert_eq!(
        one("0 POINT 10 5 20 6"),
        Shape::Point {
            at: Point::new(5.0, 6.0)
        }
    );
    let Shape::Arc {
        start_angle,
        end_angle,
        ..
    } = one("0 ARC 10 0 20 0 40 5 50 270 51 90")
    else {
        panic!();
    };
    assert_eq!((start_angle, end_angle), (1.5 * PI, 2.5 * PI));
    let Shape::Ellipse { rx, ry, rotation, .. } =
        one("0 ELLIPSE 10 0 20 0 11 0 21 4 40 0.5 41 0 42 6.283185")
    else {
        panic!();
    };
    assert_eq!((rx, ry, rotation), (4.0, 2.0, FRAC_PI_2));
}

#[test]
fn an_extrusion_down_mirrors_x() {
    let circle = Shape::Circle {
        center: Point::new(-5.0, 6.0),
        radius: 2.0,
    };
    assert_eq!(one("0 CIRCLE 10 5 20 6 40 2 210 0 220 0 230 -1"), circle);
    // A quarter from 0 to 90 degrees becomes one from 90 to 180 degrees.
    let arc = one("0 ARC 10 1 20 0 40 5 50 0 51 90 230 -1 210 0 220 0");
    let bounds = arc.bounds(&Affine::IDENTITY).unwrap();
    assert!(
        (bounds.min.x + 6.0).abs() < 1e-12 && (bounds.max.x + 1.0).abs() < 1e-12,
        "{bounds:?}"
    );
    assert!(bounds.min.y.abs() < 1e-12 && (bounds.max.y - 5.0).abs() < 1e-12);
    // The bulge of a mirrored polyline is on the other side.
    let polyline = one("0 LWPOLYLINE 90 3 10 0 20 0 42 1 10 10 20 0 10 10 20 5 210 0 220 0 230 -1");
    let bounds = polyline.bounds(&Affine::IDENTITY).unwrap();
    assert!(
        (bounds.min.x + 10.0).abs() < 1e-9 && (bounds.min.y + 5.0).abs() < 1e-9,
        "{bounds:?}"
    );
    // An ellipse is in world coordinates: only the direction of its parameter changes.
    let ellipse = one("0 ELLIPSE 10 5 20 0 11 4 21 0 40 0.5 41 0 42 1.5707963267948966 210 0 220 0 230 -1");
    let bounds = ellipse.bounds(&Affine::IDENTITY).unwrap();
    assert!(
        (bounds.min.y + 2.0).abs() < 1e-9 && (bounds.max.x - 9.0).abs() < 1e-9,
        "{bounds:?}"
    );
}

#[test]
fn an_inclined_entity_is_projected_and_reported() {
    let drawing = drawing("", "0 CIRCLE 5 2F 10 0 20 0 40 2 210 1 220 0 230 1");
    let Shape::Ellipse { rx, ry, .. } = shape(&drawing.items[0]) else {
        panic!("{:?}", drawing.items);
    };
    assert!((rx.max(*ry) - 2.0).abs() < 1e-12 && (rx.min(*ry) - 2f64.sqrt()).abs() < 1e-12);
    assert_eq!(
        report(&drawing),
        ["CIRCLE (1): changed [2F]: It is projected to the xy plane, because a drawing has no height."]
    );
}

#[test]
fn polylines_of_both_kinds_are_read() {
    let new = one("0 LWPOLYLINE 90 4 70 1 10 0 20 0 10 10 20 0 42 1 10 10 20 5 10 0 20 5 42 1");
    let old = one(
        "0 POLYLINE 66 1 70 1 0 VERTEX 10 0 20 0 0 VERTEX 10 10 20 0 42 1 0 VERTEX 10 10 20 5 0 VERTEX 10 0 20 5 42 1 0 SEQEND",
    );
    assert_eq!(new, old);
    let Shape::Bezier(path) = new else {
        panic!("{new:?}")
    };
    assert_eq!(path.text(), "M0 0L10 0A2.5 2.5 0 0 1 10 5L0 5A2.5 2.5 0 0 1 0 0Z");
    // The points of the frame of a spline are left out.
    let fitted = one(
        "0 POLYLINE 70 4 0 VERTEX 10 0 20 0 70 16 0 VERTEX 10 1 20 1 70 8 0 VERTEX 10 2 20 1 70 8 0 SEQEND 0 SEQEND",
    );
    assert_eq!(fitted.paths()[0].start(), Some(Point::new(1.0, 1.0)));
    let mesh = drawing("", "0 POLYLINE 5 A1 70 64 0 VERTEX 10 0 20 0 0 SEQEND");
    assert_eq!(
        report(&mesh),
        ["POLYLINE (1): left out [A1]: It is a mesh in space."]
    );
    let wide = drawing("", "0 LWPOLYLINE 43 0.8 10 0 20 0 10 5 20 0");
    let stroke = wide.items[0].style.clone().unwrap().stroke.unwrap();
    assert_eq!(stroke.width, 0.8);
}

#[test]
fn texts_have_their_anchor_and_characters() {
    let Shape::Text(text) = one("0 TEXT 10 0 20 0 40 5 1 %%c10_\\U+B3C4 50 90 72 1 73 2 11 7 21 8") else {
        panic!();
    };
    assert_eq!(
        (text.text.as_str(), text.at, text.size),
        ("⌀10 도", Point::new(7.0, 8.0), 5.0)
    );
    assert_eq!(
        (text.align, text.valign),
        (crate::text::Align::Center, crate::text::Valign::Middle)
    );
    assert_eq!(text.angle, FRAC_PI_2);
    let Shape::Text(text) = one("0 MTEXT 10 1 20 2 40 2.5 71 5 3 one\\P 1 {\\fArial;two} 11 0 21 1") else {
        panic!();
    };
    assert_eq!((text.text.as_str(), text.angle), ("one\ntwo", FRAC_PI_2));
    assert_eq!(
        (text.align, text.valign),
        (crate::text::Align::Center, crate::text::Valign::Middle)
    );
}

#[test]
fn dimensions_keep_their_points_and_text() {
    let Shape::Dimension(tied) =
        one("0 DIMENSION 70 32 10 0 20 10 11 50 21 12 13 0 23 0 14 100 24 5 50 0 1 <>_H7")
    else {
        panic!();
    };
    assert_eq!(tied.dimension.value, 100.0);
    assert_eq!(tied.dimension.text.as_deref(), Some("<> H7"));
    let Shape::Dimension(tied) = one("0 DIMENSION 70 3 10 -5 20 0 15 5 25 0 11 8 21 8") else {
        panic!();
    };
    assert_eq!(tied.dimension.label(), "⌀10");
    // The angle of two lines is that on the side of the dimension arc.
    let lines = "13 0 23 0 14 10 24 0 15 0 25 0 10 10 20 10";
    for (at, wanted) in [("16 9 26 3", 45.0), ("16 -3 26 9", 135.0), ("16 -9 26 -3", 45.0)] {
        let Shape::Dimension(tied) = one(&format!("0 DIMENSION 70 2 {lines} {at}")) else {
            panic!();
        };
        assert!((tied.dimension.value.to_degrees() - wanted).abs() < 1e-9, "{at}");
    }
}

#[test]
fn hatches_have_boundaries_of_every_kind() {
    let polyline = "92 7 72 1 73 1 93 4 10 0 20 0 42 0 10 10 20 0 42 1 10 10 20 5 42 0 10 0 20 5 42 1 97 0";
    let Shape::Hatch(hatch) = one(&format!(
        "0 HATCH 10 0 20 0 30 0 2 ANSI31 70 0 91 1 {polyline} 75 1 76 1 52 0 41 2 78 1 53 45 43 0 44 0 45 -4.490128 46 4.490128 79 0"
    )) else {
        panic!();
    };
    assert_eq!((hatch.pattern.as_str(), hatch.boundary.len()), ("ansi31", 1));
    assert!((hatch.scale - 2.0).abs() < 1e-6 && hatch.angle == 0.0);
    let edges = "92 1 93 3 72 1 10 0 20 0 11 10 21 0 72 2 10 10 20 5 40 5 50 270 51 90 73 1 72 4 94 3 73 0 74 0 95 8 96 4 \
        40 0 40 0 40 0 40 0 40 1 40 1 40 1 40 1 10 10 20 10 10 6 20 10 10 0 20 6 10 0 20 0 97 0";
    let Shape::Hatch(hatch) = one(&format!("0 HATCH 2 SOLID 70 1 91 1 {edges} 75 0 76 1")) else {
        panic!();
    };
    assert_eq!(hatch.pattern, "solid");
    let bounds = crate::geometry::Path::bounds_of(&hatch.boundary).unwrap();
    assert!(
        (bounds.max.x - 15.0).abs() < 1e-12 && (bounds.max.y - 10.0).abs() < 1e-12,
        "{bounds:?}"
    );
    // A clockwise arc has negated angles: this one is the lower half.
    let clockwise = "92 1 93 2 72 2 10 0 20 0 40 5 50 0 51 180 73 0 72 1 10 -5 20 0 11 5 21 0";
    let Shape::Hatch(hatch) = one(&format!("0 HATCH 2 SOLID 70 1 91 1 {clockwise} 97 0 75 0")) else {
        panic!();
    };
    let bounds = crate::geometry::Path::bounds_of(&hatch.boundary).unwrap();
    assert!(
        (bounds.min.y + 5.0).abs() < 1e-12 && bounds.max.y.abs() < 1e-12,
        "{bounds:?}"
    );
    let outline = drawing(
        "",
        &format!(
            "0 HATCH 5 H 2 GRAVEL 70 0 91 1 {polyline} 75 0 78 3 53 1 45 1 46 1 53 2 45 1 46 1 53 7 45 1 46 1"
        ),
    );
    assert!(matches!(shape(&outline.items[0]), Shape::Bezier(_)));
    assert_eq!(outline.report[0].treatment, Treatment::Changed);
}

#[test]
fn solids_and_faces_are_outlines_of_their_corners() {
    let Shape::Polygon { points, .. } = one("0 SOLID 10 0 20 0 11 4 21 0 12 0 22 3 13 4 23 3") else {
        panic!();
    };
    assert_eq!(points[2], Point::new(4.0, 3.0));
    let Shape::Line { points, closed: true } = one("0 3DFACE 10 0 20 0 11 4 21 0 12 4 22 3 13 4 23 3") else {
        panic!();
    };
    assert_eq!(points.len(), 3);
}

#[test]
fn splines_are_curves() {
    let cubic =
        "71 3 72 8 73 4 40 0 40 0 40 0 40 0 40 1 40 1 40 1 40 1 10 0 20 0 10 1 20 2 10 3 20 2 10 4 20 0";
    let Shape::Bezier(path) = one(&format!("0 SPLINE 70 8 {cubic}")) else {
        panic!();
    };
    assert_eq!(path.text(), "M0 0C1 2 3 2 4 0");
    let fitted = drawing("", "0 SPLINE 5 F 70 8 71 3 74 3 11 0 21 0 11 2 21 1 11 4 21 0");
    assert_eq!(
        fitted.report[0].reason,
        "Its curve is computed from its fit points."
    );
    let bad = drawing(
        "",
        "0 SPLINE 5 F 71 3 40 0 10 0 20 0 10 1 20 1 10 2 20 1 10 2 20 2",
    );
    assert_eq!(
        bad.report[0].reason,
        "The number of knots does not match the control points."
    );
}

#[test]
fn the_full_turn_of_an_arc_is_a_circle() {
    assert!(matches!(
        one("0 ARC 10 0 20 0 40 5 50 0 51 360"),
        Shape::Circle { .. }
    ));
    assert!(matches!(
        one("0 ARC 10 0 20 0 40 5 50 30 51 30"),
        Shape::Circle { .. }
    ));
    let Shape::Arc {
        start_angle,
        end_angle,
        ..
    } = one("0 ARC 10 0 20 0 40 5 50 -10 51 350.5")
    else {
        panic!();
    };
    assert!((end_angle - start_angle).abs() < TAU);
}
