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
        (trammel_text::Align::Center, trammel_text::Valign::Middle)
    );
    assert_eq!(text.angle, FRAC_PI_2);
    let Shape::Text(text) = one("0 MTEXT 10 1 20 2 40 2.5 71 5 3 one\\P 1 {\\fArial;two} 11 0 21 1") else {
        panic!();
    };
    assert_eq!((text.text.as_str(), text.angle), ("one\ntwo", FRAC_PI_2));
    assert_eq!(
        (text.align, text.valign),
        (trammel_text::Align::Center, trammel_text::Valign::Middle)
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
    let bounds = trammel_kernel::Path::bounds_of(&hatch.boundary).unwrap();
    assert!(
        (bounds.max.x - 15.0).abs() < 1e-12 && (bounds.max.y - 10.0).abs() < 1e-12,
        "{bounds:?}"
    );
    // A clockwise arc has negated angles: this one is the lower half.
    let clockwise = "92 1 93 2 72 2 10 0 20 0 40 5 50 0 51 180 73 0 72 1 10 -5 20 0 11 5 21 0";
    let Shape::Hatch(hatch) = one(&format!("0 HATCH 2 SOLID 70 1 91 1 {clockwise} 97 0 75 0")) else {
        panic!();
    };
    let bounds = trammel_kernel::Path::bounds_of(&hatch.boundary).unwrap();
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

#[test]
fn a_full_turn_with_rounded_angles_is_whole() {
    for angles in [
        "50 0 51 360",
        "50 30 51 390",
        "50 30 51 390.00001",
        "50 12.3457 51 372.3456",
        "50 0 51 359.9999",
        "50 -180.0 51 180.00000001",
        "50 45 51 45",
    ] {
        let shape = one(&format!("0 ARC 10 1 20 2 40 5 {angles}"));
        assert!(
            matches!(shape, Shape::Circle { radius: 5.0, .. }),
            "{angles}: {shape:?}"
        );
    }
    for parameters in [
        "41 0 42 6.28319",
        "41 0.0 42 6.2832",
        "41 0 42 6.283185",
        "41 1.0472 42 7.3304",
        "41 -3.14159 42 3.14159",
        "41 0 42 12.566370614359172",
        "41 0 42 7.0",
    ] {
        let shape = one(&format!("0 ELLIPSE 10 0 20 0 11 10 21 0 40 0.5 {parameters}"));
        let Shape::Ellipse {
            start_angle,
            end_angle,
            ..
        } = shape
        else {
            panic!("{shape:?}");
        };
        assert_eq!(end_angle - start_angle, TAU, "{parameters}");
    }
    // Angles that are nearly a full turn, with the decimals to say so, are an arc.
    for (entity, sweep) in [
        ("0 ARC 10 0 20 0 40 5 50 0 51 359.9", 359.9_f64.to_radians()),
        (
            "0 ARC 10 0 20 0 40 5 50 0.00000 51 359.99000",
            359.99_f64.to_radians(),
        ),
        ("0 ARC 10 0 20 0 40 5 50 0 51 359", 359_f64.to_radians()),
        ("0 ARC 10 0 20 0 40 5 50 350 51 370", 20_f64.to_radians()),
        ("0 ELLIPSE 10 0 20 0 11 10 21 0 40 0.5 41 0 42 6", 6.0),
        (
            "0 ELLIPSE 10 0 20 0 11 10 21 0 40 0.5 41 0.0000000 42 6.2500000",
            6.25,
        ),
    ] {
        let shape = one(entity);
        let (start, end) = match shape {
            Shape::Arc {
                start_angle,
                end_angle,
                ..
            }
            | Shape::Ellipse {
                start_angle,
                end_angle,
                ..
            } => (start_angle, end_angle),
            other => panic!("{entity}: {other:?}"),
        };
        assert!((end - start - sweep).abs() < 1e-9, "{entity}: {}", end - start);
    }
}

#[test]
fn a_spline_with_equal_weights_is_not_rational() {
    let spline = |weights: &str| {
        one(&format!(
            "0 SPLINE 70 8 71 3 40 0 40 0 40 0 40 0 40 1 40 1 40 1 40 1 {weights} 10 0 20 0 10 0 20 20 10 20 20 20 10 20 20 0"
        ))
    };
    let plain = spline("");
    for weight in ["-1", "-1.0", "2.5", "0"] {
        assert_eq!(spline(&format!("41 {weight} ").repeat(4)), plain, "{weight}");
    }
}

/// Returns the area of a filled hatch.
fn hatch_area(style: i64, boundaries: &str) -> f64 {
    let text = format!("0 HATCH 10 0 20 0 2 SOLID 70 1 71 0 {boundaries} 75 {style} 76 1 98 0");
    let Shape::Hatch(hatch) = one(&text) else {
        panic!("not a hatch");
    };
    trammel_kernel::region::region_area(&hatch.boundary).abs()
}

#[test]
fn the_island_style_of_a_hatch_says_which_areas_are_filled() {
    let square = |half: i64| {
        format!(
            "92 3 72 0 73 1 93 4 10 -{half} 20 -{half} 10 {half} 20 -{half} 10 {half} 20 {half} 10 -{half} 20 {half} 97 0"
        )
    };
    let nested = format!("91 4 {} {} {} {}", square(2), square(15), square(5), square(10));
    for (style, area) in [(0, 900.0 - 400.0 + 100.0 - 16.0), (1, 500.0), (2, 900.0)] {
        let found = hatch_area(style, &nested);
        assert!((found - area).abs() < 1e-9, "style {style}: {found}");
    }
}

#[test]
fn the_angles_of_an_elliptic_edge_are_those_with_which_the_edges_meet() {
    let (a, b) = (10.0_f64, 2.5_f64);
    // The end in the direction of 45 degrees, and the end with the parameter of 45 degrees.
    let by_direction = a * b / (a * a + b * b).sqrt();
    let by_parameter = [a, b].map(|axis| axis * std::f64::consts::FRAC_1_SQRT_2);
    for ([x, y], area) in [
        ([by_direction, by_direction], a * b / 2.0 * libm::atan(4.0)),
        (by_parameter, a * b / 2.0 * PI / 4.0),
    ] {
        let edges = format!(
            "91 1 92 1 93 3 72 1 10 0 20 0 11 10 21 0 72 3 10 0 20 0 11 10 21 0 40 0.25 50 0 51 45 73 1 72 1 10 {x} 20 {y} 11 0 21 0 97 0"
        );
        let found = hatch_area(0, &edges);
        assert!((found - area).abs() < 1e-6, "{found} {area}");
    }
}

#[test]
fn multilines_are_their_lines() {
    let drawing = drawing(
        "",
        "0 MLINE 2 STANDARD 10 0 20 0 71 1 72 2 73 2 11 0 21 0 12 1 22 0 13 0 23 1 74 2 41 0.5 41 0 75 0 74 2 41 -0.5 41 0 75 0 \
         11 10 21 0 12 1 22 0 13 0 23 1 74 2 41 0.5 41 0 75 0 74 2 41 -0.5 41 0 75 0",
    );
    let ImportedContent::Group(items) = &drawing.items[0].content else {
        panic!("{:?}", drawing.items);
    };
    let lines: Vec<&Shape> = items.iter().map(shape).collect();
    let line = |y: f64| Shape::Line {
        points: vec![Point::new(0.0, y), Point::new(10.0, y)],
        closed: false,
    };
    assert_eq!(lines, [&line(0.5), &line(-0.5)]);
}

#[test]
fn a_text_seen_from_below_stays_readable_in_its_frame() {
    let Shape::Text(text) = one("0 TEXT 10 -50 20 10 40 5 1 ABC 210 0 220 0 230 -1") else {
        panic!();
    };
    assert_eq!(
        (text.at, text.align),
        (Point::new(50.0, 10.0), trammel_text::Align::Right)
    );
    assert!(text.angle.abs() < 1e-12, "{}", text.angle);
}

#[test]
fn a_text_is_decoded_as_a_whole() {
    let Shape::Text(text) = one("0 MTEXT 10 0 20 0 40 2.5 71 1 3 Wert_\\U+00 1 B0_Ende") else {
        panic!();
    };
    assert_eq!(text.text, "Wert ° Ende");
}

#[test]
fn what_a_text_or_a_face_cannot_keep_is_reported() {
    let face = "0 3DFACE 10 0 20 0 11 9 21 0 12 9 22 9 13 0 23 9 70";
    for (entity, part, is_reported) in [
        (
            "0 MTEXT 10 0 20 0 40 5 1 A\\PB 44 2",
            "distance between the lines",
            true,
        ),
        (
            "0 MTEXT 10 0 20 0 40 5 1 A\\PB 44 1",
            "distance between the lines",
            false,
        ),
        (
            "0 MTEXT 10 0 20 0 40 5 1 AB 44 2",
            "distance between the lines",
            false,
        ),
        (&format!("{face} 4"), "hides some of its edges", true),
        (&format!("{face} 0"), "hides some of its edges", false),
    ] {
        let lines = report(&drawing("", entity)).join("\n");
        assert_eq!(lines.contains(part), is_reported, "{entity}: {lines}");
    }
}

#[test]
fn other_digits_of_a_dimension_are_reported() {
    for (style, block, is_reported) in [
        ("", "0 TEXT 10 0 20 0 40 2.5 1 19.87", false),
        ("", "0 TEXT 10 0 20 0 40 2.5 1 19.870", true),
        ("", "0 TEXT 10 0 20 0 40 2.5 1 19,87", true),
        ("271 3 78 0", "", true),
        ("271 3 78 8", "", false),
        ("271 2 78 8 278 44", "", true),
        ("271 2 78 12 144 0.01", "", true),
    ] {
        let tables = format!("0 DIMSTYLE 2 S {style}");
        let blocks = format!("0 BLOCK 2 *D1 {block} 0 ENDBLK");
        let entities = "0 DIMENSION 2 *D1 3 S 70 32 10 19.87 20 15 13 0 23 0 14 19.87 24 0 50 0";
        let text = file("9 $INSUNITS 70 4", &tables, &blocks, entities);
        let lines = report(&reading(&text, &ImportOptions::default()).unwrap()).join("\n");
        assert_eq!(
            lines.contains("other zeros"),
            is_reported,
            "{style} {block}: {lines}"
        );
    }
}

/// Returns the text of a dimension of 19.87 with these tags and this content of its block, and whether it is typed.
fn dimension_text(style: &str, tags: &str, block: &str) -> (String, bool) {
    let tables = format!("0 DIMSTYLE 2 S 271 2 {style}");
    let blocks = format!("0 BLOCK 2 *D1 {block} 0 ENDBLK");
    let entities = format!("0 DIMENSION 2 *D1 3 S 70 32 10 19.87 20 15 13 0 23 0 14 19.87 24 0 50 0 {tags}");
    let text = file("9 $INSUNITS 70 4", &tables, &blocks, &entities);
    let drawing = reading(&text, &ImportOptions::default()).unwrap();
    let Shape::Dimension(tied) = shape(&drawing.items[0]) else {
        panic!("{:?}", drawing.items);
    };
    (tied.dimension.label(), tied.dimension.text.is_some())
}

#[test]
fn a_dimension_has_the_text_of_the_file() {
    for (style, tags, block, wanted, is_typed) in [
        ("", "", "", "19.87", false),
        // Variables that the dimension overrides.
        (
            "",
            "1001 ACAD 1000 DSTYLE 1002 { 1070 144 1040 10.0 1002 }",
            "",
            "198.7",
            false,
        ),
        (
            "144 2",
            "1001 ACAD 1000 DSTYLE 1002 { 1070 271 1070 0 1070 144 1040 1.0 1002 }",
            "",
            "20",
            false,
        ),
        (
            "",
            "1001 OTHER 1000 DSTYLE_2 1002 { 1070 144 1040 10.0 1002 }",
            "",
            "19.87",
            false,
        ),
        // Tolerances.
        ("71 1 47 0.1 48 0.1", "", "", "19.87 ±0.1", false),
        ("71 1 47 0.2 48 0.1", "", "", "19.87 +0.2 -0.1", false),
        ("71 0 47 0.2 48 0.1", "", "", "19.87", false),
        // Rounding, and formats that a drawing has not.
        ("45 0.5", "", "", "20", true),
        ("45 0.25", "", "", "19.75", true),
        ("277 5", "", "0 TEXT 10 0 20 0 40 2.5 1 19_7/8", "19 7/8", true),
        // The same number in another form.
        ("", "", "0 TEXT 10 0 20 0 40 2.5 1 19,870", "19.87", false),
        ("", "", "0 MTEXT 10 0 20 0 40 2.5 1 \\A1;19.87", "19.87", false),
        (
            "",
            "1 <>_TYP",
            "0 TEXT 10 0 20 0 40 2.5 1 something",
            "19.87 TYP",
            true,
        ),
    ] {
        let (text, typed) = dimension_text(style, tags, block);
        assert_eq!(
            (text.replace('\u{a0}', " ").as_str(), typed),
            (wanted, is_typed),
            "{style} {tags} {block}"
        );
    }
}

#[test]
fn content_that_a_block_draws_is_imported_from_it() {
    let blocks = "0 BLOCK 2 *T1 10 0 20 0 0 LINE 10 0 20 0 11 20 21 0 0 LINE 10 0 20 -5 11 20 21 -5 0 ENDBLK \
        0 BLOCK 2 T 0 LINE 10 0 20 0 11 5 21 0 0 ATTDEF 10 2 20 3 40 2 1 CONST 3 p 2 TAG 70 2 0 ATTDEF 10 2 20 3 40 2 1 ASKED 70 0 0 ENDBLK";
    for (entity, count) in [
        ("0 ACAD_TABLE 2 *T1 10 30 20 40 91 1 92 1", 2),
        ("0 INSERT 2 T", 2),
        ("0 ARC_DIMENSION 2 *T1", 2),
        ("0 LARGE_RADIAL_DIMENSION 2 *T1", 2),
    ] {
        // The names of types have underscores, which `file` takes for spaces.
        let text = file(
            "9 $INSUNITS 70 4",
            "",
            blocks,
            &format!("0 TYPE {}", &entity[entity.find(" 2 ").unwrap()..]),
        );
        let kind = entity.split(' ').nth(1).unwrap();
        let drawing = reading(&text.replace("TYPE", kind), &ImportOptions::default()).unwrap();
        let items = match &drawing.items[0].content {
            ImportedContent::Group(items) => items,
            ImportedContent::Insert(insert) => &drawing.blocks[insert.block].items,
            other => panic!("{other:?}"),
        };
        assert_eq!(items.len(), count, "{entity}");
    }
}
