//! Tests of short arcs and of arcs that are nearly full turns: angles in, sweeps out.

use super::*;
use proptest::prelude::*;

/// Returns the sweep of an arc or elliptic arc in radians, and that of a circle as a full turn.
fn sweep_of(shape: &Shape) -> f64 {
    match shape {
        Shape::Circle { .. } => TAU,
        Shape::Arc {
            start_angle,
            end_angle,
            ..
        }
        | Shape::Ellipse {
            start_angle,
            end_angle,
            ..
        } => end_angle - start_angle,
        other => panic!("{other:?}"),
    }
}

/// Returns the sweep of the curved edge of a hatch with one edge.
fn edge_sweep(edge: &str) -> f64 {
    let Shape::Hatch(hatch) = one(&format!("0 HATCH 2 SOLID 70 1 91 1 92 1 93 1 {edge} 97 0 75 0")) else {
        panic!("{edge}");
    };
    let segs = &hatch.boundary[0].segs;
    let conic = segs.iter().find_map(|seg| match seg {
        trammel_kernel::Seg::Conic(conic) => Some(conic.dt.abs()),
        _ => None,
    });
    conic.unwrap()
}

#[test]
fn a_short_arc_is_no_full_turn() {
    for (angles, wanted) in [
        ("50 45.123 51 45.124", 0.001),
        ("50 0 51 0.001", 0.001),
        ("50 0.0 51 0.001", 0.001),
        ("50 359.9995 51 0.0005", 0.001),
        ("50 360 51 0.001", 0.001),
        ("50 -0.001 51 0", 0.001),
        ("50 45.12 51 45.13", 0.01),
        ("50 10 51 370.5", 0.5),
    ] {
        let arc = one(&format!("0 ARC 10 1 20 2 40 20000 {angles}"));
        let found = sweep_of(&arc).to_degrees();
        assert!((found - wanted).abs() < 1e-9, "{angles}: {found}");
        let found = edge_sweep(&format!("72 2 10 0 20 0 40 20000 {angles} 73 1")).to_degrees();
        assert!((found - wanted).abs() < 1e-9, "circular edge, {angles}: {found}");
        let found = edge_sweep(&format!("72 3 10 0 20 0 11 20000 21 0 40 1 {angles} 73 0")).to_degrees();
        assert!((found - wanted).abs() < 1e-9, "elliptic edge, {angles}: {found}");
    }
    for (parameters, wanted) in [
        ("41 0.5 42 0.50001", 1e-5),
        ("41 0 42 0.0001", 1e-4),
        ("41 6.2827 42 0.0009", 0.0009 + TAU - 6.2827),
    ] {
        let arc = one(&format!("0 ELLIPSE 10 0 20 0 11 20000 21 0 40 0.5 {parameters}"));
        let found = sweep_of(&arc);
        assert!((found - wanted).abs() < 1e-9, "{parameters}: {found}");
    }
}

#[test]
fn a_full_turn_of_an_edge_with_rounded_angles_is_whole() {
    for angles in [
        "50 0 51 360",
        "50 30 51 390.00001",
        "50 12.3457 51 372.3456",
        "50 0.0 51 359.9999",
        "50 -180.0 51 180.00000001",
        "50 360.0 51 0.0",
        "50 45 51 45",
    ] {
        let found = edge_sweep(&format!("72 2 10 0 20 0 40 5 {angles} 73 1"));
        assert_eq!(found, TAU, "circular edge, {angles}");
        let found = edge_sweep(&format!("72 3 10 0 20 0 11 5 21 0 40 0.5 {angles} 73 1"));
        assert_eq!(found, TAU, "elliptic edge, {angles}");
    }
    for parameters in ["41 3.14159 42 -3.14159", "41 6.28319 42 0.0", "41 6.28318 42 0.0"] {
        let whole = one(&format!("0 ELLIPSE 10 0 20 0 11 10 21 0 40 0.5 {parameters}"));
        assert_eq!(sweep_of(&whole), TAU, "{parameters}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn an_arc_comes_back_with_its_sweep_within_rounding(
        start in 0.0..360.0_f64,
        exponent in -3.3..0.0_f64,
        is_nearly_full in prop::bool::ANY,
        spread in 0.0..1.0_f64,
        is_wrapped in prop::bool::ANY,
        places in 3..9_usize,
    ) {
        // Half of the sweeps are near an end of the range, where they are mistaken.
        let small = libm::pow(10.0, exponent).max(0.0005);
        let sweep = match (spread < 0.5, is_nearly_full) {
            (true, false) => small,
            (true, true) => 360.0 - small,
            _ => 0.0005 + spread * 359.0,
        };
        let end = if is_wrapped { (start + sweep).rem_euclid(360.0) } else { start + sweep };
        let (from, to) = (format!("{start:.places$}"), format!("{end:.places$}"));
        let unit = libm::pow(10.0, -(places as f64)) * (1.0 + 1e-6) + 4e-7;
        let written = (to.parse::<f64>().unwrap() - from.parse::<f64>().unwrap()).rem_euclid(360.0);
        // Equal angles are a full turn, and so is a difference of one that the rounding of both explains.
        let may_be_full = written < 1e-9 || 360.0 - written <= unit;
        for entity in ["ARC", "circular", "elliptic"] {
            let found = match entity {
                "ARC" => sweep_of(&one(&format!("0 ARC 10 1 20 2 40 20 50 {from} 51 {to}"))),
                "circular" => edge_sweep(&format!("72 2 10 0 20 0 40 20 50 {from} 51 {to} 73 1")),
                _ => edge_sweep(&format!("72 3 10 0 20 0 11 20 21 0 40 1 50 {from} 51 {to} 73 0")),
            }
            .to_degrees();
            let is_near = (found - sweep).abs() <= unit && found < 360.0;
            let is_full = found == 360.0 && may_be_full;
            prop_assert!(is_near || is_full, "{entity} {from} to {to}: {found} instead of {sweep}");
        }
    }
}
