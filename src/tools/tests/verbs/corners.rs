//! Tests of fillet and chamfer.

use super::*;

#[test]
fn fillet_two_lines() {
    let mut d = Drawing::new(&[
        line("a", &[0.0, 0.0, 10.0, 0.0]),
        line("b", &[0.0, 0.0, 0.0, 10.0]),
    ]);
    let done = d.ok("fillet", json!({ "entity": "a", "target": "b", "radius": 2 }));
    assert_eq!(done, json!({ "a": "a", "b": "b", "arc": "a_b_fillet" }));
    near(d.number("get_length", "a"), 8.0);
    near(d.number("get_length", "a_b_fillet"), std::f64::consts::PI);
    let arc = d.ok("get_entity", json!({ "name": "a_b_fillet" }));
    assert_eq!(
        (&arc["type"], &arc["geometry"]["radius"]),
        (&json!("arc"), &json!(2.0))
    );
    let message = d.error("fillet", json!({ "entity": "a", "target": "b", "radius": 30 }));
    assert!(
        message.contains("radius 30 does not fit: the largest that fits is 9.99999"),
        "{message}"
    );
    let message = d.error("fillet", json!({ "entity": "a", "target": "b", "radius": -1 }));
    assert!(message.ends_with("radius must be 0 or more, got -1"), "{message}");
    let mut d = Drawing::new(&[
        line("a", &[0.0, 0.0, 10.0, 0.0]),
        line("b", &[20.0, 5.0, 20.0, 9.0]),
    ]);
    assert_eq!(
        d.ok("fillet", json!({ "entity": "a", "target": "b", "radius": 0 }))["arc"],
        Value::Null
    );
    assert_eq!(
        (d.bounds("a"), d.bounds("b")),
        ([0.0, 0.0, 20.0, 0.0], [20.0, 0.0, 20.0, 9.0])
    );
}

#[test]
fn corners_of_one_entity() {
    let rect = (
        "draw_rect",
        json!({ "name": "r", "x": 0, "y": 0, "width": 10, "height": 10 }),
    );
    let mut d = Drawing::new(std::slice::from_ref(&rect));
    d.ok("fillet_corners", json!({ "entity": "r", "radius": 2 }));
    assert_eq!(d.kind("r"), "rect");
    near(
        d.number("get_area", "r"),
        100.0 - (4.0 - std::f64::consts::PI) * 4.0,
    );
    // A corner that is named twice is one corner, and the fourth one stays sharp.
    let mut d = Drawing::new(std::slice::from_ref(&rect));
    d.ok(
        "fillet_corners",
        json!({ "entity": "r", "radius": 2, "corners": [0, 1, 2, 2] }),
    );
    near(
        d.number("get_area", "r"),
        100.0 - 0.75 * (4.0 - std::f64::consts::PI) * 4.0,
    );
    let mut d = Drawing::new(std::slice::from_ref(&rect));
    d.ok(
        "fillet_corners",
        json!({ "entity": "r", "radius": 10, "corners": [2] }),
    );
    near(d.number("get_area", "r"), 25.0 * std::f64::consts::PI);
    assert_eq!(d.kind("r"), "bezier");
    let mut d = Drawing::new(std::slice::from_ref(&rect));
    let told = d.ok(
        "fillet",
        json!({ "entity": "r.edge[0]", "target": "r.edge[1]", "radius": 1 }),
    );
    assert_eq!(
        told,
        json!({ "entity": "r", "type": "bezier", "became": "bezier" })
    );
    let mut d = Drawing::new(std::slice::from_ref(&rect));
    let message = d.error("fillet_corners", json!({ "entity": "r", "radius": 6 }));
    assert!(
        message.ends_with("radius 6 does not fit: the largest that fits is 5"),
        "{message}"
    );
    let message = d.error(
        "fillet_corners",
        json!({ "entity": "r", "radius": 1, "corners": [7] }),
    );
    assert_eq!(
        message,
        "fillet_corners: 'r' has no corner 7: its corners are 0, 1, 2, 3"
    );
    d.ok(
        "chamfer",
        json!({ "entity": "r.edge[0]", "target": "r.edge[1]", "distance": 2, "distance2": 4 }),
    );
    near(d.number("get_area", "r"), 96.0);
    assert_eq!(d.kind("r"), "polygon");
    // With the edges in the other order, the first distance still applies to the first edge.
    let mut e = Drawing::new(std::slice::from_ref(&rect));
    e.ok(
        "chamfer",
        json!({ "entity": "r.edge[1]", "target": "r.edge[0]", "distance": 4, "distance2": 2 }),
    );
    assert_eq!(
        d.ok("get_entity", json!({ "name": "r" })),
        e.ok("get_entity", json!({ "name": "r" }))
    );
    let message = d.error(
        "fillet",
        json!({ "entity": "r.edge[0]", "target": "r.edge[3]", "radius": 1 }),
    );
    assert!(
        message.ends_with("are not adjacent, so they share no corner. Name two adjacent edges."),
        "{message}"
    );
    let mut d = Drawing::new(&[
        rect,
        ("rotate", json!({ "name": "r", "angle": 0.4 })),
        ("scale", json!({ "name": "r", "sx": 3 })),
    ]);
    d.ok(
        "fillet",
        json!({ "entity": "r.edge[0]", "target": "r.edge[1]", "radius": 3 }),
    );
    near(
        d.number("get_area", "r"),
        900.0 - (1.0 - std::f64::consts::FRAC_PI_4) * 9.0,
    );
}

#[test]
fn chamfer_two_lines() {
    let mut d = Drawing::new(&[
        line("a", &[0.0, 0.0, 10.0, 0.0]),
        line("b", &[0.0, 0.0, 0.0, 10.0]),
    ]);
    let done = d.ok(
        "chamfer",
        json!({ "entity": "a", "target": "b", "distance": 3, "distance2": 4 }),
    );
    assert_eq!(done["line"], "a_b_chamfer");
    near(d.number("get_length", "a"), 7.0);
    near(d.number("get_length", "b"), 6.0);
    near(d.number("get_length", "a_b_chamfer"), 5.0);
}
