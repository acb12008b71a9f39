//! Tests of the outlines of panels and coupons.

use super::*;
use proptest::prelude::*;
use trammel_kernel::Tol;
use trammel_kernel::boolean::{Op, boolean};
use trammel_kernel::intersect::self_intersections;

fn panel(edges: [EdgeKind; 4]) -> FingerPanel {
    FingerPanel {
        corner: Point::ORIGIN,
        width: 50.0,
        height: 30.0,
        thickness: 3.0,
        finger: 10.0,
        clearance: 0.0,
        edges,
    }
}

#[test]
fn a_plain_panel_is_a_rectangle() {
    let outline = panel([EdgeKind::Plain; 4]).outline().unwrap();
    assert_eq!(outline, points(&[0.0, 0.0, 50.0, 0.0, 50.0, 30.0, 0.0, 30.0]));
}

#[test]
fn fingers_and_notches_are_complements() {
    let mut edges = [EdgeKind::Plain; 4];
    edges[0] = EdgeKind::Fingers;
    let fingers = panel(edges).outline().unwrap();
    assert_eq!(
        fingers,
        points(&[
            0.0, 0.0, 10.0, 0.0, 10.0, 3.0, 20.0, 3.0, 20.0, 0.0, 30.0, 0.0, 30.0, 3.0, 40.0, 3.0, 40.0, 0.0,
            50.0, 0.0, 50.0, 30.0, 0.0, 30.0
        ])
    );
    edges[0] = EdgeKind::Notches;
    let notches = panel(edges).outline().unwrap();
    assert_eq!(
        notches,
        points(&[
            0.0, 3.0, 10.0, 3.0, 10.0, 0.0, 20.0, 0.0, 20.0, 3.0, 30.0, 3.0, 30.0, 0.0, 40.0, 0.0, 40.0, 3.0,
            50.0, 3.0, 50.0, 30.0, 0.0, 30.0
        ])
    );
}

#[test]
fn a_panel_whose_fingers_do_not_fit_is_refused() {
    let all = [EdgeKind::Fingers; 4];
    assert!(
        FingerPanel {
            finger: 20.0,
            ..panel(all)
        }
        .outline()
        .is_none(),
        "two fingers in the height"
    );
    assert!(
        FingerPanel {
            thickness: 10.0,
            ..panel(all)
        }
        .outline()
        .is_none(),
        "fingers thinner than the sheet"
    );
    assert!(
        FingerPanel {
            clearance: 8.0,
            ..panel(all)
        }
        .outline()
        .is_none()
    );
    assert!(
        FingerPanel {
            thickness: f64::NAN,
            ..panel(all)
        }
        .outline()
        .is_none()
    );
}

#[test]
fn the_clearance_is_the_gap_on_each_side_of_a_finger() {
    let edge = |kind| FingerEdge {
        length: 50.0,
        thickness: 3.0,
        finger: 10.0,
        clearance: 0.4,
        kind,
    };
    let notch = edge(EdgeKind::Fingers).notches().unwrap()[0];
    let [before, after] = edge(EdgeKind::Notches).notches().unwrap()[..2] else {
        panic!("three notches");
    };
    let finger = after[0] - before[1];
    assert!(
        (notch[1] - notch[0] - finger - 0.8).abs() < 1e-12,
        "{notch:?} {finger}"
    );
    assert!((before[1] - notch[0] - 0.4).abs() < 1e-12);
}

#[test]
fn an_inset_stays_within_the_first_and_the_last_finger() {
    let edge = FingerEdge {
        length: 50.0,
        thickness: 3.0,
        finger: 10.0,
        clearance: 0.0,
        kind: EdgeKind::Fingers,
    };
    let profile = edge.profile([3.0, 0.0]).unwrap();
    assert_eq!(
        (profile.len(), profile[0], profile[1], profile[2], profile[9]),
        (10, [3.0, 0.0], [10.0, 0.0], [10.0, 3.0], [50.0, 0.0])
    );
    for insets in [
        [10.0, 0.0],
        [0.0, 10.0],
        [-1.0, 0.0],
        [0.0, -1.0],
        [f64::NAN, 0.0],
    ] {
        assert_eq!(edge.profile(insets), None, "{insets:?}");
    }
}

#[test]
fn each_slot_of_a_coupon_is_narrower_than_the_sheet_by_its_kerf() {
    let coupon = KerfCoupon::new(Point::new(5.0, 5.0), 3.0, &[0.0, 0.1, 0.2]);
    let widths: Vec<f64> = coupon.outline[3..15]
        .chunks(4)
        .map(|slot| slot[0].x - slot[3].x)
        .collect();
    let expected = [2.8, 2.9, 3.0];
    assert!(
        widths
            .iter()
            .zip(expected)
            .all(|(width, expected)| (width - expected).abs() < 1e-12),
        "{widths:?}"
    );
    let kerfs: Vec<f64> = coupon.slots.iter().map(|slot| slot.kerf).collect();
    assert_eq!(kerfs, [0.0, 0.1, 0.2]);
    let outline = Path::from_points(&coupon.outline, true);
    assert!(self_intersections(&outline, Tol::MODEL).is_empty() && outline.signed_area() > 0.0);
}

fn edge() -> impl Strategy<Value = EdgeKind> {
    prop_oneof![
        Just(EdgeKind::Plain),
        Just(EdgeKind::Fingers),
        Just(EdgeKind::Notches)
    ]
}

proptest! {
    #[test]
    fn a_finger_edge_fills_the_notches_of_its_counterpart(
        width in 40.0..200.0_f64,
        height in 40.0..200.0_f64,
        thickness in 1.0..6.0_f64,
        finger in 7.0..13.0_f64,
        edges in [edge(), edge(), edge(), edge()],
    ) {
        let panel = FingerPanel { corner: Point::new(3.0, -7.0), width, height, thickness, finger, clearance: 0.0, edges };
        let outline = Path::from_points(&panel.outline().unwrap(), true);
        prop_assert!(self_intersections(&outline, Tol::MODEL).is_empty());
        let bounds = outline.bounds().unwrap();
        prop_assert!(bounds.width() <= width + 1e-9 && bounds.height() <= height + 1e-9);
        // The mirror image below the bottom edge, with the other kind of edge, moved up by the thickness: no overlap, and
        // no room between.
        if edges[0] != EdgeKind::Plain {
            let other = if edges[0] == EdgeKind::Fingers { EdgeKind::Notches } else { EdgeKind::Fingers };
            let bottom = |kind| {
                let edges = [kind, EdgeKind::Plain, EdgeKind::Plain, EdgeKind::Plain];
                vec![Path::from_points(&FingerPanel { edges, ..panel }.outline().unwrap(), true)]
            };
            let flip = affine::mirror(Point::new(0.0, -7.0 + thickness / 2.0), Point::new(1.0, -7.0 + thickness / 2.0)).unwrap();
            let counterpart: Vec<Path> = bottom(other).iter().map(|path| path.transformed(&flip)).collect();
            let common = boolean(&bottom(edges[0]), &counterpart, Op::Intersect).unwrap();
            prop_assert!(region_area(&common) < 1e-6);
            let both = boolean(&bottom(edges[0]), &counterpart, Op::Union).unwrap();
            prop_assert!((region_area(&both) - width * (2.0 * height - thickness)).abs() < 1e-6 * width * height);
        }
    }
}
