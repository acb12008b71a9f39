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

/// Draws two open curves that continue each other in the same direction at (50, 0), in several forms.
fn tangent_pairs() -> Vec<(&'static str, [(&'static str, Value); 2])> {
    let arc = |cy: f64, from: f64, to: f64| {
        (
            "draw_arc",
            json!({ "name": "b", "cx": 50, "cy": cy, "radius": 20, "start_angle": from, "end_angle": to, "angle_unit": "degree" }),
        )
    };
    let floor = || line("a", &[0.0, 0.0, 50.0, 0.0]);
    let bezier = |name: &str, path: &str| ("draw_bezier", json!({ "name": name, "path": path }));
    vec![
        ("a line and an arc", [floor(), arc(20.0, -90.0, 0.0)]),
        (
            "a line and an arc the other way",
            [floor(), arc(-20.0, 0.0, 90.0)],
        ),
        (
            "a line drawn backwards",
            [line("a", &[50.0, 0.0, 0.0, 0.0]), arc(20.0, -90.0, 0.0)],
        ),
        ("two lines", [floor(), line("b", &[50.0, 0.0, 90.0, 0.0])]),
        (
            "two arcs",
            [
                (
                    "draw_arc",
                    json!({ "name": "a", "cx": 50, "cy": -30, "radius": 30, "start_angle": 90, "end_angle": 150, "angle_unit": "degree" }),
                ),
                arc(20.0, -90.0, 0.0),
            ],
        ),
        (
            "a line and a Bézier curve",
            [floor(), bezier("b", "M50 0C60 0 70 10 70 20")],
        ),
        (
            "a polyline and an arc",
            [
                line("a", &[0.0, 30.0, 0.0, 0.0, 50.0, 0.0]),
                arc(20.0, -90.0, 0.0),
            ],
        ),
        (
            "coordinates with six decimals",
            [
                floor(),
                bezier("b", "M50.0000005 0A20 20 0 0 1 64.142136 5.857864"),
            ],
        ),
    ]
}

#[test]
fn curves_that_are_already_tangent_form_no_corner() {
    let calls = [
        ("fillet", json!({ "entity": "a", "target": "b", "radius": 5 })),
        ("fillet", json!({ "entity": "b", "target": "a", "radius": 40 })),
        ("fillet", json!({ "entity": "a", "target": "b", "radius": 0 })),
        ("chamfer", json!({ "entity": "a", "target": "b", "distance": 3 })),
    ];
    for (kind, pair) in tangent_pairs() {
        for (tool, input) in &calls {
            let mut d = Drawing::new(&pair);
            let message = d.error(tool, input.clone());
            let end = "were not changed: they are already tangent at (50, 0), so they form no corner there: name two that meet at an angle";
            assert!(
                message.starts_with(tool) && message.replace("50.00000049999999", "50").ends_with(end),
                "{kind}: {message}"
            );
        }
    }
}

#[test]
fn curves_that_meet_at_an_angle_besides_a_tangent_joint_have_a_corner() {
    // The polyline starts where the line ends, in its direction, and returns to cross it.
    let mut d = Drawing::new(&[
        line("a", &[0.0, 0.0, 50.0, 0.0]),
        line("b", &[50.0, 0.0, 80.0, 0.0, 80.0, 30.0, 20.0, 30.0, 20.0, -30.0]),
    ]);
    d.ok("fillet", json!({ "entity": "a", "target": "b", "radius": 4 }));
    // A closed circle stays whole, so the line beside it has a corner with it.
    let mut d = Drawing::new(&[
        line("a", &[0.0, 0.0, 50.0, 0.0]),
        (
            "draw_circle",
            json!({ "name": "b", "x": 50, "y": 20, "radius": 20 }),
        ),
    ]);
    d.ok("fillet", json!({ "entity": "a", "target": "b", "radius": 4 }));
}

#[test]
fn tangent_joints_of_one_outline_are_not_corners() {
    let paths = [
        "M0 0L50 0A20 20 0 0 1 70 20L70 60L0 60Z",
        "M0 0L50 0A20 20 0 0 1 70.0000002 20L70 60L0 60Z",
        "M0 0L30 0L50 0C60 0 70 10 70 20L70 60L0 60Z",
    ];
    for path in paths {
        let drawn = [("draw_bezier", json!({ "name": "p", "path": path }))];
        let smooth = path.matches(['L', 'A', 'C']).count() - 3;
        for at in 1..=smooth {
            let (before, after) = (format!("p.edge[{}]", at - 1), format!("p.edge[{at}]"));
            for (tool, size) in [("fillet", "radius"), ("chamfer", "distance")] {
                let message =
                    Drawing::new(&drawn).error(tool, json!({ "entity": before, "target": after, size: 3 }));
                assert!(
                    message.contains(&format!("there is no corner {at}")),
                    "{path} {message}"
                );
            }
            let message = Drawing::new(&drawn).error(
                "fillet_corners",
                json!({ "entity": "p", "radius": 3, "corners": [at] }),
            );
            assert!(
                message.contains(&format!("'p' has no corner {at}")),
                "{path} {message}"
            );
        }
        let mut d = Drawing::new(&drawn);
        let before = d.number("get_area", "p");
        d.ok("fillet_corners", json!({ "entity": "p", "radius": 3 }));
        // Three corners are square.
        let gone = 3.0 * 9.0 * (1.0 - std::f64::consts::FRAC_PI_4);
        assert!(
            (d.number("get_area", "p") - (before - gone)).abs() < 1e-4,
            "{path}"
        );
    }
}
