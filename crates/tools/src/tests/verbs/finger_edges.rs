//! Tests of edges with fingers.

use super::*;

fn edge(name: &str, from: [f64; 2], to: [f64; 2], more: Value) -> Value {
    let mut input = json!({ "name": name, "from": from, "to": to, "thickness": 3, "finger": 10 });
    for (key, value) in more.as_object().unwrap() {
        input[key] = value.clone();
    }
    input
}

/// Draws the edge and closes it with the rest of a plate 20 high.
fn plate_with(d: &mut Drawing, name: &str, input: Value, height: f64) {
    d.ok("finger_edge", input.clone());
    let (start, end) = (at(d, name, "start"), at(d, name, "end"));
    let rest = [
        start[0], start[1], start[0], height, end[0], height, end[0], end[1],
    ];
    let (tool, input) = line(&format!("{name}_rest"), &rest);
    d.ok(tool, input);
    d.ok(
        "join",
        json!({ "entities": [name, format!("{name}_rest")], "result": name }),
    );
}

#[test]
fn mating_edges_fill_each_other() {
    for clearance in [0.0, 0.4] {
        let mut d = Drawing::new(&[]);
        let upper = edge("a", [0.0, 0.0], [50.0, 0.0], json!({ "clearance": clearance }));
        plate_with(&mut d, "a", upper, 20.0);
        let lower = json!({ "clearance": clearance, "starts": "gap", "side": "right" });
        plate_with(&mut d, "b", edge("b", [0.0, 3.0], [50.0, 3.0], lower), -17.0);
        // Three fingers of 10 and two of 10, each narrower by half the clearance on two sides, or on one at an end.
        near(
            d.number("get_area", "a"),
            50.0 * 17.0 + 3.0 * (30.0 - 2.0 * clearance),
        );
        near(
            d.number("get_area", "b"),
            50.0 * 17.0 + 3.0 * (20.0 - 2.0 * clearance),
        );
        let common = json!({ "a": "a", "b": "b", "result": "common", "keep": true });
        if clearance > 0.0 {
            assert_eq!(
                d.ok("measure_distance", json!({ "a": "a.edge[1]", "b": "b.edge[1]" }))["distance"]
                    .as_f64()
                    .map(|gap| (gap * 1e9).round() / 1e9),
                Some(clearance)
            );
        }
        if let Ok(Output::Entity { .. }) = call(&mut d.0, "boolean_intersect", common) {
            near(d.number("get_area", "common"), 0.0);
        }
        d.ok(
            "boolean_union",
            json!({ "a": "a", "b": "b", "result": "both", "keep": true }),
        );
        // Four flanks, each with the clearance.
        near(d.number("get_area", "both"), 50.0 * 37.0 - 4.0 * 3.0 * clearance);
    }
}

#[test]
fn an_edge_has_its_length_in_every_direction() {
    for to in [[50.0, 0.0], [30.0, -40.0], [-14.0, 48.0]] {
        let mut d = Drawing::new(&[]);
        d.ok("finger_edge", edge("e", [0.0, 0.0], to, json!({})));
        near(d.number("get_length", "e"), 50.0 + 4.0 * 3.0);
        assert_eq!(d.kind("e"), "line");
        near_point(at(&mut d, "e", "start"), [0.0, 0.0]);
        near_point(at(&mut d, "e", "end"), to);
        // The part lies on the left, so a gap that begins the edge is there.
        d.ok(
            "finger_edge",
            edge("g", [0.0, 0.0], to, json!({ "starts": "gap" })),
        );
        near_point(at(&mut d, "g", "start"), [-to[1] * 0.06, to[0] * 0.06]);
        d.ok(
            "finger_edge",
            edge("r", [0.0, 0.0], to, json!({ "starts": "gap", "side": "right" })),
        );
        near_point(at(&mut d, "r", "start"), [to[1] * 0.06, -to[0] * 0.06]);
    }
}

#[test]
fn four_joined_edges_are_a_finger_panel() {
    let mut d = Drawing::new(&[]);
    let corners = [[0.0, 0.0], [50.0, 0.0], [50.0, 30.0], [0.0, 30.0]];
    let starts = ["gap", "finger", "gap", "gap"];
    for i in 0..4 {
        let (before, after) = (starts[(i + 3) % 4], starts[(i + 1) % 4]);
        let inset = |other: &str| if other == "gap" { 3 } else { 0 };
        let more = json!({
            "starts": starts[i], "start_inset": inset(before), "end_inset": inset(after), "clearance": 0.2,
        });
        d.ok(
            "finger_edge",
            edge(&format!("e{i}"), corners[i], corners[(i + 1) % 4], more),
        );
    }
    d.ok(
        "join",
        json!({ "entities": ["e0", "e1", "e2", "e3"], "result": "part" }),
    );
    d.ok(
        "draw_finger_panel",
        json!({
            "name": "panel", "x": 0, "y": 0, "width": 50, "height": 30, "thickness": 3, "finger": 10, "clearance": 0.2,
            "edges": ["notches", "fingers", "notches", "notches"],
        }),
    );
    let (area, length) = (d.number("get_area", "panel"), d.number("get_length", "panel"));
    near(d.number("get_area", "part"), area);
    near(d.number("get_length", "part"), length);
    assert_eq!(d.bounds("part"), d.bounds("panel"));
}

#[test]
fn edges_whose_fingers_do_not_fit_are_refused() {
    let mut d = Drawing::new(&[]);
    for (more, message) in [
        (
            json!({ "to": [0, 0] }),
            "finger_edge: from and to are the same point. Give the two ends of the edge.",
        ),
        (
            json!({ "to": [29, 0] }),
            "finger_edge: an edge of length 29 needs room for 3 fingers that are wider than the thickness 3. Change \
             finger, or make the edge longer.",
        ),
        (
            json!({ "thickness": 10 }),
            "finger_edge: an edge of length 50 needs room for 3 fingers that are wider than the thickness 10. Change \
             finger, or make the edge longer.",
        ),
        (
            json!({ "thickness": -3 }),
            "finger_edge: thickness must be above 0 and at most 1e9, got -3",
        ),
        (
            json!({ "finger": 0 }),
            "finger_edge: finger must be above 0 and at most 1e9, got 0",
        ),
        (
            json!({ "clearance": 1e10 }),
            "finger_edge: clearance must be a number within ±1e9, got 10000000000",
        ),
        (
            json!({ "start_inset": -1 }),
            "finger_edge: start_inset must be 0 or more, got -1",
        ),
        (
            json!({ "end_inset": -1 }),
            "finger_edge: end_inset must be 0 or more, got -1",
        ),
        (
            json!({ "end_inset": 10 }),
            "finger_edge: start_inset 0 and end_inset 10 must be below 10, the width of the first and of the last finger \
             or gap",
        ),
    ] {
        assert_eq!(
            d.error("finger_edge", edge("e", [0.0, 0.0], [50.0, 0.0], more)),
            message
        );
    }
    for more in [
        json!({ "starts": "notch" }),
        json!({ "side": "inside" }),
        json!({ "from": [1] }),
    ] {
        d.error("finger_edge", edge("e", [0.0, 0.0], [50.0, 0.0], more));
    }
    d.ok("finger_edge", edge("e", [0.0, 0.0], [50.0, 0.0], json!({})));
    assert!(
        d.error("finger_edge", edge("e", [0.0, 0.0], [50.0, 0.0], json!({})))
            .contains("already exists")
    );
}
