//! Tests of splines and helices, and of curves that leave the range of a drawing.

use super::*;

/// Returns the tags of control points.
fn control(points: &[[f64; 2]]) -> String {
    points.iter().map(|[x, y]| format!(" 10 {x} 20 {y}")).collect()
}

const ZIGZAG: [[f64; 2]; 8] = [
    [0.0, 40.0],
    [10.0, 60.0],
    [20.0, 40.0],
    [30.0, 60.0],
    [40.0, 40.0],
    [50.0, 60.0],
    [60.0, 40.0],
    [70.0, 60.0],
];

fn spline(degree: usize, knots: &[u8], points: &[[f64; 2]]) -> String {
    let knots: String = knots.iter().map(|knot| format!(" 40 {knot}")).collect();
    let shape = one(&format!("0 SPLINE 71 {degree}{knots}{}", control(points)));
    let Shape::Bezier(path) = shape else {
        panic!("{shape:?}")
    };
    path.text().to_owned()
}

#[test]
fn a_spline_that_jumps_has_two_parts() {
    assert_eq!(
        spline(3, &[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2], &ZIGZAG),
        "M0 40C10 60 20 40 30 60M40 40C50 60 60 40 70 60"
    );
    let path = spline(2, &[0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 3], &ZIGZAG);
    assert!(
        path.contains(" 20 40M30 60C") && path.ends_with(" 70 60"),
        "{path}"
    );
    assert_eq!(
        spline(1, &[0, 0, 1, 1, 2, 2], &ZIGZAG[..4]),
        "M0 40L10 60M20 40L30 60"
    );
}

#[test]
fn a_rational_spline_with_large_weights_stays_between_its_control_points() {
    for weight in ["400", "1000", "10000"] {
        let spline = format!(
            "0 SPLINE 5 7 71 2 40 0 40 0 40 0 40 1 40 1 40 1 10 0 20 0 10 10 20 20 10 20 20 -10 41 1 41 {weight} 41 1"
        );
        let drawing = drawing("", &spline);
        let bounds = shape(&drawing.items[0]).bounds(&Affine::IDENTITY).unwrap();
        assert!(bounds.min.x >= -1e-6 && bounds.max.x <= 20.0 + 1e-6, "{bounds:?}");
        assert!(
            bounds.min.y >= -10.0 - 1e-6 && bounds.max.y <= 20.0 + 1e-6,
            "{bounds:?}"
        );
        assert_eq!(
            report(&drawing),
            ["SPLINE (1): changed [7]: Its curve is approximated by cubic curves within 1e-8 of its size."]
        );
    }
}

#[test]
fn a_helix_is_read_from_the_part_that_is_its_curve() {
    let spline = "100 AcDbSpline 71 1 40 0 40 0 40 1 40 1 10 0 20 0 10 5 20 2";
    let helix = "100 AcDbHelix 90 29 91 63 10 1 20 1 11 2 21 0 40 9 41 3 42 1 290 1 280 1";
    assert_eq!(
        one(&format!("0 HELIX 100 AcDbEntity 8 0 {spline} {helix}")),
        one(&format!("0 SPLINE 8 0 {spline}"))
    );
}

#[test]
fn an_entity_that_partly_leaves_the_range_is_left_out() {
    let drawing = drawing(
        "",
        "0 LINE 10 0 20 0 11 10 21 5 0 CIRCLE 5 A 10 6e8 20 0 40 5e8 0 ARC 5 B 10 80 20 0 40 1e9 50 0 51 1e-7",
    );
    assert_eq!(drawing.items.len(), 1);
    let reason = "It has no size, or its numbers are outside the range of a drawing.";
    assert_eq!(
        report(&drawing),
        [
            format!("ARC (1): left out [B]: {reason}"),
            format!("CIRCLE (1): left out [A]: {reason}")
        ]
    );
}
